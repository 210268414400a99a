// @ts-check
/** @file Tables. */
/** @import {Child} from "../dom.js" */

import { h } from "../dom.js";

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
