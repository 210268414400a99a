// @ts-check
/** @file A form field for an option of a game, from its JSON Schema. */
/** @import {Option} from "../../types.js" */

import { h } from "../../dom.js";

const FLAG = [
  ["true", "yes"],
  ["false", "no"],
];

/** @param {string} name @param {Option} option @param {string | undefined} value */
export function optionField(name, option, value) {
  const given = value ?? String(option.default);
  const words = option.description[0].toUpperCase() + option.description.slice(1);
  const range = option.type === "integer" ? `, ${option.minimum} to ${option.maximum}` : "";
  return h(
    "label",
    { class: "field" },
    h("span", {}, name.replace(/_/g, " ")),
    option.type === "integer" ? number(name, option, given) : choice(name, option, given),
    h("small", {}, words + range),
  );
}

/** @param {string} name @param {Option} option @param {string} value */
function number(name, option, value) {
  const { minimum: min, maximum: max } = option;
  return h("input", { type: "number", name: `option-${name}`, min, max, value, required: true });
}

/** @param {string} name @param {Option} option @param {string} given */
function choice(name, option, given) {
  const choices = option.enum?.map((word) => [word, word]) ?? FLAG;
  const items = choices.map(([value, word]) => h("option", { value, selected: value === given }, word));
  return h("select", { name: `option-${name}` }, ...items);
}
