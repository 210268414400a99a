// @ts-check
/** @file Buttons and arrow keys to step through a game. */
/** @import {QuintetBoard} from "../board/element.js" */

import { h } from "../dom.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} Course
 * @property {() => number} at the ply that is shown
 * @property {() => number} end the last ply
 * @property {(ply: number) => void} goTo
 * @property {() => void} flip
 * @property {(step: number) => void} [beside] to what was tried instead
 */

export class Replay {
  #first = key("first", "To the start");
  #back = key("back", "One move back");
  #forward = key("forward", "One move forward");
  #last = key("last", "To the last move");
  #flip = key("flip", "Turn the board round");
  element = h(
    "div",
    { class: "row replay", role: "group", "aria-label": "Go through the game" },
    this.#first,
    this.#back,
    this.#forward,
    this.#last,
    this.#flip,
  );

  /** @param {Course} course */
  constructor(course) {
    this.course = course;
    this.#first.onclick = () => course.goTo(0);
    this.#back.onclick = () => course.goTo(course.at() - 1);
    this.#forward.onclick = () => course.goTo(course.at() + 1);
    this.#last.onclick = () => course.goTo(course.end());
    this.#flip.onclick = () => course.flip();
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  update() {
    const [index, end] = [this.course.at(), this.course.end()];
    this.#first.disabled = this.#back.disabled = index <= 0;
    this.#forward.disabled = this.#last.disabled = index >= end;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (target.closest?.("input, select, textarea, dialog")) return;
    const board = /** @type {QuintetBoard | null} */ (target.closest?.("quintet-board"));
    if (board && !board.pointed && target.closest("[role=grid], [role=toolbar]")) return;
    const to = { ArrowLeft: this.course.at() - 1, ArrowRight: this.course.at() + 1, Home: 0, End: this.course.end() }[
      event.key
    ];
    if (event.key === "f") this.course.flip();
    const beside = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (beside && this.course.beside && !target.closest?.(".move-list, .scroll, .table-scroll, details")) {
      event.preventDefault();
      this.course.beside(beside);
    }
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to <= this.course.end()) this.course.goTo(to);
  }
}

/** @param {Parameters<typeof icon>[0]} name @param {string} label */
function key(name, label) {
  return h("button", { type: "button", class: "button square", "aria-label": label, title: label }, icon(name));
}
