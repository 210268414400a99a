// @ts-check
/** @file Questions of an exported site to the kernels in this browser; what they refuse, and what fails, is a Refusal as from a server. */
/** @import {AnalysisOut} from "../types.js" */
/** @import {Facts, Pictured} from "../engine/browser_engine.js" */
/** @import {AnalysisQuestion} from "../engine/calls.js" */

import { Refusal } from "../ui/http.js";
import { Unable, rules, searches } from "../engine/browser_engine.js";
import { Refused } from "../engine/kernel_module.js";

/** @template T @param {Promise<T>} answer @returns {Promise<T>} */
async function orRefused(answer) {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused) throw new Refusal(error.message, 422);
    if (error instanceof Unable) throw new Refusal(`The games are computed by WebAssembly in a worker, and here that fails: ${error.message}`, 503);
    throw error;
  }
}

/** @param {string} spec @param {string} position @param {string[]} [moves] @returns {Promise<Facts>} */
export function factsOf(spec, position, moves = []) {
  return orRefused(rules.position({ spec, position, moves }));
}

/** The pictures that a move goes through; of no move the position itself. @param {string} spec @param {string} position @param {string | null} move @returns {Promise<Pictured[]>} */
export function picturesOf(spec, position, move) {
  return orRefused(rules.pictures({ spec, position, move }));
}

/** The move of an engine. @param {string} spec @param {string} position @param {{level: number | null, seconds: number | null}} strength @param {number} seed */
export async function choose(spec, position, { level, seconds }, seed) {
  if (level) return orRefused(searches.levelMove({ spec, position, level, seed }));
  let move = "";
  await orRefused(searches.analyse({ spec, position, seconds, lines: 1 }, (known) => (move = known.move)));
  return move;
}

/** What the engine says about a position, each time it knows more. @param {AnalysisQuestion} body @param {(known: AnalysisOut) => void} hear @param {AbortSignal} [signal] */
export function analysed(body, hear, signal) {
  return orRefused(searches.analyse(body, hear, signal));
}
