"""What the server sends where people meet: quick pairing, the first page, chat."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quintet.core.scene import Scene
from quintet.server.messages.base import Out
from quintet.server.messages.incoming import PaceName
from quintet.server.messages.matches import ChatLine, MatchLine
from quintet.server.messages.study import StreamError
from quintet.server.messages.teaching import LessonLine

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
    """What others wait for, those who have waited longest first."""


# Finding somebody: each is a line of an NDJSON stream


class Seeking(Out):
    """Nobody wants the same right now; the caller waits while the stream is open."""

    type: Literal["seeking"] = "seeking"


class Paired(Out):
    """Somebody is found."""

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


class HomeOut(Out):
    mine: list[MatchLine]
    """Some of the caller's games, those where they are to move first."""
    count: int
    """How many there are."""
    turns: int
    """In how many of them the caller is to move."""
    challenges: list[MatchLine]
    """That wait for the caller's answer."""
    daily: DailyOut | None
    """None where there are no puzzles."""
    lesson: LessonLine | None
    """The one that the caller has begun and not finished."""


class ShowOut(Out):
    """A game to watch."""

    id: str
    invite: str | None
    """Needed to see it, where it is the site's own."""


# Chat


class ChatOut(Out):
    """What was said in the caller's room of a match."""

    room: Literal["players", "spectators"]
    """Players talk among themselves, and so do spectators."""
    silence: str | None
    """Why the caller may not talk; None: they may."""
    you: str
    """What `by` is in the caller's own lines."""
    lines: list[ChatLine]
    """The last ones, the oldest first."""
