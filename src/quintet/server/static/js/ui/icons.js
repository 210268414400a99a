// @ts-check
/** @file Small line drawings for buttons. */

import { s } from "../dom.js";

const PATHS = {
  settings: "M4 7h10m4 0h2M4 17h2m4 0h10M16 4.5v5M8 14.5v5",
  close: "M6 6l12 12M18 6L6 18",
  first: "M18 6l-8 6 8 6M6 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  last: "M6 6l8 6-8 6M18 6v12",
  flip: "M8 4v14m0 0l-4-4m4 4l4-4M16 20V6m0 0l-4 4m4-4l4 4",
  undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12",
  redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12",
  share: "M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.5.4.6 1 .6 1.7h6c0-.7.1-1.3.6-1.7A6 6 0 0 0 12 3z",
  flag: "M6 21V4h11l-2 4 2 4H6",
  play: "M8 5l11 7-11 7z",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}
