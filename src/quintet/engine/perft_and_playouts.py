"""Perft, its division by first moves, and random playouts."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from quintet.core.game import AnyGame, checked_game
from quintet.core.types import Player
from quintet.engine import checks
from quintet.engine.analysis import Playouts
from quintet.engine.bounds import LONGEST_PLAYOUT, MOST_DEPTH, MOST_PLAYOUTS
from quintet.engine.native import kernels


def perft(game: AnyGame, position: Any = None, depth: int = 1, rules: bool = False) -> int:
    """The number of lines of `depth` moves from a position (``None``: the start).

    A pass is a move, and a game that ends earlier is one line. `rules` counts by the rulebook even where
    there is a kernel.
    """
    checked_game(game)
    position = checks.position_of(game, position)
    checks.whole("depth", depth, 0, MOST_DEPTH)
    return _counter(game, rules)(position, depth)


def divide(game: AnyGame, position: Any = None, depth: int = 1, rules: bool = False) -> dict[str, int]:
    """The perft of a position by the texts of its first moves; none when the game is over."""
    checked_game(game)
    position = checks.position_of(game, position)
    checks.whole("depth", depth, 1, MOST_DEPTH)
    count = _counter(game, rules)
    return {str(move): count(game.play(position, move), depth - 1) for move in game.legal_moves(position)}


def _counter(game: AnyGame, rules: bool) -> Callable[[Any, int], int]:
    """The function that counts lines from a position: the kernel's, or else the rulebook's."""
    kernel = None if rules else kernels.kernel_for(game)
    return partial(_perft, game) if kernel is None else kernel.perft


def _perft(game: AnyGame, position: Any, depth: int) -> int:
    if depth == 0:
        return 1
    moves = game.legal_moves(position)
    if depth == 1 or not moves:
        return len(moves) or 1
    return sum(_perft(game, game.play(position, move), depth - 1) for move in moves)


def playouts(game: AnyGame, count: int, seed: int = 0, limit: int = 1000, rules: bool = False) -> Playouts:
    """Play `count` games of uniformly random moves from the start, each at most `limit` moves long."""
    checked_game(game)
    checks.whole("count", count, 1, MOST_PLAYOUTS)
    checks.seed_of(seed)
    checks.whole("limit", limit, 1, LONGEST_PLAYOUT)
    kernel = None if rules else kernels.kernel_for(game)
    return _playouts(game, count, seed, limit) if kernel is None else kernel.playouts(count, seed, limit)


def _playouts(game: AnyGame, count: int, seed: int, limit: int) -> Playouts:
    random, began = Random(seed), time.perf_counter()
    ends: dict[Player | None, int] = {Player.FIRST: 0, Player.SECOND: 0, None: 0}
    truncated = moves = 0
    for _ in range(count):
        position = game.start()
        played = 0
        while played < limit and (legal := game.legal_moves(position)):
            position = game.play(position, random.choice(legal))
            played += 1
        moves += played
        outcome = game.outcome(position)
        if outcome is None:
            truncated += 1
        else:
            ends[outcome.winner] += 1
    seconds = time.perf_counter() - began
    return Playouts(ends[Player.FIRST], ends[Player.SECOND], ends[None], truncated, moves, seconds)
