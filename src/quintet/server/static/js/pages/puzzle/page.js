// @ts-check
/** @file A puzzle. The server judges each move and sends the solution at the end. */
/** @import {AnalysisOut, BoardView, DailyResultOut, Frame, PositionOut, PuzzleOut, SolutionFrames, StandingOut, TryOut} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { colorName, moveName, numbers } from "../../board/words.js";
import { button, byId, fill, h, keys, say } from "../../dom.js";
import { link, place } from "../../ui/address.js";
import { listenTo, refuse, sayOfTry, showMove } from "../../ui/board_events.js";
import { puzzleStanding, streakWords } from "../../ui/format.js";
import { head, here } from "../../ui/head.js";
import { get, inPath, isAway, post, Refusal, sentence } from "../../ui/http.js";
import { guarded } from "../../ui/feedback.js";
import { keepAs, later } from "../../ui/offline.js";
import { Replay } from "../../ui/replay.js";
import { sealed, unseal } from "./sealed.js";
import { follow } from "../../ui/settings.js";
import { without } from "../../ui/without.js";
import { analyse } from "../../ui/move_values.js";

/** That the engine may look for the answer to a wrong move; how much of it is shown, and how long each move is seen. */
const [SECONDS, MOST, PAUSE] = [2, 6, 700];

class PuzzlePage {
  board = /** @type {QuintetBoard} */ (byId("board"));
  /** The solver's moves that were right. @type {string[]} */
  moves = [];
  /** What is shown when it is over: best play, or why the tempting move fails. @type {Frame[]} */
  line = [];
  ply = 0;
  busy = false;
  /** @type {Replay | null} */
  replay = null;
  /** The question why a move was wrong. */
  asking = new AbortController();

  /** @param {PuzzleOut} puzzle @param {string} next the address of the next one */
  constructor(puzzle, next) {
    this.puzzle = puzzle;
    this.next = next;
    this.view = puzzle.view;
    listenTo(this.board, { play: (move) => this.play(move), partial: (words) => sayOfTry(words, "") });
  }

  open() {
    const { puzzle, board } = this;
    document.title = `Puzzle: ${puzzle.title} · Quintet`;
    say(byId("title"), `Puzzle: ${puzzle.title}`);
    say(byId("rating"), `rated ${puzzle.rating}`);
    say(byId("task"), puzzle.task);
    board.setAttribute("label", `${puzzle.title} board. ${puzzle.task}`);
    board.layout = puzzle.layout;
    here(puzzle.spec);
    this.standing(puzzle.standing, null);
    this.daily(puzzle.daily);
    byId("table").hidden = false;
    this.begin();
    follow(board);
    fill(byId("links"), h("a", { href: "/puzzles" }, "All puzzles"), h("a", { href: `/learn/${inPath(puzzle.game)}` }, `Learn ${puzzle.title}`));
    if (puzzle.daily?.solved) sayOfTry("You have solved the puzzle of the day.", "right");
    else if (puzzle.tried !== null) sayOfTry(puzzle.tried ? "You have solved this one." : "You have tried this one; it counts no more.", "");
  }

  /** From the position of the puzzle. */
  begin() {
    this.moves = [];
    this.view = this.puzzle.view;
    this.count(this.view);
    void this.board.showFrame(this.view, { moves: this.view.moves });
    this.keys(false);
  }

  /** What is left of each colour, where the game counts something. @param {Frame | BoardView} frame */
  count({ scene, colors }) {
    const sides = colors.map((color) => [colorName(color), numbers(scene.counters, color)]);
    say(byId("counters"), sides.map(([name, words]) => words && `${name}: ${words}.`).join(" ").trim());
  }

  /** @param {StandingOut} how @param {number | null} change */
  standing(how, change) {
    say(byId("standing"), puzzleStanding(how, change));
  }

  /** What has become of the puzzle of the day, if it is this one. @param {DailyResultOut | null} daily */
  daily(daily) {
    this.puzzle.daily = daily;
    say(byId("about"), `${this.puzzle.title} · ${daily ? "Puzzle of the day" : this.puzzle.theme_title}`);
    say(byId("streak"), (daily && streakWords(daily.streak)) ?? "");
    this.keys(this.replay !== null);
  }

  /** Share it with a picture. */
  async share() {
    const { puzzle } = this;
    if (puzzle.daily) await (await import("./share_daily.js")).shareDaily(puzzle, puzzle.daily);
  }

  /** @param {boolean} over @param {string[]} [refuted] the last wrong move and what answers it @param {boolean} [replaying] whether these are played just now */
  keys(over, refuted = [], replaying = false) {
    fill(
      byId("keys"),
      over ? h("a", { class: "button primary", href: this.next }, "Next puzzle") : null,
      over || replaying ? null : button("Show the solution", guarded(() => this.giveUp())),
      over || replaying || this.puzzle.tried !== null ? null : h("span", { class: "quiet" }, "counts as not solved"),
      refuted.length > 1 && !this.busy ? button("See why", guarded(() => this.refute(refuted))) : null,
      replaying ? button("Try again", () => this.asking.abort()) : null,
      this.puzzle.daily?.solved ? button("Share", guarded(() => this.share())) : null,
      over ? h("a", { class: "button", href: this.study() }, "Study it") : null,
    );
  }

  study() {
    return `/analysis/${inPath(this.puzzle.spec)}?position=${encodeURIComponent(this.puzzle.view.position)}`;
  }

  /** @param {string} move */
  async play(move) {
    if (this.busy || this.replay) return;
    this.asking.abort();
    this.keys(false);
    this.busy = true;
    try {
      await this.tried(await this.judged(move), move);
    } catch (error) {
      sayOfTry(refuse(this.board, error), "wrong");
    } finally {
      this.busy = false;
    }
  }

  /** What the server says to a move; without a connection what is sealed with it, and the server hears of it later. @param {string} move @returns {Promise<TryOut>} */
  async judged(move) {
    const { id } = this.puzzle;
    const [path, body] = [`/api/puzzles/${id}/try`, { moves: [...this.moves, move] }];
    try {
      return await post(path, body);
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!this.view.moves.some(({ text }) => text === move)) throw new Refusal(`${move} is not allowed here.`, 0);
      const opened = await unseal(await sealed(id), this.view.ply, move);
      if (!opened || opened.done) later({ method: "POST", path, body });
      return opened ?? { right: false, done: false, words: sentence(`${moveName(this.puzzle.layout, move)} is not the right move`), frames: [], view: this.view, solution: null, standing: null, change: null, daily: null };
    }
  }

  /** @param {TryOut} tried @param {string} move */
  async tried(tried, move) {
    if (tried.standing) this.standing(tried.standing, tried.change);
    if (tried.daily) this.daily(tried.daily);
    if (!tried.right) {
      sayOfTry(`${tried.words} Try another.`, "wrong");
      this.board.point([]);
      void this.why(move, tried.words).catch(() => undefined); // without an engine it is wrong all the same
      return;
    }
    this.moves.push(move);
    const keyboard = this.board.contains(document.activeElement) && !this.board.pointed;
    for (const frame of tried.frames.slice(this.view.ply + 1)) await showMove(this.board, frame);
    this.view = tried.view;
    this.count(this.view);
    sayOfTry(tried.words, "right");
    if (tried.solution) this.over(tried.solution, tried.view.ply, keyboard);
    else await this.board.showFrame(tried.view, { moves: tried.view.moves });
  }

  /** Say what answers a wrong move. @param {string} move @param {string} words what was said of it */
  async why(move, words) {
    const { spec, layout } = this.puzzle;
    this.asking = new AbortController();
    const { signal } = this.asking;
    const analyses = /** @type {AnalysisOut[]} */ ([]);
    const body = { spec, position: this.view.position, moves: [move], seconds: SECONDS, lines: 1 };
    await analyse(body, (analysis) => analyses.push(analysis), signal);
    const last = analyses.at(-1);
    if (!last || signal.aborted) return;
    const { verdict, lines, player } = last;
    const [answer] = lines[0].moves;
    if (verdict) sayOfTry(`${words} After ${colorName(this.view.colors[player])}'s ${moveName(layout, answer)} ${verdict.replace(/^a draw/, "it is a draw")}. Try another.`, "wrong");
    this.keys(false, [move, ...lines[0].moves].slice(0, MOST));
  }

  /** Play a wrong move and what answers it, and come back. @param {string[]} moves */
  async refute(moves) {
    if (this.busy) return;
    this.busy = true;
    this.asking = new AbortController();
    const { signal } = this.asking;
    this.keys(false, [], true);
    try {
      const { spec } = this.puzzle;
      const { frames } = /** @type {PositionOut} */ (await post("/api/positions", { spec, position: this.view.position, moves, since: 0 }));
      for (const frame of frames.slice(1)) {
        if (signal.aborted) break;
        await showMove(this.board, frame);
        await new Promise((done) => {
          setTimeout(done, PAUSE);
          signal.addEventListener("abort", done);
        });
      }
    } finally {
      this.busy = false;
      this.keys(false, moves);
      await this.board.showFrame(this.view, { moves: this.view.moves });
    }
  }

  async giveUp() {
    if (this.busy) return;
    this.asking.abort();
    const path = `/api/puzzles/${this.puzzle.id}/solution`;
    const shown = /** @type {TryOut} */ (
      await post(path).catch((error) => {
        if (!isAway(error)) throw error;
        later({ method: "POST", path, body: {} });
        return this.searched();
      })
    );
    if (shown.standing) this.standing(shown.standing, shown.change);
    sayOfTry(shown.words, "");
    if (shown.solution) this.over(shown.solution, 0, true);
  }

  /** The solution without a connection: every move is tried. @returns {Promise<TryOut>} */
  async searched() {
    const shut = await sealed(this.puzzle.id);
    for (let { view } = this; ; ) {
      const tried = await Promise.all(view.moves.map((move) => unseal(shut, view.ply, move.text)));
      const right = tried.find(Boolean);
      if (!right) throw new Refusal("You are offline. The solution needs a connection.", 0);
      if (right.done) return { ...right, words: "This is how it goes." };
      view = right.view;
    }
  }

  /** @param {SolutionFrames} solution @param {number} ply @param {boolean} focus */
  over(solution, ply, focus) {
    this.line = solution.line;
    this.ply = ply;
    this.replay = new Replay({
      at: () => this.ply,
      end: () => this.line.length - 1,
      goTo: (to) => this.goTo(to),
      flip: () => this.board.flip(),
    });
    const lines = [solution.line, solution.trap];
    fill(
      byId("explained"),
      ...solution.words.map((words) => h("p", {}, words)),
      solution.trap.length > 0 &&
        keys("line", [[0, "Best play"], [1, "The tempting move"]], 0, (line) => this.follow(lines[line]), "Which line to step through"),
    );
    byId("explained").hidden = false;
    fill(byId("replay"), this.replay.element);
    byId("replay").hidden = false;
    this.keys(true);
    this.count(this.line[ply]);
    void this.board.showFrame(this.line[ply]);
    this.replay.update();
    if (focus) /** @type {HTMLElement | null} */ (byId("keys").querySelector(".primary"))?.focus();
  }

  /** @param {Frame[]} line */
  follow(line) {
    this.line = line;
    this.ply = 0;
    this.board.layout = this.puzzle.layout;
    void this.board.showFrame(line[0]).then(() => this.goTo(1));
  }

  /** @param {number} ply */
  goTo(ply) {
    const frame = this.line[ply];
    if (!frame) return;
    const moving = ply === this.ply + 1;
    this.ply = ply;
    this.count(frame);
    void (moving ? showMove(this.board, frame) : this.board.showFrame(frame));
    this.replay?.update();
  }
}

async function page() {
  const { pathname, searchParams: asked } = place();
  const [, , id] = pathname.split("/");
  const kind = new URLSearchParams([...asked].filter(([name]) => name === "game" || name === "theme"));
  const query = kind.size ? `?${kind}` : "";
  const puzzle = /** @type {PuzzleOut} */ (await get(`/api/puzzles/${inPath(id)}${id === "next" ? query : ""}`));
  // The address is of this very puzzle, so that it can be sent and opened again.
  if (id !== puzzle.id) history.replaceState(null, "", link(`/puzzles/${puzzle.id}${query}`));
  void keepAs(`/api/puzzles/${inPath(puzzle.id)}`).then(() => sealed(puzzle.id));
  new PuzzlePage(puzzle, `/puzzles/next${query || `?game=${inPath(puzzle.game)}`}`).open();
}

head();
page().catch((error) => without(error, "puzzle", "/puzzles", "All puzzles"));
