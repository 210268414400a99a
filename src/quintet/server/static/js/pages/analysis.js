// @ts-check
/** @file The analysis board: any position, any game, with the engine beside it. */
/** @import {Looked, BoardView, Frame, Move, MatchView, HistoryMove, Seat} from "../types.js" */

import { QuintetBoard } from "../board/element.js";
import { colorName, moveWords, namedSpots, outcomeWords } from "../board/words.js";
import { byId, fill, h, say } from "../dom.js";
import { count } from "../site/clock.js";
import { littleBoard } from "../site/demo.js";
import { Editor } from "../site/editor.js";
import { games } from "../site/games.js";
import { Graph, SIGNS } from "../site/graph.js";
import { head } from "../site/head.js";
import { get, inPath, post, stream } from "../site/http.js";
import { MoveList } from "../site/moves.js";
import { tell, telling } from "../site/notice.js";
import { Replay } from "../site/replay.js";
import { follow } from "../site/settings.js";
import { copy } from "../site/share.js";
import { sound } from "../site/sounds.js";
import { EvaluationBar, Verdict } from "../site/study.js";

const asked = new URLSearchParams(location.search);

class Study {
  board = /** @type {QuintetBoard} */ (byId("board"));
  bar = new EvaluationBar();
  verdict = new Verdict({ chance: (chance) => this.showChance(chance), play: (moves) => void this.play(moves[0]) });
  list = new MoveList((ply) => void this.goTo(ply).catch(tell), "Play a move on the board, for either side.");
  replay = new Replay({
    at: () => this.at,
    end: () => this.moves.length,
    goTo: (ply) => void this.goTo(ply).catch(tell),
    flip: () => this.flip(),
  });
  graph = new Graph({ goTo: (ply) => void this.goTo(ply).catch(tell), start: () => void this.evaluate().catch(tell) });
  editor = new Editor({ set: (position) => void this.set(position), editing: (on) => this.editing(on) });
  engineOn = true;
  spec = "";
  title = "";
  /** Where the line starts; null: the start of the game. @type {string | null} */
  start = null;
  /** @type {string[]} */
  moves = [];
  /** The moves of the game that was loaded. @type {string[]} */
  game = [];
  at = 0;
  /** @type {Frame[]} */
  frames = [];
  /** @type {BoardView | null} */
  view = null;
  /** @type {[string, string] | null} */
  names = null;
  /** @type {MatchView | null} */
  match = null;
  chance = 0.5;
  /** @type {AbortController | null} */
  evaluating = null;

  async open() {
    const id = asked.get("match");
    let at = Number(asked.get("ply") ?? -1);
    if (id) {
      const secret = asked.get("invite") ? `?invite=${encodeURIComponent(asked.get("invite") ?? "")}` : "";
      const match = /** @type {MatchView} */ (await get(`/api/matches/${id}${secret}`));
      const { frames } = /** @type {{frames: Frame[]}} */ (await get(`/api/matches/${id}/frames${secret}`));
      this.match = match;
      this.spec = match.spec;
      this.start = frames[0].position;
      this.moves = match.history.map((move) => move.text);
      this.names = match.names;
      this.game = this.moves;
    } else {
      this.spec = decodeURIComponent(location.pathname.split("/").slice(2).join("/"));
      this.start = asked.get("position");
      this.moves = (asked.get("moves") ?? "").split(" ").filter(Boolean);
    }
    if (at < 0 || at > this.moves.length) at = this.moves.length;
    byId("bar").append(this.bar.element);
    byId("verdict").append(this.verdict.element);
    byId("moves").append(this.list.element);
    byId("replay").append(this.replay.element);
    fill(byId("below"), this.graph.element, this.editor.element, this.records());
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
      say(byId("status"), /** @type {CustomEvent<string>} */ (event).detail),
    );
    this.board.addEventListener("quintet-stage", (event) => sound(/** @type {CustomEvent} */ (event).detail));
    await this.load(at, true);
    byId("table").hidden = false;
    byId("below").hidden = false;
    const frame = /** @type {HTMLElement} */ (this.board.querySelector(".frame"));
    new ResizeObserver(() => (this.bar.element.style.height = `${frame.offsetHeight}px`)).observe(frame);
  }

  /** Ask for the whole line and show it at a ply. @param {number} at @param {boolean} [fresh] */
  async load(at, fresh = false) {
    const looked = /** @type {Looked} */ (await post("/api/positions", this.body(this.moves)));
    this.frames = looked.frames;
    if (fresh) {
      this.title = looked.title;
      document.title = `Analysis of ${looked.title} · Quintet`;
      this.board.setAttribute("label", `${looked.title} board`);
      this.board.layout = looked.layout;
      follow(this.board);
      say(byId("title"), `Analysis of ${looked.title}`);
      this.graph.clear(this.frames[0].colors, this.moves.length);
      this.showChance(0.5);
    }
    await this.goTo(at, at === this.moves.length ? looked.view : null);
  }

  /** @param {string[]} moves */
  body(moves) {
    return { spec: this.spec, ...(this.start === null ? {} : { position: this.start }), moves };
  }

  /** @param {number} ply @param {BoardView | null} [known] */
  async goTo(ply, known = null) {
    const from = this.at;
    this.at = Math.max(0, Math.min(ply, this.moves.length));
    const at = this.at;
    const frame = this.frames[at];
    const before = this.frames[at - 1]?.scene ?? null;
    const moving = at === from + 1;
    this.around();
    const history = this.history(at);
    const looked = known
      ? null
      : /** @type {Promise<Looked>} */ (post("/api/positions", this.body(this.moves.slice(0, at))));
    const show = (/** @type {Move[]} */ moves, /** @type {boolean} */ animated) =>
      this.board.show(
        {
          scene: frame.scene,
          stages: frame.stages,
          moves,
          color: frame.colors[frame.to_move],
          last: history.at(-1) ?? null,
          before,
        },
        { moving: animated },
      );
    if (this.engineOn) void this.verdict.look(this.spec, frame);
    if (known) {
      this.view = known;
      await show(known.moves, moving);
    } else {
      const shown = show([], moving);
      const view = (await /** @type {Promise<Looked>} */ (looked)).view;
      await shown;
      if (this.at !== at) return;
      this.view = view;
      await show(view.moves, false);
    }
    const last = history.at(-1);
    this.board.announce([last ? moveWords(last) : "", this.sentence()].join(" ").trim());
  }

  /** @param {number} end @returns {HistoryMove[]} */
  history(end) {
    return this.frames.slice(1, end + 1).map((frame) => /** @type {HistoryMove} */ (frame.move));
  }

  around() {
    const frame = this.frames[this.at];
    this.list.show(this.history(this.moves.length), this.at);
    this.replay.update();
    this.graph.at = this.at;
    this.graph.draw();
    say(byId("status"), this.sentence());
    say(byId("about"), [this.title, this.names?.join(" against ") ?? ""].filter(Boolean).join(" · "));
    this.editor.show(/** @type {any} */ (this.board.layout), frame, this.link());
    this.actions();
  }

  sentence() {
    const frame = this.frames[this.at];
    if (frame.outcome)
      return outcomeWords(frame.outcome, /** @type {[string, string]} */ (frame.colors.map(colorName)));
    return `${colorName(frame.colors[frame.to_move])} to move.`;
  }

  actions() {
    const frame = this.frames[this.at];
    const again = new URLSearchParams();
    if (this.start !== null) again.set("position", this.start);
    if (this.at) again.set("moves", this.moves.slice(0, this.at).join(" "));
    again.set(frame.to_move === 0 ? "first" : "second", "me");
    again.set(frame.to_move === 0 ? "second" : "first", "engine:5");
    const astray = this.game.length > 0 && this.moves.join() !== this.game.join();
    fill(
      byId("actions"),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: this.engineOn, onchange: () => this.switchEngine() }),
        "Engine",
      ),
      frame.outcome
        ? null
        : h("a", { class: "button", href: `/play/${inPath(this.spec)}?${again}` }, "Try again from here"),
      astray
        ? h("button", { type: "button", class: "button", onclick: telling(() => this.back()) }, "Back to the game")
        : null,
      h("button", { type: "button", class: "button", onclick: () => void copy(this.link(true)) }, "Share"),
    );
  }

  switchEngine() {
    this.engineOn = !this.engineOn;
    if (this.engineOn) void this.verdict.look(this.spec, this.frames[this.at]);
    else this.verdict.off("The engine is off");
  }

  async back() {
    this.moves = this.game;
    await this.load(Math.min(this.at, this.game.length));
  }

  /** @param {string | undefined} move */
  async play(move) {
    if (!move) return;
    const line = [...this.moves.slice(0, this.at), move];
    try {
      if (this.moves[this.at]?.toLowerCase() === move.toLowerCase()) {
        await this.goTo(this.at + 1);
        return;
      }
      const looked = /** @type {Looked} */ (await post("/api/positions", this.body(line)));
      this.moves = looked.view.history.map((one) => one.text);
      this.frames = looked.frames;
      this.list.signs.clear();
      this.graph.clear(this.frames[0].colors, this.moves.length);
      await this.goTo(this.moves.length, looked.view);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(byId("status"), reason);
      this.board.point(namedSpots(/** @type {any} */ (this.board.layout), reason));
      this.board.announce(reason);
    }
  }

  /** Begin anew from a position. @param {string | null} position */
  async set(position) {
    const [start, moves, at] = [this.start, this.moves, this.at];
    this.start = position;
    this.moves = [];
    try {
      await this.load(0);
      this.game = [];
      this.names = null;
      this.graph.clear(this.frames[0].colors, 0);
      history.replaceState(null, "", this.link());
    } catch (error) {
      [this.start, this.moves, this.at] = [start, moves, at];
      this.editor.tell(error instanceof Error ? error.message : "");
    }
  }

  /** @param {boolean} on */
  editing(on) {
    this.board.editing = on;
    this.board.redraw();
  }

  /** A link to what is shown; with `whole`, to the line that leads there. @param {boolean} [whole] */
  link(whole = false) {
    if (this.match && whole && this.moves.join() === this.game.join())
      return new URL(`/analysis?match=${this.match.id}&ply=${this.at}`, location.href).href;
    const url = new URL(`/analysis/${inPath(this.spec)}`, location.href);
    if (whole) {
      if (this.start !== null) url.searchParams.set("position", this.start);
      if (this.moves.length) url.searchParams.set("moves", this.moves.slice(0, this.at).join(" "));
    } else url.searchParams.set("position", this.frames[this.at].position);
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
    const colors = this.frames[this.at].colors;
    const below = /** @type {Seat} */ (this.board.flipped ? 1 : 0);
    this.bar.show(chance, colors, colors[below] === "b");
  }

  async evaluate() {
    this.evaluating?.abort();
    const work = new AbortController();
    this.evaluating = work;
    this.graph.clear(this.frames[0].colors, this.moves.length);
    this.list.signs.clear();
    this.verdict.stop();
    await stream(
      "/api/evaluations",
      { ...this.body(this.moves), seconds: 0.2 },
      (line) => {
        if (line.type === "ply") {
          this.graph.add(line);
          if (line.mistake)
            this.list.signs.set(line.ply, {
              sign: SIGNS[/** @type {keyof typeof SIGNS} */ (line.mistake)],
              words: line.mistake,
            });
        } else if (line.type === "done") {
          const [first, second] = this.frames[0].colors.map(colorName);
          this.graph.done(
            `${first} made ${count(line.mistakes[0], "mistake")}, ${second} ${line.mistakes[1]}. Press one in the graph or the list, and try again from there.`,
          );
          this.list.mark();
          this.around();
        } else if (line.type === "error") this.graph.done(line.error);
      },
      work.signal,
    );
  }

  /** Records in and out. */
  records() {
    const text = h("textarea", { rows: 6, "aria-label": "A record" });
    const told = h("p", { role: "status" });
    const open = async () => {
      const match = /** @type {MatchView} */ (await post("/api/records", { record: text.value, private: true }));
      location.href = `/analysis?match=${match.id}`;
    };
    return h(
      "section",
      { class: "panel", "aria-label": "Records" },
      h("h2", {}, "Records"),
      h("p", { class: "quiet" }, "Paste a record to go through it here."),
      text,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button", onclick: () => void open().catch((error) => say(told, error.message)) },
          "Open the record",
        ),
        this.match
          ? h(
              "a",
              { class: "button", href: `/api/matches/${this.match.id}/record`, download: `${this.match.id}.txt` },
              "Save this game",
            )
          : null,
      ),
      told,
    );
  }
}

/** Which game to study. */
async function choose() {
  const place = byId("choose");
  place.hidden = false;
  const all = await games();
  byId("main").classList.remove("table-page");
  byId("title").classList.remove("hidden");
  fill(
    place,
    h(
      "p",
      {},
      "Choose a game to study, or open one of your games from the ",
      h("a", { href: "/library" }, "library"),
      ".",
    ),
    h(
      "ul",
      { class: "match-list" },
      ...all.map((game) =>
        h(
          "li",
          { class: "match" },
          littleBoard(game),
          h("div", {}, h("a", { href: `/analysis/${inPath(game.id)}` }, game.title), h("p", {}, "From the start")),
        ),
      ),
    ),
  );
}

head();
const anything = asked.has("match") || location.pathname.split("/")[2];
(anything ? new Study().open() : choose()).catch((error) => {
  tell(error);
  choose().catch(tell);
});
