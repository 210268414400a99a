"""Matches, their lists, and the news of one."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from quintet.core.scene import Scene
from quintet.core.types import Player
from quintet.render.svg.drawing import DrawnLayout
from quintet.server.live.clocks import ClockKind
from quintet.server.live.events import Kind, Status
from quintet.server.messages.base import Out
from quintet.server.messages.boards import BoardView, Frame, Outcome


class SeatOut(Out):
    kind: Literal["person", "engine", "open"]
    name: str
    account: str | None
    """Its username, for a link; None for visitors and engines."""
    bot: bool
    level: int | None
    seconds: float | None
    rating: int | None
    """In this game, of an account."""
    provisional: bool = False
    """The rating is still a guess."""
    online: bool = False


class SideClock(Out):
    seconds: float | None
    """Left, as of `at` of the clock; None: no limit."""
    base: float | None
    increment: float


class ClockOut(Out):
    kind: ClockKind
    sides: tuple[SideClock, SideClock]
    running: Player | None
    """Whose time runs; None before the first move and after the end."""
    at: float
    """Server time (seconds since 1970) at which `seconds` were true; the running side's go down from then."""


class OffersOut(Out):
    """What was offered and waits for an answer, by whom."""

    draw: Player | None
    takeback: Player | None
    rematch: Player | None


class DeclinedOut(Out):
    what: Literal["draw", "takeback"]
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
    """What was declined since the last move."""
    can_redo: bool
    turn_limit: int
    """After so many moves a match ends as truncated."""
    rematch: str | None
    """The id of the match that follows."""
    rating_change: tuple[int, int] | None


class MatchView(LiveView):
    """A match, whole, for one caller."""

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
    """Whether an open seat is kept for the caller."""
    imported: bool
    """Whether it is a record of a game that was played elsewhere."""
    url: str
    """/game/{id}"""


class FramesOut(Out):
    frames: list[Frame]
    more: int | None
    """Pass as `since` to see those that follow; None: these are the last."""


class Acknowledged(Out):
    """What was asked is done and stored."""

    version: int
    ply: int


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
    yours: list[Player]
    to_move: Player
    scene: Scene | None
    """None where the board is too large for a list, or the game not installed any more."""
    layout: DrawnLayout | None = None
    """Only in lists that show little boards, and there with the first match of each spec."""


class LobbyOut(Out):
    open: list[MatchLine]
    live: list[MatchLine]
    mine: list[MatchLine]
    challenges: list[MatchLine]
    """To the caller, waiting for an answer."""
    declined: list[MatchLine]
    """The caller's own invitations that were declined in the last day."""


class LibraryOut(Out):
    matches: list[MatchLine]
    more: str | None
    """Pass as `before` to see older ones."""


# News, over its WebSocket


class MatchEvent(Out):
    """One thing that happened. Versions have no gaps."""

    version: int
    kind: Kind
    seat: Player | None
    move: str | None
    at: float


class Snapshot(Out):
    """The whole match: first thing on a new connection, or when too much was missed."""

    type: Literal["snapshot"] = "snapshot"
    version: int
    view: MatchView


class Update(Out):
    """What happened since, oldest first, and how the match stands now."""

    type: Literal["update"] = "update"
    version: int
    events: list[MatchEvent]
    since: int
    """So many moves stand as they were before; the view's history has those behind them."""
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
    """Of an illegal move: the spots of the board that show why, where there are any."""
    version: int


class Pong(Out):
    type: Literal["pong"] = "pong"
    id: int | None
    at: float


class ChatLine(Out):
    """Something that was said; text, never markup."""

    number: int
    """Of the line, in its match; one that comes twice is shown once."""
    by: str
    """Who said it: the same at every match, to mute them by."""
    name: str
    seat: Player | None
    """Of a player."""
    text: str
    at: float


class Said(Out):
    """In the room of whoever watches. Not versioned."""

    type: Literal["said"] = "said"
    line: ChatLine


SocketOut = Annotated[Snapshot | Update | Spectators | Said | Ack | Refused | Pong, Field(discriminator="type")]


# Files of games


class FileGame(Out):
    """A game that was read from a file."""

    place: str
    """Where it stands there: ``game 17``, ``line 3``."""
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
    """Where it began; None: at the start."""
    moves: list[str]
    record: str
    """The same as a record of ours."""


class BadGame(Out):
    """One that cannot be read."""

    place: str
    reason: str


class FileOut(Out):
    games: list[FileGame]
    bad: list[BadGame]
    more: bool
    """Whether the file has further games, which were not read."""
