// @ts-check
/** @file The list of moves; a press on a move shows its position. */
/** @import {Color, HistoryMove, Layout} from "../types.js" */

import { colorName, moveName } from "../board/words.js";
import { fill, h, set } from "../dom.js";

export class MoveList {
  #list = h("ol", { class: "moves" });
  #empty = h("p", { class: "empty" });
  /** @type {HistoryMove[]} */
  #moves = [];
  element = h("section", { class: "move-list", "aria-label": "Moves", tabindex: 0 }, this.#empty, this.#list);

  /** @param {(ply: number) => void} goTo @param {string} empty what to say while there is no move */
  constructor(goTo, empty = "No moves yet.") {
    this.goTo = goTo;
    this.#empty.textContent = empty;
    keepInView(this.element);
  }

  /** @param {Layout} layout @param {HistoryMove[]} moves @param {number} ply the ply that is shown */
  show(layout, moves, ply) {
    if (moves.length !== this.#moves.length || moves.some((move, index) => move.text !== this.#moves[index].text)) {
      this.#moves = moves;
      this.#fill(layout);
    }
    this.#empty.hidden = moves.length > 0;
    for (const [index, item] of [...this.#list.children].entries()) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      const here = index + 1 === ply;
      if (here !== button.hasAttribute("aria-current")) {
        set(button, { "aria-current": here ? "step" : null });
        if (here) reveal(this.element, /** @type {HTMLElement} */ (item));
      }
    }
  }

  /** @param {Layout} layout */
  #fill(layout) {
    fill(
      this.#list,
      ...this.#moves.map((move, index) =>
        h(
          "li",
          {},
          moveButton(moveName(layout, move.text), move.color, index + 1, undefined, () => this.goTo(index + 1)),
        ),
      ),
    );
  }
}

/** "14. ● column 3" @param {string} name @param {Color} color @param {number} ply @param {{sign: string, words: string} | undefined} sign @param {() => void} goTo */
export function moveButton(name, color, ply, sign, goTo) {
  return h(
    "button",
    { type: "button", onclick: goTo },
    h("span", { class: "number" }, `${ply}.`),
    h("span", {
      class: `dot ${color === "b" ? "black" : "white"}`,
      role: "img",
      "aria-label": colorName(color),
    }),
    name,
    sign && h("span", { class: "sign", title: sign.words }, sign.sign),
    sign && h("span", { class: "hidden" }, sign.words),
  );
}

/** Where a list gets another size, the move that is shown stays in sight. @param {HTMLElement} box */
export function keepInView(box) {
  const look = () => {
    const here = box.querySelector("[aria-current]");
    if (here) reveal(box, /** @type {HTMLElement} */ (here));
  };
  new ResizeObserver(look).observe(box);
  addEventListener("resize", () => requestAnimationFrame(look));
}

/** Scroll the list, never the page. @param {HTMLElement} box @param {HTMLElement} item */
export function reveal(box, item) {
  const { top, bottom, left, right } = item.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (top < frame.top) box.scrollTop += top - frame.top - 8;
  else if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom + 8;
  if (left < frame.left) box.scrollLeft += left - frame.left - 8;
  else if (right > frame.right) box.scrollLeft += right - frame.right + 8;
}
