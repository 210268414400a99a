// @ts-check
/** @file One sentence at the foot of the window, for a few seconds. */

import { h } from "../dom.js";

const place = h("div", { class: "notice", role: "status" });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} text */
export function notice(text) {
  if (!place.isConnected) document.body.append(place);
  place.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (place.textContent = ""), 6000);
}

/** Say what went wrong, in the server's words. @param {unknown} error */
export function tell(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  notice(error instanceof Error ? error.message : String(error));
}

/** Run a listener, once at a time, and say what went wrong. @template {any[]} A @param {(...values: A) => Promise<unknown>} work @returns {(...values: A) => void} */
export function telling(work) {
  let busy = false;
  return (...values) => {
    if (busy) return;
    busy = true;
    void work(...values)
      .catch(tell)
      .finally(() => (busy = false));
  };
}
