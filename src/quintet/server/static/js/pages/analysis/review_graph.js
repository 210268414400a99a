// @ts-check
/** @file The review of a whole game: a graph of winning chances, the costliest mistakes, a table. */
/** @import {Color, EvaluatedPly, EvaluationLine, Frame, Seat} from "../../types.js" */

import { colorName } from "../../board/words.js";
import { button, fill, h, s, say, short } from "../../dom.js";
import { grid } from "../../ui/tables.js";
import { count } from "../../ui/format.js";
import { worth } from "../../engine/review.js";
import { review } from "../../engine/site_review.js";

const HEIGHT = 180;
/** How many of the costliest mistakes are listed; the table has all. */
const MOMENTS = 6;
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class ReviewGraph {
  /** @type {EvaluatedPly[]} */
  plies = [];
  colors = /** @type {[Color, Color]} */ (["b", "w"]);
  /** The ply that is looked at; null: none of this game. @type {number | null} */
  ply = 0;
  #picture = s("svg", { role: "img", "aria-label": "Winning chance move by move; the table below says the same" });
  #table = h("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": "Table of chances" });
  #status = h("p", { role: "status" });
  #start = button("Analyse the whole game", () => this.start());
  #moments = h("ol", { class: "moments", "aria-label": "Moments that mattered" });
  element = h(
    "section",
    { class: "panel graph wide", "aria-label": "The whole game" },
    h("div", { class: "row apart" }, h("h2", {}, "The whole game"), this.#start),
    this.#status,
    this.#picture,
    this.#moments,
    h("details", {}, h("summary", {}, "As a table"), this.#table),
  );

  /**
   * @typedef {object} Listener
   * @property {(ply: number) => void} goTo
   * @property {() => void} start
   * @property {(ply: number, line: string[]) => Promise<void>} follow step through a line from there
   * @property {(ply: number) => string} again the address at which to play on from there
   * @property {(player: Seat) => string} who
   * @property {(move: string) => string} name a move within a sentence
   */
  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
    this.clear(["b", "w"], 0);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  start() {
    this.#start.disabled = true;
    this.#status.scrollIntoView({ block: "center" }); // what comes of it stands below
    this.listener.start();
  }

  /** @param {[Color, Color]} colors @param {number} length */
  clear(colors, length) {
    this.plies = [];
    this.colors = colors;
    this.length = length;
    this.#start.disabled = length === 0;
    say(
      this.#status,
      length
        ? "The engine looks at every position for a moment; mistakes are marked in the list of moves."
        : "Play or load some moves first.",
    );
    this.element.classList.add("none");
    fill(this.#moments);
    this.draw();
  }

  /**
   * Let the engine look at every position of a game.
   * @param {{spec: string, position?: string, moves: string[], seconds: number}} body @param {Frame[]} frames @param {AbortSignal} signal
   * @param {(ply: number, sign: {sign: string, words: string} | null) => void} mark what is to stand at a move, if anything
   */
  async review(body, frames, signal, mark) {
    const side = (/** @type {Seat} */ seat, /** @type {number} */ mistakes, /** @type {number | null} */ accuracy) =>
      `${this.listener.who(seat)} made ${count(mistakes, "mistake")}${accuracy === null ? "" : ` (${Math.round(100 * accuracy)} % accurate)`}`;
    const hear = (/** @type {EvaluationLine} */ line) => {
      if (line.type === "ply") {
        this.add(line);
        mark(line.ply, line.mistake ? { sign: SIGNS[line.mistake], words: line.mistake } : null);
      } else if (line.type === "done") {
        const [first, second] = /** @type {const} */ ([0, 1]).map((seat) => side(seat, line.mistakes[seat], line.accuracy[seat]));
        this.done(`${first}, ${second}.`);
      } else if (line.type === "error") this.done(line.error);
    };
    await review(body, frames, this.listener.name, hear, signal);
  }

  /** One more, or a better answer about one that is there. @param {EvaluatedPly} ply */
  add(ply) {
    this.element.classList.remove("none");
    this.plies[ply.ply] = ply;
    const judged = this.plies.filter(({ loss }) => loss !== null).length;
    say(this.#status, judged ? `A second look: ${judged} of ${this.length} moves are judged.` : `${this.plies.length - 1} of ${this.length} moves.`);
    this.draw();
  }

  /** @param {string} words */
  done(words) {
    this.#start.disabled = false;
    const mistakes = this.plies.filter((ply) => ply.mistake);
    const least = mistakes.map((ply) => ply.loss ?? 0).sort((loss, other) => other - loss)[MOMENTS - 1] ?? 0;
    const worst = mistakes.filter((ply) => (ply.loss ?? 0) >= least).slice(-MOMENTS);
    fill(this.#moments, ...worst.map((ply) => this.#moment(ply)));
    say(this.#status, worst.length < mistakes.length ? `${words} The ${worst.length} that cost most:` : words);
    this.draw();
  }

  /** @param {EvaluatedPly} ply */
  #black(ply) {
    return this.colors[0] === "b" ? ply.chance : 1 - ply.chance;
  }

  draw() {
    const width = this.#picture.clientWidth || 600;
    this.#picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const steps = Math.max(1, this.length ?? 1);
    const x = (/** @type {number} */ ply) => (width * ply) / steps;
    const y = (/** @type {EvaluatedPly} */ ply) => HEIGHT * (1 - this.#black(ply));
    const points = this.plies.map((ply) => `${short(x(ply.ply))} ${short(y(ply))}`);
    const end = this.plies.at(-1)?.ply ?? 0;
    fill(
      this.#picture,
      s("rect", { class: "white", width: x(end), height: HEIGHT }),
      s("rect", { class: "frame", width, height: HEIGHT }),
      points.length > 1 &&
        s("path", { class: "area", d: `M0 ${HEIGHT}L${points.join("L")}L${short(x(end))} ${HEIGHT}z` }),
      s("line", { class: "half", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.ply !== null && s("line", { class: "here", x1: x(this.ply), x2: x(this.ply), y1: 0, y2: HEIGHT }),
      ...this.plies
        .filter((ply) => ply.mistake)
        .map((ply) =>
          s(
            "circle",
            { class: "point bad", cx: x(ply.ply), cy: y(ply), r: 5, onclick: () => this.listener.goTo(ply.ply) },
            s("title", {}, `${ply.ply}. ${this.listener.name(ply.move ?? "")}: ${ply.mistake}`),
          ),
        ),
    );
    this.#picture.onclick = (event) => {
      const box = this.#picture.getBoundingClientRect();
      this.listener.goTo(Math.round((steps * (event.clientX - box.left)) / box.width));
    };
    fill(this.#table, grid(["Move", "Played", "Black's chance", "Lost", "Better"], this.plies.map((ply) => this.#row(ply))));
  }

  /** A mistake, what it cost, why, and what was better. @param {EvaluatedPly} ply */
  #moment(ply) {
    const { who, name } = this.listener;
    const before = /** @type {EvaluatedPly} */ (this.plies[ply.ply - 1]);
    const [after, instead] = [ply, before].map((known) => worth(known, this.colors));
    const words = h("p", { class: "why", role: "status" });
    return h(
      "li",
      { class: "moment", "data-ply": ply.ply },
      h(
        "p",
        {},
        h("strong", {}, `${ply.ply}. ${who(/** @type {Seat} */ (ply.player))} played ${name(ply.move ?? "")}`),
        ` (${ply.mistake}): now ${after}. With ${name(ply.better ?? "")}: ${instead}.`,
      ),
      h(
        "div",
        { class: "row" },
        button("See why", () => this.#explain(ply, words)),
        button("See what was better", () => this.listener.follow(ply.ply - 1, before.line)),
        h("a", { class: "button", href: this.listener.again(ply.ply - 1) }, "Try it yourself"),
      ),
      words,
    );
  }

  /** Say why a move is a mistake, and go to the line that shows it. @param {EvaluatedPly} ply @param {HTMLElement} words */
  async #explain(ply, words) {
    const steps = ply.line.length > 1 ? " The right arrow key shows the line move by move." : "";
    say(words, `${ply.why ?? ""}${steps}`);
    if (ply.line.length) await this.listener.follow(ply.ply, ply.line);
    else this.listener.goTo(ply.ply);
    words.scrollIntoView({ block: "nearest" }); // whatever the board has done to be seen
  }

  /** "64 %", "exact: Black wins by 12" @param {EvaluatedPly} ply */
  #chance(ply) {
    return ply.verdict === null ? `${Math.round(100 * this.#black(ply))} %` : `exact: ${ply.verdict}`;
  }

  /** @param {EvaluatedPly} ply */
  #row(ply) {
    const who = ply.player === null ? "" : `${colorName(this.colors[ply.player])} `;
    const lost = ply.loss
      ? `${Math.round(100 * ply.loss)} %${ply.mistake ? `, ${ply.mistake} ${SIGNS[ply.mistake]}` : ""}`
      : "";
    const go = button(`${ply.ply}.`, () => this.listener.goTo(ply.ply), { class: "plain" });
    const name = this.listener.name;
    return [go, ply.move ? who + name(ply.move) : "start", this.#chance(ply), lost, name(ply.better ?? "")];
  }
}
