// @ts-check
/** @file Form fields, among them those for the options of a game from their JSON Schema. */
/** @import {Option} from "../../types.js" */

import { h } from "../../dom.js";

const FLAG = [
  ["true", "yes"],
  ["false", "no"],
];

/** @param {string} legend @param {...Node} parts */
export function group(legend, ...parts) {
  return h("fieldset", {}, h("legend", {}, legend), ...parts);
}

/** Radio buttons: a value and a label each. @param {string} name @param {string[][]} choices @param {string} chosen */
export function radios(name, choices, chosen) {
  return choices.map(([value, label]) =>
    h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), label),
  );
}

/** The same in a row of their own. @param {string} name @param {string[][]} choices @param {string} chosen */
export function keys(name, choices, chosen) {
  return h("div", { class: "keys" }, ...radios(name, choices, chosen));
}

/** @param {string} label @param {Record<string, any>} attributes of the input @param {string} [hint] */
export function field(label, attributes, hint) {
  return h("label", { class: "field" }, h("span", {}, label), h("input", attributes), hint ? h("small", {}, hint) : null);
}

/** @param {string} label @param {Record<string, any>} attributes */
export function check(label, attributes) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", ...attributes }), label);
}

/** An option of a game. @param {string} name @param {Option} option @param {string | undefined} value */
export function optionField(name, option, value) {
  const given = value ?? String(option.default);
  const label = name.replace(/_/g, " ");
  const hint = option.description[0].toUpperCase() + option.description.slice(1);
  if (option.type === "integer") {
    const { minimum: min, maximum: max } = option;
    return field(label, { type: "number", name: `option-${name}`, min, max, value: given, required: true }, `${hint}, ${min} to ${max}`);
  }
  const choices = option.enum?.map((word) => [word, word]) ?? FLAG;
  const items = choices.map(([choice, word]) => h("option", { value: choice, selected: choice === given }, word));
  return h("label", { class: "field" }, h("span", {}, label), h("select", { name: `option-${name}` }, ...items), h("small", {}, hint));
}
