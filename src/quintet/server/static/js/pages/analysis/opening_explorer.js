// @ts-check
/** @file The opening explorer: moves played in a position, their results, and proved values. */
/** @import {ExplorerMove, ExplorerOut, Frame, LineOut} from "../../types.js" */

import { colorName } from "../../board/words.js";
import { fill, h, radios, say } from "../../dom.js";
import { isExported } from "../../ui/address.js";
import { errorMessage } from "../../ui/feedback.js";
import { count } from "../../ui/format.js";
import { post } from "../../ui/http.js";
import { change, settings } from "../../ui/settings.js";
import { truths, worth } from "../../ui/move_values.js";

export class OpeningExplorer {
  #status = h("p", { class: "quiet", role: "status" });
  #rows = h("ul", { class: "openings" });
  element = h("section", { class: "explorer", "aria-label": "Openings", tabindex: 0 }, this.#status, this.#rows);
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {ExplorerOut | null} */
  #openings = null;
  /** @type {Frame | null} */
  #frame = null;
  /** What the engine says of the moves here. @type {LineOut[]} */
  #lines = [];

  /** @param {(move: string) => void} play @param {(move: string) => string} name a move as it is listed */
  constructor(play, name) {
    this.play = play;
    this.name = name;
  }

  /** @param {string} spec @param {Frame} frame */
  async look(spec, frame) {
    if (this.#frame === frame) return;
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.#frame = frame;
    this.#lines = [];
    this.#openings = null;
    if (frame.outcome) {
      fill(this.#rows);
      say(this.#status, "The game is over here.");
      return;
    }
    try {
      const openings = /** @type {ExplorerOut} */ (
        await post("/api/explorer", { spec, position: frame.position }, asking.signal)
      );
      if (asking.signal.aborted) return;
      this.#openings = openings;
      this.#draw();
    } catch (error) {
      if (asking.signal.aborted) return;
      fill(this.#rows);
      say(this.#status, errorMessage(error));
    }
  }

  /** The engine has said more. @param {LineOut[]} lines */
  hear(lines) {
    this.#lines = lines;
    this.#draw();
  }

  #draw() {
    const openings = this.#openings;
    if (!openings || !this.#frame) return;
    const frame = this.#frame;
    const lines = new Map(this.#lines.map((line) => [line.moves[0], line]));
    say(
      this.#status,
      openings.games
        ? `${count(openings.games, "game")} of the library had this position.`
        : "No public game has come here yet. Finished ones are counted by themselves.",
    );
    const focused = this.#rows.contains(document.activeElement) ? document.activeElement?.getAttribute("data-move") : null;
    fill(this.#rows, ...openings.moves.map((move) => this.#row(move, lines.get(move.move) ?? null, frame)));
    if (focused)
      /** @type {HTMLElement | null} */ (this.#rows.querySelector(`[data-move="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {ExplorerMove} move @param {LineOut | null} line @param {Frame} frame */
  #row(move, line, frame) {
    const mine = line && (frame.to_move === 0 ? line.chance : 1 - line.chance);
    const value = move.value === null ? line && truths([line], frame).get(move.move)?.kind : ["loses", "draws", "wins"][move.value + 1];
    const words = move.value === null ? (line ? worth(line, /** @type {number} */ (mine)) : "") : bookWords(move);
    const names = frame.colors.map(colorName);
    const went = `${count(move.games, "game")}: ${names[0]} won ${move.first}, ${names[1]} won ${move.second}, ${move.draw} drawn`;
    const part = (/** @type {string} */ kind, /** @type {number} */ games) => {
      const piece = h("span", { class: kind });
      piece.style.flexGrow = String(games);
      return piece;
    };
    const shade = (/** @type {number} */ seat) => (frame.colors[seat] === "b" ? "black" : "white");
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          "data-move": move.move,
          title: [went, move.verdict ?? ""].filter(Boolean).join(". "),
          onclick: () => this.play(move.move),
        },
        h("span", { class: "move" }, this.name(move.move), move.alike ? h("small", {}, ` or ${move.alike} like it`) : null),
        h("span", { class: `worth ${value ?? ""}` }, words),
        h(
          "span",
          { class: "went" },
          move.games > 0 && [part(shade(0), move.first), part("drawn", move.draw), part(shade(1), move.second)],
        ),
        h("span", { class: "games" }, move.games || ""),
        move.games > 0 && h("span", { class: "hidden" }, ` ${went}`),
      ),
    );
  }
}

/** @param {ExplorerMove} move */
function bookWords(move) {
  if (move.margin) return move.margin > 0 ? `+${move.margin}` : `−${-move.margin}`;
  return ["loses", "draws", "wins"][/** @type {number} */ (move.value) + 1];
}

/** What stands beside the board: the moves, or the openings. @param {HTMLElement} moves @param {HTMLElement} openings @param {() => void} changed */
export function besideTabs(moves, openings, changed) {
  if (isExported) {
    openings.hidden = true; // there is no library
    return [];
  }
  const show = () => {
    moves.hidden = settings.explorer;
    openings.hidden = !settings.explorer;
  };
  show();
  const choose = (/** @type {boolean} */ explorer) => {
    change({ explorer });
    show();
    changed();
  };
  return radios("beside", [[false, "Moves"], [true, "Openings"]], settings.explorer, choose);
}
