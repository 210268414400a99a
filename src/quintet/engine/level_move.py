"""The move of a level: what is near is seen, what is about equal is left to chance."""

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
"""More than the moves of one position in any sensible game."""
REPLY_NODES = 500_000
"""The same for moves and replies."""
PIE_LINES = 20
"""Best moves whose mean value tells who is ahead after one move: all are close there, and the mean is steadier."""
PIE_NODES = 60_000
"""For the question whether to exchange the colours: by nodes, so that a busy machine answers it as well."""
PIE_NOISE = 0.005
"""A lead this small is noise: the colours stay."""
OPENINGS = 4
"""First moves that are compared, where the opponent may exchange the colours ..."""
OPENING_NODES = 10_000
"""... and what each of them may cost."""


def choose(game: AnyGame, position: Any, settings: LevelSettings, search: Search, near: Search, clock: Clock,
           random: Random) -> Any:  # fmt: skip
    """A move for a position with several; `near` looks one or two moves ahead, and repeats itself."""
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
    """The best move, where a search cannot tell the values of the first moves apart by looking at single lines."""
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
    """How far a player is ahead who may exchange the colours and does not."""
    analysis = _ask(search, game.play(position, SWAP), limits, clock, PIE_LINES)
    values = [line.value for line in analysis.lines]
    return analysis.value if analysis.exact else sum(values) / len(values)


def by_preference(lines: Sequence[Line], temperature: float, random: Random) -> list[Any]:
    """The first moves of the lines in a random order, those that are worth more rather earlier.

    The first of them is drawn with odds of exp(value / temperature), and so is each of the next among the rest.
    """
    if temperature == 0:
        return [line.moves[0] for line in lines]
    keys: dict[Any, float] = {}
    most = math.inf
    for line in lines:
        most = min(most, line.value)  # that it comes later is newer knowledge than its value
        keys[line.moves[0]] = most / temperature - math.log(-math.log(1.0 - random.random()) or 1e-300)
    return sorted(keys, key=keys.__getitem__, reverse=True)


def _wins(line: Line) -> bool:
    return line.exact and line.value == 1


def _loses_at_once(game: AnyGame, position: Any, move: Any, near: Search, clock: Clock) -> bool:
    """Whether the opponent has won after a move, or wins with the next."""
    mover, after = game.to_move(position), game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return outcome.winner == mover.other
    if game.to_move(after) is mover:
        return False
    return _wins(_ask(near, after, Limits(nodes=NEAR_NODES, depth=1), clock).lines[0])


def _ask(search: Search, position: Any, limits: Limits, clock: Clock, lines: int = 1) -> Analysis:
    """A question with limits of its own; a stop and Ctrl-C end it as they end the search itself."""
    own = Clock(limits)
    clock.on_stop(own.stop)
    analysis = search.analyze(position, own, lines)
    if own.interrupted:
        clock.interrupt()
    return analysis
