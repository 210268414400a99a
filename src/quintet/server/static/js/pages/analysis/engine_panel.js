// @ts-check
/** @file The engine on the analysis board: evaluation bar, verdict, best lines. */
/** @import {AnalysisOut, Color, Frame, LineOut} from "../../types.js" */

import { colorName, winnerWords } from "../../board/words.js";
import { button, fill, h, say, set } from "../../dom.js";
import { analyse } from "../../engine/site_engine.js";
import { isExported } from "../../ui/address.js";
import { errorMessage } from "../../ui/feedback.js";
import { inMoves, worth } from "../../ui/move_values.js";
import { settings } from "../../ui/settings.js";

const SECONDS = 8;
/** Seconds of a longer look on the server. */
const LONGER = 30;
/** Where the engine thinks, in words. */
const PLACES = { browser: "In your browser", server: "On the server" };
const LINES = 3;

/** How likely each colour is to win, as a bar beside the board. */
export class EvaluationBar {
  #part = h("div", { class: "part" });
  element = h(
    "div",
    {
      class: "bar",
      role: "meter",
      "aria-label": "Winning chance",
      "aria-valuemin": 0,
      "aria-valuemax": 100,
      "aria-valuenow": 50,
    },
    this.#part,
    h("div", { class: "middle-line" }),
  );

  /** @param {number} chance of FIRST @param {[Color, Color]} colors @param {boolean} blackBelow */
  show(chance, colors, blackBelow) {
    const black = colors[0] === "b" ? chance : 1 - chance;
    this.#part.style.height = `${100 * black}%`;
    this.#part.style.top = blackBelow ? "auto" : "0";
    this.#part.style.bottom = blackBelow ? "0" : "auto";
    const words = `Black ${Math.round(100 * black)} %, White ${100 - Math.round(100 * black)} %`;
    set(this.element, { "aria-valuenow": Math.round(100 * black), "aria-valuetext": words, title: words });
  }
}

/** The engine's words about one position after another; only the last question is still asked. */
export class EnginePanel {
  #head = h("strong", {}, "");
  #work = h("span", {}, "");
  #lines = h("ol", { class: "lines", "aria-label": "Best lines" });
  #where = h("span", {}, "");
  #more = h("span", {});
  element = h(
    "section",
    { class: "verdict-panel", "aria-label": "Engine" },
    h("div", { class: "verdict-head" }, this.#head, this.#work),
    this.#lines,
    h("div", { class: "verdict-foot" }, this.#where, this.#more),
  );
  /** @type {keyof typeof PLACES} */
  #place = "browser";
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {{chance: (chance: number) => void, play: (moves: string[]) => void, truths: (lines: LineOut[]) => void, name: (move: string) => string}} listener */
  constructor(listener) {
    this.listener = listener;
  }

  stop() {
    this.#asking?.abort();
    this.#asking = null;
  }

  /** @param {string} words */
  off(words) {
    this.stop();
    say(this.#head, words);
    say(this.#work, "");
    fill(this.#lines);
    say(this.#where, "");
    fill(this.#more);
  }

  /** @param {string} spec @param {Frame} frame @param {{server?: boolean}} [options] whether to look longer, on the server */
  async look(spec, frame, { server = false } = {}) {
    this.stop();
    if (frame.outcome) {
      const { winner } = frame.outcome;
      this.listener.chance(winner === null ? 0.5 : winner === 0 ? 1 : 0);
      this.off(winnerWords(winner, frame.colors.map(colorName)));
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    fill(this.#more);
    const place = (/** @type {keyof typeof PLACES} */ chosen) => {
      this.#place = chosen;
      say(this.#work, "thinking");
      say(this.#where, PLACES[chosen]);
    };
    const body = { spec, position: frame.position, seconds: server ? LONGER : SECONDS, ...(settings.truth ? { every: true } : { lines: LINES, solve: true }) };
    try {
      await analyse(body, (line) => this.#hear(line, spec, frame), asking.signal, { place, server });
    } catch (error) {
      if (!asking.signal.aborted) this.off(errorMessage(error));
    }
  }

  /** @param {AnalysisOut | {type: "waiting", before: number}} line @param {string} spec @param {Frame} frame */
  #hear(line, spec, frame) {
    if (line.type === "waiting") say(this.#work, `waiting, ${line.before} before this`);
    else this.#show(line, frame);
    const more = line.type === "analysis" && line.done && line.verdict === null && this.#place === "browser";
    if (more && !isExported) fill(this.#more, button("Look longer on the server", () => void this.look(spec, frame, { server: true })));
  }

  /** @param {AnalysisOut} analysis @param {Frame} frame */
  #show(analysis, frame) {
    this.listener.chance(analysis.chance);
    if (settings.truth) this.listener.truths(analysis.lines);
    const ahead = analysis.chance >= 0.5 ? 0 : 1;
    const percent = Math.round(100 * (ahead === 0 ? analysis.chance : 1 - analysis.chance));
    say(
      this.#head,
      analysis.verdict === null
        ? `${colorName(frame.colors[ahead])} ${percent} %`
        : `Exact: ${analysis.verdict}${inMoves(analysis.solution?.moves_to_win ?? analysis.lines[0]?.moves_to_win ?? null)}`,
    );
    // What is proved needs no word about how hard anybody looked.
    const work = [analysis.depth ? `depth ${analysis.depth}` : "", thousands(analysis.nodes), booked(analysis.book, frame)].filter(Boolean).join(", ");
    say(this.#work, analysis.verdict === null ? work + (analysis.done ? "" : " …") : "");
    const lines = analysis.lines.length
      ? analysis.lines
      : [{ moves: [analysis.move], chance: analysis.chance, exact: analysis.exact, value: 0, score: analysis.score, verdict: analysis.verdict, moves_to_win: null }];
    fill(
      this.#lines,
      ...lines.slice(0, LINES).map((line) => {
        const mine = frame.to_move === 0 ? line.chance : 1 - line.chance;
        return h(
          "li",
          {},
          h("span", { class: "value", title: line.verdict ?? "" }, worth(line, mine)),
          h(
            "button",
            {
              type: "button",
              title: "Step through this line",
              onclick: () => this.listener.play(line.moves),
            },
            `${frame.ply + 1}. ${line.moves.map(this.listener.name).join(", ")}`,
          ),
        );
      }),
    );
  }
}

/** What the book estimates; what it proves is the verdict. @param {LineOut | null} line @param {Frame} frame */
function booked(line, frame) {
  if (line === null || line.exact) return "";
  return `book ${line.moves[0]} about ${Math.round(100 * (frame.to_move === 0 ? line.chance : 1 - line.chance))} %`;
}

/** @param {number} nodes */
function thousands(nodes) {
  if (nodes >= 1e6) return `${(nodes / 1e6).toFixed(1)} M positions`;
  return nodes >= 1e3 ? `${Math.round(nodes / 1e3)} k positions` : `${nodes} positions`;
}
