// @ts-check
/** @file The buttons of the analysis board. */
/** @import {Study} from "./study_model.js" */

import { button, check, h } from "../../dom.js";
import { settings } from "../../ui/settings.js";

/**
 * @typedef {object} Doing
 * @property {boolean} engineOn
 * @property {boolean} editing
 * @property {() => void} engine switch it on or off
 * @property {() => void} truth switch the marks on or off
 * @property {() => void} promote
 * @property {() => void} remove
 * @property {() => void} back to the game that was loaded
 * @property {() => void} edit
 * @property {() => void} share
 */

/** @param {Study} study @param {Doing} doing */
export function studyButtons(study, { engineOn, editing, engine, truth, promote, remove, back, edit, share }) {
  const { current, tree, played } = study;
  const moves = study.movesTo(current);
  const astray = played.length > 0 && tree.toString() !== played.join(" ");
  const wasPlayed = played.slice(0, moves.length).join(" ") === moves.join(" ");
  return [
    check("Engine", { checked: engineOn }, engine),
    h(
      "label",
      { class: "check", title: "Marks every move with what it leads to: exact where it can be proved" },
      h("input", { type: "checkbox", checked: settings.truth, disabled: !engineOn, onchange: truth }),
      "Mark every move",
    ),
    current.data.outcome ? null : h("a", { class: "button", href: study.again(current) }, "Try again from here"),
    tree.isMain(current) ? null : button("Make main line", promote),
    current.parent && !wasPlayed ? button("Delete from here", remove) : null,
    astray ? button("Back to the game", back) : null,
    editing ? null : button("Set up a position", edit),
    button("Share", share),
  ];
}
