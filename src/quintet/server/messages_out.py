"""Every message the server sends. Players are 0 (FIRST) and 1 (SECOND), colours ``b`` and ``w``, times UTC or seconds.

`Layout` and `Scene` are those of ``quintet.core.scene`` field by field; see there what they mean.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from quintet.render.drawing import Drawing

Seat = Literal[0, 1]
ColorLetter = Literal["b", "w"]


class ErrorOut(BaseModel):
    """Why something was refused."""

    error: str
    """One sentence: what was expected and what came."""
    spots: list[str] | None = None
    """Of an illegal move: the spots of the board that show why, where there are any."""


class Done(BaseModel):
    done: Literal[True] = True


# The picture


class SpotOut(BaseModel):
    id: str
    x: float
    y: float
    target: str
    label: str
    group: str | None


class ButtonOut(BaseModel):
    id: str
    label: str
    x: float | None
    y: float | None
    group: str | None
    quarter: int


class LabelOut(BaseModel):
    text: str
    side: str
    at: float


class EdgeOut(BaseModel):
    side: str
    color: ColorLetter


class GaugeOut(BaseModel):
    counter: str
    kind: str
    side: str
    color: ColorLetter


class LayoutOut(BaseModel):
    """Where things can be; the same for a whole match."""

    surface: str
    piece: str
    width: float
    height: float
    spots: list[SpotOut]
    labels: list[LabelOut]
    buttons: list[ButtonOut]
    edges: list[EdgeOut]
    symbols: tuple[str, str, str]
    gauges: list[GaugeOut]
    drawing: Drawing
    """The board as shapes, for a client that draws it."""


class PieceOut(BaseModel):
    color: ColorLetter
    mark: str | None


class CounterOut(BaseModel):
    id: str
    label: str
    color: ColorLetter
    value: int
    total: int | None


class TurnOut(BaseModel):
    group: str
    quarter: int


class SceneOut(BaseModel):
    """What is there."""

    pieces: dict[str, PieceOut]
    counters: list[CounterOut]
    winning: list[str]
    turn: TurnOut | None


class OutcomeOut(BaseModel):
    winner: Seat | None
    """None: a draw, or no result at all."""
    reason: str
    scores: tuple[int, int] | None
    kind: Literal["rules", "resigned", "agreed", "time", "truncated", "aborted", "declined", "unfinished"] = "rules"
    """By the rules, or how else; `declined`: the invitation was; `unfinished`: an imported record that stops."""


class MoveOut(BaseModel):
    """A legal move: its text, the targets to press in order, and what pressing the first one occupies."""

    text: str
    clicks: list[str]
    preview: list[str]
    """Spot ids that become occupied by the first click; for showing under the pointer. Empty for a button."""


class HistoryMove(BaseModel):
    """A move that was played."""

    text: str
    clicks: list[str]
    player: Seat
    color: ColorLetter


class Frame(BaseModel):
    """One moment of a game, for replay: how the move before it looked, and what is there after it."""

    ply: int
    move: HistoryMove | None
    """That led here; None at the start."""
    position: str
    scene: SceneOut
    stages: list[SceneOut]
    """What is seen one after the other while the move is played; the last equals `scene`. Empty at the start."""
    to_move: Seat
    colors: tuple[ColorLetter, ColorLetter]
    """Of FIRST and SECOND here; a pie rule can change them."""
    outcome: OutcomeOut | None


class BoardView(Frame):
    """A moment with what can be done in it."""

    moves: list[MoveOut]
    """None when it is over."""
    history: list[HistoryMove]


# Games


class GameOut(BaseModel):
    """A game that can be played here."""

    id: str
    title: str
    spec: str
    """With these options; the standard game's is its id."""
    summary: str
    """The first paragraph of the rules, as plain text."""
    options: dict[str, Any]
    """A JSON Schema object: one property an option, with description, default and range."""
    layout: LayoutOut
    view: BoardView
    """The start."""


class GamesOut(BaseModel):
    games: list[GameOut]


class StepOut(BaseModel):
    """One step of a worked example."""

    step: str
    """As it stands in the rules: `play d3`, `legal pass`."""
    words: str
    """As a sentence; empty where the board says it already."""
    view: BoardView
    """After it."""


class ExampleOut(BaseModel):
    title: str
    spec: str
    layout: LayoutOut
    steps: list[StepOut]


class RulesPart(BaseModel):
    """A piece of the rules: Markdown, or a worked example in its place."""

    markdown: str | None = None
    example: ExampleOut | None = None


class RulesOut(BaseModel):
    id: str
    title: str
    parts: list[RulesPart]


class PositionOut(BaseModel):
    """A position that was looked at."""

    spec: str
    title: str
    layout: LayoutOut
    view: BoardView
    frames: list[Frame]
    """From the position given through the moves given."""


# Matches


class SeatOut(BaseModel):
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


class SideClock(BaseModel):
    seconds: float | None
    """Left, as of `at` of the clock; None: no limit."""
    base: float | None
    increment: float


class ClockOut(BaseModel):
    kind: Literal["none", "fischer", "move", "days"]
    sides: tuple[SideClock, SideClock]
    running: Seat | None
    """Whose time runs; None before the first move and after the end."""
    at: float
    """Server time (seconds since 1970) at which `seconds` were true; the running side's go down from then."""


class OffersOut(BaseModel):
    """What was offered and waits for an answer, by whom."""

    draw: Seat | None
    takeback: Seat | None
    rematch: Seat | None


class LiveView(BoardView):
    """Everything about a match that changes."""

    status: Literal["open", "live", "over"]
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
    layout: LayoutOut
    rated: bool
    private: bool
    created: str
    started: str | None
    finished: str | None
    spectators: int
    you: list[Seat]
    """The seats of the caller: none for a spectator, both in hot-seat."""
    invite: str | None
    """The secret of the invitation, for a player of a match with an open seat: /game/{id}?invite={invite}."""
    invited: bool
    """Whether an open seat is kept for the caller."""
    url: str
    """/game/{id}"""


class FramesOut(BaseModel):
    frames: list[Frame]


class Acknowledged(BaseModel):
    """What was asked is done and stored."""

    version: int
    ply: int


class MatchLine(BaseModel):
    """A match in a list."""

    id: str
    spec: str
    game: str
    title: str
    names: tuple[str, str]
    seats: tuple[SeatOut, SeatOut]
    status: Literal["open", "live", "over"]
    ply: int
    rated: bool
    private: bool
    clock: ClockOut
    outcome: OutcomeOut | None
    created: str
    finished: str | None
    yours: list[Seat]
    to_move: Seat
    scene: SceneOut
    layout: LayoutOut | None = None
    """Only in lists that show little boards."""


class LobbyOut(BaseModel):
    open: list[MatchLine]
    live: list[MatchLine]
    mine: list[MatchLine]
    challenges: list[MatchLine]
    """To the caller, waiting for an answer."""
    declined: list[MatchLine]
    """The caller's own invitations that were declined in the last day."""


class LibraryOut(BaseModel):
    matches: list[MatchLine]
    more: str | None
    """Pass as `before` to see older ones."""


# News of a match, over its WebSocket


class Event(BaseModel):
    """One thing that happened. Versions have no gaps."""

    version: int
    kind: Literal[
        "created",
        "joined",
        "move",
        "takeback",
        "redone",
        "draw_offered",
        "draw_declined",
        "takeback_asked",
        "takeback_declined",
        "rematch_asked",
        "rematch",
        "resumed",
        "ended",
    ]
    seat: Seat | None
    move: str | None
    at: float


class Snapshot(BaseModel):
    """The whole match: first thing on a new connection, or when too much was missed."""

    type: Literal["snapshot"] = "snapshot"
    version: int
    view: MatchView


class Update(BaseModel):
    """What happened since, oldest first, and how the match stands now."""

    type: Literal["update"] = "update"
    version: int
    events: list[Event]
    view: LiveView


class Spectators(BaseModel):
    """Not versioned."""

    type: Literal["spectators"] = "spectators"
    count: int
    online: tuple[bool, bool]


class Ack(BaseModel):
    type: Literal["ack"] = "ack"
    id: int | None
    version: int


class Refused(BaseModel):
    type: Literal["refused"] = "refused"
    id: int | None
    error: str
    spots: list[str] = []
    """Of an illegal move: the spots of the board that show why, where there are any."""
    version: int


class Pong(BaseModel):
    type: Literal["pong"] = "pong"
    id: int | None
    at: float


SocketOut = Annotated[Snapshot | Update | Spectators | Ack | Refused | Pong, Field(discriminator="type")]


# Study: each is a line of an NDJSON stream


class LineOut(BaseModel):
    moves: list[str]
    value: float
    """From -1 (lost) to 1 (won) for the player to move."""
    chance: float
    """The winning chance of FIRST, 0 to 1."""
    score: float | None
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, `a draw with best play`."""


class SolutionOut(BaseModel):
    value: Literal[-1, 0, 1]
    margin: int | None
    best: list[str]
    line: list[str]
    moves_to_win: int | None


class AnalysisOut(BaseModel):
    """What is known so far."""

    type: Literal["analysis"] = "analysis"
    player: Seat
    """Who is to move; values and scores are theirs."""
    move: str
    value: float
    chance: float
    """The winning chance of FIRST, 0 to 1: for the evaluation bar."""
    score: float | None
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, `White wins`, `a draw with best play`."""
    depth: int
    nodes: int
    seconds: float
    lines: list[LineOut]
    solution: SolutionOut | None
    done: bool
    """The last line of the stream."""


class Waiting(BaseModel):
    """The search has not begun: so many are before it."""

    type: Literal["waiting"] = "waiting"
    before: int


class EvaluatedPly(BaseModel):
    """One point of the graph, one row of its table."""

    type: Literal["ply"] = "ply"
    ply: int
    move: str | None
    """That led here."""
    player: Seat | None
    """Who played it."""
    chance: float
    """The winning chance of FIRST here."""
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, or at the end `White won by 2`, `a draw`."""
    best: str | None
    """What the engine would play here."""
    loss: float | None
    """How much winning chance the move lost its player, 0 to 1."""
    mistake: Literal["inaccuracy", "mistake", "blunder"] | None
    better: str | None
    """What the engine would have played instead of `move`, where that was a mistake."""


class EvaluationDone(BaseModel):
    type: Literal["done"] = "done"
    plies: int
    mistakes: tuple[int, int]
    """Of FIRST and SECOND."""


class StreamError(BaseModel):
    """A stream that cannot go on."""

    type: Literal["error"] = "error"
    error: str


# Players


class RatingOut(BaseModel):
    game: str
    title: str
    rating: int
    deviation: int
    provisional: bool
    games: int


class MeOut(BaseModel):
    """Who the caller is."""

    kind: Literal["visitor", "account", "bot"]
    name: str
    username: str | None
    ratings: list[RatingOut]


class PlayerOut(BaseModel):
    """An account as others see it."""

    username: str
    bot: bool
    created: str
    ratings: list[RatingOut]
    matches: list[MatchLine]
    """The latest public ones."""


class RankOut(BaseModel):
    username: str
    rating: int
    deviation: int
    games: int
    bot: bool


class RanksOut(BaseModel):
    game: str
    title: str
    ranks: list[RankOut]


class TokenLine(BaseModel):
    id: str
    label: str
    created: str


class TokensOut(BaseModel):
    tokens: list[TokenLine]


class TokenOut(BaseModel):
    """Shown once."""

    token: str
    id: str
    label: str


class Health(BaseModel):
    status: Literal["ok"]
    version: str


# Bots: NDJSON in the shape of lichess's Bot API


class BotPlayer(BaseModel):
    id: str | None
    name: str
    aiLevel: int | None = None  # noqa: N815


class BotState(BaseModel):
    type: Literal["gameState"] = "gameState"
    moves: str
    """All moves, blanks between."""
    position: str
    toMove: Literal["first", "second"] | None  # noqa: N815
    legal: list[str]
    firstTime: int | None  # noqa: N815
    """Milliseconds left."""
    secondTime: int | None  # noqa: N815
    status: str
    """created, started, resign, draw, outoftime, mate (won by the rules), aborted, declined or truncated."""
    winner: Literal["first", "second"] | None
    drawOffer: Literal["first", "second"] | None  # noqa: N815
    takebackOffer: Literal["first", "second"] | None  # noqa: N815


class BotGame(BaseModel):
    type: Literal["gameFull"] = "gameFull"
    id: str
    game: str
    """The spec."""
    rated: bool
    initialPosition: str  # noqa: N815
    first: BotPlayer
    second: BotPlayer
    seat: Literal["first", "second"]
    """The bot's own."""
    state: BotState


class BotGameRef(BaseModel):
    id: str
    game: str
    seat: Literal["first", "second"]
    isMyTurn: bool  # noqa: N815
    opponent: BotPlayer


class BotEvent(BaseModel):
    """An empty line of the stream says only that it lives."""

    type: Literal["gameStart", "gameFinish", "challenge"]
    game: BotGameRef | None = None
    challenge: BotGameRef | None = None
