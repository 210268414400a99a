"""Laws that every game keeps, standard or with options, ours or a third party's."""

import copy
import dataclasses
import itertools
from random import Random
from typing import Any

import pytest

from contract.specs import SPECS, game_of
from contract.walks import positions, some_positions, steps, walks
from quintet import Match, Player, game_class, load
from quintet.core.game import (
    AnyGame,
    Heuristic,
    LineMode,
    Refuses,
    Scores,
    Stages,
    Symmetries,
    find_move,
    parse_move,
    refusal,
    spec,
)

every_game = pytest.mark.parametrize("name", SPECS)
LETTERS = ["", *"./bw-0123456789 pieswapd\n\0é"]


@every_game
def test_the_game_says_what_it_is(name: str) -> None:
    game = game_of(name)
    assert game_class(game.id).id == game.id
    assert game.title
    assert spec(game) == name
    assert load(spec(game)).options == game.options
    assert dataclasses.is_dataclass(game.options)
    assert hash(game.options) == hash(load(spec(game)).options)


@every_game
def test_the_start_is_not_over_and_first_moves(name: str) -> None:
    game = game_of(name)
    assert game.to_move(game.start()) is Player.FIRST
    assert game.outcome(game.start()) is None
    assert game.start() == game.start()
    assert hash(game.start()) == hash(game.start())


@every_game
def test_move_texts_are_unique_and_found_again(name: str) -> None:
    game = game_of(name)
    texts = [str(move) for move in game.all_moves()]
    assert len({text.lower() for text in texts}) == len(texts)
    for move in game.all_moves():
        assert find_move(game, f" {str(move).upper()} ") == move


@every_game
def test_text_round_trip(name: str) -> None:
    game = game_of(name)
    for pos in positions(name):
        text = game.text(pos)
        again = game.parse(text)
        assert again == pos
        assert game.text(again) == text
        assert game.outcome(again) == game.outcome(pos)


@every_game
def test_legal_moves_are_in_order_and_empty_exactly_when_over(name: str) -> None:
    game = game_of(name)
    order = {move: number for number, move in enumerate(game.all_moves())}
    for pos in positions(name):
        numbers = [order[move] for move in game.legal_moves(pos)]
        assert numbers == sorted(set(numbers))
        assert (not numbers) == (game.outcome(pos) is not None)


@every_game
def test_play_changes_nothing_it_was_given(name: str) -> None:
    game = game_of(name)
    for before, move, after in steps(name):
        kept = copy.deepcopy(before)
        assert game.play(before, move) == after
        assert before == kept
        assert before != after


@every_game
def test_colours_differ_and_turn_is_in_the_text(name: str) -> None:
    game = game_of(name)
    for pos in positions(name):
        assert {game.color(pos, player) for player in Player} == {"b", "w"}
        if game.outcome(pos) is None:
            assert game.text(pos).split(" ")[1] == game.color(pos, game.to_move(pos))


@every_game
def test_every_other_move_is_refused_with_a_reason(name: str) -> None:
    game = game_of(name)
    spots = {spot.id for spot in game.layout().spots}
    for pos in some_positions(name):
        legal = set(game.legal_moves(pos))
        for move in game.all_moves()[:: 1 + len(game.all_moves()) // 60]:
            if move in legal:
                assert parse_move(game, pos, str(move)) == move
            else:
                reason = refusal(game, pos, move)
                assert reason.reason
                assert not reason.reason.endswith(".")
                if legal and isinstance(game, Refuses):
                    assert set(reason.spots) <= spots


@every_game
def test_click_paths_are_unique_and_none_is_a_prefix_of_another(name: str) -> None:
    game = game_of(name)
    layout = game.layout()
    targets = {spot.target for spot in layout.spots} | {button.id for button in layout.buttons}
    for pos in some_positions(name):
        paths = sorted(game.clicks(move) for move in game.legal_moves(pos))
        for path in paths:
            assert path
            assert set(path) <= targets
        for one, two in itertools.pairwise(paths):
            assert two[: len(one)] != one


@every_game
def test_scenes_stay_on_the_layout_and_stages_end_at_the_scene(name: str) -> None:
    game = game_of(name)
    layout = game.layout()
    spots = {spot.id for spot in layout.spots}
    assert len(spots) == len(layout.spots)
    for before, move, after in steps(name):
        scene = game.scene(after)
        assert set(scene.pieces) <= spots
        assert set(scene.winning) <= set(scene.pieces)
        if isinstance(game, Stages):
            stages = game.stages(before, move)
            assert stages[-1] == scene
            for stage in stages:
                assert set(stage.pieces) <= spots


@every_game
def test_undo_and_redo(name: str) -> None:
    match = copy.copy(walks(name)[0])
    positions, moves = match.positions, match.moves
    for _ in moves:
        match.undo()
    assert match.positions == positions[:1]
    for _ in moves:
        match.redo()
    assert (match.positions, match.moves) == (positions, moves)


@every_game
@pytest.mark.parametrize("ending", ["rules", "resign", "draw"])
def test_record_round_trip(name: str, ending: str) -> None:
    match = copy.copy(walks(name)[0])
    if ending != "rules" and match.outcome is not None:
        match.undo()
    if ending == "resign":
        match.resign(Player.SECOND)
    elif ending == "draw":
        match.agree_draw()
    again = Match.from_record(match.record())
    assert again.record() == match.record()
    assert (again.positions, again.outcome) == (match.positions, match.outcome)


def _shape(game: AnyGame, pos: Any) -> object:
    """What a symmetry must keep: the number of moves, the outcome, and the same one move deeper."""
    children = [game.play(pos, move) for move in game.legal_moves(pos)]
    deeper = len(children) <= 40  # a look at every child of a large board would take minutes
    return game.outcome(pos), sorted(
        (len(game.legal_moves(c)) if deeper else 0, str(game.outcome(c))) for c in children
    )


@every_game
def test_abilities(name: str) -> None:
    game = game_of(name)
    for pos in some_positions(name):
        outcome = game.outcome(pos)
        if isinstance(game, Scores):
            assert len(game.scores(pos)) == 2
            assert outcome is None or outcome.scores is not None
        else:
            assert outcome is None or outcome.scores is None
        if isinstance(game, Heuristic) and outcome is None:
            for player in Player:
                assert -1 < game.heuristic(pos, player) < 1
        if isinstance(game, LineMode):
            heading = game.heading(pos, ("Ada", "Ben"))
            assert heading == "" or heading.endswith("\n")
            assert game.prompt(pos, ("Ada", "Ben")).endswith(" ")
            assert game.read(pos, "no such thing") is None


@pytest.mark.parametrize("name", [name for name in SPECS if isinstance(game_of(name), Symmetries)])
def test_images_are_the_same_game(name: str) -> None:
    game: Any = game_of(name)
    for number, pos in enumerate(some_positions(name, count=8)):
        images = game.symmetries(pos)
        assert images[0] == pos
        image = images[-1 - number % (len(images) - 1)]
        assert game.to_move(image) is game.to_move(pos)
        assert _shape(game, image) == _shape(game, pos)


@every_game
def test_a_strange_text_is_a_position_or_one_sentence(name: str) -> None:
    """Texts with a letter changed, missing or too many: nearly right is harder to refuse than nonsense."""
    game, chance = game_of(name), Random(name)
    for pos in some_positions(name):
        text = game.text(pos)
        for _ in range(12):
            at = chance.randrange(len(text) + 1)
            strange = text[:at] + chance.choice(LETTERS) + text[at + chance.randrange(3) :]
            try:
                again = game.parse(strange)
            except ValueError as error:
                assert str(error)
                assert "\n" not in str(error)
            else:
                assert game.text(again) == strange
