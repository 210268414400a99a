// @ts-check
/** @file What the engine of a page can be asked, as functions of a game; worker.js calls them, and tests in node. */
/** @import {AnalysisOut} from "../types.js" */
/** @import {LocalGame} from "./local_game.js" */

import { everyMove } from "./every_move.js";
import { analyze, solve } from "./kernel_search.js";
import { levelMove } from "./level_move.js";
import { analysisOut } from "./messages.js";

/** A position: its text, or none for the start, and moves from there. @typedef {{spec: string, position?: string | null, moves?: string[]}} Place */
/** @typedef {Place & {seconds?: number | null, nodes?: number | null, lines?: number, every?: boolean, solve?: boolean}} AnalysisQuestion */

/** @param {LocalGame} game @param {Place} place */
function reached(game, { position, moves = [] }) {
  return game.play(position ?? game.start(), ...moves);
}

/** @param {{seconds?: number | null, nodes?: number | null}} body */
function limits({ seconds = null, nodes = null }) {
  return { seconds, nodes };
}

export const CALLS = {
  /** All that the rules say of a position. */
  position: {
    searching: false,
    answer: (/** @type {LocalGame} */ game, /** @type {Place} */ body) => {
      const position = reached(game, body);
      const facts = { to_move: game.toMove(position), colors: game.colors(position), legal_moves: game.legalMoves(position), outcome: game.outcome(position) };
      return { position, ...facts, images: game.images(position) };
    },
  },
  /** The visible steps of a move, or of none the position itself: what a board without a server draws. */
  pictures: {
    searching: false,
    answer: (/** @type {LocalGame} */ game, /** @type {Place & {move: string | null}} */ { position, move }) => game.ask({ ask: "pictures", position, move }),
  },
  /** What the engine says about a position, each time it knows more, as the messages of `/api/analysis`. */
  analyse: {
    searching: true,
    answer: (/** @type {LocalGame} */ game, /** @type {AnalysisQuestion} */ body, /** @type {(known: AnalysisOut) => void} */ report) => {
      const position = reached(game, body);
      const colors = game.colors(position);
      const tell = (/** @type {import("./kernel_search.js").Analysis} */ known) => report(analysisOut(known, colors, null, false));
      if (body.every) return analysisOut(everyMove(game, position, limits(body), tell), colors, null, true);
      const analysis = analyze(game, position, limits(body), body.lines ?? 3, tell);
      if (body.solve && !analysis.exact) tell(analysis);
      return analysisOut(analysis, colors, body.solve ? solve(game, position, limits(body)) : null, true);
    },
  },
  /** The exact value of a position; null when the limits end first. */
  solve: {
    searching: true,
    answer: (/** @type {LocalGame} */ game, /** @type {AnalysisQuestion} */ body) => solve(game, reached(game, body), limits(body)),
  },
  /** The move of a level, 1 to 10. */
  level: {
    searching: true,
    answer: (/** @type {LocalGame} */ game, /** @type {Place & {level: number, seed: number, again?: number}} */ body) =>
      levelMove(game, reached(game, body), body.level, body.seed, body.again),
  },
};
