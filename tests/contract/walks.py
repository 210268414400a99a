"""Random matches through a game."""

from collections.abc import Sequence
from functools import cache
from random import Random

from contract.specs import game_of
from quintet import Match
from quintet.core.game import AnyGame

LONGEST = 90
LARGE = 100
"""Spots of a board on which a walk is half as long, because each test takes longer there."""


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
def random_match(spec: str) -> Match:
    """To the end of the game, or as far as it is quick; whoever changes it takes a copy."""
    game, chance = game_of(spec), Random(spec)
    longest = LONGEST // 2 if len(game.layout().spots) > LARGE else LONGEST
    return walk(game, [chance.randrange(9999) for _ in range(longest)])
