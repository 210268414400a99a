// @ts-check
/** @file The analysis board: any position of any game, with the engine. */
/** @import {PositionOut, BoardView, Frame, LineOut, Seat} from "../../types.js" */
/** @import {Moment} from "./variation_list.js" */

import { QuintetBoard } from "../../board/element.js";
import { moveName } from "../../board/words.js";
import { button, byId, fill, h, say } from "../../dom.js";
import { place } from "../../ui/address.js";
import { listenTo, refuse } from "../../ui/board_events.js";
import { chooseGame } from "./choose_game.js";
import { PositionEditor } from "./position_editor.js";
import { OpeningExplorer, besideTabs } from "./opening_explorer.js";
import { ReviewGraph } from "./review_graph.js";
import { gameReader, openGame } from "../../ui/game_import.js";
import { head, here } from "../../ui/head.js";
import { inPath } from "../../ui/http.js";
import { errorMessage, guarded, notice, showError } from "../../ui/feedback.js";
import { Replay } from "../../ui/replay.js";
import { change, follow, settings } from "../../ui/settings.js";
import { share } from "../../ui/share.js";
import { truths } from "../../ui/move_values.js";
import { EnginePanel, EvaluationBar } from "./engine_panel.js";
import { Study } from "./study_model.js";
import { studyButtons } from "./study_buttons.js";
import { VariationList } from "./variation_list.js";

const asked = place().searchParams;
/** Milliseconds until the address follows: browsers refuse to change it often. */
const SETTLED = 300;

class AnalysisPage {
  study = new Study();
  board = /** @type {QuintetBoard} */ (byId("board"));
  /** A move as it is listed. @param {string} move */
  name = (move) => moveName(/** @type {any} */ (this.board.layout), move);
  bar = new EvaluationBar();
  verdict = new EnginePanel({
    chance: (chance) => this.showChance(chance),
    play: (moves) => void this.follow(moves).catch(showError),
    truths: (lines) => {
      this.lines = lines;
      this.explorer.hear(lines);
      this.board.mark(truths(lines, this.study.current.data));
    },
    name: this.name,
  });
  /** What the engine says about the moves here. @type {LineOut[]} */
  lines = [];
  explorer = new OpeningExplorer((move) => void this.play(move), this.name);
  list = new VariationList((moment) => void this.goTo(moment).catch(showError), this.name);
  replay = new Replay({
    at: () => this.study.tree.path(this.study.current).length,
    end: () => this.study.tree.line(this.study.current).length,
    goTo: (ply) => void this.goTo(this.study.tree.line(this.study.current)[ply - 1] ?? this.study.tree.root).catch(showError),
    flip: () => this.flip(),
    beside: (step) => void this.goTo(this.study.tree.beside(this.study.current, step)).catch(showError),
  });
  graph = new ReviewGraph({
    goTo: (ply) => void this.goTo(this.study.tree.mainAt(ply)).catch(showError),
    start: () => void this.evaluate().catch(showError),
    follow: (ply, line) => this.stepFrom(ply, line).catch(showError),
    again: (ply) => this.study.again(this.study.tree.mainAt(ply)),
    who: (player) => this.study.who(player),
    name: this.name,
  });
  editor = new PositionEditor({ set: (position) => void this.set(position), editing: (on) => this.editing(on) });
  engineOn = true;
  chance = 0.5;
  /** @type {AbortController | null} */
  evaluating = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  settling;

  async open() {
    const lines = await this.study.open(asked);
    byId("bar").append(this.bar.element);
    byId("verdict").append(this.verdict.element);
    byId("moves").append(this.list.element, this.explorer.element);
    byId("tabs").append(...besideTabs(this.list.element, this.explorer.element, () => this.around()));
    byId("replay").append(this.replay.element);
    byId("brushes").append(this.editor.tools);
    fill(
      byId("below"),
      this.graph.element,
      this.editor.element,
      this.records(),
    );
    listenTo(this.board, {
      play: (text) => this.play(text),
      spot: (spot) => this.editor.press(spot),
      partial: (words) => say(byId("status"), words || this.study.sentence()),
    });
    const looked = await this.study.look(lines[0]);
    this.lay(looked);
    follow(this.board);
    this.study.grow(looked.frames);
    for (const line of lines.slice(1)) {
      try {
        this.study.grow((await this.study.look(line)).frames, this.study.tree);
      } catch (error) {
        showError(error); // a variation that cannot be played is left out
      }
    }
    this.forgetGraph();
    this.showChance(0.5);
    const number = asked.get("ply");
    await this.goTo(number === null ? this.study.tree.mainAt(this.study.tree.main.length) : this.study.tree.numbered(Number(number)));
    byId("table").hidden = false;
    byId("below").hidden = false;
    this.around(); // the list of moves can scroll now
    const frame = /** @type {HTMLElement} */ (this.board.querySelector(".frame"));
    new ResizeObserver(() => (this.bar.element.style.height = `${frame.offsetHeight}px`)).observe(frame);
    new MutationObserver(() => this.fit()).observe(this.board, { attributeFilter: ["style"] });
    this.fit();
    if (asked.has("review")) this.graph.start();
  }

  /** Put the board of a game on the table. @param {PositionOut} looked */
  lay(looked) {
    this.study.title = looked.title;
    here(this.study.spec);
    document.title = `Analysis of ${looked.title} · Quintet`;
    this.board.setAttribute("label", `${looked.title} board`);
    this.board.layout = looked.layout;
    say(byId("title"), `Analysis of ${looked.title}`);
  }

  /** The board and its bar stand in the middle together. */
  fit() {
    byId("table").style.setProperty("--aspect", this.board.style.getPropertyValue("--aspect"));
  }

  /** @param {Moment} moment @param {BoardView | null} [known] */
  async goTo(moment, known = null) {
    const moving = moment.parent === this.study.current;
    const frame = moment.data;
    const before = moment.parent?.data.scene ?? null;
    this.study.current = moment;
    this.lines = [];
    this.around();
    if (this.engineOn) void this.verdict.look(this.study.spec, frame);
    if (known) await this.board.showFrame(frame, { moves: known.moves, before, moving });
    else {
      const moves = this.study.movesTo(moment);
      const looked = this.study.look(moves, moves.length);
      const shown = this.board.showFrame(frame, { before, moving });
      const { view } = await looked;
      await shown;
      if (this.study.current !== moment) return;
      await this.board.showFrame(frame, { moves: view.moves, before });
    }
    if (this.study.current === moment) this.board.mark(truths(this.lines, frame)); // showing has wiped them away
    this.board.announce(`${frame.narration} ${this.study.sentence()}`.trim());
  }

  around() {
    const frame = this.study.current.data;
    this.list.show(this.study.tree, this.study.current);
    if (settings.explorer) void this.explorer.look(this.study.spec, frame);
    this.replay.update();
    this.graph.ply = this.study.tree.isMain(this.study.current) ? frame.ply : null;
    this.graph.draw();
    say(byId("narration"), frame.narration);
    say(byId("status"), this.study.sentence());
    say(byId("about"), [this.study.title, this.study.names?.join(" against ") ?? ""].filter(Boolean).join(" · "));
    this.editor.show(/** @type {any} */ (this.board.layout), frame, this.study.link());
    this.actions();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => history.replaceState(null, "", this.address()), SETTLED);
  }

  /** Where this page can be opened again. */
  address() {
    const url = new URL(this.study.link(true));
    if (asked.has("review") && url.searchParams.has("match")) url.searchParams.set("review", "");
    return url;
  }

  actions() {
    fill(
      byId("actions"),
      ...studyButtons(this.study, {
        engineOn: this.engineOn,
        editing: this.editor.isOn,
        engine: () => this.switchEngine(),
        truth: () => this.switchTruth(),
        promote: () => this.promote(),
        remove: () => this.remove(),
        back: guarded(() => this.back()),
        edit: () => this.editor.edit(true),
        share: () => this.share(),
      }),
    );
  }

  share() {
    const { data } = this.study.current;
    const query = new URLSearchParams({ ...(this.study.start === null ? {} : { position: this.study.start }), moves: this.study.movesTo(this.study.current).join(" ") });
    share({
      link: this.study.link(true),
      title: `${this.study.title}, ${data.ply ? `after ${data.ply} moves` : "the start"}`,
      words: "Everybody who has this link can open the analysis.",
      picture: (kind) => `/api/picture/${inPath(this.study.spec)}?${query}&kind=${kind}`,
      moves: data.ply > 0,
    });
  }

  /** Go to a ply of the game and step through a line from there. @param {number} ply @param {string[]} line */
  async stepFrom(ply, line) {
    await this.goTo(this.study.tree.mainAt(ply));
    await this.follow(line);
    this.board.scrollIntoView({ block: "nearest" });
  }

  switchEngine() {
    this.engineOn = !this.engineOn;
    this.bar.element.classList.toggle("off", !this.engineOn);
    if (this.engineOn) void this.verdict.look(this.study.spec, this.study.current.data);
    else {
      this.verdict.off("The engine is off");
      this.lines = [];
      this.board.mark(new Map());
    }
    this.actions();
  }

  switchTruth() {
    change({ truth: !settings.truth });
    this.lines = [];
    this.board.mark(new Map());
    void this.verdict.look(this.study.spec, this.study.current.data);
  }

  async back() {
    const ply = this.study.current.data.ply;
    this.study.grow((await this.study.look(this.study.played)).frames);
    this.forgetGraph();
    await this.goTo(this.study.tree.mainAt(Math.min(ply, this.study.played.length)));
  }

  /** Let the line that is looked at be the main one. */
  promote() {
    this.study.tree.promote(this.study.current);
    this.forgetGraph();
    this.around();
    this.board.announce("This is the main line now.");
  }

  /** Take the move that is looked at out, with all that follows it. */
  remove() {
    const gone = this.study.current;
    const main = this.study.tree.isMain(gone);
    const before = this.study.tree.remove(gone);
    if (main) this.forgetGraph();
    void this.goTo(before).catch(showError);
    notice(`${gone.data.ply}. ${this.name(gone.text)} and what followed are deleted.`);
  }

  /** The main line is another: what was said about it does not hold. */
  forgetGraph() {
    this.evaluating?.abort();
    this.list.signs.clear();
    this.graph.clear(this.study.tree.root.data.colors, this.study.tree.main.length);
  }

  /** @param {string | undefined} move */
  async play(move) {
    if (!move) return;
    const from = this.study.current;
    const there = this.study.tree.find(from, move);
    try {
      if (there) {
        await this.goTo(there);
        return;
      }
      const moves = [...this.study.movesTo(from), move];
      const looked = await this.study.look(moves, moves.length);
      if (this.study.current !== from) return;
      const frame = /** @type {Frame} */ (looked.frames.at(-1));
      const fresh = this.study.tree.add(from, frame.move?.text ?? move, frame);
      if (this.study.tree.isMain(fresh)) this.forgetGraph();
      await this.goTo(fresh, looked.view);
    } catch (error) {
      say(byId("narration"), "");
      say(byId("status"), refuse(this.board, error));
    }
  }

  /** Put a line into the tree and show its first move; the arrows step on. @param {string[]} line */
  async follow(line) {
    const from = this.study.current;
    const ply = this.study.movesTo(from).length;
    const { frames } = await this.study.look([...this.study.movesTo(from), ...line]);
    if (this.study.current !== from) return;
    const main = this.study.tree.isMain(from) && !from.children.length;
    let last = from;
    for (const frame of frames.slice(ply + 1)) last = this.study.tree.add(last, frame.move?.text ?? "", frame);
    if (main) this.forgetGraph();
    await this.goTo(this.study.tree.find(from, line[0]) ?? from);
  }

  /** Begin anew from a position. @param {string | null} position */
  async set(position) {
    const start = this.study.start;
    this.study.start = position;
    this.verdict.off("");
    try {
      const looked = await this.study.look([]);
      this.study.grow(looked.frames);
      this.study.played = [];
      this.study.names = null;
      this.study.match = null;
      this.forgetGraph();
      await this.goTo(this.study.tree.root, looked.view);
    } catch (error) {
      this.study.start = start;
      this.editor.report(errorMessage(error));
    }
  }

  /** @param {boolean} on */
  editing(on) {
    this.board.editing = on;
    this.board.redraw();
    this.actions();
  }

  flip() {
    this.board.flip();
    this.showChance(this.chance);
  }

  /** @param {number} chance */
  showChance(chance) {
    this.chance = chance;
    const colors = this.study.current.data?.colors ?? this.study.tree.root.data.colors;
    const below = /** @type {Seat} */ (this.board.flipped ? 1 : 0);
    this.bar.show(chance, colors, colors[below] === "b");
  }

  async evaluate() {
    this.forgetGraph();
    const work = new AbortController();
    this.evaluating = work;
    const main = this.study.tree.main;
    this.verdict.off("The engine goes through the game");
    const frames = [this.study.tree.root, ...main].map((moment) => moment.data);
    await this.graph.review({ ...this.study.body(this.study.mainMoves), seconds: 0.2 }, frames, work.signal, (ply, sign) => {
      this.list.signs.delete(main[ply - 1]); // a later look may take it back
      if (sign) this.list.signs.set(main[ply - 1], sign);
    });
    this.around();
    if (this.engineOn && !work.signal.aborted) void this.verdict.look(this.study.spec, this.study.current.data);
  }

  /** Games in and out. */
  records() {
    return h(
      "section",
      { class: "panel", "aria-label": "Records" },
      h("h2", {}, "Records"),
      h("p", { class: "quiet" }, "Open a game from a file or a text, or save what is on the board."),
      gameReader("Open the game", openGame, button("Save the main line", guarded(() => this.study.save()))),
    );
  }
}

head();
const anything = asked.has("match") || place().pathname.split("/")[2];
(anything ? new AnalysisPage().open() : chooseGame()).catch((error) => {
  showError(error);
  chooseGame().catch(showError);
});
