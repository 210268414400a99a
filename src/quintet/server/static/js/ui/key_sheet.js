// @ts-check
/** @file The sheet of keys, loaded when `?` is pressed for the first time. */

import { h } from "../dom.js";
import { icon } from "./icons.js";

/** What is pressed, and what that does. @type {[string, string][]} */
const KEYS = [
  ["Arrow keys", "walk over the cells of a board that was reached by Tab; elsewhere step through the moves of a game"],
  ["Enter or Space", "press a cell"],
  ["Escape", "take back what was pressed of a move"],
  ["Home, End", "go to the start or the end of a game"],
  ["f", "see the board from the other side"],
  ["?", "show these keys"],
];

/** Show the sheet. */
export function showKeys() {
  const sheet = h(
    "dialog",
    { "aria-labelledby": "keys-title" },
    h(
      "div",
      { class: "row apart" },
      h("h2", { id: "keys-title" }, "Keys"),
      h("form", { method: "dialog" }, h("button", { class: "button square", "aria-label": "Close the keys" }, icon("close"))),
    ),
    h("dl", { class: "key-sheet" }, ...KEYS.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)])),
  );
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
