// @ts-check
/** @file Cards for what needs an answer in a match: invitation, draw, takeback, rematch. */
/** @import {MatchView, Seat} from "../../types.js" */
/** @import {Commands} from "./action_buttons.js" */

import { h } from "../../dom.js";
import { guarded } from "../../ui/feedback.js";
import { linkField } from "../../ui/share.js";

/** @param {MatchView} view @param {Commands} commands */
export function offerCards(view, { act, join, decline }) {
  const cards = [];
  const button = (/** @type {string} */ label, /** @type {() => Promise<unknown>} */ work, kind = "") =>
    h("button", { type: "button", class: `button ${kind}`, onclick: guarded(work) }, label);
  const card = (/** @type {string} */ words, /** @type {HTMLElement[]} */ ...parts) =>
    h("div", { class: "offer" }, h("p", {}, words), h("div", { class: "row" }, ...parts));
  const answer = (/** @type {string} */ label, /** @type {string} */ action) => button(label, () => act(action));
  /** Mine or theirs. @param {Seat} seat @param {string} mine @param {string} theirs @param {HTMLElement[]} answers */
  const offer = (seat, mine, theirs, ...answers) =>
    view.you.includes(seat) ? card(mine) : card(`${view.names[seat]} ${theirs}`, ...answers);

  const { draw, takeback, rematch } = view.offers;
  const between = view.status === "live" && view.you.length === 1;
  if (view.status === "open" && view.you.length) {
    const link = new URL(view.url + (view.invite ? `?invite=${view.invite}` : ""), location.href).href;
    const guest = view.seats.find((seat) => seat.kind === "open" && seat.account);
    const words = guest
      ? `Waiting for ${guest.name} to answer. The invitation is in ${guest.name}'s lobby, or you can send this link.`
      : view.private
        ? "Send this link to the person you want to play."
        : "Anyone in the lobby can join, or you can send this link.";
    cards.push(card(words, linkField(link, "Link to this game"), answer("Cancel the game", "abort")));
  }
  if (view.status === "open" && !view.you.length) {
    const host = view.seats.find((seat) => seat.kind !== "open");
    const invited = view.private || view.invited;
    const words = `${host?.name ?? "Someone"} ${invited ? "invites you to play." : "is waiting for a player."}`;
    const answers = [button("Join the game", join, "primary")];
    if (invited) answers.push(button("Decline", decline));
    cards.push(card(words, ...answers));
  }
  if (between && draw !== null) {
    const answers = [answer("Accept", "accept_draw"), answer("Decline", "decline_draw")];
    cards.push(offer(draw, "You offered a draw.", "offers a draw.", ...answers));
  }
  if (between && takeback !== null) {
    const answers = [answer("Allow", "accept_takeback"), answer("Decline", "decline_takeback")];
    cards.push(offer(takeback, "You asked to take your move back.", "asks to take a move back.", ...answers));
  }
  if (view.you.length === 1 && view.declined !== null && !view.rematch) {
    const { what, by } = view.declined;
    cards.push(card(`${view.you.includes(by) ? "You" : view.names[by]} declined the ${what}.`));
  }
  if (view.status === "over" && rematch !== null && view.you.length && !view.rematch) {
    const answers = [answer("Play again", "rematch"), answer("Decline", "decline_rematch")];
    cards.push(offer(rematch, "You asked for a rematch.", "asks for a rematch.", ...answers));
  }
  if (view.rematch) {
    const link = h("a", { class: "button", href: `/game/${view.rematch}` }, "Go to the next game");
    cards.push(card("The rematch has started.", link));
  }
  return cards;
}
