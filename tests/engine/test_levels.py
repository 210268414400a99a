"""Levels: repeatable, in order, weak at the bottom and sound at the top."""

from random import Random
from typing import Any

import pytest

import quintet
from quintet import Engine, Player
from quintet.core.game import AnyGame
from quintet.engine import LEVELS, levels


def test_they_grow_in_budget_and_slip_less_and_less() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 11))
    assert [level.nodes for level in LEVELS] == sorted({level.nodes for level in LEVELS})
    assert [level.slips for level in LEVELS] == sorted((level.slips for level in LEVELS), reverse=True)
    assert LEVELS[0].slips > 0.5
    assert LEVELS[9].slips == 0
    assert LEVELS[4].limits.nodes == LEVELS[4].nodes
    with pytest.raises(ValueError, match="level must be a whole number from 1 to 10, got 0"):
        levels.level(0)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_the_same_seed_plays_the_same_move(game_id: str) -> None:
    game = quintet.load(game_id)
    for level in (1, 3):
        first, second = (Engine(game, level, seed=11) for _ in range(2))
        pos = game.start()
        for _ in range(6):
            if game.outcome(pos) is not None:
                break
            move = first.choose(pos)
            assert move == second.choose(pos) == first.choose(pos)
            assert move in game.legal_moves(pos)
            pos = game.play(pos, move)


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


@pytest.mark.parametrize("game_id", ["bestgame", "pentago", "quentin"])
def test_a_higher_level_beats_a_lower_one(game_id: str) -> None:
    game = quintet.load(SMALL.get(game_id, game_id))
    assert duel(game, Engine(game, 5, seed=1).choose, Engine(game, 1, seed=2).choose, 8) >= 6 / 8
