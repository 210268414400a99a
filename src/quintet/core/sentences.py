"""Sentences that several front ends say: how a game ended, and small help with words."""

from __future__ import annotations

from quintet.core.types import Outcome


def ending(outcome: Outcome, winner: str, verb: str = "has won", scores: tuple[int, int] | None = None) -> str:
    """How a game ended, without a full stop: ``Ada has won: more discs, 34:30``, ``A draw: the board is full``."""
    result = "A draw" if outcome.winner is None else f"{winner} {verb}"
    return f"{result}: {outcome.reason}{f', {scores[0]}:{scores[1]}' if scores else ''}"


def capitalized(text: str) -> str:
    """The text with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def plural(count: int, noun: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
