// @ts-check
/** @file Asking before something that cannot be undone. */

import { h } from "../dom.js";

/** @param {string} question @param {string} yes @param {string} [no] @returns {Promise<boolean>} */
export function ask(question, yes, no = "Keep playing") {
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
        h("button", { class: "button", value: "yes" }, yes),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
