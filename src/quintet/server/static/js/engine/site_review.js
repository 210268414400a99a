// @ts-check
/** @file Reviews for the pages: searches in this browser, words from the rules' own narration; by the server where that cannot be done. */
/** @import {EvaluationLine, Frame, PositionOut} from "../types.js" */

import { post, stream } from "../ui/http.js";
import { rules } from "./browser_engine.js";
import { Review } from "./review.js";
import { analyse, here } from "./site_engine.js";

/**
 * The winning chance after every move of a game, and which moves lost much of it, as the lines of `/api/evaluations`.
 * @param {{spec: string, position?: string, moves: string[], seconds: number}} body @param {Frame[]} frames its positions, from the start
 * @param {(move: string) => string} name a move within a sentence @param {(line: EvaluationLine) => void} hear @param {AbortSignal} signal
 */
export async function review(body, frames, name, hear, signal) {
  const { spec, seconds } = body;
  const tell = (/** @type {EvaluationLine} */ line) => !signal.aborted && hear(line);
  const means = {
    search: async (/** @type {string} */ position, /** @type {number} */ patience) => {
      const answers = /** @type {import("../types.js").AnalysisOut[]} */ ([]);
      await analyse({ spec, position, seconds: seconds * patience, lines: 1 }, (line) => line.type === "analysis" && answers.push(line), signal);
      signal.throwIfAborted();
      return answers;
    },
    play: (/** @type {string} */ position, /** @type {string} */ move) => rules.position({ spec, position, moves: [move] }),
    alike: async (/** @type {string} */ position, /** @type {string} */ other) => (await rules.position({ spec, position })).images.includes(other),
    narrate: (/** @type {string} */ position, /** @type {string} */ move) => narration(spec, position, move),
    name,
  };
  const work = async () => tell(await new Review(frames, means, tell).run());
  const done = await here(spec, async () => void (await rules.position({ spec, position: frames[0].position }))) && (await here(spec, async () => void (await work())));
  if (!done) await stream("/api/evaluations", body, tell, signal);
}

/** What a move did, as the rulebook says it; nothing without a connection. @param {string} spec @param {string} position @param {string} move */
async function narration(spec, position, move) {
  try {
    const { frames } = /** @type {PositionOut} */ (await post("/api/positions", { spec, position, moves: [move], since: 1 }));
    return frames.at(-1)?.narration ?? "";
  } catch {
    return "";
  }
}
