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


SocketOut = Annotated[Snapshot | Update | Spectators | Ack | Refused | Pong, Field(discriminator="type")]


# Study: each is a line of an NDJSON stream


class LineOut(Out):
    moves: list[str]
    value: float
    """From -1 (lost) to 1 (won) for the player to move."""
    chance: float
    """The winning chance of FIRST, 0 to 1."""
    score: float | None
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, `a draw with best play`."""
    moves_to_win: int | None
    """Where known: moves of both sides until it is won or lost, the first of the line included."""


class SolutionOut(Out):
    value: Literal[-1, 0, 1]
    margin: int | None
    best: list[str]
    line: list[str]
    moves_to_win: int | None


class AnalysisOut(Out):
    """What is known so far."""

    type: Literal["analysis"] = "analysis"
    player: Player
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
    book: LineOut | None
    """The best move by the game's book, where that has the position: proved, or estimated by longer searches."""
    solution: SolutionOut | None
    done: bool
    """The last line of the stream."""


class Waiting(Out):
    """The search has not begun: so many are before it."""

    type: Literal["waiting"] = "waiting"
    before: int


class EvaluatedPly(Out):
    """One point of the graph, one row of its table."""

    type: Literal["ply"] = "ply"
    ply: int
    move: str | None
    """That led here."""
    player: Player | None
    """Who played it."""
    chance: float
    """The winning chance of FIRST here."""
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, or at the end `White won by 2`, `a draw`."""
    best: str | None
    """What the engine would play here."""
    line: list[str]
    """How the engine would go on from here: after a mistake, why it was one."""
    loss: float | None
    """How much winning chance the move lost its player, 0 to 1."""
    mistake: Literal["inaccuracy", "mistake", "blunder"] | None
    better: str | None
    """What the engine would have played instead of `move`, where that was a mistake."""


class EvaluationDone(Out):
    type: Literal["done"] = "done"
    plies: int
    mistakes: tuple[int, int]
    """Of FIRST and SECOND."""
    accuracy: tuple[float | None, float | None]
    """How much of their winning chances their moves kept, 0 to 1; none for who did not move."""


class StreamError(Out):
    """A stream that cannot go on."""

    type: Literal["error"] = "error"
    error: str


AnalysisLine = Annotated[Waiting | AnalysisOut | StreamError, Field(discriminator="type")]
EvaluationLine = Annotated[Waiting | EvaluatedPly | EvaluationDone | StreamError, Field(discriminator="type")]


# Lessons and puzzles


class PromptOut(Out):
    """What the learner is to play."""

    words: str
    answers: list[str]
    """Moves that are right, the first one as the lesson goes on; none: every legal move is."""
    hint: str
    """After the second wrong try."""
    wrong: dict[str, str]
    """Why some legal moves are not what is asked for; `any`: all others."""


class LessonStep(Out):
    """A board with what is said about it."""

    words: str
    view: BoardView
    """Its moves only where there is a prompt."""
    prompt: PromptOut | None


class ChapterOut(Out):
    title: str
    spec: str
    layout: DrawnLayout
    steps: list[LessonStep]
    finish: bool
    """Whether the learner plays on from its last board, against the easiest opponent."""


class LessonOut(Out):
    game: str
    title: str
    chapters: list[ChapterOut]


class LessonLine(Out):
    """A lesson in the list."""

    game: str
    title: str
    summary: str
    chapters: list[str]
    """Their titles."""
    done: int
    """Chapters that the caller has done."""


class LessonsOut(Out):
    lessons: list[LessonLine]


ThemeName = Literal["win", "hold", "margin"]


class StandingOut(Out):
    """How the caller does with the puzzles of a game."""

    rating: int
    provisional: bool
    tried: int
    solved: int
    streak: int
    """Solved at the first try, one after the other, until now."""
    longest: int


class ThemeOut(Out):
    theme: ThemeName
    title: str
    count: int
    solved: int
    """By the caller, at the first try."""


class PuzzleGame(Out):
    """The puzzles of a game."""

    game: str
    title: str
    themes: list[ThemeOut]
    standing: StandingOut


class PuzzleOut(Out):
    """A puzzle without its solution."""

    id: str
    spec: str
    game: str
    title: str
    theme: ThemeName
    theme_title: str
    task: str
    """`White to move: win in 3.`"""
    rating: int
    layout: DrawnLayout
    view: BoardView
    tried: bool | None
    """Whether the caller's first try, the one that counts, was right; None: there was none yet."""
    standing: StandingOut


class PuzzlesOut(Out):
    date: str
    daily: PuzzleOut
    """The puzzle of the day."""
    games: list[PuzzleGame]


class SolutionFrames(Out):
    """What is told when a puzzle is over."""

    words: list[str]
    """Sentences."""
    line: list[Frame]
    """Best play from the position of the puzzle."""
    trap: list[Frame]
    """The wrong move that tempts most and its refutation; none where nothing tempts."""


class TryOut(Out):
    """What comes of a try."""

    right: bool
    done: bool
    words: str
    frames: list[Frame]
    """From the position of the puzzle through the moves that were right and the answers to them."""
    view: BoardView
    """The last of them."""
    solution: SolutionFrames | None
    """Only when the puzzle is solved or given up."""
    standing: StandingOut | None
    """Where this try has counted."""
    change: int | None
    """Of the rating."""


# Players


class RatingOut(Out):
    game: str
    title: str
    rating: int
    deviation: int
    provisional: bool
    games: int


class MeOut(Out):
    """Who the caller is."""

    kind: Literal["visitor", "account", "bot"]
    name: str
    username: str | None
    ratings: list[RatingOut]


class PlayerOut(Out):
    """An account as others see it."""

    username: str
    bot: bool
    created: str
    ratings: list[RatingOut]
    matches: list[MatchLine]
    """The latest public ones."""


class RankOut(Out):
    username: str
    rating: int
    deviation: int
    games: int
    bot: bool


class RanksOut(Out):
    game: str
    title: str
    ranks: list[RankOut]


class TokenLine(Out):
    id: str
    label: str
    created: str
    expires: str | None
    scope: Literal["read", "play"]


class TokensOut(Out):
    tokens: list[TokenLine]


class TokenOut(Out):
    """Shown once."""

    token: str
    id: str
    label: str


class Health(Out):
    status: Literal["ok", "failing"]
    version: str
    wrong: list[str]
    """A sentence for each thing that is."""


# Bots: NDJSON in the shape of lichess's Bot API


class BotPlayer(Out):
    id: str | None
    name: str
    aiLevel: int | None = None  # noqa: N815


class BotState(Out):
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


class BotGame(Out):
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


class BotGameRef(Out):
    id: str
    game: str
    seat: Literal["first", "second"]
    isMyTurn: bool  # noqa: N815
    opponent: BotPlayer


class BotEvent(Out):
    """An empty line of the stream says only that it lives."""

    type: Literal["gameStart", "gameFinish", "challenge"]
    game: BotGameRef | None = None
    challenge: BotGameRef | None = None


BotGameLine = Annotated[BotGame | BotState, Field(discriminator="type")]
