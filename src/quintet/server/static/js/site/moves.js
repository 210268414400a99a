// @ts-check
/** @file The list of moves; pressing one goes there. */
/** @import {HistoryMove} from "../types.js" */

import { colorName } from "../board/words.js";
import { fill, h, set } from "../dom.js";

export class MoveList {
  #list = h("ol", { class: "moves" });
  #empty = h("p", { class: "empty" });
  /** @type {HistoryMove[]} */
  #moves = [];
  /** Signs beside moves by ply: "?" for a mistake. @type {Map<number, {sign: string, words: string}>} */
  signs = new Map();
  element = h("section", { class: "move-list", "aria-label": "Moves", tabindex: 0 }, this.#empty, this.#list);

  /** @param {(ply: number) => void} goTo @param {string} empty what to say while there is no move */
  constructor(goTo, empty = "No move yet.") {
    this.goTo = goTo;
    this.#empty.textContent = empty;
  }

  /** @param {HistoryMove[]} moves @param {number} at the ply that is shown */
  show(moves, at) {
    if (moves.length !== this.#moves.length || moves.some((move, index) => move.text !== this.#moves[index].text)) {
      this.#moves = moves;
      this.#fill();
    }
    this.#empty.hidden = moves.length > 0;
    for (const [index, item] of [...this.#list.children].entries()) {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      const here = index + 1 === at;
      if (here !== button.hasAttribute("aria-current")) {
        set(button, { "aria-current": here ? "step" : null });
        if (here) this.#reveal(item);
      }
    }
  }

  /** Show the signs anew. */
  mark() {
    this.#fill();
  }

  #fill() {
    fill(
      this.#list,
      ...this.#moves.map((move, index) => {
        const sign = this.signs.get(index + 1);
        return h(
          "li",
          {},
          h(
            "button",
            { type: "button", onclick: () => this.goTo(index + 1) },
            h("span", { class: "number" }, index + 1),
            h("span", {
              class: `dot ${move.color === "b" ? "black" : "white"}`,
              role: "img",
              "aria-label": colorName(move.color),
            }),
            move.text,
            sign && h("span", { class: "sign", title: sign.words }, sign.sign),
            sign && h("span", { class: "hidden" }, sign.words),
          ),
        );
      }),
    );
  }

  /** Scroll the list, never the page. @param {Element} item */
  #reveal(item) {
    const box = this.element;
    const { offsetTop: top, offsetHeight: height } = /** @type {HTMLElement} */ (item);
    if (top < box.scrollTop) box.scrollTop = top - 8;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight + 8;
  }
}
