"""Sentences that several front ends say: how a game ended, and small help with words."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.core.types import Outcome


def ending(outcome: Outcome, winner: str, verb: str = "has won", scores: tuple[int, int] | None = None) -> str:
    """How a game ended, without a full stop: ``Ada has won: more discs, 34:30``, ``A draw: the board is full``."""
    result = "A draw" if outcome.winner is None else f"{winner} {verb}"
    return f"{result}: {outcome.reason}{f', {scores[0]}:{scores[1]}' if scores else ''}"


def capitalized(text: str) -> str:
    """The text with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def enumerated(words: Sequence[str], most: int = 3) -> str:
    """``a1``, ``a1 and b2``, ``a1, b2 and c3``; of more than `most` the first two: ``a1, b2 and 4 more``."""
    if len(words) > most:
        words = [*words[:2], f"{len(words) - 2} more"]
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def plural(count: int, noun: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
