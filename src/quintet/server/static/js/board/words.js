// @ts-check
/** @file A board in words: labels of cells, sentences about moves and results. */
/** @import {Frame, Layout, Piece, Spot, Color, Counter, Outcome, Seat} from "../types.js" */
/** @import {State} from "./state.js" */

import { targets, truthOf } from "./state.js";

const YOU = "You";
const ORDINALS = ["The first player", "The second player"];

/** @param {Color} color */
export function colorName(color) {
  return color === "b" ? "Black" : "White";
}

/** "black disc", "white king", or "line" that belongs to nobody. @param {Layout | null} layout @param {Piece} piece */
function pieceName(layout, piece) {
  if (piece.color === null) return layout?.neutral || "piece";
  return `${colorName(piece.color).toLowerCase()} ${piece.kind ?? layout?.piece ?? "piece"}`;
}

/**
 * "d3, black disc, last move"
 * @param {State} state
 * @param {Spot} spot
 * @param {{last: Set<string>, playable: boolean, pending: boolean}} marks
 */
export function cellLabel(state, spot, marks) {
  const piece = state.scene.pieces[spot.id];
  const words = [spot.label];
  if (piece) words.push(pieceName(state.layout, piece));
  else words.push(marks.pending ? `your ${state.layout?.piece ?? "piece"}` : "empty");
  if (piece?.mark) words.push(piece.mark);
  if (marks.last.has(spot.id)) words.push("last move");
  if (state.scene.winning.includes(spot.id)) words.push("winning");
  if (state.changed.includes(spot.id)) words.push("changed");
  if (marks.playable) words.push("you can play here");
  const truth = marks.playable ? truthOf(state, spot.target) : null;
  if (truth) words.push(truth.words);
  return words.join(", ");
}

/** What to press next of a move that is not whole, and how to take back what was pressed. @param {State} state */
export function nextPressWords(state) {
  const { layout, pressed } = state;
  const [spots, buttons, piece] = [layout?.spots ?? [], layout?.buttons ?? [], layout?.piece ?? "piece"];
  const open = targets(state);
  const first = spots.filter((spot) => spot.target === pressed[0]);
  const chosen = first.length === 1 && first[0].id in state.scene.pieces;
  const next = [];
  if (spots.some((spot) => open.has(spot.target))) next.push(chosen ? `where the ${piece} goes` : "another place");
  const usable = buttons.filter((button) => open.has(button.id));
  if (usable.length) next.push(usable.every((button) => button.quarter) ? "one of the arrows" : "one of the buttons");
  const again = first.length ? piece : "button";
  return `Now press ${next.join(" or ")}, or the ${again} again to ${chosen ? "choose another" : "take it back"}.`;
}

/** A move within a sentence: "column 3", "magnet", else as it is written. @param {Layout} layout @param {string} move */
export function moveName(layout, move) {
  return layout.names[move] ?? move;
}

/** How the game ended here by its colours, or whose turn it is. @param {Frame} frame */
export function standing({ outcome, colors, to_move }) {
  const names = /** @type {[string, string]} */ (colors.map(colorName));
  return outcome ? outcomeWords(outcome, names) : `${names[to_move]} to move.`;
}

/**
 * How a game ended, in a sentence with the winner first, as `core/sentences.py` has it. In the names the reader is "You".
 * @param {Outcome} outcome @param {[string, string]} names
 */
export function outcomeWords(outcome, names) {
  const { winner, scores, kind, reason } = outcome;
  const [mine, theirs] = scores && winner === 1 ? [scores[1], scores[0]] : (scores ?? [0, 0]);
  const loser = winner === null ? "" : names[1 - winner].replace(/^You$/, "you");
  const wins = winner === null ? "" : names[winner] === YOU ? "You win" : `${names[winner]} wins`;
  switch (kind) {
    case "resigned":
      return `${wins}: ${loser} resigned.`;
    case "time":
      return winner === null ? "A draw: time is up." : `${wins}: ${loser} ran out of time.`;
    case "agreed":
      return "A draw: both agreed.";
    case "truncated":
      return `Stopped without a result: ${reason}.`;
    case "aborted":
      return reason && reason !== "aborted" ? `The game was called off: ${reason}.` : "The game was called off.";
    case "declined":
      return `${reason}.`;
    case "unfinished":
      return "The record stops here.";
    default: {
      const result = (wins || "A draw") + (scores ? `${wins ? "" : ","} ${mine} to ${theirs}` : "");
      return scores && /^(more|equal) /.test(reason) ? `${result}.` : `${result}: ${reason}.`;
    }
  }
}

/** Who has won, without why. @param {Seat | null} winner @param {string[]} names */
export function winnerWords(winner, names) {
  return winner === null ? "A draw" : `${names[winner]} has won`;
}

/**
 * What the two are called in sentences: you are "You", and two of the same name go by their colours or their order.
 * @param {[string, string]} names @param {Seat[]} you @param {[Color, Color]} [colors] @returns {[string, string]}
 */
export function called(names, you, colors) {
  const alike = names[0] === names[1] && you.length !== 1;
  const call = (/** @type {Seat} */ seat) =>
    you.length === 1 && you[0] === seat ? YOU : !alike ? names[seat] : colors ? colorName(colors[seat]) : ORDINALS[seat];
  return [call(0), call(1)];
}

/** "2 discs", "7/20 tokens left", "misses 2 turns" @param {Counter} counter */
export function counted(counter) {
  const [before, after] = counter.label.split("# ");
  if (after !== undefined) return `${before}${counter.value} ${counter.value === 1 ? singular(after) : after}`;
  if (counter.total !== null) return `${counter.value}/${counter.total} ${counter.label}`;
  return `${counter.value} ${counter.value === 1 ? singular(counter.label) : counter.label}`;
}

/** What the counters of a colour say. @param {Counter[]} counters @param {Color} color */
export function numbers(counters, color) {
  return counters
    .filter((counter) => counter.color === color)
    .map(counted)
    .join(", ");
}

/** @param {string} label */
function singular(label) {
  const [noun, ...rest] = label.split(" ");
  const stem = /(sses|shes|ches|xes)$/.test(noun) ? noun.slice(0, -2) : /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
  return [stem, ...rest].join(" ");
}

/** The spots that a sentence names. @param {Layout} layout @param {string} sentence */
export function namedSpots(layout, sentence) {
  const words = new Set(sentence.toLowerCase().split(/[^a-z0-9]+/));
  return layout.spots.filter((spot) => words.has(spot.id.toLowerCase())).map((spot) => spot.id);
}
