// @ts-check
/** @file The state of a board: the scene, the legal moves, what is pressed so far. No rules. */
/** @import {Layout, Scene, Move, HistoryMove, Color} from "../types.js" */

/**
 * @typedef {object} State
 * @property {Layout | null} layout
 * @property {Scene} scene
 * @property {Move[]} moves the moves that may be made here; none for a board that is only looked at
 * @property {Color} color of the side to move
 * @property {HistoryMove | null} last the move that led here
 * @property {string[]} landed where its piece came to be, where the press was a whole column
 * @property {string[]} pressed the targets pressed so far, a prefix of the clicks of a move
 * @property {string[]} shown spots to point out: the reason of a refusal, a hint
 * @property {string[]} pointed what to press of a move that a hint names
 * @property {string[]} changed spots that changed, where nothing may be animated
 * @property {Map<string, Truth>} truths what moves lead to, by their text
 */

/**
 * What a move leads to.
 * @typedef {object} Truth
 * @property {"wins" | "draws" | "loses" | "guess"} kind proved, or a guess
 * @property {number} rank the larger the better for the side to move
 * @property {string} label short, for the board: "+4", "62 %"
 * @property {string} words for a screen reader: "wins by 4"
 */

/** @returns {State} */
export function emptyState() {
  return {
    layout: null,
    scene: { pieces: {}, counters: [], winning: [], turn: null },
    moves: [],
    color: "b",
    last: null,
    landed: [],
    pressed: [],
    shown: [],
    pointed: [],
    changed: [],
    truths: new Map(),
  };
}

/** What the best of the moves behind a press leads to. @param {State} state @param {string} target @returns {Truth | null} */
export function truthOf(state, target) {
  const known = (targets(state).get(target) ?? []).flatMap((move) => state.truths.get(move.text) ?? []);
  return known.sort((truth, other) => other.rank - truth.rank)[0] ?? null;
}

/** The moves that begin with what was pressed. @param {Move[]} moves @param {string[]} pressed */
export function narrowed(moves, pressed) {
  return moves.filter((move) => pressed.every((target, index) => move.clicks[index] === target));
}

/** What can be pressed next, with the moves it leads to. @param {State} state */
export function targets(state) {
  /** @type {Map<string, Move[]>} */
  const byTarget = new Map();
  for (const move of narrowed(state.moves, state.pressed)) {
    const target = move.clicks[state.pressed.length];
    if (target !== undefined) byTarget.set(target, [...(byTarget.get(target) ?? []), move]);
  }
  return byTarget;
}

/**
 * What is pressed of a move after one more press: nothing where that takes it back; null where it is no part of any move.
 * @param {State} state @param {string} target @returns {string[] | null}
 */
export function afterPress(state, target) {
  const extended = (/** @type {string[]} */ pressed) => (targets({ ...state, pressed }).has(target) ? [...pressed, target] : null);
  return extended(state.pressed) ?? (state.pressed[0] === target ? [] : extended([]));
}

/** The move that is whole with what was pressed. @param {State} state */
export function whole(state) {
  return narrowed(state.moves, state.pressed).find((move) => move.clicks.length === state.pressed.length);
}

/** The spots that a press would occupy. @param {State} state @param {string} target */
export function landing(state, target) {
  return state.pressed.length ? [] : (targets(state).get(target)?.[0].preview ?? []);
}

/** The spots that what was pressed already occupies. @param {State} state */
export function pending(state) {
  return state.pressed.length ? (narrowed(state.moves, state.pressed)[0]?.preview ?? []) : [];
}

/** The legal move that was typed; blanks, dashes and case do not matter. @param {Move[]} moves @param {string} typed */
export function typedMove(moves, typed) {
  const bare = (/** @type {string} */ text) => text.toLowerCase().replace(/[\s-]+/g, "");
  return moves.find((move) => bare(move.text) === bare(typed));
}
