// @ts-check
/** @file A challenge to whoever looks, as a card with an answer to it. */
/** @import {MatchLine} from "../types.js" */

import { h } from "../dom.js";
import { post } from "./http.js";
import { leave } from "./navigate.js";
import { matchCard } from "./match_row.js";
import { telling } from "./notice.js";

/** @param {string} label @param {string} about @param {() => Promise<unknown>} work @param {string} [kind] */
export function key(label, about, work, kind = "") {
  return h("button", { type: "button", class: `button ${kind}`, "aria-label": `${label}: ${about}`, onclick: telling(work) }, label);
}

/** Who it comes from. @param {MatchLine} line */
export function challenger(line) {
  return line.names[line.seats.findIndex((seat) => seat.kind !== "open")] ?? "Someone";
}

/** @param {MatchLine} line @param {() => Promise<unknown>} look what to do when it is answered */
export function challengeCard(line, look) {
  const from = challenger(line);
  const join = async () => {
    await post(`/api/matches/${line.id}/join`);
    await leave(`/game/${line.id}`);
  };
  const about = `${line.title} with ${from}`;
  return matchCard(line, {
    words: `${from} wants to play you.`,
    keys: [
      key("Accept", about, join, "primary"),
      key("Decline", about, () => post(`/api/matches/${line.id}/decline`).then(look)),
    ],
  });
}
