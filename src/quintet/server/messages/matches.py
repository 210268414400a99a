"""Matches, lists of matches, and the messages of a match's WebSocket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from quintet.core.scene import Scene
from quintet.core.types import Player
from quintet.render.svg.drawing import DrawnLayout
from quintet.server.live.clocks import ClockKind
from quintet.server.live.events import Kind, Status
from quintet.server.messages.base import Out
from quintet.server.messages.boards import BoardView, Frame, Outcome


@dataclass(frozen=True, slots=True)
class SeatOut:
    kind: Literal["person", "engine", "open"]
    name: str
    account: str | None
    """Its username, for a link; None for visitors and engines."""
    bot: bool
    level: int | None
    seconds: float | None
    rating: int | None
    """Of an account, in this game."""
    provisional: bool = False
    """The rating is still uncertain."""
    online: bool = False


@dataclass(frozen=True, slots=True)
class SideClock:
    seconds: float | None
    """Time left as of the clock's `at`; None: no limit."""
    base: float | None
    increment: float


@dataclass(frozen=True, slots=True)
class ClockOut:
    kind: ClockKind
    sides: tuple[SideClock, SideClock]
    running: Player | None
    """Whose time runs; None before the first move and after the end."""
    first_move: float | None
    """Seconds as of `at` in which the player on turn must make a first move, else the match is called off."""
    at: float
    """Server time (seconds since 1970) at which `seconds` were true; the running side's count down from then."""


@dataclass(frozen=True, slots=True)
class OffersOut:
    """Offers that wait for an answer: the players who made them."""

    draw: Player | None
    takeback: Player | None
    rematch: Player | None


@dataclass(frozen=True, slots=True)
class DeclinedOut:
    what: Literal["draw", "takeback", "rematch"]
    by: Player


class LiveView(BoardView):
    """Everything about a match that changes."""

    status: Status
    """Waiting for players, being played, finished."""
    names: tuple[str, str]
    seats: tuple[SeatOut, SeatOut]
    clock: ClockOut
    offers: OffersOut
    declined: DeclinedOut | None
    """What was declined since the last move, or after the end."""
    can_redo: bool
    turn_limit: int
    """Moves after which the match is truncated."""
    rematch: str | None
    """The id of the rematch."""
    rating_change: tuple[int, int] | None


class MatchView(LiveView):
    """A whole match, for one caller."""

    id: str
    version: int
    spec: str
    game: str
    title: str
    layout: DrawnLayout
    rated: bool
    private: bool
    created: str
    started: str | None
    finished: str | None
    spectators: int
    you: list[Player]
    """The seats of the caller: none for a spectator, both in hot-seat."""
    invite: str | None
    """The secret of the invitation, for a player of a match with an open seat: /game/{id}?invite={invite}."""
    invited: bool
    """Whether an open seat is reserved for the caller."""
    imported: bool
    """Whether it is a record of a game that was played elsewhere."""
    url: str
    """/game/{id}"""


class FramesOut(Out):
    frames: list[Frame]
    more: int | None
    """Pass as `since` to see those that follow; None: these are the last."""


class Acknowledged(Out):
    """The request was carried out and stored."""

    version: int
    ply: int


class PlanOut(Out):
    """The caller's conditional moves: only they see them."""

    ply: int
    """The number of moves before them."""
    lines: list[list[str]]


class MatchLine(Out):
    """A match in a list."""

    id: str
    spec: str
    game: str
    title: str
    names: tuple[str, str]
    seats: tuple[SeatOut, SeatOut]
    status: Status
    ply: int
    rated: bool
    private: bool
    clock: ClockOut
    outcome: Outcome | None
    created: str
    finished: str | None
    imported: bool
    """Whether it is a record that somebody brought: its names and moves are what they typed."""
    yours: list[Player]
    to_move: Player
    scene: Scene | None
    """None if the board is too large for a list, or the game is no longer installed."""
    layout: DrawnLayout | None = None
    """Only in lists with small boards, and there only with the first match of each spec."""


class LobbyOut(Out):
    open: list[MatchLine]
    live: list[MatchLine]
    mine: list[MatchLine]
    challenges: list[MatchLine]
    """Challenges to the caller that wait for an answer."""
    declined: list[MatchLine]
    """The caller's own invitations that were declined in the last day."""


class LibraryOut(Out):
    matches: list[MatchLine]
    more: str | None
    """Pass as `before` to see older ones."""


# The WebSocket of a match


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """One change of a match. Versions have no gaps."""

    version: int
    kind: Kind
    seat: Player | None
    move: str | None
    at: float


class Snapshot(Out):
    """The whole match: the first message of a new connection, or sent when too much was missed."""

    type: Literal["snapshot"] = "snapshot"
    version: int
    view: MatchView


class Update(Out):
    """The events since then, oldest first, and the match after them."""

    type: Literal["update"] = "update"
    version: int
    events: list[MatchEvent]
    since: int
    """The number of moves that have not changed; the view's history has those after them."""
    view: LiveView


class Spectators(Out):
    """Not versioned."""

    type: Literal["spectators"] = "spectators"
    count: int
    online: tuple[bool, bool]


class Ack(Out):
    type: Literal["ack"] = "ack"
    id: int | None
    version: int


class Refused(Out):
    type: Literal["refused"] = "refused"
    id: int | None
    error: str
    spots: list[str] = []
    """Of an illegal move: the spots of the board that show why, if there are any."""
    version: int


class Pong(Out):
    type: Literal["pong"] = "pong"
    id: int | None
    at: float


class ChatLine(Out):
    """A line of chat; text, never markup."""

    number: int
    """Of the line within its match: a line that arrives twice is shown once."""
    by: str
    """A key of the author, the same at every match: for muting."""
    name: str
    seat: Player | None
    """Of a player."""
    text: str
    at: float


class Said(Out):
    """A line in the subscriber's room. Not versioned."""

    type: Literal["said"] = "said"
    line: ChatLine


SocketOut = Annotated[Snapshot | Update | Spectators | Said | Ack | Refused | Pong, Field(discriminator="type")]


# Files of games


class FileGame(Out):
    """A game that was read from a file."""

    place: str
    """Its place in the file: ``game 17``, ``line 3``."""
    spec: str
    title: str
    names: tuple[str, str]
    event: str
    date: str
    ply: int
    over: bool
    winner: Player | None
    """None: a draw, or not over."""
    position: str | None
    """The first position; None: the start of the game."""
    moves: list[str]
    record: str
    """The same in our record format."""


class BadGame(Out):
    """A game that cannot be read."""

    place: str
    reason: str


class FileOut(Out):
    games: list[FileGame]
    bad: list[BadGame]
    more: bool
    """Whether the file has more games that were not read."""
