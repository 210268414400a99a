// @ts-check
/** @file A board that is played on: listens to it and sounds its moves, shows a move, says what became of a try. */
/** @import {QuintetBoard} from "../board/element.js" */
/** @import {Frame} from "../types.js" */

import { byId, say } from "../dom.js";
import { errorMessage } from "./feedback.js";
import { Refusal } from "./http.js";
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

/** Show a move, and say what it did. @param {QuintetBoard} board @param {Frame} frame */
export function showMove(board, frame) {
  board.announce(frame.narration);
  return board.showFrame(frame, { moving: true });
}

/** Say at a board why a move was refused; the reason. @param {QuintetBoard} board @param {unknown} error */
export function refuse(board, error) {
  const reason = errorMessage(error);
  board.refused(reason, error instanceof Refusal ? error.spots : []);
  return reason;
}

/** Say something about a try, where the page has a place for it. @param {string} words @param {"right" | "wrong" | ""} kind */
export function sayOfTry(words, kind) {
  byId("answer").dataset.kind = kind;
  say(byId("answer"), words);
}
