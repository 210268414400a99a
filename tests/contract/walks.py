"""Random matches through a game: every law looks at the same ones, so each game is walked once."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from contract.specs import game_of
from quintet import Match
from quintet.core.game import AnyGame

WALKS = 5
LONGEST = 90
LARGE = 100
"""Spots of a board on which a walk is half as long, because each law takes longer there."""


class Step(NamedTuple):
    """One move of a walk."""

    before: Any
    move: Any
    after: Any


def walk(game: AnyGame, choices: Sequence[int]) -> Match:
    """Play one legal move for each number, until the game is over."""
    match = Match(game)
    for number in choices:
        legal = match.game.legal_moves(match.position)
        if not legal:
            break
        match.play(legal[number % len(legal)])
    return match


@cache
def walks(spec: str) -> tuple[Match, ...]:
    """To the end of the game, or as far as it is quick; whoever changes a match takes a copy."""
    game, chance = game_of(spec), Random(spec)
    longest = LONGEST // 2 if len(game.layout().spots) > LARGE else LONGEST
    return tuple(walk(game, [chance.randrange(9999) for _ in range(longest)]) for _ in range(WALKS))


@cache
def positions(spec: str) -> tuple[Any, ...]:
    """Every position of the walks once, in the order in which they came."""
    return tuple(dict.fromkeys(pos for match in walks(spec) for pos in match.positions))


def some_positions(spec: str, count: int = 12) -> list[Any]:
    """A few of them from beginning to end, for laws that look long at each; the last of every walk is among them."""
    ends = [match.position for match in walks(spec)]
    every = positions(spec)
    return [*every[:: 1 + len(every) // count], *ends]


def steps(spec: str) -> Iterator[Step]:
    for match in walks(spec):
        for before, move, after in zip(match.positions, match.moves, match.positions[1:], strict=False):
            yield Step(before, move, after)
