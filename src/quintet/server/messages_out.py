"""Every message the server sends. Players are 0 (FIRST) and 1 (SECOND), colours ``b`` and ``w``, times in seconds."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from quintet.core.scene import Scene
from quintet.core.types import Color, Player
from quintet.render.drawing import DrawnLayout
from quintet.server.clocks import ClockKind
from quintet.server.events import How, Kind, Status
from quintet.server.messages_in import PaceName
from quintet.server.moment import HistoryMove, Move


class Out(BaseModel):
    """The strings below the fields are descriptions in every schema (`field_docs`)."""


class ErrorOut(Out):
    """Why something was refused."""

    model_config = ConfigDict(json_schema_extra={"required": ["error"]})

    error: str
    """One sentence: what was expected and what came."""
    spots: list[str] | None = None
    """Of an illegal move: the spots of the board that show why, where there are any."""


class Done(Out):
    done: Literal[True] = True


# The board: `DrawnLayout` and `Scene` are those that pictures are made of


class Outcome(Out):
    winner: Player | None
    """None: a draw, or no result at all."""
    reason: str
    scores: tuple[int, int] | None
    kind: How = "rules"
    """By the rules, or how else; `declined`: the invitation was; `unfinished`: an imported record that stops."""


class Frame(Out):
    """One moment of a game, for replay: how the move before it looked, and what is there after it."""

    ply: int
    move: HistoryMove | None
    """That led here; None at the start."""
    position: str
    scene: Scene
    stages: list[Scene]
    """What is seen one after the other while the move is played; the last equals `scene`. Empty at the start."""
    to_move: Player
    colors: tuple[Color, Color]
    """Of FIRST and SECOND here; a pie rule can change them."""
    outcome: Outcome | None


class BoardView(Frame):
    """A moment with what can be done in it."""

    moves: list[Move]
    """None when it is over."""
    history: list[HistoryMove]
    """From the first move; in an Update from its `since` on."""


# Games


class Option(TypedDict):
    """One option of a game, as JSON Schema has it."""

    description: str
    default: int | bool | str
    type: Literal["integer", "boolean", "string"]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    enum: NotRequired[list[str]]


class OptionsOut(TypedDict):
    """A JSON Schema object: one property an option."""

    type: Literal["object"]
    properties: dict[str, Option]
    additionalProperties: Literal[False]


class LevelOut(Out):
    """How strong an engine plays."""

    number: int
    name: str
    about: str
    """What to expect of it, in a sentence."""
    elo: float | None
    """Above a player who moves at random, on this board; none where it was not measured."""
    error: float | None
    """Half the width of the 95 % interval."""


class GameOut(Out):
    """A game that can be played here."""

    id: str
    title: str
    spec: str
    """With these options; the standard game's is its id."""
    summary: str
    """The first paragraph of the rules, as plain text."""
    options: OptionsOut
    levels: list[LevelOut]
    layout: DrawnLayout
    view: BoardView
    """The start."""


class GamesOut(Out):
    games: list[GameOut]


class StepOut(Out):
    """One board of a worked example: the first, or that after a move."""

    words: str
    """What happened and what is true now; empty where the board says it already."""
    view: BoardView
    """After it."""


class ExampleOut(Out):
    title: str
    spec: str
    layout: DrawnLayout
    steps: list[StepOut]


class RulesPart(Out):
    """A piece of the rules: Markdown, or a worked example in its place."""

    markdown: str | None = None
    example: ExampleOut | None = None


class RulesOut(Out):
    id: str
    title: str
    parts: list[RulesPart]


class PositionOut(Out):
    """A position that was looked at."""

    spec: str
    title: str
    layout: DrawnLayout
    view: BoardView
    frames: list[Frame]
    """From the position given through the moves given, without the first `since`."""
    more: int | None
    """Pass as `since` to see the frames that follow; None: these are the last."""


# Matches


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


class LiveView(BoardView):
    """Everything about a match that changes."""

    status: Status
    """Waiting for players, being played, finished."""
    names: tuple[str, str]
    seats: tuple[SeatOut, SeatOut]
    clock: ClockOut
    offers: OffersOut
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


class SeekOut(Out):
    """Others who wait for a quick game."""

    game: str
    title: str
    pace: PaceName
    rated: bool
    count: int


class LobbyOut(Out):
    seeking: list[SeekOut]
    """What others wait for, those who have waited longest first."""
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


# News of a match, over its WebSocket


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
