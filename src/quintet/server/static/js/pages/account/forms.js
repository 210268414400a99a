// @ts-check
/** @file What the pages of an account share: forms that post, secrets that are shown once, the row of its pages. */

import { button, field, h, say, saveText } from "../../dom.js";
import { errorMessage } from "../../ui/feedback.js";
import { copy } from "../../ui/share.js";

/**
 * @typedef {object} Input
 * @property {string} name
 * @property {string} label
 * @property {string} [type]
 * @property {string} [autocomplete]
 * @property {string} [hint]
 */

/** The password once more. @type {Input} */
export const PASSWORD = { name: "password", label: "Your password", type: "password", autocomplete: "current-password" };
/** @type {Input[]} */
export const NEW_PASSWORD = [
  { name: "new", label: "New password, at least 8 characters", type: "password", autocomplete: "new-password" },
  { name: "again", label: "New password once more", type: "password", autocomplete: "new-password" },
];

/** @param {Record<string, string>} values */
export function checkedTwice(values) {
  if (values.new !== values.again) throw new Error("The two new passwords differ: type the same one twice.");
  const { again: _, ...rest } = values;
  return rest;
}

/**
 * A form that posts its fields, once at a time, and says why not, or the words that sending gives back; none where the page is left.
 * @param {string} title @param {string} words @param {(Input | HTMLElement)[]} fields
 * @param {string} label @param {(values: Record<string, string>) => Promise<string | void>} send @param {string} [kind] of its button
 */
export function formPanel(title, words, fields, label, send, kind = "") {
  const status = h("p", { role: "status" });
  const key = h("button", { class: `button ${kind}` }, label);
  const inputs = fields.map((input) => {
    if (input instanceof HTMLElement) return input;
    const { name, label, type = "text", autocomplete = "off", hint } = input;
    return field(label, { name, type, autocomplete, required: true, maxlength: 254 }, hint);
  });
  const form = h("form", { class: "panel" }, h("h2", {}, title), words ? h("p", { class: "quiet" }, words) : null, ...inputs, status, key);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    say(status, "");
    key.disabled = true;
    try {
      const words = await send(values);
      if (words === undefined) return;
      form.reset();
      say(status, words);
    } catch (error) {
      say(status, errorMessage(error));
    }
    key.disabled = false;
  });
  return form;
}

/**
 * A secret that the server will not show again, with what one can do with it.
 * @param {string} title @param {string} words @param {string} secret @param {string} what @param {string} [file] its name, where it can be saved
 */
export function shownOnce(title, words, secret, what, file) {
  const box = h(
    "section",
    { class: "once", "aria-label": title },
    h("h3", { tabindex: -1 }, title),
    h("p", {}, words),
    h("pre", { class: "mono", tabindex: 0, "aria-label": what }, secret),
    h(
      "div",
      { class: "row" },
      button(`Copy the ${what}`, () => void copy(secret, what), { class: "button primary" }),
      file ? button("Save as a file", () => saveText(`${secret}\n`, file)) : null,
      button("I have it, hide it", () => box.remove()),
    ),
  );
  requestAnimationFrame(() => box.querySelector("h3")?.focus());
  return box;
}

const PAGES = [
  ["/account", "Profile"],
  ["/account/security", "Security"],
  ["/account/bots", "Bots"],
  ["/notices", "Notifications"],
];

/** The pages of an account and the one about notifications, and which of them this is. */
export function accountNav() {
  const here = location.pathname;
  return h(
    "nav",
    { class: "tabs", "aria-label": "Account" },
    ...PAGES.map(([path, name]) => h("a", { href: path, "aria-current": here === path ? "page" : null }, name)),
  );
}
