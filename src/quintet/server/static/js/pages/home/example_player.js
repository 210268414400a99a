// @ts-check
/** @file Plays a worked example of the rules on a small board. */
/** @import {GameOut, ExampleOut, Scene} from "../../types.js" */
/** @import {QuintetBoard} from "../../board/element.js" */

import { get, inPath } from "../../ui/http.js";
import { near } from "../../ui/little_board.js";
import { settings } from "../../ui/settings.js";

/** @param {ExampleOut} example */
function moves(example) {
  return example.steps.filter(
    (step, index) => step.view.stages.length && step.view.position !== example.steps[index - 1]?.view.position,
  );
}

/** Show an example and play it while it is seen. @param {QuintetBoard} board @param {GameOut} game @param {number} offset in milliseconds */
export async function playExamples(board, game, offset) {
  await near(board);
  const example = /** @type {ExampleOut | null} */ (await get(`/api/games/${inPath(game.spec)}/example`));
  const steps = example ? moves(example) : [];
  if (!example || !steps.length) return;
  board.layout = example.layout;
  let index = steps.length - 1;
  const show = (/** @type {boolean} */ moving) =>
    board.showFrame(steps[index].view, { before: beforeOf(example, steps[index]), moving });
  await show(false);
  board.redraw();
  let seen = false;
  new IntersectionObserver(([entry]) => (seen = entry.isIntersecting)).observe(board);
  const turn = async () => {
    if (seen && !document.hidden && settings.speed > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      index = (index + 1) % steps.length;
      await show(true);
    }
    setTimeout(turn, 4200);
  };
  setTimeout(turn, offset);
}

/** What was there before a step. @param {ExampleOut} example @param {ExampleOut["steps"][number]} step @returns {Scene | null} */
function beforeOf(example, step) {
  const index = example.steps.indexOf(step);
  return example.steps[index - 1]?.view.scene ?? null;
}
