"""Messages of the first page, quick pairing and chat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quintet.core.scene import Scene
from quintet.server.messages.analysis import StreamError
from quintet.server.messages.base import Out
from quintet.server.messages.incoming import PaceName
from quintet.server.messages.matches import ChatLine, MatchLine
from quintet.server.messages.teaching import LessonLine, StreakOut

# Quick pairing


class SeekOut(Out):
    """Others who wait for a quick game."""

    game: str
    title: str
    pace: PaceName
    rated: bool
    count: int


class SeeksOut(Out):
    seeking: list[SeekOut]
    """What others wait for, the longest wait first."""


# Each is a line of an NDJSON stream


class Seeking(Out):
    """Nobody asks for the same right now; the caller waits while the stream is open."""

    type: Literal["seeking"] = "seeking"


class Paired(Out):
    """An opponent was found."""

    type: Literal["paired"] = "paired"
    id: str
    url: str
    """/game/{id}"""


PairingLine = Annotated[Seeking | Paired | StreamError, Field(discriminator="type")]


# The first page


class DailyOut(Out):
    """The puzzle of the day, as a card."""

    id: str
    spec: str
    title: str
    task: str
    """`White to move: win in 3.`"""
    rating: int
    scene: Scene
    tried: bool | None
    """Whether the caller's first try was right; None: there was none yet."""
    streak: StreakOut


class HomeOut(Out):
    mine: list[MatchLine]
    """Some of the caller's games, beginning with those where they are to move."""
    count: int
    """How many there are."""
    turns: int
    """In how many of them the caller is to move."""
    challenges: list[MatchLine]
    """Challenges that wait for the caller's answer."""
    daily: DailyOut | None
    """None if there are no puzzles."""
    lesson: LessonLine | None
    """The lesson that the caller has begun and not finished."""


class ShowOut(Out):
    """The featured match."""

    id: str
    invite: str | None
    """Needed to see it, if it is the site's own match."""


# Chat


class ChatOut(Out):
    """The chat in the caller's room of a match."""

    room: Literal["players", "spectators"]
    """Players have one room, spectators the other."""
    silence: str | None
    """Why the caller may not chat; None: they may."""
    you: str
    """What `by` is in the caller's own lines."""
    lines: list[ChatLine]
    """The last lines, the oldest first."""
