/** The messages between server and pages, made by `python -m quintet.server.web.schema`: change those instead. */

export type Seat = Player;
export type Layout = DrawnLayout;

export interface AccountIn {
  username: string;
  password: string;
}

export interface Ack {
  type: "ack";
  id: number | null;
  version: number;
}

/** The request was carried out and stored. */
export interface Acknowledged {
  version: number;
  ply: number;
}

/** Anything else a player can do in a match. */
export interface ActionIn {
  /** `ask_takeback`: back to before my last move. `undo` and `redo` need no answer, against engines and in hot-seat; `rematch` asks for one, and the second to ask starts it. */
  action: "resign" | "offer_draw" | "accept_draw" | "decline_draw" | "ask_takeback" | "accept_takeback" | "decline_takeback" | "abort" | "rematch" | "decline_rematch" | "give_time" | "undo" | "redo";
  /** The acting seat, for a hot-seat player; left out: my seat, or in hot-seat the one to move. */
  seat?: 0 | 1 | null;
  /** If given: refused when the match is at another ply. */
  ply?: number | null;
}

export interface Alive {
  status: "ok" | "failing";
  version: string;
}

/** A position, or a ply of a stored match, for the engine to analyze. */
export interface AnalysisIn {
  spec?: string | null;
  position?: string | null;
  moves?: string[];
  match?: string | null;
  /** Of the match; left out: its last one. */
  ply?: number | null;
  lines?: number;
  seconds?: number;
  /** If given: the move that this level would choose, instead of an analysis. */
  level?: number | null;
  /** Also try to prove the exact value within the seconds. */
  solve?: boolean;
  /** Evaluate every legal move, one line each; exact if it can be proved within the seconds. */
  every?: boolean;
}

export type AnalysisLine = Waiting | AnalysisOut | StreamError;

/** The analysis of a position so far. */
export interface AnalysisOut {
  type: "analysis";
  /** The player to move; value and score are theirs. */
  player: Player;
  move: string;
  value: number;
  /** The winning chance of FIRST, 0 to 1: for the evaluation bar. */
  chance: number;
  score: number | null;
  exact: boolean;
  /** Where exact: `Black wins by 12`, `White wins`, `a draw with best play`. */
  verdict: string | null;
  depth: number;
  nodes: number;
  seconds: number;
  lines: LineOut[];
  /** The best move by the game's book, where that has the position: proved, or estimated by longer searches. */
  book: LineOut | null;
  solution: SolutionOut | null;
  /** Whether this is the last line of the stream. */
  done: boolean;
}

/** A game that cannot be read. */
export interface BadGame {
  place: string;
  reason: string;
}

/** A position with its legal moves. */
export interface BoardView extends Frame {
  /** Empty when the game is over. */
  moves: Move[];
  /** From the first move; in an Update from its `since` on. */
  history: HistoryMove[];
}

/** An empty line of the stream is a keep-alive. */
export interface BotEvent {
  type: "gameStart" | "gameFinish" | "challenge";
  game: BotGameRef | null;
  challenge: BotGameRef | null;
}

export interface BotGame {
  type: "gameFull";
  id: string;
  /** The spec. */
  game: string;
  rated: boolean;
  initialPosition: string;
  first: BotPlayer;
  second: BotPlayer;
  /** The seat of the bot. */
  seat: "first" | "second";
  state: BotState;
}

export type BotGameLine = BotGame | BotState;

export interface BotGameRef {
  id: string;
  game: string;
  seat: "first" | "second";
  isMyTurn: boolean;
  opponent: BotPlayer;
}

export interface BotPlayer {
  id: string | null;
  name: string;
  aiLevel: number | null;
}

export interface BotState {
  type: "gameState";
  /** All moves, separated by blanks. */
  moves: string;
  position: string;
  toMove: "first" | "second" | null;
  legal: string[];
  /** Milliseconds left. */
  firstTime: number | null;
  secondTime: number | null;
  /** created, started, resign, draw, outoftime, mate (won by the rules), aborted, declined or truncated. */
  status: string;
  winner: "first" | "second" | null;
  drawOffer: "first" | "second" | null;
  takebackOffer: "first" | "second" | null;
}

/** Something to press that is not a spot. */
export interface Button {
  /** What `Game.clicks` calls it. */
  id: string;
  /** ``Pass``, ``Turn sub-board 1 clockwise``. */
  label: string;
  /** Where on the board it sits; ``None`` puts it beside the board. */
  x: number | null;
  /** Likewise. */
  y: number | null;
  /** The group it turns, for a rotation handle. */
  group: string | null;
  /** +1 turns that group clockwise, -1 anti-clockwise. */
  quarter: number;
}

/** A past puzzle of the day. */
export interface CalendarDay {
  day: string;
  id: string;
  /** Of its game. */
  title: string;
  rating: number;
  /** The caller's; None: not tried. */
  result: "on the day" | "solved" | "missed" | null;
}

/** The puzzles of the day of a month, up to today. */
export interface CalendarOut {
  /** Such as 2026-11. */
  month: string;
  today: string;
  /** The earliest month. */
  first: string;
  days: CalendarDay[];
  streak: StreakOut;
}

export interface ChapterOut {
  title: string;
  spec: string;
  layout: DrawnLayout;
  steps: LessonStepOut[];
  /** Whether the learner plays on from its last board, against the easiest opponent. */
  finish: boolean;
}

export interface ChaptersIn {
  /** How many are done. */
  chapters: number;
}

/** A line of chat. */
export interface ChatIn {
  text: string;
  /** The secret of the invitation; needed by a spectator of a private match. */
  invite?: string | null;
}

/** A line of chat; text, never markup. */
export interface ChatLine {
  /** Of the line within its match: a line that arrives twice is shown once. */
  number: number;
  /** A key of the author, the same at every match: for muting. */
  by: string;
  name: string;
  /** Of a player. */
  seat: Player | null;
  text: string;
  at: number;
}

/** The chat in the caller's room of a match. */
export interface ChatOut {
  /** Players have one room, spectators the other. */
  room: "players" | "spectators";
  /** Why the caller may not chat; None: they may. */
  silence: string | null;
  /** What `by` is in the caller's own lines. */
  you: string;
  /** The last lines, the oldest first. */
  lines: ChatLine[];
}

/** The clock of a match; without one, time is not limited. */
export interface ClockIn {
  /** Fischer time, seconds per move, or days per move (correspondence). */
  kind: "fischer" | "move" | "days";
  first: SideTime;
  /** Left out: the same as for FIRST. */
  second?: SideTime | null;
}

export interface ClockOut {
  kind: "none" | "fischer" | "move" | "days";
  sides: [SideClock, SideClock];
  /** Whose time runs; None before the first move and after the end. */
  running: Player | null;
  /** Seconds as of `at` in which the player on turn must make a first move, else the match is called off. */
  first_move: number | null;
  /** Server time (seconds since 1970) at which `seconds` were true; the running side's count down from then. */
  at: number;
}

/** Shown once. Each code opens the account once, for a new password. */
export interface CodesOut {
  codes: string[];
}

/** The colour of a piece; the value is its letter in every notation. */
export type Color = "b" | "w";

export interface ConfirmedOut {
  email: string;
}

/** A number beside the board. */
export interface Counter {
  id: string;
  label: string;
  color: Color;
  value: number;
  total: number | null;
}

/** The puzzle of the day, as a card. */
export interface DailyOut {
  id: string;
  spec: string;
  title: string;
  /** `White to move: win in 3.` */
  task: string;
  rating: number;
  scene: Scene;
  /** Whether the caller's first try was right; None: there was none yet. */
  tried: boolean | null;
  streak: StreakOut;
}

/** What the caller made of the puzzle of the day. */
export interface DailyResultOut {
  /** Today, such as 2026-11-18. */
  day: string;
  /** Wrong tries. */
  misses: number;
  solved: boolean;
  streak: StreakOut;
}

/** Declining an invitation. */
export interface DeclineIn {
  /** The secret of the invitation; not needed if the seat is reserved for the caller's account. */
  invite?: string | null;
}

export interface DeclinedOut {
  what: "draw" | "takeback" | "rematch";
  by: Player;
}

/** The push subscription of a browser that had none. */
export interface DeviceIn extends SubscriptionIn {
  /** Its name in the list of devices. */
  label: string;
}

/** A browser that takes push messages. */
export interface DeviceOut {
  id: string;
  label: string;
  created: string;
}

export interface Done {
  done: true;
}

/** Everything that can be drawn before there is a scene. */
export interface Drawing {
  /** By light and by dark, of the names that shapes use; those of the page are the page's own. */
  colors: Record<string, [string, string]>;
  stamps: any[];
  /** How far above the middle a dot is where a quiet sign has the middle. */
  raised: number;
  outline: OutlineDrawing;
  /** The corners of what is pressed around a spot. */
  cell: [number, number][];
  /** Spots that are lines, each with the number of its stamp. */
  lines: Record<string, number>;
  /** From the front and from behind. */
  sides: [SideDrawing, SideDrawing];
}

/** A layout with its drawing, as a browser gets it. */
export interface DrawnLayout {
  /** The look of the board: ``felt``, ``tiles``, ``wood``, ``rack``, ``steel``, ``chequered``, ``hexagonal``, ``paper``, ``plain``; any other name looks plain. On a hexagonal board neighbours are 1 apart. */
  surface: string;
  /** What pieces are called: ``disc``, ``marble``, ``stone``, ``token``, ``piece``. */
  piece: string;
  /** Of the board, in cell units. */
  width: number;
  /** Likewise. */
  height: number;
  /** In reading order. */
  spots: Spot[];
  /** The coordinates around it. */
  labels: Label[];
  /** What else can be pressed. */
  buttons: Button[];
  /** The sides that belong to a colour. */
  edges: Edge[];
  /** Empty, black and white where only letters can be drawn. */
  symbols: [string, string, string];
  /** The counters that are also seen as things. */
  gauges: Gauge[];
  /** Every kind of piece but the ordinary one. */
  kinds: Kind[];
  /** What a piece that belongs to nobody is called: ``line``; empty where there are none. */
  neutral: string;
  drawing: Drawing;
  /** What moves of one press are called within a sentence, where that is not their text: ``column 3``. */
  names: Record<string, string>;
}

/** A side of the board that belongs to a colour. */
export interface Edge {
  /** ``top``, ``bottom``, ``left`` or ``right``. */
  side: string;
  /** Whose side it is. */
  color: Color;
}

/** A new e-mail address, which is to be confirmed; null removes the one that there is. */
export interface EmailIn {
  email: string | null;
  password: string;
}

/** Why something was refused. */
export interface ErrorOut {
  /** One sentence: what was expected and what came. */
  error: string;
  /** Of an illegal move: the spots of the board that show why, if there are any. */
  spots?: string[] | null;
}

/** A position of a reviewed game: a point of its graph, a row of its table. */
export interface EvaluatedPly {
  type: "ply";
  ply: number;
  /** The move that led here; none at the start. */
  move: string | null;
  /** Who made that move. */
  player: Player | null;
  /** The winning chance of FIRST here. */
  chance: number;
  exact: boolean;
  /** Where exact: `Black wins by 12`, or at the end `White won by 2`, `a draw`. */
  verdict: string | null;
  /** The engine's move here. */
  best: string | null;
  /** Best play from here: after a mistake, why it was one. */
  line: string[];
  /** How much winning chance the move lost its player, 0 to 1; none until it is judged. */
  loss: number | null;
  mistake: "blunder" | "mistake" | "inaccuracy" | null;
  /** The engine's move instead of `move`, where that was a mistake. */
  better: string | null;
  /** Why the move is a mistake, in sentences. */
  why: string | null;
}

export interface EvaluationDone {
  type: "done";
  plies: number;
  /** How many mistakes FIRST and SECOND made. */
  mistakes: [number, number];
  /** How well they kept their winning chances, 0 to 1; none for a player who had nothing to lose. */
  accuracy: [number | null, number | null];
}

/** A whole game to review: a stored match, a record, or moves. */
export interface EvaluationIn {
  spec?: string | null;
  position?: string | null;
  moves?: string[];
  match?: string | null;
  record?: string | null;
  /** For each position. */
  seconds?: number;
}

export type EvaluationLine = Waiting | EvaluatedPly | EvaluationDone | StreamError;

export interface ExampleOut {
  title: string;
  spec: string;
  layout: DrawnLayout;
  steps: StepOut[];
}

/** The statistics and the proved value of a move. */
export interface ExplorerMove {
  move: string;
  /** Other moves that lead to the same position, or to its mirror image. */
  alike: number;
  /** Games of the library that reached the position after it, in any order of moves. */
  games: number;
  /** How many of these games FIRST won. */
  first: number;
  second: number;
  draw: number;
  /** Proved, from a book or a map: 1 wins, 0 draws, -1 loses, for its player. */
  value: number | null;
  margin: number | null;
  /** The same in words: `Black wins by 12`. */
  verdict: string | null;
}

export interface ExplorerOut {
  /** Games of the library that had this position. */
  games: number;
  /** Moves that were played or whose value is known, the most played first. */
  moves: ExplorerMove[];
}

/** A game that was read from a file. */
export interface FileGame {
  /** Its place in the file: ``game 17``, ``line 3``. */
  place: string;
  spec: string;
  title: string;
  names: [string, string];
  event: string;
  date: string;
  ply: number;
  over: boolean;
  /** None: a draw, or not over. */
  winner: Player | null;
  /** The first position; None: the start of the game. */
  position: string | null;
  moves: string[];
  /** The same in our record format. */
  record: string;
}

export interface FileOut {
  games: FileGame[];
  bad: BadGame[];
  /** Whether the file has more games that were not read. */
  more: boolean;
}

export interface FirstMoveOut {
  move: string;
  /** For its player, with best play. */
  value: -1 | 0 | 1;
  margin: number | null;
  /** Whether best play answers it with the pie rule's swap. */
  swap: boolean;
}

/** One ply of a game, for replay: the animation of the move that led here, and the position after it. */
export interface Frame {
  ply: number;
  /** The move that led here; None at the start. */
  move: HistoryMove | null;
  position: string;
  scene: Scene;
  /** The scenes of the move's animation; the last equals `scene`. Empty at the start. */
  stages: Scene[];
  /** What the move did, in a sentence or a few; empty at the start. */
  narration: string;
  to_move: Player;
  /** Of FIRST and SECOND in this position; a pie rule can change them. */
  colors: [Color, Color];
  outcome: Outcome | null;
}

export interface FramesOut {
  frames: Frame[];
  /** Pass as `since` to see those that follow; None: these are the last. */
  more: number | null;
}

export interface FriendOut {
  username: string;
  bot: boolean;
  /** Whether both have added each other. */
  mutual: boolean;
  /** Known of those who have added the caller, too. */
  online: boolean;
}

export interface FriendsOut {
  friends: FriendOut[];
}

/** A game that can be played here. */
export interface GameOut {
  id: string;
  title: string;
  /** The game with its options; of the standard game its id. */
  spec: string;
  /** The first paragraph of the rules, as plain text. */
  summary: string;
  options: OptionsOut;
  levels: LevelOut[];
  layout: DrawnLayout;
  /** The start position. */
  view: BoardView;
}

export interface GamesOut {
  games: GameOut[];
  /** Games that are installed but cannot be played, by name, with the reason. */
  left_out: Record<string, string>;
}

/** A counter that is also seen as a thing beside the board. */
export interface Gauge {
  /** The id of the counter. */
  counter: string;
  /** ``magnet``: on while the counter is not 0; ``column``: a column of that many pieces. */
  kind: string;
  /** ``left`` or ``right``. */
  side: string;
  /** Whose it is. */
  color: Color;
  /** The button that it stands for, for the player of its colour: where there is a pointer, it is pressed itself. */
  target: string;
}

/** A gauge: what is always seen of it, faint at 0; what is under that at any other number; and the number. Where it has a `stamp`, that is used as often as the number says, one `step` above the other, within `reach`. */
export interface GaugeDrawing {
  counter: string;
  color: Color;
  x: number;
  y: number;
  parts: any[];
  /** The shape of its number, which stands on what is stacked. */
  number: any;
  /** What stands for the number 0. */
  zero: string;
  /** How opaque the parts are at 0. */
  faint: number;
  glow: any[];
  /** The button that it stands for. */
  target: string;
  stamp: string | null;
  step: number;
  reach: number;
}

export interface Health extends Alive {
  /** One sentence for each problem. */
  wrong: string[];
  /** What the operator has switched off for now. */
  paused: string[];
  /** When the last copy of the database was made that was verified; null: none was. */
  backup: string | null;
}

/** A move that was played. */
export interface HistoryMove {
  text: string;
  clicks: string[];
  player: Player;
  color: Color;
}

export interface HomeOut {
  /** Some of the caller's games, beginning with those where they are to move. */
  mine: MatchLine[];
  /** How many there are. */
  count: number;
  /** In how many of them the caller is to move. */
  turns: number;
  /** Challenges that wait for the caller's answer. */
  challenges: MatchLine[];
  /** None if there are no puzzles. */
  daily: DailyOut | null;
  /** The lesson that the caller has begun and not finished. */
  lesson: LessonLine | null;
}

/** Taking a seat. */
export interface JoinIn {
  /** Left out: the first free one. */
  seat?: 0 | 1 | null;
  /** The secret of the invitation; needed in a private match. */
  invite?: string | null;
  name?: string | null;
}

/** A kind of piece, where pieces differ in more than their colour. */
export interface Kind {
  /** What it is called: ``king``. */
  id: string;
  /** One character that is written on it. */
  sign: string;
  /** Black and white where only letters can be drawn. */
  symbols: [string, string];
}

/** A coordinate outside the board. */
export interface Label {
  /** What stands there: ``a``, ``1``. */
  text: string;
  /** ``top``, ``bottom``, ``left`` or ``right``. */
  side: string;
  /** Its place along that side, in cell units. */
  at: number;
}

/** A lesson in the list. */
export interface LessonLine {
  game: string;
  title: string;
  summary: string;
  /** Their titles. */
  chapters: string[];
  /** Chapters that the caller has done. */
  done: number;
}

export interface LessonOut {
  game: string;
  title: string;
  chapters: ChapterOut[];
  /** Wrong tries before the hint is given unasked. */
  hint_after: number;
  /** The level of the opponent in the last chapter. */
  level: number;
}

/** A board and the words about it. */
export interface LessonStepOut {
  words: string;
  /** With moves only where there is a prompt. */
  view: BoardView;
  prompt: PromptOut | null;
}

export interface LessonsOut {
  lessons: LessonLine[];
}

/** How strong an engine plays. */
export interface LevelOut {
  number: number;
  name: string;
  /** What to expect of it, in a sentence. */
  about: string;
  /** Above a player who moves at random, on this board; None if it was not measured. */
  elo: number | null;
  /** Half the width of the 95 % interval. */
  error: number | null;
}

export interface LibraryOut {
  matches: MatchLine[];
  /** Pass as `before` to see older ones. */
  more: string | null;
}

/** A line of the analysis board, to be written as a record. */
export interface LineIn extends PlayedIn {
  /** Of FIRST and SECOND. */
  names?: string[] | null;
}

export interface LineOut {
  moves: string[];
  /** From -1 (lost) to 1 (won) for the player to move. */
  value: number;
  /** The winning chance of FIRST, 0 to 1. */
  chance: number;
  score: number | null;
  exact: boolean;
  /** Where exact: `Black wins by 12`, `a draw with best play`. */
  verdict: string | null;
  /** Where known: moves of both sides until it is won or lost, the first of the line included. */
  moves_to_win: number | null;
}

/** Everything about a match that changes. */
export interface LiveView extends BoardView {
  /** Waiting for players, being played, finished. */
  status: "open" | "live" | "over";
  names: [string, string];
  seats: [SeatOut, SeatOut];
  clock: ClockOut;
  offers: OffersOut;
  /** What was declined since the last move, or after the end. */
  declined: DeclinedOut | null;
  can_redo: boolean;
  /** Moves after which the match is truncated. */
  turn_limit: number;
  /** The id of the rematch. */
  rematch: string | null;
  rating_change: [number, number] | null;
}

export interface LobbyOut {
  open: MatchLine[];
  live: MatchLine[];
  mine: MatchLine[];
  /** Challenges to the caller that wait for an answer. */
  challenges: MatchLine[];
  /** The caller's own invitations that were declined in the last day. */
  declined: MatchLine[];
}

export interface LoginIn {
  username: string;
  password: string;
}

/** A board whose start is solved. */
export interface MapOut {
  spec: string;
  name: string;
  /** The result of best play: `White draws`. */
  result: string;
  layout: DrawnLayout;
  /** The start. */
  view: BoardView;
  /** Empty where they were not worked out one by one. */
  moves: FirstMoveOut[];
}

export interface MapsOfGame {
  game: string;
  title: string;
  maps: MapOut[];
}

export interface MapsOut {
  games: MapsOfGame[];
}

/** One change of a match. Versions have no gaps. */
export interface MatchEvent {
  version: number;
  kind: "created" | "joined" | "move" | "takeback" | "redone" | "draw_offered" | "draw_declined" | "takeback_asked" | "takeback_declined" | "rematch_asked" | "rematch_declined" | "rematch" | "time_given" | "planned" | "resumed" | "ended";
  seat: Player | null;
  move: string | null;
  at: number;
}

/** A new match. */
export interface MatchIn {
  spec: string;
  /** Where it begins; left out: the start. */
  position?: string | null;
  /** Of FIRST and SECOND (in a match from a position, too: its text says who is to move). */
  seats: SeatIn[];
  /** Draw at random which of the two seats is FIRST. */
  shuffle?: boolean;
  clock?: ClockIn | null;
  /** Only between two accounts, from the start position. */
  rated?: boolean;
  /** Private: seen by its players and by anybody with the invitation. Public: listed, and anybody may watch it. */
  private?: boolean;
  /** Moves that are played already ("try again from here" keeps the moves up to there). */
  moves?: string[];
}

/** A match in a list. */
export interface MatchLine {
  id: string;
  spec: string;
  game: string;
  title: string;
  names: [string, string];
  seats: [SeatOut, SeatOut];
  status: "open" | "live" | "over";
  ply: number;
  rated: boolean;
  private: boolean;
  clock: ClockOut;
  outcome: Outcome | null;
  created: string;
  finished: string | null;
  /** Whether it is a record that somebody brought: its names and moves are what they typed. */
  imported: boolean;
  yours: Player[];
  to_move: Player;
  /** None if the board is too large for a list, or the game is no longer installed. */
  scene: Scene | null;
  /** Only in lists with small boards, and there only with the first match of each spec. */
  layout: DrawnLayout | null;
}

/** A whole match, for one caller. */
export interface MatchView extends LiveView {
  id: string;
  version: number;
  spec: string;
  game: string;
  title: string;
  layout: DrawnLayout;
  rated: boolean;
  private: boolean;
  created: string;
  started: string | null;
  finished: string | null;
  spectators: number;
  /** The seats of the caller: none for a spectator, both in hot-seat. */
  you: Player[];
  /** The secret of the invitation, for a player of a match with an open seat: /game/{id}?invite={invite}. */
  invite: string | null;
  /** Whether an open seat is reserved for the caller. */
  invited: boolean;
  /** Whether it is a record of a game that was played elsewhere. */
  imported: boolean;
  /** /game/{id} */
  url: string;
}

/** Who the caller is. */
export interface MeOut {
  kind: "visitor" | "account" | "bot";
  name: string;
  username: string | null;
  ratings: RatingOut[];
  /** Challenges that wait for the caller's answer. */
  challenges: number;
}

/** A legal move: its text, the targets to press in order, and what pressing the first one occupies. */
export interface Move {
  text: string;
  clicks: string[];
  /** Spot ids that become occupied by the first press; for showing under the pointer. Empty for a button. */
  preview: string[];
}

/** A move. `ply` is the number of moves before it, so that a second copy is refused. */
export interface MoveIn {
  ply: number;
  move: string;
}

/** A new name for a visitor. */
export interface NameIn {
  name: string;
}

/** The push subscription that takes the place of another one of the same browser. */
export interface NewAddressIn extends SubscriptionIn {
  /** The endpoint of the other one, where the browser knows it. */
  before?: string | null;
}

/** A new password; every other session and every token of the account ends. */
export interface NewPasswordIn {
  password: string;
  new: string;
}

/** How to be told, away from the site, that it is one's turn in a slow game. */
export interface NoticeIn {
  channel: "email" | "push";
  /** Not at all, one message a day at most, or for every turn. */
  pace: "off" | "daily" | "every";
}

/** How the caller is told, away from the site, that it is their turn in a slow game. */
export interface NoticesOut {
  email: "off" | "daily" | "every";
  push: "off" | "daily" | "every";
  /** The confirmed e-mail address; None: there is none. */
  address: string | null;
  /** Whether this site sends e-mail. */
  can_email: boolean;
  /** The key that a browser subscribes with. */
  push_key: string;
  devices: DeviceOut[];
}

/** Offers that wait for an answer: the players who made them. */
export interface OffersOut {
  draw: Player | null;
  takeback: Player | null;
  rematch: Player | null;
}

/** One option of a game, as JSON Schema has it. */
export interface Option {
  description: string;
  default: number | boolean | string;
  type: "integer" | "boolean" | "string";
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  enum?: string[];
}

/** A JSON Schema object: one property an option. */
export interface OptionsOut {
  type: "object";
  properties: Record<string, Option>;
  additionalProperties: false;
}

export interface Outcome {
  /** None: a draw, or no result at all. */
  winner: Player | null;
  reason: string;
  scores: [number, number] | null;
  /** How it ended; `declined`: the invitation was declined; `unfinished`: an imported record that stops. */
  kind: "rules" | "resigned" | "agreed" | "time" | "truncated" | "aborted" | "declined" | "unfinished";
}

/** How winning spots are outlined: see `winning_outline`. */
export interface OutlineDrawing {
  beside: number;
  diagonal: number;
  bands: [string, number, number][];
}

/** An opponent was found. */
export interface Paired {
  type: "paired";
  id: string;
  /** /game/{id} */
  url: string;
}

/** A quick game that the caller asks for. */
export interface PairingIn {
  /** Its id: quick games are played on the standard board. */
  game: string;
  /** Minutes and increment in seconds, or two days per move. */
  pace: "3+2" | "10+5" | "30+20" | "days";
  /** Only between two accounts. */
  rated?: boolean;
}

export type PairingLine = Seeking | Paired | StreamError;

/** The password once more, before an account is deleted. */
export interface PasswordIn {
  password: string;
}

/** A piece on a spot. */
export interface Piece {
  /** ``None`` for a piece that belongs to nobody. */
  color: Color | null;
  /** A quiet sign on it: ``held`` for a piece that a magnet holds. */
  mark: string | null;
  /** The id of its kind; ``None`` for an ordinary piece. */
  kind: string | null;
}

/** Conditional moves, in place of those that were planned before. */
export interface PlanIn {
  /** The number of moves before them. */
  ply: number;
  /** Each begins with a move of the other player and ends with one of the caller's; none: nothing is planned. */
  lines: string[][];
}

/** The caller's conditional moves: only they see them. */
export interface PlanOut {
  /** The number of moves before them. */
  ply: number;
  lines: string[][];
}

/** A position with moves to play from it. */
export interface PlayedIn {
  spec: string;
  position?: string | null;
  moves?: string[];
}

/** A seat at the board; which colour it plays is the game's business. */
export type Player = 0 | 1;

/** An account as others see it. */
export interface PlayerOut {
  username: string;
  bot: boolean;
  created: string;
  ratings: RatingOut[];
  /** The latest public matches. */
  matches: MatchLine[];
  history: RatingHistory[];
  /** Of public games; the account itself sees all. */
  results: ResultsOut[];
  /** Whether it is the caller's own account. */
  you: boolean;
  /** Whether the caller has added it to their friends. */
  friend: boolean;
}

export interface Pong {
  type: "pong";
  id: number | null;
  at: number;
}

/** A position for the editor or the analysis board. */
export interface PositionIn extends PlayedIn {
  /** The number of frames to leave out. */
  since?: number;
}

/** A position that was looked at. */
export interface PositionOut {
  spec: string;
  title: string;
  layout: DrawnLayout;
  view: BoardView;
  /** From the given position through the given moves, without the first `since`. */
  frames: Frame[];
  /** Pass as `since` to see the frames that follow; None: these are the last. */
  more: number | null;
}

/** What the learner is to play. */
export interface PromptOut {
  words: string;
  /** The right moves, first the one with which the story goes on; empty where every legal move is right. */
  answers: string[];
  hint: string;
  /** Why legal moves are not what is asked for; `any`: all others, with `{move}` for the move. */
  wrong: Record<string, string>;
}

export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** The puzzles of a game. */
export interface PuzzleGame {
  game: string;
  title: string;
  themes: ThemeOut[];
  standing: StandingOut;
}

/** A puzzle without its solution. */
export interface PuzzleOut {
  id: string;
  spec: string;
  game: string;
  title: string;
  theme: "win" | "hold" | "margin";
  theme_title: string;
  /** `White to move: win in 3.` */
  task: string;
  rating: number;
  layout: DrawnLayout;
  view: BoardView;
  /** Whether the caller's first try, the one that counts, was right; None: there was none yet. */
  tried: boolean | null;
  standing: StandingOut;
  /** Only of the puzzle of the day. */
  daily: DailyResultOut | null;
}

export interface PuzzlesOut {
  date: string;
  /** The puzzle of the day. */
  daily: PuzzleOut;
  games: PuzzleGame[];
  runs: RunsOut;
}

export interface RankOut {
  username: string;
  rating: number;
  deviation: number;
  games: number;
  bot: boolean;
}

export interface RanksOut {
  game: string;
  title: string;
  ranks: RankOut[];
}

export interface RatingHistory {
  game: string;
  title: string;
  /** The last ratings, the oldest first. */
  points: RatingPoint[];
}

export interface RatingOut {
  game: string;
  title: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}

export interface RatingPoint {
  at: string;
  rating: number;
}

/** A record to import into the library. */
export interface RecordIn {
  record: string;
  private?: boolean;
}

/** A recovery code, or the secret of a link, and the password to be. */
export interface RecoveryIn {
  secret: string;
  new: string;
}

/** Who has forgotten the password: a username, or a confirmed e-mail address. */
export interface RecoveryMailIn {
  account: string;
}

export interface Refused {
  type: "refused";
  id: number | null;
  error: string;
  /** Of an illegal move: the spots of the board that show why, if there are any. */
  spots: string[];
  version: number;
}

/** No reason is needed: the operator reads the line itself. */
export interface ReportIn {
  invite?: string | null;
}

/** How finished games ended. */
export interface ResultsOut {
  game: string;
  title: string;
  /** Against engines, or against people. */
  engine: boolean;
  won: number;
  drawn: number;
  lost: number;
}

export interface RulesOut {
  id: string;
  title: string;
  parts: RulesPart[];
}

/** A piece of the rules: Markdown, or a worked example in its place. */
export interface RulesPart {
  markdown: string | null;
  example: ExampleOut | null;
}

/** A three-minute run to begin. */
export interface RunIn {
  /** Only puzzles of this game; left out: of all. */
  game?: string | null;
}

/** A three-minute run as it stands. */
export interface RunOut {
  id: string;
  /** None: of all games. */
  game: string | null;
  /** Puzzles that are over. */
  number: number;
  solved: number;
  misses: number;
  /** Seconds. */
  left: number;
  /** The most puzzles that the caller solved in another run of this kind. */
  best: number;
  over: boolean;
  /** The next one; None: the run is over. */
  puzzle: PuzzleOut | null;
}

/** A try in a run. */
export interface RunTryIn extends TryIn {
  /** Puzzles of the run that were over before. */
  number: number;
}

/** The answer to a try in a run. */
export interface RunTryOut {
  right: boolean;
  /** Whether the puzzle is over. */
  done: boolean;
  /** The solver's right moves, of a puzzle that was missed. */
  answer: string[];
  /** From the position of the puzzle through the moves that were right and the answers to them. */
  frames: Frame[];
  view: BoardView;
  run: RunOut;
}

/** Three-minute runs. */
export interface RunsOut {
  /** That a run lasts. */
  seconds: number;
  /** That end it. */
  misses: number;
  /** The most puzzles that the caller has solved in a run of all games. */
  best: number;
}

/** A line in the subscriber's room. Not versioned. */
export interface Said {
  type: "said";
  line: ChatLine;
}

/** What one position shows. */
export interface Scene {
  /** Spot id to piece; empty spots are not listed. */
  pieces: Record<string, Piece>;
  /** The numbers beside the board. */
  counters: Counter[];
  /** The spots of a winning line, block or chain. */
  winning: string[];
  /** In a stage: the group whose turning led here. It is about the way, not the position. */
  turn: Turn | null;
}

/** A puzzle's answers, for solving it without a connection. */
export interface SealedOut {
  id: string;
  /** Each a TryOut that one right move opens: the key is ``id ply move``; see server/web/routes/teaching.py. */
  sealed: string[];
}

/** Who sits here. */
export interface SeatIn {
  /** `me`: the caller (both seats `me`: hot-seat). `open`: the first person to follow the invitation or, in a public match, to take it in the lobby. `account`: only the account `account` may take it (a challenge). */
  kind: "me" | "open" | "engine" | "account";
  /** The player's name in this match; left out: the account's or visitor's name. */
  name?: string | null;
  /** Of an engine; left out together with `seconds`: 5. */
  level?: number | null;
  /** Thinking time per move of an engine, instead of a level. */
  seconds?: number | null;
  account?: string | null;
}

export interface SeatOut {
  kind: "person" | "engine" | "open";
  name: string;
  /** Its username, for a link; None for visitors and engines. */
  account: string | null;
  bot: boolean;
  level: number | null;
  seconds: number | null;
  /** Of an account, in this game. */
  rating: number | null;
  /** The rating is still uncertain. */
  provisional: boolean;
  online: boolean;
}

/** The secret of a link that was sent by e-mail. */
export interface SecretIn {
  secret: string;
}

/** How the account can be recovered. */
export interface SecurityOut {
  /** The confirmed address. */
  email: string | null;
  /** Whether this site sends e-mail. */
  mail: boolean;
  /** Recovery codes that were not used yet. */
  codes: number;
}

/** Others who wait for a quick game. */
export interface SeekOut {
  game: string;
  title: string;
  pace: "3+2" | "10+5" | "30+20" | "days";
  rated: boolean;
  count: number;
}

/** Nobody asks for the same right now; the caller waits while the stream is open. */
export interface Seeking {
  type: "seeking";
}

export interface SeeksOut {
  /** What others wait for, the longest wait first. */
  seeking: SeekOut[];
}

/** The featured match. */
export interface ShowOut {
  id: string;
  /** Needed to see it, if it is the site's own match. */
  invite: string | null;
}

export interface SideClock {
  /** Time left as of the clock's `at`; None: no limit. */
  seconds: number | null;
  base: number | null;
  increment: number;
}

/** The board as it is seen from one side. */
export interface SideDrawing {
  /** The view box. */
  view: [number, number, number, number];
  /** The view box without coordinates. */
  bare: [number, number, number, number];
  left: number;
  /** Where arrows point to, at rows and at columns. */
  top: number;
  under: any[];
  over: any[];
  labels: any[];
  gauges: GaugeDrawing[];
}

/** The time of one side, in seconds. */
export interface SideTime {
  /** Fischer: for the whole game. Per move: for each move. Correspondence: for each move, whole days of 86400. */
  seconds: number;
  /** Fischer: added after each move. */
  increment?: number;
}

/** The whole match: the first message of a new connection, or sent when too much was missed. */
export interface Snapshot {
  type: "snapshot";
  version: number;
  view: MatchView;
}

export interface SocketAction extends ActionIn {
  type: "action";
  id?: number | null;
}

export type SocketIn = SocketMove | SocketAction | SocketPing;

export interface SocketMove extends MoveIn {
  type: "move";
  /** Comes back in the answer. */
  id?: number | null;
}

export type SocketOut = Snapshot | Update | Spectators | Said | Ack | Refused | Pong;

export interface SocketPing {
  type: "ping";
  id?: number | null;
  /** Seconds until the client is heard again. If it is not, soon after that it counts as away. */
  next?: number | null;
}

/** The solution, sent when a puzzle is over. */
export interface SolutionFrames {
  /** Sentences. */
  words: string[];
  /** Best play from the position of the puzzle. */
  line: Frame[];
  /** The wrong move that tempts most and its refutation; none where nothing tempts. */
  trap: Frame[];
}

export interface SolutionOut {
  value: -1 | 0 | 1;
  margin: number | null;
  best: string[];
  line: string[];
  moves_to_win: number | null;
}

/** Not versioned. */
export interface Spectators {
  type: "spectators";
  count: number;
  online: [boolean, boolean];
}

/** A place where a piece can be. */
export interface Spot {
  /** Unique on the board: ``d3``. */
  id: string;
  /** Its centre, from the left. */
  x: number;
  /** Its centre, from the top. */
  y: number;
  /** What pressing this spot presses: the spot itself, or the column it stands in. */
  target: string;
  /** How it is read aloud: ``d3``, ``column 2, row 5``. */
  label: string;
  /** The part of the board that it belongs to, where parts can turn. */
  group: string | null;
  /** For a spot that is a line between two points: the x and y of one end, then of the other; the spot is half way. */
  line: [number, number, number, number] | null;
}

/** The caller's results with the puzzles of a game. */
export interface StandingOut {
  rating: number;
  provisional: boolean;
  tried: number;
  solved: number;
  /** Puzzles solved in a row until now. */
  streak: number;
  /** The longest streak so far. */
  longest: number;
}

/** One position of a worked example: the first, or the one after a move. */
export interface StepOut {
  /** What happened and what is true now; empty if the board shows it. */
  words: string;
  /** The position after it. */
  view: BoardView;
}

export interface StopIn {
  /** From a link in an e-mail. */
  key: string;
}

/** Days in a row whose puzzle of the day was solved on its day; days are of UTC. */
export interface StreakOut {
  /** Up to today, or up to yesterday while today's puzzle is open. */
  current: number;
  longest: number;
  /** Whether today's is solved. */
  today: boolean;
}

/** Why a stream has ended early. */
export interface StreamError {
  type: "error";
  error: string;
}

/** A push subscription, as browsers write it. */
export interface SubscriptionIn {
  endpoint: string;
  keys: PushKeys;
}

export interface ThemeOut {
  theme: "win" | "hold" | "margin";
  title: string;
  count: number;
  /** How many the caller solved at the first try. */
  solved: number;
}

/** A token for a program that acts for this account. */
export interface TokenIn {
  label: string;
  /** Of the account, once more. */
  password: string;
  /** What it may do: only read, or also act in matches. */
  scope?: "read" | "play";
  /** After which it expires. */
  days?: number;
}

export interface TokenLine {
  id: string;
  label: string;
  created: string;
  expires: string | null;
  scope: "read" | "play";
}

/** A new token, whose secret is shown only now. */
export interface TokenOut {
  token: string;
  id: string;
  label: string;
}

export interface TokensOut {
  tokens: TokenLine[];
}

/** The solver's moves so far, without the replies. */
export interface TryIn {
  moves: string[];
}

/** The answer to a try. */
export interface TryOut {
  right: boolean;
  done: boolean;
  words: string;
  /** From the position of the puzzle through the moves that were right and the answers to them. */
  frames: Frame[];
  /** The last of them. */
  view: BoardView;
  /** Only when the puzzle is solved or given up. */
  solution: SolutionFrames | null;
  /** Only where this try counted. */
  standing: StandingOut | null;
  /** How much the rating changed. */
  change: number | null;
  /** Only of the puzzle of the day. */
  daily: DailyResultOut | null;
}

/** A group of spots that turns by a quarter. */
export interface Turn {
  /** The `group` of its spots. */
  group: string;
  /** +1 clockwise, -1 anti-clockwise. */
  quarter: number;
}

/** The events since then, oldest first, and the match after them. */
export interface Update {
  type: "update";
  version: number;
  events: MatchEvent[];
  /** The number of moves that have not changed; the view's history has those after them. */
  since: number;
  view: LiveView;
}

/** The search has not begun: `before` searches are ahead of it. */
export interface Waiting {
  type: "waiting";
  before: number;
}
