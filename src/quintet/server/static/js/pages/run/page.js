// @ts-check
/** @file A three-minute run through puzzles. The server judges each move and keeps the time; the page counts it down. */
/** @import {BoardView, PuzzleOut, PuzzlesOut, RunOut, RunTryOut} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { moveName } from "../../board/words.js";
import { button, byId, fill, h, say } from "../../dom.js";
import { listenTo, refuse, sayOfTry, showMove } from "../../ui/board_events.js";
import { guarded, showError } from "../../ui/feedback.js";
import { head, here } from "../../ui/head.js";
import { get, inPath, post, Refusal, sentence } from "../../ui/http.js";
import { follow } from "../../ui/settings.js";
import { sound } from "../../ui/sounds.js";

/** Milliseconds for which the answer to a missed puzzle is seen; seconds from which the time is urgent. */
const [PAUSE, LATE] = [1100, 10];

class RunPage {
  board = /** @type {QuintetBoard} */ (byId("board"));
  /** @type {RunOut | null} */
  run = null;
  /** The puzzle on the board. @type {PuzzleOut | null} */
  puzzle = null;
  /** @type {BoardView | null} */
  view = null;
  /** The solver's moves that were right. @type {string[]} */
  moves = [];
  /** Puzzles that were missed. @type {PuzzleOut[]} */
  missed = [];
  busy = false;
  /** When the time is up, by the clock of this page. */
  ends = 0;
  game = "";

  /** @param {PuzzlesOut} puzzles */
  constructor(puzzles) {
    this.puzzles = puzzles;
    follow(this.board);
    listenTo(this.board, { play: (move) => this.play(move), partial: (words) => sayOfTry(words, "") });
    setInterval(() => this.tick(), 200);
    this.ready();
  }

  /** Before a run: the puzzle of the day stands on the board, to look at. */
  ready() {
    const { runs, games, daily } = this.puzzles;
    this.board.layout = daily.layout;
    void this.board.showFrame(daily.view, { moves: [] });
    const choice = h(
      "select",
      { name: "game", "aria-label": "Puzzles of", onchange: () => (this.game = choice.value) },
      h("option", { value: "" }, "All games"),
      ...games.map(({ game, title }) => h("option", { value: game }, title)),
    );
    say(byId("left"), time(runs.seconds));
    say(byId("count"), runs.best ? `Your best: ${runs.best}` : "");
    fill(byId("result"), h("p", {}, `As many puzzles as you can in ${runs.seconds / 60} minutes, each harder than the last. ${runs.misses} misses end it.`));
    fill(byId("keys"), button("Start", guarded(() => this.start()), { class: "button primary" }), choice);
  }

  async start() {
    const run = /** @type {RunOut} */ (await post("/api/runs", this.game ? { game: this.game } : {}));
    this.missed = [];
    fill(byId("result"));
    fill(byId("keys"));
    await this.take(run);
    byId("task").focus();
  }

  /** Go on with a run as it stands. @param {RunOut} run */
  async take(run) {
    this.run = run;
    this.ends = performance.now() + run.left * 1000;
    this.tick();
    say(byId("count"), `${run.solved} solved · ${run.misses} of ${this.puzzles.runs.misses} misses`);
    if (run.over || !run.puzzle) this.over(run);
    else await this.show(run.puzzle);
  }

  /** @param {PuzzleOut} puzzle */
  async show(puzzle) {
    this.puzzle = puzzle;
    this.view = puzzle.view;
    this.moves = [];
    here(puzzle.spec);
    say(byId("task"), puzzle.task);
    this.board.setAttribute("label", `${puzzle.title} board. ${puzzle.task}`);
    this.board.layout = puzzle.layout;
    await this.board.showFrame(puzzle.view, { moves: puzzle.view.moves });
    byId("told").dataset.puzzle = puzzle.id;
  }

  get isRunning() {
    return this.run !== null && !this.run.over;
  }

  tick() {
    if (!this.run || !this.isRunning) return;
    const left = Math.max(0, (this.ends - performance.now()) / 1000);
    say(byId("left"), time(left));
    byId("left").classList.toggle("late", left < LATE);
    if (left === 0 && !this.busy) this.over(this.run);
  }

  /** @param {string} move */
  async play(move) {
    const { run, puzzle } = this;
    if (this.busy || !run || !puzzle || !this.isRunning) return;
    this.busy = true;
    try {
      const tried = /** @type {RunTryOut} */ (await post(`/api/runs/${run.id}/try`, { number: run.number, moves: [...this.moves, move] }));
      await this.tried(tried, puzzle, move);
    } catch (error) {
      const over = error instanceof Refusal && error.status === 409;
      if (over) this.over(run);
      sayOfTry(over ? error.message : refuse(this.board, error), "wrong");
    } finally {
      this.busy = false;
    }
  }

  /** @param {RunTryOut} tried @param {PuzzleOut} puzzle @param {string} move */
  async tried(tried, puzzle, move) {
    if (tried.right) {
      this.moves.push(move);
      for (const frame of tried.frames.slice((this.view?.ply ?? 0) + 1)) await showMove(this.board, frame);
      this.view = tried.view;
      sayOfTry(tried.done ? "Solved." : "Right. Go on.", "right");
      if (!tried.done) await this.board.showFrame(tried.view, { moves: tried.view.moves });
    } else {
      sound("notice");
      this.missed.push(puzzle);
      const right = tried.answer[this.moves.length];
      sayOfTry(sentence(`${moveName(puzzle.layout, right)} was right`), "wrong");
      await this.board.showFrame(tried.view, { moves: [] });
      this.board.point(puzzle.layout.spots.filter(({ id }) => right.split(/[^\p{L}\d]+/u).includes(id)).map(({ id }) => id));
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    if (tried.done) await this.take(tried.run);
  }

  /** @param {RunOut} run */
  over(run) {
    this.run = { ...run, over: true };
    byId("told").dataset.puzzle = "";
    sound("end");
    void this.board.showFrame(this.view ?? this.puzzles.daily.view, { moves: [] });
    const best = Math.max(run.best, run.solved);
    sayOfTry("", "");
    say(byId("task"), run.misses >= this.puzzles.runs.misses ? "Three misses: the run is over" : run.left > 0 && !run.puzzle && this.ends > performance.now() ? "You have solved them all" : "Time is up");
    say(byId("count"), `Your best: ${best}`);
    fill(
      byId("result"),
      h("p", { class: "score" }, h("strong", {}, run.solved), ` solved${run.solved > run.best && run.best ? ", your best so far" : ""}`),
      this.missed.length
        ? h("p", {}, "Missed: ", ...this.missed.flatMap(({ id, title, rating }, index) => [index ? ", " : "", h("a", { href: `/puzzles/${inPath(id)}` }, `${title} (${rating})`)]), ".")
        : null,
    );
    fill(byId("keys"), button("Run again", guarded(() => this.start()), { class: "button primary" }));
    byId("task").focus();
  }
}

/** Minutes and seconds. @param {number} seconds */
function time(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

head();
get("/api/puzzles").then((puzzles) => new RunPage(/** @type {PuzzlesOut} */ (puzzles)), showError);
