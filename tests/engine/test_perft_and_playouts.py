"""Perft, divide and playouts, and the nonsense they refuse."""

from dataclasses import replace
from typing import Any

import pytest

import quintet
from engine.toys import FIRST, SECOND, Node, end, random_toy, toy
from quintet.core.game import AnyGame
from quintet.engine import Playouts, perft, playouts
from quintet.engine.native import kernels


def plain_perft(game: AnyGame, pos: Any, depth: int) -> int:
    """As it is defined, with nothing clever."""
    if depth == 0 or game.outcome(pos) is not None:
        return 1
    return sum(plain_perft(game, game.play(pos, move), depth - 1) for move in game.legal_moves(pos))


def test_perft_is_what_it_is_defined_to_be() -> None:
    for seed in range(30):
        game = random_toy(seed)
        for depth in range(8):
            assert perft(game, None, depth) == plain_perft(game, game.start(), depth)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_perft_of_every_game(game_id: str) -> None:
    game = quintet.load(game_id)
    assert perft(game, None, 0) == 1
    assert perft(game, None, 1) == len(game.legal_moves(game.start()))
    pos = game.play(game.start(), game.legal_moves(game.start())[0])
    assert perft(game, pos, 1, rules=True) == plain_perft(game, pos, 1)


def test_divide_adds_up_to_perft() -> None:
    game = quintet.load("othello")
    parts = perft(game, None, 4, divide=True)
    assert parts == {"d3": 61, "c4": 61, "f5": 61, "e6": 61}
    assert sum(parts.values()) == perft(game, depth=4) == 244
    over = toy({"a": end(FIRST)})
    assert perft(over, None, 3, divide=True) == {}
    assert perft(over, None, 3) == 1


def test_playouts_count_how_games_end() -> None:
    graph = {
        "a": Node(FIRST, {"w": "won", "l": "lost", "d": "drawn", "e": "b"}),
        "b": Node(SECOND, {"on": "b"}),
        "won": end(FIRST),
        "lost": end(SECOND),
        "drawn": end(None),
    }
    found = playouts(toy(graph), 400, seed=1, limit=11)
    assert found.wins + found.losses + found.draws + found.truncated == 400
    assert min(found.wins, found.losses, found.draws, found.truncated) > 60
    assert found.moves == found.wins + found.losses + found.draws + 11 * found.truncated
    assert found.seconds > 0


def test_the_seed_decides_the_games() -> None:
    game = quintet.load("bestgame")
    one, two, other = (playouts(game, 10, seed=seed) for seed in (3, 3, 4))
    assert replace(one, seconds=0) == replace(two, seconds=0)
    assert replace(one, seconds=0) != replace(other, seconds=0)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_random_games_of_every_game_end(game_id: str) -> None:
    found = playouts(quintet.load(game_id), 3, seed=1)
    assert found.truncated == 0
    assert found.moves >= 3


ANY_PERFT: Any = perft


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda game: perft(game, None, -1), "depth must be a whole number from 0 to 100, got -1"),
        (lambda game: perft(game, None, 101), "depth must be a whole number from 0 to 100, got 101"),
        (lambda game: ANY_PERFT(game, None, "2"), "depth must be a whole number from 0 to 100, got '2'"),
        (lambda game: perft(game, 3), "position must be a position of othello, from game.start(),"),
        (lambda game: ANY_PERFT(3), "game must be a game, as quintet.load gives it, or its spec, got 3"),
        (lambda game: perft(game, None, 0, divide=True), "depth must be a whole number from 1 to 100, got 0"),
        (lambda game: playouts(game, 0), "count must be a whole number from 1 to 1000000000000, got 0"),
        (lambda game: playouts(game, 1, seed=-1), "seed must be a whole number from 0 to 9223372036854775807, got -1"),
        (lambda game: playouts(game, 1, limit=0), "limit must be a whole number from 1 to 1000000, got 0"),
    ],
)
def test_nonsense_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError) as error:
        call(quintet.load("othello"))
    assert str(error.value).startswith(message)


def test_a_position_of_other_options_is_refused() -> None:
    small = quintet.load("magnetize")
    with pytest.raises(ValueError, match="the board must have 6 rows, got 4"):
        perft(quintet.load("magnetize(height=6)"), small.start(), 1)


class CountingKernel:
    """A kernel that only says that it was asked."""

    def perft(self, position: Any, depth: int) -> int:
        return 1000 + depth

    def playouts(self, count: int, seed: int, limit: int) -> Playouts:
        return Playouts(count, seed, limit, 0, 0, 0.0)


def test_a_kernel_counts_where_there_is_one_unless_the_rulebook_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quintet.load("othello")
    assert kernels.kernel_for(game) is None
    monkeypatch.setattr(kernels, "kernel_for", lambda game, weights=None: CountingKernel())
    assert perft(game, None, 3) == 1003
    assert perft(game, None, 3, rules=True) == 56
    assert perft(game, None, 3, divide=True) == {"d3": 1002, "c4": 1002, "f5": 1002, "e6": 1002}
    assert playouts(game, 5, seed=6, limit=7) == Playouts(5, 6, 7, 0, 0, 0.0)
    assert playouts(game, 5, seed=6, limit=7, rules=True).wins < 5
