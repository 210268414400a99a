"""A move by its parts, for any game."""

import pytest

import quintet
from quintet.engine import Analysis, Line
from quintet.terminal.app.move_entry import MoveEntry, neighbour, places, question, signs


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_every_legal_move_can_be_pressed(game_id: str) -> None:
    game = quintet.load(game_id)
    for move in game.legal_moves(game.start()):
        entry = MoveEntry(game, game.start())
        *parts, last = game.clicks(move)
        for part in parts:
            assert part in entry.targets
            assert entry.find_move(part) is None
            entry = entry.pressing(part)
        assert entry.find_move(last) == move


def test_the_marble_stays_until_the_turn_is_chosen() -> None:
    game = quintet.load("pentago")
    entry = MoveEntry(game, game.start())
    assert not entry.seen().pieces
    assert list(entry.pressing("a0").seen().pieces) == ["a0"]


def test_the_question_after_the_first_press_is_made_of_the_labels() -> None:
    game = quintet.load("pentago")
    entry = MoveEntry(game, game.start()).pressing("a0")
    assert question(game.layout(), entry, "1C") == "Turn which sub-board? 1 clockwise"
    assert question(game.layout(), entry, None) == "Turn which sub-board?"
    othello = quintet.load("othello")
    assert question(othello.layout(), MoveEntry(othello, othello.start()), "d3") == "What next? d3"


def test_what_cannot_be_pressed_says_why() -> None:
    game = quintet.load("othello")
    entry = MoveEntry(game, game.start())
    assert "a1" not in entry.targets
    assert "a1" in entry.why_not("a1").reason
    assert entry.why_not("nothing").reason == "there is nothing to press here"


def test_a_piece_lands_where_it_falls() -> None:
    game = quintet.load("bestgame")
    assert MoveEntry(game, game.start()).landing("3") == ("3,1",)


def test_the_cursor_reaches_every_target_by_arrows() -> None:
    for game_id in quintet.game_ids():
        all_places = places(quintet.load(game_id).layout())
        reached, edge = set[str](), [next(iter(all_places.values()))]
        while edge:
            here = edge.pop()
            if here.target not in reached:
                reached.add(here.target)
                steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
                found = (neighbour(here, dx, dy, all_places.values()) for dx, dy in steps)
                edge += [place for place in found if place is not None]
        assert reached == set(all_places), game_id


def proved(entry: MoveEntry, values: dict[str, float]) -> dict[str, str]:
    """The signs where these moves are proved and all others are guesses."""
    moves = entry.game.legal_moves(entry.position)
    lines = tuple(Line((move,), values.get(str(move), 0.3), None, str(move) in values) for move in moves)
    analysis = Analysis(entry.game.to_move(entry.position), moves[0], 0.3, None, False, 1, 1, 0.0, lines)
    return {place: sign for place, (sign, _) in signs(entry, entry.game.layout(), analysis).items()}


def test_a_first_press_is_lost_only_if_every_move_behind_it_is() -> None:
    game = quintet.load("pentago")
    entry = MoveEntry(game, game.start())
    behind = [str(move) for move in entry.moves.values()]
    on_a0 = {move: -1.0 for move in behind if move.startswith("a0")}
    assert proved(entry, on_a0) == {"a0": "▼"}
    assert proved(entry, on_a0 | {"a0-2C": 0.0}) == {"a0": "="}
    assert proved(entry, {"a0-1C": -1.0}) == {}, "another turn may be better"
    assert proved(entry, {"a0-1C": -1.0, "a0-2C": 1.0}) == {"a0": "▲"}, "one win is enough"


def test_turns_and_other_buttons_have_signs_too() -> None:
    pentago = quintet.load("pentago")
    second = MoveEntry(pentago, pentago.start()).pressing("a0")
    assert proved(second, {"a0-1C": -1.0, "a0-4A": 0.0, "b1-1A": 1.0}) == {"1C": "▼", "4A": "="}
    magnetize = quintet.load("magnetize")
    assert proved(MoveEntry(magnetize, magnetize.start()), {"m": -1.0, "2": 0.0}) == {"m": "▼", "2,3": "="}
