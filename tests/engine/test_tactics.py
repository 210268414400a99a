"""On the boards of every game: a win in one is taken, a threat is met, mirrors agree."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

import quintet
from quintet import Engine, Match, game_class, load
from quintet.core.game import AnyGame, Scores, Symmetries

SPECS = {
    "quentin": "quentin(size=5)",
    "magnetize": "magnetize(height=5,width=5)",
    "bestgame": "bestgame(columns=4,rows=4,tokens=8)",
}
"""Smaller boards where the standard one takes long to fill."""
WIDE = 100
"""Positions with more moves are left out of what is looked up two moves deep."""

Position = Any


@cache
def game_of(game_id: str) -> AnyGame:
    return load(SPECS.get(game_id, game_id))


def walks(game: AnyGame) -> list[Position]:
    """Unfinished positions of random games, the later ones first."""
    found: list[Position] = []
    for seed in range(30):
        random, pos, passed = Random(seed), game.start(), []
        for _ in range(100):
            moves = game.legal_moves(pos)
            if not moves:
                break
            passed.append(pos)
            pos = game.play(pos, random.choice(moves))
        found += passed[:-7:-1]
    return found


def wins(game: AnyGame, pos: Position) -> Iterator[Any]:
    """The moves that win at once."""
    player = game.to_move(pos)
    for move in game.legal_moves(pos):
        outcome = game.outcome(game.play(pos, move))
        if outcome is not None and outcome.winner == player:
            yield move


def holds(game: AnyGame, pos: Position, move: Any) -> bool:
    """Whether a move neither loses at once nor allows the other player to win at once."""
    player, after = game.to_move(pos), game.play(pos, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return outcome.winner != player.other
    return game.to_move(after) == player or not any(wins(game, after))


@cache
def wins_in_one(game_id: str) -> list[Position]:
    game = game_of(game_id)
    found = (pos for pos in walks(game) if any(wins(game, pos)))
    return list(islice(found, 6))


@cache
def threats(game_id: str) -> list[tuple[Position, list[Any]]]:
    """Positions without a win in one in which few of several moves hold, with those moves."""
    game = game_of(game_id)
    found: list[tuple[Position, list[Any]]] = []
    for pos in walks(game):
        moves = game.legal_moves(pos)
        if len(found) < 4 and 1 < len(moves) <= WIDE and not any(wins(game, pos)):
            held = [move for move in moves if holds(game, pos, move)]
            if 0 < len(held) <= len(moves) / 2:
                found.append((pos, held))
    return found


@pytest.mark.parametrize("method", ["alphabeta", "mcts"])
@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_win_in_one_is_taken(game_id: str, method: str) -> None:
    game = game_of(game_id)
    positions = wins_in_one(game_id)
    assert positions
    for pos in positions:
        found = Engine(game, method=method).analyze(pos, nodes=1500)
        assert found.value == 1.0
        assert game.to_move(pos) == found.player
        # A score may be worth waiting for, and mcts is content with any win that it has proved.
        if method == "alphabeta" and not isinstance(game, Scores):
            assert found.move in wins(game, pos)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_threat_is_met(game_id: str) -> None:
    game = game_of(game_id)
    positions = threats(game_id)
    assert positions
    for pos, held in positions:
        assert Engine(game, method="alphabeta").analyze(pos, depth=2).move in held


@pytest.mark.parametrize("game_id", [each for each in quintet.game_ids() if issubclass(game_class(each), Symmetries)])
def test_a_position_and_its_mirrors_agree(game_id: str) -> None:
    game: Any = game_of(game_id)
    random, pos = Random(4), game.start()
    for _ in range(5):
        pos = game.play(pos, random.choice(game.legal_moves(pos)))
    depth = 1 if len(game.legal_moves(pos)) > WIDE else 3
    values = {Engine(game).analyze(mirror, depth=depth).value for mirror in game.symmetries(pos)}
    assert len(values) == 1


def test_a_wipe_out_is_seen_coming() -> None:
    match = Match(load("othello"))
    for move in ["c4", "c5", "f6", "d3", "c2", "b3", "b5", "b4"]:
        match.play(move)
    found = Engine(match.game).analyze(match.position, depth=1)
    assert (str(found.move), found.value, found.score) == ("a4", 1.0, 13.0)
