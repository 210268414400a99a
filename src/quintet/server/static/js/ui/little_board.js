// @ts-check
/** @file Small boards to look at: the start of a game, or a position. */
/** @import {GameOut, Layout, Scene} from "../types.js" */

import { QuintetBoard } from "../board/element.js";
import { games } from "./games.js";
import { get, inPath } from "./http.js";

/** A board that takes no presses. @param {string} label */
export function stillBoard(label) {
  const board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  board.setAttribute("still", "");
  board.setAttribute("label", label);
  board.coordinates = false;
  return board;
}

/** @type {Map<string, Promise<Layout>>} */
const layouts = new Map();

/** A position, with its layout where that is known. @param {string} spec @param {Scene} scene @param {string} title @param {Layout | null} [layout] */
export function pictureOf(spec, scene, title, layout = null) {
  const board = stillBoard(`${title} board`);
  if (layout) layouts.set(spec, Promise.resolve(layout));
  if (!layouts.has(spec)) layouts.set(spec, layoutOf(spec));
  layouts.get(spec)?.then(
    (layout) => {
      board.layout = layout;
      void board.show({ scene });
    },
    () => undefined,
  );
  return board;
}

/** @param {string} spec @returns {Promise<Layout>} */
async function layoutOf(spec) {
  const standard = (await games()).find((game) => game.spec === spec);
  const game = standard ?? /** @type {GameOut} */ (await get(`/api/games/${inPath(spec)}`));
  return game.layout;
}

/** The start of a game, drawn when somebody is about to see it. @param {GameOut} game */
export function littleBoard(game) {
  const board = stillBoard(`${game.title} board`);
  const [, , width, height] = game.layout.drawing.sides[0].bare;
  board.style.setProperty("--aspect", String(width / height));
  void near(board).then(() => {
    board.layout = game.layout;
    return board.show({ scene: game.view.scene });
  });
  return board;
}

/** Boards are drawn one at a time, with a breath in between, so that the page stays quick under the finger. */
let turn = Promise.resolve();

/** When somebody is about to see it: what is far below costs nothing. @param {Element} element @returns {Promise<void>} */
export async function near(element) {
  await approached(element);
  const mine = turn;
  turn = mine.then(() => new Promise((done) => setTimeout(done, 30)));
  await mine;
}

/** @param {Element} element @returns {Promise<void>} */
function approached(element) {
  return new Promise((seen) => {
    const look = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        look.disconnect();
        seen();
      },
      { rootMargin: "200px" },
    );
    look.observe(element);
  });
}
