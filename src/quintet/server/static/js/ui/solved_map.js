// @ts-check
/** @file What first moves lead to, as marks on a board. */
/** @import {FirstMoveOut, MapOut} from "../types.js" */
/** @import {Truth} from "../board/state.js" */

import { QuintetBoard } from "../board/element.js";

const KINDS = /** @type {const} */ ({ 1: "wins", 0: "draws", "-1": "loses" });

/** @param {FirstMoveOut} move @returns {Truth} */
function truth(move) {
  const kind = KINDS[move.value];
  const by = move.margin ? ` by ${Math.abs(move.margin)}` : "";
  const label = move.swap ? "S" : move.margin ? (move.margin > 0 ? `+${move.margin}` : `−${-move.margin}`) : "";
  return { kind, rank: move.value + (move.margin ?? 0) / 1e4, label, words: `${kind}${by}${move.swap ? ", the other side swaps" : ""}` };
}

/** @param {MapOut} map @returns {Map<string, Truth>} */
export function firstTruths(map) {
  return new Map(map.moves.map((move) => [move.move, truth(move)]));
}

/** A little board with its marks. @param {MapOut} map */
export function littleMap(map) {
  const board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  board.setAttribute("still", "");
  board.setAttribute("label", `${map.name}: map of the first moves`);
  board.coordinates = false;
  board.layout = map.layout;
  const { scene, moves, colors, to_move } = map.view;
  void board.show({ scene, moves, color: colors[to_move] }).then(() => board.mark(firstTruths(map)));
  return board;
}
