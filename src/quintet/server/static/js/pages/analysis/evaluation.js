// @ts-check
/** @file A whole game through the engine, position by position. */
/** @import {EvaluationLine, Seat} from "../../types.js" */
/** @import {Graph} from "./review_graph.js" */

import { count } from "../../ui/clock.js";
import { SIGNS } from "./review_graph.js";
import { stream } from "../../ui/http.js";

/**
 * @param {unknown} body @param {Graph} graph @param {(seat: Seat) => string} who @param {AbortSignal} signal
 * @param {(ply: number, sign: {sign: string, words: string} | null) => void} mark what is to stand at a move, if anything
 */
export async function evaluate(body, graph, who, signal, mark) {
  const hear = (/** @type {EvaluationLine} */ line) => {
    if (line.type === "ply") {
      graph.add(line);
      mark(line.ply, line.mistake ? { sign: SIGNS[line.mistake], words: line.mistake } : null);
    } else if (line.type === "done") {
      const side = (/** @type {Seat} */ seat) => {
        const kept = line.accuracy[seat];
        const accurate = kept === null ? "" : ` (${Math.round(100 * kept)} % accurate)`;
        return `${who(seat)} made ${count(line.mistakes[seat], "mistake")}${accurate}`;
      };
      graph.done(`${side(0)}, ${side(1)}.`);
    } else if (line.type === "error") graph.done(line.error);
  };
  await stream("/api/evaluations", body, hear, signal);
}
