// @ts-check
/** @file The sheet of keys, loaded when `?` is pressed for the first time. */

import { h } from "../dom.js";
import { openDialog } from "./feedback.js";

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
  const rows = KEYS.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)]);
  openDialog("Keys", "Close the keys", h("dl", { class: "key-sheet" }, ...rows));
}
