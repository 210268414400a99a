// @ts-check
/** @file Three-minute runs of an exported site: the run lives as long as its page, the best result in this browser. */
/** @import {RunOut, RunTryOut} from "../types.js" */

import { idOf } from "../ui/games.js";
import { Refusal } from "../ui/http.js";
import { stored, view } from "./boards.js";
import { attempted, find, framesOf, keep, list, progress, puzzle } from "./teaching.js";

/** @typedef {{id: string, game: string | null, ends: number, ladder: string[], number: number, solved: number, misses: number, best: number, most: number}} Run */

/** @type {Run | null} */
let run = null;

/** @param {string | null} game */
export async function beginRun(game) {
  const of = game && idOf(game);
  const { seconds, misses: most, steps } = (await stored("puzzles")).runs;
  const every = (await list()).filter(([, each]) => !of || each === of).sort(([, , , rating], [, , , other]) => rating - other);
  const size = Math.max(1, Math.floor(every.length / steps));
  const ladder = [];
  for (let first = 0; first < every.length; first += size) {
    const step = every.slice(first, first + size);
    ladder.push(step[Math.floor(Math.random() * step.length)][0]);
  }
  const best = progress().runs[of ?? ""] ?? 0;
  run = { id: String(Date.now()), game: of, ends: Date.now() + 1000 * seconds, ladder, number: 0, solved: 0, misses: 0, best, most };
  return shown(run);
}

/** @param {string} id @param {number} number @param {string[]} moves @returns {Promise<RunTryOut>} */
export async function tryInRun(id, number, moves) {
  if (!run || run.id !== id) throw new Refusal("there is no such run", 404);
  if (isOver(run) || number !== run.number) throw new Refusal("the run is over", 409);
  const tried = await find(run.ladder[run.number]);
  const { ply, wrong, done } = await attempted(tried, moves);
  const answer = wrong === null ? [] : await ownMoves(tried);
  if (wrong !== null || done) {
    run = { ...run, number: run.number + 1, solved: run.solved + (done ? 1 : 0), misses: run.misses + (done ? 0 : 1) };
    const learner = progress();
    const of = run.game ?? "";
    keep({ ...learner, runs: { ...learner.runs, [of]: Math.max(learner.runs[of] ?? 0, run.solved) } });
  }
  return { right: wrong === null, done: wrong !== null || done, answer, frames: await framesOf(ply), view: await view(ply), run: await shown(run) };
}

/** The solver's moves, found by playing the line. @param {Awaited<ReturnType<typeof find>>} puzzle */
async function ownMoves(puzzle) {
  const own = /** @type {string[]} */ ([]);
  for (let ply = 0; ply < puzzle.solution.asked; ) {
    own.push(puzzle.solution.line[ply]);
    ply = (await attempted(puzzle, own)).ply.ply;
  }
  return own;
}

/** @param {Run} run */
function isOver({ misses, most, number, ladder, ends }) {
  return misses >= most || number >= ladder.length || Date.now() >= ends;
}

/** @param {Run} run @returns {Promise<RunOut>} */
async function shown(run) {
  const { id, game, number, solved, misses, best } = run;
  const over = isOver(run);
  return { id, game, number, solved, misses, left: Math.max(0, (run.ends - Date.now()) / 1000), best, over, puzzle: over ? null : await puzzle(run.ladder[number]) };
}
