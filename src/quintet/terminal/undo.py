"""Moves taken back and played again: always to the turn of somebody who chooses by hand."""

from __future__ import annotations

from collections.abc import Callable

from quintet.core.match import Match
from quintet.core.types import Player

ByHand = Callable[[Player], bool]
"""Whether a person chooses the moves of a player."""


def take_back(match: Match, by_hand: ByHand) -> bool:
    """Back to the last turn of a person before this one; false where there is none, and then nothing changes."""
    to_move = match.game.to_move
    before = match.positions[:-1]
    count = next((back for back, pos in enumerate(reversed(before), 1) if by_hand(to_move(pos))), None)
    if count is None:
        return False
    for _ in range(count):
        match.undo()
    return True


def play_again(match: Match, by_hand: ByHand) -> bool:
    """What was taken back, up to the next turn of a person; false where there is nothing to play again."""
    ply = match.ply
    try:
        match.redo()
        while match.outcome is None and not by_hand(match.to_move):
            match.redo()
    except ValueError:
        return match.ply > ply
    return True
