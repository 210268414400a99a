// @ts-check
/** @file The share dialog: a link, pictures, and HTML for other sites. */

import { button, h } from "../dom.js";
import { isExported } from "./address.js";
import { notice, openDialog } from "./feedback.js";

/**
 * @typedef {object} Shared
 * @property {string} link
 * @property {string} title
 * @property {string} words who may follow the link
 * @property {(kind: "svg" | "png" | "film" | "gif") => string} picture the address of a picture
 * @property {boolean} moves whether there is more than one position
 * @property {string} [embed] the address of a page that may be framed
 */

/** @param {string} text @param {string} [what] */
export async function copy(text, what = "link") {
  try {
    await navigator.clipboard.writeText(text);
    notice(`The ${what} is copied.`);
  } catch {
    notice(text);
  }
}

/** @param {string} link @param {string} label @param {string} [what] */
export function linkField(link, label, what = "link") {
  const field = h("input", { value: link, readonly: true, "aria-label": label, onfocus: () => field.select() });
  return h(
    "div",
    { class: "row link-field" },
    field,
    button("Copy", () => void copy(link, what)),
  );
}

/** A dialog with everything that can be sent. @param {Shared} shared */
export function share(shared) {
  const { link, title, words, picture, moves, embed } = shared;
  const file = (/** @type {"svg" | "png" | "film" | "gif"} */ kind, /** @type {string} */ label) =>
    h(
      "a",
      {
        class: "button",
        href: picture(kind),
        download: `${title.replaceAll(/[^\p{L}\d]+/gu, "-")}.${kind === "film" ? "svg" : kind}`,
        onclick: () => kind === "gif" && notice("The GIF is being made. That takes some seconds."),
      },
      label,
    );
  const frame = embed && `<iframe src="${embed}" width="400" height="492" style="border:0" title="${attribute(title)}"></iframe>`;
  openDialog(
    "Share",
    "Close",
    isExported ? null : h("img", { class: "shared", src: picture("svg"), alt: title }),
    h("p", { class: "quiet" }, words),
    linkField(link, "The link"),
    "share" in navigator ? button("Send it with another app", () => void send(title, link)) : null,
    isExported ? null : h("h3", {}, "Pictures"),
    isExported ? null : h("div", { class: "row" }, file("png", "PNG"), file("svg", "SVG"), moves ? file("gif", "GIF of the moves") : null, moves ? file("film", "Moving SVG") : null),
    frame ? h("h3", {}, "On your own page") : null,
    frame ? linkField(frame, "HTML for your own page", "HTML") : null,
  );
}

/** @param {string} title @param {string} url */
function send(title, url) {
  return navigator.share({ title, url }).catch(() => undefined); // somebody who changed their mind
}

/** @param {string} text */
function attribute(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
