// @ts-check
/** @file The analysis board: any position, any game, with the engine beside it. */
/** @import {PositionOut, BoardView, Frame, LineOut, Move, MatchView, Seat} from "../types.js" */
/** @import {Moment} from "../site/variations.js" */

import { QuintetBoard } from "../board/element.js";
import { colorName, moveWords, outcomeWords } from "../board/words.js";
import { byId, fill, h, say } from "../dom.js";
import { chooseGame } from "../site/choose.js";
import { Editor } from "../site/editor.js";
import { Explorer, besideTabs } from "../site/explorer.js";
import { evaluate } from "../site/evaluation.js";
import { Graph } from "../site/graph.js";
import { gameReader, openGame } from "../site/import.js";
import { head, here } from "../site/head.js";
import { Refusal, get, getText, inPath, post, postText } from "../site/http.js";
import { notice, tell, telling } from "../site/notice.js";
import { download } from "../site/records.js";
import { Replay } from "../site/replay.js";
import { change, follow, settings } from "../site/settings.js";
import { share } from "../site/share.js";
import { sound } from "../site/sounds.js";
import { EvaluationBar, Verdict, truths } from "../site/study.js";
import { Tree, linesOf } from "../site/tree.js";
import { Variations } from "../site/variations.js";

const asked = new URLSearchParams(location.search);
/** Variations that a link may bring along. */
const MOST_LINES = 60;

class Study {
  board = /** @type {QuintetBoard} */ (byId("board"));
  bar = new EvaluationBar();
  verdict = new Verdict({
    chance: (chance) => this.showChance(chance),
    play: (moves) => void this.follow(moves).catch(tell),
    truths: (lines) => {
      this.lines = lines;
      this.explorer.hear(lines);
      this.board.mark(truths(lines, this.at.data));
    },
  });
  /** What the engine says about the moves here. @type {LineOut[]} */
  lines = [];
  explorer = new Explorer((move) => void this.play(move));
  list = new Variations((moment) => void this.goTo(moment).catch(tell));
  replay = new Replay({
    at: () => this.tree.path(this.at).length,
    end: () => this.tree.line(this.at).length,
    goTo: (ply) => void this.goTo(this.tree.line(this.at)[ply - 1] ?? this.tree.root).catch(tell),
    flip: () => this.flip(),
    beside: (step) => void this.goTo(this.tree.beside(this.at, step)).catch(tell),
  });
  graph = new Graph({
    goTo: (ply) => void this.goTo(this.tree.main[ply - 1] ?? this.tree.root).catch(tell),
    start: () => void this.evaluate().catch(tell),
    follow: (ply, line) => void this.stepFrom(ply, line).catch(tell),
    again: (ply) => this.again(this.tree.main[ply - 1] ?? this.tree.root),
    who: (player) => this.who(player),
  });
  editor = new Editor({ set: (position) => void this.set(position), editing: (on) => this.editing(on) });
  engineOn = true;
  spec = "";
  title = "";
  /** Where the line starts; null: the start of the game. @type {string | null} */
  start = null;
  /** The moments of the game, with what else was tried. @type {Tree<Frame>} */
  tree = new Tree(/** @type {any} */ (null));
  /** What is looked at. @type {Moment} */
  at = this.tree.root;
  /** The moves of the game that was loaded. @type {string[]} */
  game = [];
  /** @type {[string, string] | null} */
  names = null;
  /** @type {MatchView | null} */
  match = null;
  chance = 0.5;
  /** @type {AbortController | null} */
  evaluating = null;

  async open() {
    const id = asked.get("match");
    let lines = linesOf(asked.get("moves") ?? "").slice(0, MOST_LINES);
    if (id) {
      const secret = this.secret("?");
      const match = /** @type {MatchView} */ (await get(`/api/matches/${id}${secret}`));
      const { frames } = /** @type {{frames: Frame[]}} */ (await get(`/api/matches/${id}/frames${secret}`));
      this.match = match;
      this.spec = match.spec;
      this.start = frames[0].position;
      this.names = match.names;
      this.game = match.history.map((move) => move.text);
      lines = [this.game];
    } else {
      this.spec = decodeURIComponent(location.pathname.split("/").slice(2).join("/"));
      this.start = asked.get("position");
    }
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
    this.board.addEventListener(
      "quintet-move",
      (event) => void this.play(/** @type {CustomEvent<Move>} */ (event).detail.text),
    );
    this.board.addEventListener(
      "quintet-refuse",
      (event) => void this.play(/** @type {CustomEvent<string>} */ (event).detail),
    );
    this.board.addEventListener("quintet-spot", (event) =>
      this.editor.press(/** @type {CustomEvent<string>} */ (event).detail),
    );
    this.board.addEventListener("quintet-partial", (event) =>
      say(byId("status"), /** @type {CustomEvent<string>} */ (event).detail || this.sentence()),
    );
    this.board.addEventListener("quintet-stage", (event) => sound(/** @type {CustomEvent} */ (event).detail));
    const looked = await this.look(lines[0]);
    this.lay(looked);
    follow(this.board);
    this.grow(looked.frames);
    for (const line of lines.slice(1)) {
      try {
        this.grow((await this.look(line)).frames, this.tree);
      } catch (error) {
        tell(error); // a variation that cannot be played is left out
      }
    }
    this.forgetGraph();
    this.showChance(0.5);
    const number = asked.get("ply");
    await this.goTo(number === null ? (this.tree.main.at(-1) ?? this.tree.root) : this.tree.numbered(Number(number)));
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
    this.title = looked.title;
    here(this.spec);
    document.title = `Analysis of ${looked.title} · Quintet`;
    this.board.setAttribute("label", `${looked.title} board`);
    this.board.layout = looked.layout;
    say(byId("title"), `Analysis of ${looked.title}`);
  }

  /** The board and its bar stand in the middle together. */
  fit() {
    byId("table").style.setProperty("--aspect", this.board.style.getPropertyValue("--aspect"));
  }

  /**
   * Ask for a line of moves from the start, with its frames but for the first `since`.
   * @param {string[]} moves @param {number} [since] @returns {Promise<PositionOut>}
   */
  async look(moves, since = 0) {
    const looked = /** @type {PositionOut} */ (await post("/api/positions", { ...this.body(moves), since }));
    for (let { more } = looked; more !== null; ) {
      const next = /** @type {PositionOut} */ (await post("/api/positions", { ...this.body(moves), since: more }));
      looked.frames.push(...next.frames);
      more = next.more;
    }
    return looked;
  }

  /** @param {string[]} moves */
  body(moves) {
    return { spec: this.spec, ...(this.start === null ? {} : { position: this.start }), moves };
  }

  /** Put a line into the tree, or begin a new one with it; its last moment. @param {Frame[]} frames @param {Tree<Frame>} [tree] */
  grow(frames, tree = new Tree(frames[0])) {
    this.tree = tree;
    return frames.slice(1).reduce((at, frame) => tree.add(at, frame.move?.text ?? "", frame), tree.root);
  }

  /** @param {Moment} at @returns {string[]} */
  movesTo(at) {
    return this.tree.path(at).map((moment) => moment.text);
  }

  get mainMoves() {
    return this.tree.main.map((moment) => moment.text);
  }

  /** @param {Moment} at @param {BoardView | null} [known] */
  async goTo(at, known = null) {
    const moving = at.parent === this.at;
    const frame = at.data;
    const before = at.parent?.data.scene ?? null;
    this.at = at;
    this.lines = [];
    this.around();
    const show = (/** @type {Move[]} */ moves, /** @type {boolean} */ animated) =>
      this.board.show(
        {
          scene: frame.scene,
          stages: frame.stages,
          moves,
          color: frame.colors[frame.to_move],
          last: frame.move,
          before,
        },
        { moving: animated },
      );
    if (this.engineOn) void this.verdict.look(this.spec, frame);
    if (known) await show(known.moves, moving);
    else {
      const moves = this.movesTo(at);
      const looked = this.look(moves, moves.length);
      const shown = show([], moving);
      const { view } = await looked;
      await shown;
      if (this.at !== at) return;
      await show(view.moves, false);
    }
    if (this.at === at) this.board.mark(truths(this.lines, frame)); // showing has wiped them away
    this.board.announce([frame.move ? moveWords(frame.move) : "", this.sentence()].join(" ").trim());
  }

  around() {
    const frame = this.at.data;
    this.list.show(this.tree, this.at);
    if (settings.explorer) void this.explorer.look(this.spec, frame);
    this.replay.update();
    this.graph.at = this.tree.isMain(this.at) ? frame.ply : null;
    this.graph.draw();
    say(byId("status"), this.sentence());
    say(byId("about"), [this.title, this.names?.join(" against ") ?? ""].filter(Boolean).join(" · "));
    this.editor.show(/** @type {any} */ (this.board.layout), frame, this.link());
    this.actions();
  }

  sentence() {
    const frame = this.at.data;
    if (frame.outcome)
      return outcomeWords(frame.outcome, /** @type {[string, string]} */ (frame.colors.map(colorName)));
    return `${colorName(frame.colors[frame.to_move])} to move.`;
  }

  actions() {
    const frame = this.at.data;
    const moves = this.movesTo(this.at);
    const astray = this.game.length > 0 && this.tree.toString() !== this.game.join(" ");
    const played = this.game.slice(0, moves.length).join(" ") === moves.join(" ");
    const key = (/** @type {string} */ label, /** @type {() => void} */ work) =>
      h("button", { type: "button", class: "button", onclick: work }, label);
    fill(
      byId("actions"),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: this.engineOn, onchange: () => this.switchEngine() }),
        "Engine",
      ),
      h(
        "label",
        { class: "check", title: "Marks every move with what it leads to: exact where it can be proved" },
        h("input", { type: "checkbox", checked: settings.truth, disabled: !this.engineOn, onchange: () => this.switchTruth() }),
        "Mark every move",
      ),
      frame.outcome
        ? null
        : h("a", { class: "button", href: this.again(this.at) }, "Try again from here"),
      this.tree.isMain(this.at) ? null : key("Make main line", () => this.promote()),
      this.at.parent && !played ? key("Delete from here", () => this.remove()) : null,
      astray ? key("Back to the game", telling(() => this.back())) : null,
      this.editor.isOn ? null : key("Set up a position", () => this.editor.edit(true)),
      key("Share", () => this.share()),
    );
  }

  share() {
    const { data } = this.at;
    const kept = new URLSearchParams({ ...(this.start === null ? {} : { position: this.start }), moves: this.movesTo(this.at).join(" ") });
    share({
      link: this.link(true),
      title: `${this.title}, ${data.ply ? `after ${data.ply} moves` : "the start"}`,
      words: "Everybody who has this link can open the analysis.",
      picture: (kind) => `/api/picture/${inPath(this.spec)}?${kept}&kind=${kind}`,
      moves: data.ply > 0,
    });
  }

  /** Where to play on from a moment, as whoever is to move there. @param {Moment} at */
  again(at) {
    const moves = this.movesTo(at);
    const again = new URLSearchParams();
    if (this.start !== null) again.set("position", this.start);
    if (moves.length) again.set("moves", moves.join(" "));
    const first = at.data.to_move === 0;
    again.set(first ? "first" : "second", "me");
    again.set(first ? "second" : "first", "engine:5");
    return `/play/${inPath(this.spec)}?${again}`;
  }

  /** @param {Seat} player */
  who(player) {
    if (this.match?.you.length === 1 && this.match.you[0] === player) return "You";
    return colorName(this.tree.root.data.colors[player]);
  }

  /** Go to a ply of the game and step through a line from there. @param {number} ply @param {string[]} line */
  async stepFrom(ply, line) {
    await this.goTo(this.tree.main[ply - 1] ?? this.tree.root);
    await this.follow(line);
    this.board.scrollIntoView({ block: "nearest" });
  }

  switchEngine() {
    this.engineOn = !this.engineOn;
    this.bar.element.classList.toggle("off", !this.engineOn);
    if (this.engineOn) void this.verdict.look(this.spec, this.at.data);
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
    void this.verdict.look(this.spec, this.at.data);
  }

  async back() {
    const ply = this.at.data.ply;
    this.grow((await this.look(this.game)).frames);
    this.forgetGraph();
    await this.goTo(this.tree.main[Math.min(ply, this.game.length) - 1] ?? this.tree.root);
  }

  /** Let the line that is looked at be the main one. */
  promote() {
    this.tree.promote(this.at);
    this.forgetGraph();
    this.around();
    this.board.announce("This is the main line now.");
  }

  /** Take the move that is looked at out, with all that follows it. */
  remove() {
    const gone = this.at;
    const main = this.tree.isMain(gone);
    const before = this.tree.remove(gone);
    if (main) this.forgetGraph();
    void this.goTo(before).catch(tell);
    notice(`${gone.text} and what followed are deleted.`);
  }

  /** The main line is another: what was said about it does not hold. */
  forgetGraph() {
    this.evaluating?.abort();
    this.list.signs.clear();
    this.graph.clear(this.tree.root.data.colors, this.tree.main.length);
  }

  /** @param {string | undefined} move */
  async play(move) {
    if (!move) return;
    const from = this.at;
    const there = this.tree.find(from, move);
    try {
      if (there) {
        await this.goTo(there);
        return;
      }
      const moves = [...this.movesTo(from), move];
      const looked = await this.look(moves, moves.length);
      if (this.at !== from) return;
      const frame = /** @type {Frame} */ (looked.frames.at(-1));
      const fresh = this.tree.add(from, frame.move?.text ?? move, frame);
      if (this.tree.isMain(fresh)) this.forgetGraph();
      await this.goTo(fresh, looked.view);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(byId("status"), reason);
      this.board.refused(reason, error instanceof Refusal ? error.spots : []);
    }
  }

  /** Put a line into the tree and show its first move; the arrows step on. @param {string[]} line */
  async follow(line) {
    const from = this.at;
    const ply = this.movesTo(from).length;
    const { frames } = await this.look([...this.movesTo(from), ...line]);
    if (this.at !== from) return;
    const main = this.tree.isMain(from) && !from.children.length;
    let last = from;
    for (const frame of frames.slice(ply + 1)) last = this.tree.add(last, frame.move?.text ?? "", frame);
    if (main) this.forgetGraph();
    await this.goTo(this.tree.find(from, line[0]) ?? from);
  }

  /** Begin anew from a position. @param {string | null} position */
  async set(position) {
    const start = this.start;
    this.start = position;
    try {
      const looked = await this.look([]);
      this.grow(looked.frames);
      this.game = [];
      this.names = null;
      this.match = null;
      this.forgetGraph();
      await this.goTo(this.tree.root, looked.view);
      history.replaceState(null, "", this.link());
    } catch (error) {
      this.start = start;
      this.editor.tell(error instanceof Error ? error.message : "");
    }
  }

  /** @param {boolean} on */
  editing(on) {
    this.board.editing = on;
    this.board.redraw();
    this.actions();
  }

  /** A link to the position that is shown; with `whole`, to all moves and variations. @param {boolean} [whole] */
  link(whole = false) {
    const moves = this.tree.toString();
    const number = this.tree.number(this.at);
    if (this.match && whole && moves === this.game.join(" "))
      return new URL(`/analysis?match=${this.match.id}&ply=${number}${this.secret("&")}`, location.href).href;
    const url = new URL(`/analysis/${inPath(this.spec)}`, location.href);
    if (whole) {
      if (this.start !== null) url.searchParams.set("position", this.start);
      if (moves) url.searchParams.set("moves", moves);
      if (this.at !== this.tree.main.at(-1)) url.searchParams.set("ply", String(number));
    } else url.searchParams.set("position", this.at.data.position);
    return url.href;
  }

  flip() {
    this.board.flipped = !this.board.flipped;
    this.board.redraw();
    this.showChance(this.chance);
  }

  /** @param {number} chance */
  showChance(chance) {
    this.chance = chance;
    const colors = this.at.data?.colors ?? this.tree.root.data.colors;
    const below = /** @type {Seat} */ (this.board.flipped ? 1 : 0);
    this.bar.show(chance, colors, colors[below] === "b");
  }

  async evaluate() {
    this.forgetGraph();
    const work = new AbortController();
    this.evaluating = work;
    const main = this.tree.main;
    this.verdict.stop();
    await evaluate({ ...this.body(this.mainMoves), seconds: 0.2 }, this.graph, (seat) => this.who(seat), work.signal, (ply, sign) => {
      this.list.signs.delete(main[ply - 1]); // a later look may take it back
      if (sign) this.list.signs.set(main[ply - 1], sign);
    });
    this.around();
  }

  /** The invitation to a private game, in a link. @param {"?" | "&"} sign */
  secret(sign) {
    const invite = this.match?.invite ?? asked.get("invite");
    return invite ? `${sign}invite=${encodeURIComponent(invite)}` : "";
  }

  /** Save what is on the board: the stored game while it is that, else its main line. */
  async save() {
    const moves = this.mainMoves;
    const same = this.match && moves.join(" ") === this.game.join(" ");
    const text = same
      ? await getText(`/api/matches/${this.match?.id}/record${this.secret("?")}`)
      : await postText("/api/positions/record", { ...this.body(moves), ...(this.names ? { names: this.names } : {}) });
    download(text, `${this.title.toLowerCase().replaceAll(" ", "-")}.txt`);
  }

  /** Games in and out. */
  records() {
    return h(
      "section",
      { class: "panel", "aria-label": "Records" },
      h("h2", {}, "Records"),
      h("p", { class: "quiet" }, "Open a game from a file or a text, or save what is on the board."),
      gameReader(
        "Open the game",
        openGame,
        h("button", { type: "button", class: "button", onclick: telling(() => this.save()) }, "Save the main line"),
      ),
    );
  }
}

head();
const anything = asked.has("match") || location.pathname.split("/")[2];
(anything ? new Study().open() : chooseGame()).catch((error) => {
  tell(error);
  chooseGame().catch(tell);
});
