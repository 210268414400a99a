// @ts-check
/** @file The buttons of a match: undo, hint, resign, rematch and so on. */
/** @import {MatchView} from "../../types.js" */

import { button, h, saveText } from "../../dom.js";
import { getText, inPath } from "../../ui/http.js";
import { guarded } from "../../ui/feedback.js";
import { Plan } from "./plan.js";

/** Moves after which a game is no longer called off but resigned. */
const EARLY = 2;

/**
 * What the buttons around the board do.
 * @typedef {object} Commands
 * @property {(action: string) => Promise<unknown>} act
 * @property {() => Promise<unknown>} hint
 * @property {() => Promise<unknown>} mark switch the marks of the moves on or off
 * @property {(early: boolean) => Promise<unknown>} resign
 * @property {() => Promise<unknown>} share
 * @property {() => Promise<unknown>} chat open or close it
 * @property {() => Promise<unknown>} join
 * @property {() => Promise<unknown>} decline the invitation
 * @property {() => Promise<unknown>} plan begin a line of conditional moves
 */

/**
 * @param {MatchView} view @param {number} ply that is looked at @param {string} secret @param {Commands} commands
 * @param {{marking: boolean, chat: string | null}} state whether moves are marked; what the button of the chat says, where there is anybody to talk to
 */
export function actionButtons(view, ply, secret, commands, { marking, chat }) {
  const { act, hint, mark, resign, share } = commands;
  /** @type {HTMLElement[]} */
  const buttons = [];
  const key = (/** @type {string} */ label, /** @type {() => Promise<unknown>} */ work, off = false) =>
    buttons.push(button(label, guarded(work), { disabled: off }));
  const faint = (/** @type {string} */ label, /** @type {() => Promise<unknown>} */ work) =>
    buttons.push(button(label, guarded(work), { class: "button faint" }));
  const link = (/** @type {string} */ label, /** @type {string} */ href, more = {}) =>
    buttons.push(h("a", { class: "button", href, ...more }, label));

  const person = view.you.length === 1 && view.seats[1 - view.you[0]].kind === "person";
  const early = person && view.ply < EARLY;
  if (view.status === "live" && view.you.length) {
    if (person) {
      if (Plan.isPossible(view)) key("Plan a reply", commands.plan);
      key("Take back", () => act("ask_takeback"), view.ply === 0);
      key("Offer draw", () => act("offer_draw"), view.offers.draw !== null);
    } else {
      key("Undo", () => act("undo"), view.ply === 0);
      key("Redo", () => act("redo"), !view.can_redo);
      key("Hint", hint, !view.you.includes(view.to_move));
      key(marking ? "Hide marks" : "Marks", mark);
    }
    key(early ? "Cancel game" : "Resign", () => resign(early));
  }
  if (view.status === "over") {
    const both = view.seats.every((seat) => seat.kind !== "open");
    if (view.ply) link("Review", `/analysis?match=${view.id}&ply=${ply}${secret.replace("?", "&")}&review`, { class: "button primary" });
    if (view.you.length && both && !view.imported) key("Rematch", () => act("rematch"), view.rematch !== null);
    link("New game", `/play/${inPath(view.spec)}`);
    if (view.ply) link("Analyse", `/analysis?match=${view.id}&ply=${ply}${secret.replace("?", "&")}`, { class: "button faint" });
    if (view.ply) faint("Save record", async () => saveText(await getText(`/api/matches/${view.id}/record${secret}`), `${view.game}-${view.id}.txt`));
  }
  if (chat) key(chat, commands.chat);
  (view.status === "over" ? faint : key)("Share", share);
  return buttons;
}
