// @ts-check
/** @file A match in a list, with its little board. */
/** @import {GameOut, MatchLine, Layout, Scene} from "../types.js" */

import { QuintetBoard } from "../board/element.js";
import { called, outcomeWords } from "../board/words.js";
import { h } from "../dom.js";
import { clockWords } from "./clock.js";
import { games } from "./games.js";
import { get, inPath } from "./http.js";

/** @type {Map<string, Promise<Layout>>} */
const layouts = new Map();

/** A little board of a position. @param {string} spec @param {Scene} scene @param {string} title */
export function pictureOf(spec, scene, title) {
  const board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  board.setAttribute("still", "");
  board.setAttribute("label", `${title} board`);
  board.coordinates = false;
  if (!layouts.has(spec)) layouts.set(spec, foundLayout(spec));
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
async function foundLayout(spec) {
  const standard = (await games()).find((game) => game.spec === spec);
  const game = standard ?? /** @type {GameOut} */ (await get(`/api/games/${inPath(spec)}`));
  return game.layout;
}

/** @param {MatchLine} line @param {{link?: string, words?: string, keys?: HTMLElement[]}} [how] */
export function matchCard(line, { link = `/game/${line.id}`, words, keys = [] } = {}) {
  if (line.layout) layouts.set(line.spec, Promise.resolve(line.layout));
  const { scene } = line;
  const rating = (/** @type {number} */ at) => (line.seats[at].rating === null ? "" : ` (${line.seats[at].rating})`);
  const names = line.seats.map((seat, at) =>
    seat.kind === "open" && !seat.account ? "anyone" : line.names[at] + rating(at),
  );
  const about = [
    line.title,
    line.clock.kind === "none" ? "" : clockWords(line.clock),
    line.rated ? "rated" : "",
    line.private ? "private" : "",
  ]
    .filter(Boolean)
    .join(" · ");
  return h(
    "li",
    { class: line.status === "live" && line.yours.includes(line.to_move) ? "match turn" : "match" },
    h("div", {}, scene && pictureOf(line.spec, scene, line.title)),
    h(
      "div",
      {},
      h("a", { href: link }, `${names[0]} against ${names[1]}`),
      h("p", {}, about),
      h("p", {}, words ?? state(line)),
      keys.length > 0 && h("div", { class: "row" }, ...keys),
    ),
  );
}

/** @param {MatchLine} line */
function state(line) {
  if (line.outcome) return `${outcomeWords(line.outcome, called(line.names, line.yours))} ${date(line.finished ?? line.created)}`;
  if (line.status === "open") return "Waiting for a player.";
  if (line.yours.includes(line.to_move)) return `Your move, move ${line.ply + 1}.`;
  return `${line.names[line.to_move]} to move, move ${line.ply + 1}.`;
}

/** @param {string} time */
export function date(time) {
  return new Date(time).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}
