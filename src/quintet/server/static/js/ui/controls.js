// @ts-check
/** @file Controls of forms and pages: choices, fields, tables. */

import { h } from "../dom.js";

/** @param {string} legend @param {...(Node | string)} parts */
export function group(legend, ...parts) {
  return h("fieldset", {}, h("legend", {}, legend), ...parts);
}

/**
 * Radio buttons: a value and a label each.
 * @template {string | number | boolean} T
 * @param {string} name @param {[T, string][]} choices @param {T} chosen @param {(value: T) => void} [choose]
 */
export function radios(name, choices, chosen, choose) {
  return choices.map(([value, label]) =>
    h("label", {}, h("input", { type: "radio", name, value: String(value), checked: value === chosen, onchange: choose && (() => choose(value)) }), label),
  );
}

/**
 * The same in a row of their own; it has a label where no legend stands over it.
 * @template {string | number | boolean} T
 * @param {string} name @param {[T, string][]} choices @param {T} chosen @param {(value: T) => void} [choose] @param {string} [label]
 */
export function keys(name, choices, chosen, choose, label) {
  const labelled = label ? { role: "radiogroup", "aria-label": label } : {};
  return h("div", { class: "keys", ...labelled }, ...radios(name, choices, chosen, choose));
}

/** @param {string} label @param {Record<string, any>} attributes of the input @param {string} [hint] */
export function field(label, attributes, hint) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", attributes), hint ? h("small", {}, hint) : null);
}

/** @param {string} label @param {Record<string, any>} attributes of the box @param {(on: boolean) => void} [change] */
export function check(label, attributes, change) {
  const box = h("input", { type: "checkbox", ...attributes, onchange: change && (() => change(box.checked)) });
  return h("label", { class: "check" }, box, label);
}

/** @typedef {import("../dom.js").Child} Child */

/** A table that scrolls where it is too wide. @param {string} label @param {Child[]} heads @param {Child[][]} rows */
export function table(label, heads, rows) {
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, grid(heads, rows));
}

/** @param {(Child | Child[])[]} heads @param {(Child | Child[])[][]} rows */
export function grid(heads, rows) {
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))),
  );
}
