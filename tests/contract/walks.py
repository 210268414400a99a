"""Random walks through a game, as Hypothesis draws them: the same choices always give the same match."""

from collections.abc import Sequence

from hypothesis import strategies as st

from quintet import Match
from quintet.core.game import AnyGame

WALKS = st.lists(st.integers(0, 9999), max_size=90)


def walk(game: AnyGame, choices: Sequence[int]) -> Match:
    """Play one legal move for each number, until the game is over."""
    match = Match(game)
    for number in choices:
        legal = match.game.legal_moves(match.position)
        if not legal:
            break
        match.play(legal[number % len(legal)])
    return match
