// @ts-check
/** @file Values of moves, asked for, as marks for the board and in words: from engine lines or from a solved map. */
/** @import {AnalysisOut, FirstMoveOut, Frame, LineOut, MapOut} from "../types.js" */
/** @import {Truth} from "../board/state.js" */

import { analyse as analysed } from "../engine/site_engine.js";

/**
 * What the engine says about a position, each time it knows more; nothing after the signal is aborted.
 * @param {import("../engine/calls.js").AnalysisQuestion} body @param {(analysis: AnalysisOut) => void} hear @param {AbortSignal} signal
 * @param {{server?: boolean}} [options] whether the server is asked for
 */
export async function analyse(body, hear, signal, options) {
  await analysed(body, (line) => line.type === "analysis" && hear(line), signal, options);
}

/** What the lines say about their first moves, for the board. @param {LineOut[]} lines @param {Frame} frame @returns {Map<string, Truth>} */
export function truths(lines, frame) {
  return new Map(
    lines.map((line) => {
      const mine = frame.to_move === 0 ? line.chance : 1 - line.chance;
      const kind = !line.exact ? "guess" : mine === 0.5 ? "draws" : mine > 0.5 ? "wins" : "loses";
      const by = line.exact && line.score && kind !== "draws" ? ` by ${Math.abs(line.score)}` : "";
      const words = kind === "guess" ? `about ${Math.round(100 * mine)} percent` : kind + by + inMoves(line.moves_to_win);
      const label = kind === "guess" ? String(Math.round(100 * mine)) : line.score && kind !== "draws" ? worth(line, mine) : "";
      return [line.moves[0], { kind, rank: line.value + (line.score ?? 0) / 1e4, label, words }];
    }),
  );
}

/** What a solved map says about the first moves. @param {MapOut} map @returns {Map<string, Truth>} */
export function firstTruths(map) {
  return new Map(map.moves.map((move) => [move.move, mappedTruth(move)]));
}

const KINDS = /** @type {const} */ ({ 1: "wins", 0: "draws", "-1": "loses" });

/** @param {FirstMoveOut} move @returns {Truth} */
function mappedTruth(move) {
  const kind = KINDS[move.value];
  const by = move.margin ? ` by ${Math.abs(move.margin)}` : "";
  const label = move.swap ? "S" : move.margin ? (move.margin > 0 ? `+${move.margin}` : `−${-move.margin}`) : "";
  return { kind, rank: move.value + (move.margin ?? 0) / 1e4, label, words: `${kind}${by}${move.swap ? ", the other side swaps" : ""}` };
}

/** "in 3 moves" @param {number | null} moves */
export function inMoves(moves) {
  return moves === null ? "" : ` in ${moves} move${moves === 1 ? "" : "s"}`;
}

/** The value of a line for the side to move: "62 %", and where it is exact "+12" or "wins". @param {LineOut} line @param {number} chance */
export function worth(line, chance) {
  if (!line.exact) return `${Math.round(100 * chance)} %`;
  if (chance === 0.5) return "draws";
  if (!line.score) return chance > 0.5 ? "wins" : "loses";
  return line.score > 0 ? `+${line.score}` : `−${-line.score}`;
}
