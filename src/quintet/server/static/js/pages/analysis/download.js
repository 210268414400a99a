// @ts-check
/** @file A text as a file to keep. */

import { h } from "../../dom.js";

/** @param {string} text @param {string} name */
export function download(text, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
