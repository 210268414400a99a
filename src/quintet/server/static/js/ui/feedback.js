// @ts-check
/** @file Feedback to a press: notices, errors, questions, dialogs, going to another page. */
/** @import {Child} from "../dom.js" */

import { h } from "../dom.js";
import { link } from "./address.js";
import { icon } from "./icons.js";

const place = h("div", { class: "notice", role: "status" });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** One sentence at the foot of the window, for a few seconds. @param {string} text */
export function notice(text) {
  if (!place.isConnected) document.body.append(place);
  place.textContent = text;
  clearTimeout(timer);
  timer = setTimeout(() => (place.textContent = ""), 6000);
}

/** What a caught value says. @param {unknown} error */
export function errorMessage(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Say what went wrong, in the server's words. @param {unknown} error */
export function showError(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  notice(errorMessage(error));
}

/** A listener that ignores presses while the last one is being worked on, and says what went wrong. @template {any[]} A @param {(...values: A) => Promise<unknown>} work @returns {(...values: A) => void} */
export function guarded(work) {
  let busy = false;
  return (...values) => {
    if (busy) return;
    busy = true;
    void work(...values)
      .catch(showError)
      .finally(() => (busy = false));
  };
}

/** Go to another page. The promise resolves only if the visitor comes back to this one, so a guarded button stays disabled until then. @param {string} url */
export function navigate(url) {
  location.href = link(url);
  return new Promise((back) => addEventListener("pageshow", (event) => event.persisted && back(null)));
}

/** Ask before something that cannot be undone; `kind` is the look of its button. @param {string} question @param {string} yes @param {string} [no] @param {string} [kind] @returns {Promise<boolean>} */
export function confirm(question, yes, no = "Keep playing", kind = "") {
  return new Promise((answer) => {
    const dialog = h(
      "dialog",
      {
        "aria-label": question,
        onclose: () => {
          answer(dialog.returnValue === "yes");
          dialog.remove();
        },
      },
      h("h2", {}, question),
      h(
        "form",
        { method: "dialog", class: "row apart" },
        h("button", { class: "button", value: "no" }, no),
        h("button", { class: `button ${kind}`, value: "yes" }, yes),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Show a dialog until it is closed. @param {string} title @param {string} close what the button that closes it is called @param {...Child} parts */
export function openDialog(title, close, ...parts) {
  const dialog = h(
    "dialog",
    { "aria-labelledby": "dialog-title", onclose: () => dialog.remove() },
    h(
      "div",
      { class: "row apart" },
      h("h2", { id: "dialog-title" }, title),
      h("form", { method: "dialog" }, h("button", { class: "button square", "aria-label": close }, icon("close"))),
    ),
    ...parts,
  );
  document.body.append(dialog);
  dialog.showModal();
}
