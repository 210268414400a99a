// @ts-check
/** @file A link to give away. */

import { h } from "../dom.js";
import { notice } from "./notice.js";

/** @param {string} link */
export async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    notice("The link is copied.");
  } catch {
    notice(link);
  }
}

/** @param {string} link @param {string} label */
export function linkField(link, label) {
  const field = h("input", { value: link, readonly: true, "aria-label": label, onfocus: () => field.select() });
  return h(
    "div",
    { class: "row link-field" },
    field,
    h("button", { type: "button", class: "button", onclick: () => void copy(link) }, "Copy"),
  );
}
