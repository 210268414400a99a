// @ts-check
/** @file Help from the engine during a match: a hint, and marks on all moves. */
/** @import {AnalysisOut, MatchView} from "../../types.js" */
/** @import {Truth} from "../../board/state.js" */

import { analyse, truths } from "../../ui/move_values.js";

/** Seconds that the marks of the moves may take. */
const MARKING = 4;

/** The move that the engine would play, and a sentence about it. @param {MatchView} view */
export async function findHint(view) {
  let best = "";
  let verdict = "";
  const hear = (/** @type {AnalysisOut} */ analysis) => {
    best = analysis.move;
    verdict = analysis.verdict ? ` Exact: ${analysis.verdict}.` : "";
  };
  await analyse({ spec: view.spec, position: view.position, seconds: 1, lines: 1 }, hear, AbortSignal.timeout(20_000));
  const move = view.moves.find((move) => move.text === best);
  return { words: best && `The engine would play ${best}.${verdict}`, spots: move?.preview ?? [], presses: move?.clicks ?? [] };
}

export class Marks {
  /** Whether they are switched on. */
  on = false;
  /** @type {AbortController | null} */
  #asking = null;

  /** @param {(marks: Map<string, Truth>) => void} show */
  constructor(show) {
    this.show = show;
  }

  /** Mark what every move leads to, where there is a move to make. @param {MatchView} view @param {boolean} latest whether its last position is looked at */
  async look(view, latest) {
    this.#asking?.abort();
    if (!this.on || !latest || view.status !== "live" || !view.you.includes(view.to_move)) {
      this.show(new Map());
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    const body = { spec: view.spec, position: view.position, seconds: MARKING, every: true };
    await analyse(body, ({ lines }) => this.show(truths(lines, view)), asking.signal);
  }
}
