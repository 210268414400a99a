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
    showLink(link); // a browser that does not let pages copy
  }
}

/** The link in a field, to be copied by hand. @param {string} link */
function showLink(link) {
  const field = h("input", { value: link, readonly: true, "aria-label": "The link", onfocus: () => field.select() });
  const dialog = h(
    "dialog",
    { "aria-labelledby": "link-title", onclose: () => dialog.remove() },
    h("h2", { id: "link-title" }, "Copy this link"),
    h("p", { class: "link-field" }, field),
    h("form", { method: "dialog", class: "row" }, h("button", { class: "button" }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
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
