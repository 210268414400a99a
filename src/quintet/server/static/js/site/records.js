// @ts-check
/** @file Records on the analysis board: read one, save what is there. */
/** @import {ReadOut} from "../types.js" */

import { h, say } from "../dom.js";
import { post } from "./http.js";
import { telling } from "./notice.js";

/** @param {(read: ReadOut) => Promise<unknown>} open @param {() => Promise<unknown>} save */
export function recordsPanel(open, save) {
  const text = h("textarea", { rows: 6, "aria-label": "A record" });
  const told = h("p", { role: "status" });
  const read = async () => {
    say(told, "");
    try {
      await open(/** @type {ReadOut} */ (await post("/api/positions/read", { record: text.value })));
    } catch (error) {
      say(told, error instanceof Error ? error.message : "");
    }
  };
  return h(
    "section",
    { class: "panel", "aria-label": "Records" },
    h("h2", {}, "Records"),
    h("p", { class: "quiet" }, "Paste a record to go through it here, or save what is on the board. Nothing is kept: the library does that."),
    text,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "button", onclick: () => void read() }, "Open the record"),
      h("button", { type: "button", class: "button", onclick: telling(save) }, "Save the main line"),
    ),
    told,
  );
}

/** A text as a file. @param {string} text @param {string} name */
export function download(text, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
