// @ts-check
/** @file The clocks that most people want. */
/** @import {PairingIn} from "../types.js" */

/** A kind of clock, minutes or days, and seconds added a move. @type {Record<string, [string, number, number]>} */
export const PRESETS = { "3+2": ["fischer", 3, 2], "10+5": ["fischer", 10, 5], "30+20": ["fischer", 30, 20], days: ["days", 2, 0] };

/** In words, and in a few. @type {[PairingIn["pace"], string, string][]} */
export const PACES = [
  ["3+2", "3 minutes + 2 s", "3 min + 2 s"],
  ["10+5", "10 minutes + 5 s", "10 min + 5 s"],
  ["30+20", "30 minutes + 20 s", "30 min + 20 s"],
  ["days", "2 days a move", "2 days a move"],
];

/** @param {string} pace */
export function paceWords(pace) {
  return PACES.find(([name]) => name === pace)?.[1] ?? pace;
}
