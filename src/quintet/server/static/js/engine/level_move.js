// @ts-check
/** @file The move of a level. Levels that a limit of nodes ends choose in the kernel, as natively; the highest is chosen here, as `engine/level_move.py` does. */
/** @import {LevelSettings, LocalGame} from "./local_game.js" */

import { KernelSearch } from "./kernel_search.js";
import { asked } from "./limits.js";

const SWAP = "swap";
/** Under a pie rule, the mean value of this many best moves says who is ahead after the first move; the nodes for it; and a lead that is noise. */
const [PIE_LINES, PIE_NODES, PIE_NOISE] = [20, 60_000, 0.005];
/** First moves that are compared where the opponent may swap colours, and the nodes for each of them. */
const [OPENINGS, OPENING_NODES] = [4, 10_000];

/**
 * The move that a level plays; `again` counts how often the position was in the match before.
 * @param {LocalGame} game @param {string} position @param {number} level @param {number} seed @param {number} [again]
 */
export function levelMove(game, position, level, seed, again = 0) {
  const settings = game.levels[level - 1];
  if (settings.pie || settings.solver_seconds) return highest(game, position, settings);
  const { nodes, seconds, lines, temperature, careful, method } = settings;
  const drawnFrom = `${seed} ${level} ${position}${again ? ` ${again}` : ""}`;
  const question = { position, ...asked({ nodes, seconds }), lines, temperature, careful, method, seed: drawnFrom, near_seed: seed };
  return game.levelMove(question);
}

/** @param {LocalGame} game @param {string} position @param {LevelSettings} settings */
function highest(game, position, { nodes, seconds, method, solver_seconds }) {
  const moves = game.legalMoves(position);
  if (moves.length === 1) return moves[0];
  if (moves.includes(SWAP) && lead(game, position, PIE_NODES) < -PIE_NOISE) return SWAP;
  const search = new KernelSearch(game, { nodes, seconds }, { method, solver: { nodes: null, seconds: solver_seconds }, trusting: true });
  const analysis = search.analyze(position, moves.includes(SWAP) ? 2 : 1);
  if (analysis.exact) return analysis.move;
  if (game.legalMoves(game.play(position, analysis.move)).includes(SWAP)) {
    const tried = sample(moves, OPENINGS).map((move) => ({ move, lead: Math.abs(lead(game, game.play(position, move), OPENING_NODES)) }));
    return tried.reduce((best, other) => (other.lead < best.lead ? other : best)).move;
  }
  return analysis.move !== SWAP ? analysis.move : /** @type {string} */ (analysis.lines.at(-1)?.moves[0]);
}

/** The lead of the player who may swap colours and does not. @param {LocalGame} game @param {string} position @param {number} nodes */
function lead(game, position, nodes) {
  const { exact, value, lines } = new KernelSearch(game, { nodes, seconds: null }, { solver: null }).analyze(game.play(position, SWAP), PIE_LINES);
  return exact ? value : lines.reduce((sum, line) => sum + line.value, 0) / lines.length;
}

/** @param {string[]} items @param {number} count */
function sample(items, count) {
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}
