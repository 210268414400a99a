// @ts-check
/** @file Edits a position: as text, and by pressing the board if the text lists the spots in reading order. */
/** @import {Layout, Frame, Color} from "../../types.js" */

import { button, h, keys, say } from "../../dom.js";
import { linkField } from "../../ui/share.js";

/** @typedef {"b" | "w" | "."} Brush */

/** @type {[Brush, string][]} */
const BRUSHES = [
  ["b", "Black"],
  ["w", "White"],
  [".", "Nothing"],
];

export class PositionEditor {
  #text = h("textarea", { rows: 3, spellcheck: "false", "aria-label": "The position as text" });
  #status = h("p", { role: "status" });
  #link = h("div");
  #edit = h("input", { type: "checkbox", autocomplete: "off", onchange: () => this.edit(this.#edit.checked) });
  /** @type {Brush} */
  #brush = "b";
  #boardStatus = h("span", { class: "quiet", role: "status" });
  /** What is placed: it stands beside the board while that is edited. */
  tools = h(
    "div",
    { class: "row brushes", role: "group", "aria-label": "What to place", hidden: true },
    keys("brush", BRUSHES, "b", (brush) => (this.#brush = brush)),
    button("Other side to move", () => this.#turn()),
    button("Done", () => this.edit(false)),
    this.#boardStatus,
  );
  element = h(
    "section",
    { class: "panel", "aria-label": "Position" },
    h("h2", {}, "Position"),
    h("label", { class: "check" }, this.#edit, "Edit by pressing the board"),
    this.#text,
    h(
      "div",
      { class: "row" },
      button("Use this position", () => this.listener.set(this.#text.value.trim())),
      button("Back to the start", () => this.listener.set(null)),
    ),
    this.#status,
    this.#link,
  );

  /** @param {{set: (position: string | null) => void, editing: (on: boolean) => void}} listener */
  constructor(listener) {
    this.listener = listener;
  }

  /** @param {boolean} on */
  edit(on) {
    this.#edit.checked = on;
    this.tools.hidden = !on;
    this.listener.editing(on);
    if (on) this.tools.scrollIntoView({ block: "end" }); // with the board above
  }

  get isOn() {
    return this.#edit.checked;
  }

  /** @param {Layout} layout @param {Frame} frame @param {string} link */
  show(layout, frame, link) {
    this.layout = layout;
    this.frame = frame;
    this.#text.value = frame.position;
    this.report("");
    this.#link.replaceChildren(linkField(link, "Link to this position"));
  }

  /** @param {string} words */
  report(words) {
    say(this.#status, words);
    say(this.#boardStatus, this.isOn ? words : "");
  }

  /** The text with another letter for a spot. @param {string} spot */
  press(spot) {
    if (!this.layout || !this.frame) return;
    const [board, ...rest] = this.frame.position.split(" ");
    const place = this.layout.spots.findIndex(({ id }) => id === spot);
    const letters = [...board].filter((letter) => letter !== "/");
    const scene = this.frame.scene;
    const fits =
      letters.length === this.layout.spots.length &&
      this.layout.spots.every((spot, index) => (scene.pieces[spot.id]?.color ?? ".") === letters[index]);
    if (!fits) {
      this.report("Edit this board with the text below.");
      return;
    }
    let count = -1;
    const changed = [...board].map((letter) => (letter !== "/" && (count += 1) === place ? this.#brush : letter)).join("");
    this.listener.set([changed, ...rest].join(" "));
  }

  #turn() {
    if (!this.frame) return;
    const words = this.frame.position.split(" ");
    const color = /** @type {Color} */ (words[1]);
    if (color === "b" || color === "w")
      this.listener.set([words[0], color === "b" ? "w" : "b", ...words.slice(2)].join(" "));
  }
}
