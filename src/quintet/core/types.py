"""The small words every part shares: players, colours, outcomes, errors."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Player(IntEnum):
    """A seat at the board; which colour it plays is the game's business."""

    FIRST = 0
    """The player who makes the first move of the game."""
    SECOND = 1
    """The other one."""

    other: Player
    """Who this player plays against."""


class Color(StrEnum):
    """The colour of a piece; the value is its letter in every notation."""

    BLACK = "b"
    """Dark pieces."""
    WHITE = "w"
    """Light pieces."""

    other: Color
    """White for Black, Black for White."""

    @property
    def title(self) -> str:  # type: ignore[override]
        """The colour as a word a person reads: ``Black``."""
        return "Black" if self is Color.BLACK else "White"


# Attributes: a property would take ten times as long, and the rules ask it of every square.
Player.FIRST.other, Player.SECOND.other = Player.SECOND, Player.FIRST
Color.BLACK.other, Color.WHITE.other = Color.WHITE, Color.BLACK


@dataclass(frozen=True, slots=True)
class Word:
    """A move that is a single word instead of a place on the board."""

    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


PASS = Word("pass")
SWAP = Word("swap")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> match = quintet.Match("pentago")
    >>> match.resign(quintet.Player.SECOND)
    >>> match.outcome.winner, match.outcome.reason
    (<Player.FIRST: 0>, 'Player 2 resigned')
    """

    winner: Player | None
    """``None`` is a draw."""
    reason: str
    """A few words for people: ``five in a row``."""
    scores: tuple[int, int] | None = None
    """Final scores of FIRST and SECOND, where the game has scores."""

    def as_json(self) -> dict[str, object]:
        """One JSON object whose keys are the attribute names; the winner is ``first``, ``second`` or null."""
        winner = None if self.winner is None else self.winner.name.lower()
        return {"winner": winner, "reason": self.reason, "scores": self.scores}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal in a position."""

    reason: str
    """One sentence without a full stop: ``d3 turns no disc``."""
    spots: tuple[str, ...] = ()
    """The spots that show it, where there are any."""


class IllegalMove(ValueError):
    """A move that the rules do not allow here, or a text that is no move."""


class UnknownGame(ValueError):
    """No game of that name is installed."""


class BadRecord(ValueError):
    """A record that cannot be read or does not replay; names the line."""


class NotSolved(ValueError):
    """A solver ran out of time or memory; says what is known so far."""
