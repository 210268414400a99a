// @ts-check
/** @file Listens to a board that is played on, and sounds its moves. */
/** @import {QuintetBoard} from "../board/element.js" */

import { sound } from "./sounds.js";

/**
 * @typedef {object} Listeners
 * @property {(move: string) => unknown} play a legal move
 * @property {(text: string) => unknown} [refuse] a text or a press that is no legal move; left out: like a move, so that the server says why
 * @property {(words: string) => unknown} [partial] what to press next; empty when the move is taken back
 * @property {(spot: string) => unknown} [spot] a press while the board is edited
 */

/** @param {QuintetBoard} board @param {Listeners} listeners */
export function listenTo(board, { play, refuse = play, partial, spot }) {
  const on = (/** @type {string} */ name, /** @type {((detail: any) => unknown) | undefined} */ listener) =>
    listener && board.addEventListener(name, (event) => void listener(/** @type {CustomEvent} */ (event).detail));
  on("quintet-move", ({ text }) => play(text));
  on("quintet-refuse", refuse);
  on("quintet-partial", partial);
  on("quintet-spot", spot);
  on("quintet-stage", sound);
}
