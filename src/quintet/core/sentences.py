"""Sentences that several front ends say: how a game ended, and small help with words."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.core.types import Outcome

REASONS = {"agreed": "both agreed", "board full": "the board is full"}
"""How reasons of an outcome that are short in records read in a sentence."""


def ending(outcome: Outcome, winner: str) -> str:
    """How a game ended, the winner first, without a full stop: ``White wins 26 to 12``, ``You win: five in a row``,
    ``A draw, 18 to 18``, ``A draw: the board is full``. A reason such as `more points` is what the scores say."""
    scores, reason = outcome.scores, REASONS.get(outcome.reason, outcome.reason)
    if outcome.winner is None:
        result = "A draw" + (f", {scores[0]} to {scores[1]}" if scores else "")
    else:
        result = f"{winner} {'win' if winner.partition(' (')[0] == 'You' else 'wins'}"
        result += f" {scores[outcome.winner]} to {scores[outcome.winner.other]}" if scores else ""
    return result if scores and reason.startswith(("more ", "equal ")) else f"{result}: {reason}"


def capitalized(text: str) -> str:
    """The text with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def sentence(words: str) -> str:
    """The words with a capital first, unless they begin with the name of a spot: ``d3 makes it a draw.``"""
    return capitalized(words) if words[1:2].isalpha() else words


def enumerated(words: Sequence[str], most: int = 3) -> str:
    """``a1``, ``a1 and b2``, ``a1, b2 and c3``; of more than `most` the first two: ``a1, b2 and 4 more``."""
    if len(words) > most:
        words = [*words[:2], f"{len(words) - 2} more"]
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)


def plural(count: int, noun: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count} {noun if count == 1 else several(noun)}"


def several(noun: str) -> str:
    """``moves``, ``boxes``."""
    return noun + ("es" if noun.endswith(("s", "x", "sh", "ch")) else "s")


def explained(error: BaseException) -> str:
    """An error on one line: our own message, or the class and message of a stranger's exception."""
    words = " ".join(str(error).split())[:300]
    return words if isinstance(error, ValueError) else f"{type(error).__name__}: {words}"
