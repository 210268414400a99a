"""Levels: repeatable, in order, weak at the bottom and sound at the top."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quintet
from amounts import part, some
from engine.toys import FIRST, SECOND, Node, end, toy
from quintet import Engine, Match, Player
from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.engine import LEVELS, Line, levels
from quintet.engine.level_move import by_preference


def test_each_has_a_name_and_a_sentence() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert len({level.name for level in LEVELS}) == len({level.about for level in LEVELS}) == 10
    assert all(level.about.endswith(".") for level in LEVELS)
    with pytest.raises(ValueError, match="level must be a whole number from 1 to 10, got 0"):
        levels.level(0)


@pytest.mark.parametrize("spec", ["othello", "quentin", "quentin(size=5)", "magnetize(height=3,width=3)"])
def test_they_look_at_more_and_more_and_only_the_first_is_careless(spec: str) -> None:
    game = quintet.load(spec)
    rulebook = [levels.settings(game, level.number, kernel=False) for level in LEVELS]
    assert [one.nodes for one in rulebook] == sorted(one.nodes or 0 for one in rulebook)
    for found in (rulebook, [levels.settings(game, level.number, kernel=True) for level in LEVELS[:-1]]):
        assert [one.careful for one in found] == [False] + [True] * (len(found) - 1)
        assert all(one.nodes for one in found)
        assert found[0].temperature > found[-1].temperature
    highest = levels.settings(game, 10, kernel=True)
    assert highest.nodes is None
    assert highest.pie


@pytest.mark.parametrize("game_id", ["bestgame", "magnetize", "othello", "pentago", "quentin"])
def test_each_is_a_player_of_its_own_and_was_measured_above_the_one_before(game_id: str) -> None:
    game = quintet.load(game_id)
    assert len({levels.settings(game, level.number, kernel=True) for level in LEVELS}) == len(LEVELS)
    measured = levels.ratings(game)
    assert measured is not None
    assert all(low.elo < high.elo for low, high in pairwise(measured))


def test_a_board_that_was_not_measured_has_no_ratings() -> None:
    assert levels.ratings(quintet.load("quentin", size=3)) is None


def a_board(elo: float) -> levels.LevelBoard:
    settings = tuple(levels.LevelSettings(10 * number, 4, 0.1, careful=number > 1) for number in range(1, 10))
    ratings = tuple(levels.LevelRating(elo * number, 20) for number in range(1, 11))
    return levels.LevelBoard(settings, ratings, {"games": 3})


def test_what_was_measured_is_kept_in_a_file_and_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "othello.levels"
    monkeypatch.setattr(registry, "beside", lambda cls, kind: path if kind == "levels" else None)
    levels._boards.cache_clear()
    try:
        small, large = quintet.load("quentin", size=4), quintet.load("quentin", size=6)
        assert levels.settings(small, 3, kernel=True) == levels.BY_KERNEL[2]
        assert levels.write(small, a_board(100)) == path
        levels.write(large, a_board(50))
        assert levels.read(path) == {"quentin(size=4)": a_board(100), "quentin(size=6)": a_board(50)}
        assert levels.ratings(large) == a_board(50).ratings
        assert levels.settings(large, 3, kernel=True).nodes == 30
        other = quintet.load("quentin", size=7)
        assert levels.settings(other, 3, kernel=True) == levels.settings(small, 3, kernel=True)
        assert levels.ratings(other) is None
        levels.write(small, levels.LevelBoard(a_board(1).settings))
        assert levels.ratings(small) is None
    finally:
        levels._boards.cache_clear()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"othello": 1}', '{"othello": {"settings": [], "ratings": [], "about": null}}']
)
def test_a_damaged_file_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "othello.levels"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"othello\.levels must"):
        levels.read(path)


def test_moves_of_about_equal_worth_vary_and_bad_ones_are_rare() -> None:
    lines = [Line(("good",), 0.3, None, False), Line(("fair",), 0.2, None, False), Line(("bad",), -0.7, None, False)]
    random = Random(1)
    drawn = Counter(by_preference(lines, 0.1, random)[0] for _ in range(2000))
    assert 2.2 < drawn["good"] / drawn["fair"] < 3.4
    assert drawn["bad"] < 10
    assert by_preference(lines, 0.0, random) == ["good", "fair", "bad"]
    assert all(sorted(by_preference(lines, 5.0, random)) == ["bad", "fair", "good"] for _ in range(10))


def test_a_later_line_counts_as_no_better_than_an_earlier_one() -> None:
    lines = [Line(("best",), -0.5, None, False), Line(("untried",), 0.0, None, False)]
    random = Random(2)
    drawn = Counter(by_preference(lines, 0.05, random)[0] for _ in range(1000))
    assert 400 < drawn["best"] < 600


def test_whoever_goes_round_in_a_circle_leaves_it() -> None:
    game = quintet.load("magnetize")
    engine = next(one for seed in range(50) if str((one := Engine(game, 2, seed=seed)).choose(game.start())) == "m")
    match = Match(game)
    chosen = set()
    for _ in range(60):
        match.play("m")
        if match.position == game.start():
            chosen.add(str(engine.choose(match)))
            assert engine.choose(match) == engine.choose(match)
    assert len(chosen) > 1


def test_random_moves_leave_a_circle_too() -> None:
    game = quintet.load("magnetize")
    engine, match = Engine(game, method="random", seed=1), Match(game)
    chosen = {str(engine.choose(match))}
    for _ in range(60):
        match.play("m")
        if match.position == game.start():
            chosen.add(str(engine.choose(match)))
    assert len(chosen) > 1


@pytest.mark.long
@pytest.mark.parametrize("game_id", some(quintet.game_ids(), 2))
def test_the_same_seed_plays_the_same_move(game_id: str) -> None:
    game = quintet.load(game_id)
    for level in (1, 3):
        first, second = (Engine(game, level, seed=11) for _ in range(2))
        pos = game.start()
        for _ in range(part(6, 2)):
            if game.outcome(pos) is not None:
                break
            move = first.choose(pos)
            assert move == second.choose(pos) == first.choose(pos)
            assert move in game.legal_moves(pos)
            pos = game.play(pos, move)


def test_a_win_at_the_second_of_two_turns_in_a_row_is_no_threat_to_whoever_has_them() -> None:
    game = toy(
        {
            "a": Node(FIRST, {"again": "b", "dull": "c"}),
            "b": Node(FIRST, {"win": "d"}),
            "c": Node(SECOND, {"stop": "e"}),
            "d": end(FIRST),
            "e": end(None),
        }
    )
    assert str(Engine(game, 7, seed=1).choose(game.start())) == "again"


def test_the_seed_makes_different_games() -> None:
    game = quintet.load("othello")
    assert len({str(Engine(game, 1, seed=seed).choose(game.start())) for seed in range(20)}) == 4


def test_a_forced_move_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quintet.load("othello")
    pos = game.start()
    for text in ["f5", "f6", "c4", "g5", "h5", "h4", "f7", "h6"]:
        pos = game.play(pos, next(move for move in game.legal_moves(pos) if str(move) == text))
    engine = Engine(game)
    monkeypatch.setattr(engine, "_search", None)
    assert str(engine.choose(pos)) == "pass"


def duel(game: AnyGame, one: Any, other: Any, games: int, opening: int = 2, longest: int = 80) -> float:
    """The share of the points that `one` gets, seats exchanged."""
    points = 0.0
    for number in range(games):
        random, pos = Random(number // 2), game.start()
        for _ in range(opening):
            pos = game.play(pos, random.choice(game.legal_moves(pos)))
        for _ in range(longest):
            if game.outcome(pos) is not None:
                break
            player = one if game.to_move(pos) == number % 2 else other
            pos = game.play(pos, player(pos))
        outcome = game.outcome(pos)
        if outcome is None or outcome.winner is None:
            points += 0.5
        elif outcome.winner == Player(number % 2):
            points += 1
    return points / games


SMALL = {
    "bestgame": "bestgame(columns=4,rows=4,tokens=8)",
    "magnetize": "magnetize(height=5,width=5)",
    "quentin": "quentin(size=5)",
}


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_the_engine_beats_random_moves(game_id: str) -> None:
    game = quintet.load(SMALL.get(game_id, game_id))
    engine, chance = Engine(game, 10), Engine(game, method="random", seed=2)
    think = lambda pos: engine.analyze(pos, nodes=30).move
    assert duel(game, think, chance.choose, 4) >= 3 / 4


@pytest.mark.long
@pytest.mark.parametrize("game_id", some(["bestgame", "pentago", "quentin"]))
def test_a_higher_level_beats_a_lower_one(game_id: str) -> None:
    game = quintet.load(SMALL.get(game_id, game_id))
    assert duel(game, Engine(game, 5, seed=1).choose, Engine(game, 1, seed=2).choose, 8) >= 6 / 8
