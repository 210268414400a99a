"""Perft, its division by first moves, random playouts, and the bench: fixed work to measure speed by."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from typing import Any, Literal, SupportsIndex, overload

from quintet.core.game import AnyGame, spec
from quintet.core.inputs import checked_game
from quintet.core.types import Player
from quintet.engine import bounds
from quintet.engine.analysis import Playouts
from quintet.engine.bounds import LONGEST_PLAYOUT, MOST_DEPTH, MOST_PLAYOUTS
from quintet.engine.native import kernels


@overload
def perft(
    game: AnyGame | str,
    position: Any = None,
    depth: SupportsIndex = 1,
    rules: bool = False,
    *,
    divide: Literal[False] = False,
) -> int: ...


@overload
def perft(
    game: AnyGame | str, position: Any = None, depth: SupportsIndex = 1, rules: bool = False, *, divide: Literal[True]
) -> dict[str, int]: ...


def perft(
    game: AnyGame | str,
    position: Any = None,
    depth: SupportsIndex = 1,
    rules: bool = False,
    *,
    divide: bool = False,
) -> int | dict[str, int]:
    """The number of lines of `depth` moves from a position (``None``: the start).

    A pass is a move, and a game that ends earlier is one line. `rules` counts by the rulebook even where there is a
    kernel. `divide` gives the number after each first move, by its text; none when the game is over.

    >>> quintet.perft("othello", depth=4)
    244
    >>> quintet.perft("othello", depth=2, divide=True)
    {'d3': 3, 'c4': 3, 'f5': 3, 'e6': 3}
    """
    game = checked_game(game)
    position = bounds.position_of(game, position)
    depth = bounds.whole("depth", depth, 1 if divide else 0, MOST_DEPTH)
    count = _counter(game, rules)
    if divide:
        return {str(move): count(game.play(position, move), depth - 1) for move in game.legal_moves(position)}
    return count(position, depth)


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


def playouts(
    game: AnyGame | str, count: SupportsIndex, seed: SupportsIndex = 0, limit: SupportsIndex = 1000, rules: bool = False
) -> Playouts:
    """Play `count` games of uniformly random moves from the start, each at most `limit` moves long.

    >>> played = quintet.playouts("pentago", 1000, seed=1)
    >>> played.wins + played.losses + played.draws
    1000
    """
    game = checked_game(game)
    count = bounds.whole("count", count, 1, MOST_PLAYOUTS)
    seed = bounds.seed_of(seed)
    limit = bounds.whole("limit", limit, 1, LONGEST_PLAYOUT)
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


POSITIONS = 8
NODES = 100_000
LONGEST_OPENING = 24


@dataclass(frozen=True, slots=True)
class Bench:
    """The result of the fixed work of one game."""

    game: str
    nodes: int
    seconds: float
    nodes_a_second: int
    signature: int
    """Total nodes mixed with the answers: a refactor must not change it."""

    def as_json(self) -> dict[str, Any]:
        """The signature is text: it has 64 bits, and many JSON readers keep only 53."""
        return asdict(self) | {"signature": f"{self.signature:016x}"}


def positions(game: AnyGame) -> list[str]:
    """The same positions of a game every time, reached by random play from the start."""
    rng = Random(spec(game))
    texts: list[str] = []
    while len(texts) < POSITIONS:
        position = game.start()
        for _ in range(rng.randint(0, LONGEST_OPENING)):
            if moves := game.legal_moves(position):
                position = game.play(position, rng.choice(moves))
        if game.outcome(position) is None:
            texts.append(game.text(position))
    return texts


def bench(game: AnyGame) -> Bench:
    """Search the positions one after the other on one thread; ValueError where there is no kernel."""
    kernel = kernels.kernel_for(game)
    if kernel is None:
        raise ValueError(f"bench measures the fast engine of a game, and {spec(game)} has none here")
    tally = kernel.bench(positions(game), NODES)
    return Bench(spec(game), tally.nodes, tally.seconds, round(tally.nodes / tally.seconds), tally.signature)
