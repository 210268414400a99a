"""Picks a level's move: sees wins and losses within two plies, and samples near-equal moves by temperature."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.types import SWAP
from quintet.engine.analysis import Analysis, Line, Search
from quintet.engine.levels import LevelSettings
from quintet.engine.limits import Clock, Limits

NEAR_NODES = 20_000
"""Nodes for a search of one ply: more than any sensible game has moves."""
REPLY_NODES = 500_000
"""Nodes for a search of two plies."""
PIE_LINES = 20
"""Under a pie rule, the mean value of this many best moves says who is ahead after the first move: steadier than one
value."""
PIE_NODES = 60_000
"""Cost of the decision to swap colours: in nodes, so that a busy machine decides as well as an idle one."""
PIE_NOISE = 0.005
"""A lead this small is noise: no swap."""
OPENINGS = 4
"""First moves that are compared where the opponent may swap colours ..."""
OPENING_NODES = 10_000
"""... and the nodes for each of them."""


def choose(game: AnyGame, position: Any, settings: LevelSettings, search: Search, near: Search, clock: Clock,
           random: Random) -> Any:  # fmt: skip
    """A move for a position with several legal ones; `near` is a deterministic search of one or two plies."""
    if settings.pie:
        return _with_the_pie_rule(game, position, search, clock, random)
    if settings.careful:
        ahead = _ask(near, position, Limits(nodes=NEAR_NODES, depth=1), clock)
        if _wins(ahead.lines[0]):
            return ahead.move
    analysis = search.analyze(position, clock, settings.lines)
    preferred = by_preference(analysis.lines, settings.temperature, random)
    if not settings.careful:
        return preferred[0]
    for move in preferred:
        if not _loses_at_once(game, position, move, near, clock):
            return move
    return _ask(near, position, Limits(nodes=REPLY_NODES, depth=2), clock).move


def _with_the_pie_rule(game: AnyGame, position: Any, search: Search, clock: Clock, random: Random) -> Any:
    """The best move under a pie rule, where single lines do not separate the values of first moves."""
    moves = game.legal_moves(position)
    if SWAP in moves and _lead(game, position, search, Limits(nodes=PIE_NODES), clock) < -PIE_NOISE:
        return SWAP
    analysis = search.analyze(position, clock, 2 if SWAP in moves else 1)
    if analysis.exact or clock.stopped:
        return analysis.move
    if SWAP in game.legal_moves(game.play(position, analysis.move)):
        limits = Limits(nodes=OPENING_NODES)
        tried = {move: game.play(position, move) for move in random.sample(moves, min(OPENINGS, len(moves)))}
        return min(tried, key=lambda move: abs(_lead(game, tried[move], search, limits, clock)))
    return analysis.move if analysis.move != SWAP else analysis.lines[-1].moves[0]


def _lead(game: AnyGame, position: Any, search: Search, limits: Limits, clock: Clock) -> float:
    """The lead of the player who may swap colours and does not."""
    analysis = _ask(search, game.play(position, SWAP), limits, clock, PIE_LINES)
    values = [line.value for line in analysis.lines]
    return analysis.value if analysis.exact else sum(values) / len(values)


def by_preference(lines: Sequence[Line], temperature: float, random: Random) -> list[Any]:
    """The first moves of the lines in a random order, better ones earlier.

    The first is drawn with odds of exp(value / temperature), each following one in the same way among the rest.
    """
    if temperature == 0:
        return [line.moves[0] for line in lines]
    keys: dict[Any, float] = {}
    most = math.inf
    for line in lines:
        most = min(most, line.value)  # a later line is not better, whatever value it was last given
        keys[line.moves[0]] = most / temperature - math.log(-math.log(1.0 - random.random()) or 1e-300)
    return sorted(keys, key=keys.__getitem__, reverse=True)


def _wins(line: Line) -> bool:
    return line.exact and line.value == 1


def _loses_at_once(game: AnyGame, position: Any, move: Any, near: Search, clock: Clock) -> bool:
    """Whether the opponent has won after a move, or wins with the reply."""
    mover, after = game.to_move(position), game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return outcome.winner == mover.other
    if game.to_move(after) is mover:
        return False
    return _wins(_ask(near, after, Limits(nodes=NEAR_NODES, depth=1), clock).lines[0])


def _ask(search: Search, position: Any, limits: Limits, clock: Clock, lines: int = 1) -> Analysis:
    """Analyse with separate limits; a stop or Ctrl-C of the caller's clock ends it, too."""
    own = Clock(limits)
    clock.on_stop(own.stop)
    analysis = search.analyze(position, own, lines)
    if own.interrupted:
        clock.interrupt()
    return analysis
