// @ts-check
/** @file Creates HTML and SVG elements without markup in strings; buttons, choices and fields. */

import { link } from "./ui/address.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element: `on…` attributes are listeners, true is an empty attribute, false and null are none.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  append(element, children);
  return element;
}

/** A button that does something at once. @param {Child} label @param {(event: any) => void} onclick @param {Record<string, any>} [attributes] */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "button", onclick, ...attributes }, label);
}

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
  return choices.map(([value, label]) => {
    const onchange = choose && (() => choose(value));
    return h("label", {}, h("input", { type: "radio", name, value: String(value), checked: value === chosen, onchange }), label);
  });
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

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (name === "href") element.setAttribute(name, link(String(value)));
    else element.setAttribute(name, value === true ? "" : typeof value === "number" ? short(value) : String(value));
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === "number" ? String(child) : child);
    }
  }
}

/** A number as short as a picture needs it. @param {number} value */
export function short(value) {
  return String(Math.round(value * 100) / 100);
}

/**
 * The element with this id; the page must have it.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return /** @type {T} */ (/** @type {unknown} */ (element));
}

/**
 * Put these children in place of what is there.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** Change a text only where it differs, so that nothing is announced twice; a move such as b5-1C stays in one line. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent === text) return;
  const parts = text.split(/(\b\w+-\w*\d\w*)/);
  fill(element, ...parts.map((part, index) => (index % 2 ? h("span", { class: "unbroken" }, part) : part)));
}

/** Save a text as a file. @param {string} text @param {string} name */
export function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
