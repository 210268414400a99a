// @ts-check
/** @file The moves of an analysis: the main line, with variations below their moves. */
/** @import {Frame} from "../../types.js" */
/** @import {Node, Tree} from "./move_tree.js" */

import { fill, h } from "../../dom.js";
import { keepInView, moveButton, reveal } from "../../ui/move_list.js";

/** @typedef {Node<Frame>} Moment */

export class VariationList {
  #list = h("ol", { class: "moves" });
  #empty = h("p", { class: "empty" }, "Play a move on the board for either side. Play another one in its place to start a variation.");
  /** Signs beside moves: "?" for a mistake. @type {Map<Moment, {sign: string, words: string}>} */
  signs = new Map();
  /** @type {Map<Moment, number>} */
  #numbers = new Map();
  element = h("section", { class: "move-list", "aria-label": "Moves", tabindex: 0 }, this.#empty, this.#list);

  /** @param {(moment: Moment) => void} goTo @param {(move: string) => string} name a move as it is listed */
  constructor(goTo, name) {
    this.goTo = goTo;
    this.name = name;
    keepInView(this.element);
  }

  /** @param {Tree<Frame>} tree @param {Moment} current */
  show(tree, current) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-at") : null;
    this.#numbers = new Map(tree.all.map((moment, index) => [moment, index + 1]));
    this.#empty.hidden = tree.root.children.length > 0;
    /** @type {HTMLElement[]} */
    const items = [];
    for (const moment of tree.main) {
      items.push(h("li", {}, this.#button(moment, current)));
      const others = moment.parent?.children.slice(1) ?? [];
      for (const other of others) items.push(h("li", { class: "variation" }, this.#variation(other, current)));
    }
    fill(this.#list, ...items);
    const here = this.#list.querySelector("[aria-current]");
    if (here) reveal(this.element, /** @type {HTMLElement} */ (here));
    if (focused !== null)
      /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-at="${focused}"]`))?.focus();
  }

  /** @param {Moment} moment @param {Moment} current */
  #button(moment, current) {
    const move = /** @type {import("../../types.js").HistoryMove} */ (moment.data.move);
    const button = moveButton(this.name(move.text), move.color, moment.data.ply, this.signs.get(moment), () => this.goTo(moment));
    button.dataset.at = String(this.#numbers.get(moment));
    if (moment === current) button.setAttribute("aria-current", "step");
    return button;
  }

  /** A variation and those within it. @param {Moment} first @param {Moment} current @returns {HTMLElement} */
  #variation(first, current) {
    const items = [];
    for (/** @type {Moment | undefined} */ let moment = first; moment; moment = moment.children[0]) {
      items.push(h("li", {}, this.#button(moment, current)));
      if (moment === first) continue;
      for (const other of moment.parent?.children.slice(1) ?? [])
        items.push(h("li", { class: "variation" }, this.#variation(other, current)));
    }
    return h("ol", { class: "tried", "aria-label": `Instead of move ${first.data.ply}` }, ...items);
  }
}
