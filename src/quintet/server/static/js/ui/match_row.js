// @ts-check
/** @file A match in a list, with a small board; a challenge also has buttons to accept or decline. */
/** @import {MatchLine} from "../types.js" */

import { called, outcomeWords } from "../board/words.js";
import { h } from "../dom.js";
import { clockWords } from "./clock.js";
import { guarded, navigate } from "./feedback.js";
import { date } from "./format.js";
import { post } from "./http.js";
import { pictureOf } from "./little_board.js";

/** @param {MatchLine} line @param {{link?: string, words?: string, keys?: HTMLElement[]}} [how] */
export function matchCard(line, { link = `/game/${line.id}`, words, keys = [] } = {}) {
  const rating = (/** @type {number} */ index) => (line.seats[index].rating === null ? "" : ` (${line.seats[index].rating})`);
  const names = line.seats.map((seat, index) =>
    seat.kind === "open" && !seat.account ? "anyone" : line.names[index] + rating(index),
  );
  const about = [
    line.title,
    line.clock.kind === "none" ? "" : clockWords(line.clock),
    line.rated ? "rated" : "",
    line.private ? "private" : "",
    line.imported ? "imported record" : "",
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "li",
    { class: line.status === "live" && line.yours.includes(line.to_move) ? "match turn" : "match" },
    h("div", {}, line.scene && pictureOf(line.spec, line.scene, line.title, line.layout)),
    h(
      "div",
      {},
      h("a", { href: link }, `${names[0]} against ${names[1]}`),
      h("p", {}, about),
      h("p", {}, words ?? statusWords(line)),
      keys.length > 0 && h("div", { class: "row" }, ...keys),
    ),
  );
}

/** What is to be done in it, or how it ended. @param {MatchLine} line */
function statusWords(line) {
  if (line.outcome) return `${outcomeWords(line.outcome, called(line.names, line.yours))} ${date(line.finished ?? line.created)}`;
  if (line.status === "open") return "Waiting for a player.";
  if (line.yours.includes(line.to_move)) return `Your move, move ${line.ply + 1}.`;
  return `${line.names[line.to_move]} to move, move ${line.ply + 1}.`;
}

/** @param {string} label @param {string} about @param {() => Promise<unknown>} work @param {string} [kind] */
export function key(label, about, work, kind = "") {
  return h("button", { type: "button", class: `button ${kind}`, "aria-label": `${label}: ${about}`, onclick: guarded(work) }, label);
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
    await navigate(`/game/${line.id}`);
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
