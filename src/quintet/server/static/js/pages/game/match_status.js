// @ts-check
/** @file Sentences about a match: whose move it is, how it ended, its settings. */
/** @import {MatchView} from "../../types.js" */

import { called, outcomeWords } from "../../board/words.js";
import { clockWords } from "../../ui/clock.js";

/**
 * What is to be done now, in a sentence.
 * @param {MatchView} view as far as it may be seen @param {number | null} cursor the ply that is looked at; null: the latest
 * @param {boolean} over whether it is over, which may not be seen yet
 */
export function matchSentence(view, cursor, over) {
  if (cursor !== null) return `Move ${cursor} of ${view.ply}.`;
  if (view.outcome) return outcomeWords(view.outcome, called(view.names, view.you, view.colors));
  if (over) return "";
  if (view.status === "open") return "Waiting for the other player.";
  const name = view.names[view.to_move];
  const only = view.moves.length === 1 ? view.moves[0].text : "";
  if (view.you.length === 2) return only === "pass" ? `${name} has no move and must pass.` : `${name} to move.`;
  if (!view.you.includes(view.to_move)) return `${name} is thinking.`;
  if (only === "pass") return "You have no move: press Pass.";
  if (view.moves.some((move) => move.text === "swap")) return "Your move. You may swap sides instead.";
  return "Your move.";
}

/** "Othello · 3 minutes + 2 s · rated" @param {MatchView} view */
export function matchWords(view) {
  const parts = [
    view.title,
    view.clock.kind === "none" ? "" : clockWords(view.clock),
    view.rated ? "rated" : "",
    view.imported ? "imported record" : "",
    view.private && view.seats.some((seat) => seat.kind !== "engine") ? "private" : "", // the site's own games are nobody's
    view.spectators ? `${view.spectators} watching` : "",
  ];
  if (view.ply > view.turn_limit - 40) parts.push(`ends after ${view.turn_limit} moves`);
  return parts.filter(Boolean).join(" · ");
}
