// @ts-check
/** @file What a move did, in words, from the scenes before and after it: as `core/narration.py` has it for a game without words of its own. */
/** @import {Color, HistoryMove, Layout, Player, Scene} from "../types.js" */

import { colorName, moveName } from "../board/words.js";

/**
 * @param {Layout} layout @param {HistoryMove} move
 * @param {{before: Scene, after: Scene, to_move: Player, colors: [Color, Color], over: boolean}} led what was there, what it led to, and who moves then
 */
export function narration(layout, move, { before, after, to_move, colors, over }) {
  const name = colorName(move.color);
  if (move.text === "pass") return `${name} passes.`;
  if (colors[move.player] !== move.color) return `${name} swaps sides.`;
  const again = to_move === move.player && !over ? ` ${name} moves again.` : "";
  return `${name} ${deed(layout, move, before.pieces, after.pieces)}.${again}`;
}

/**
 * What the mover does, without a subject: "places a stone on c3", "moves from a1 to a2 and takes a piece".
 * @param {Layout} layout @param {HistoryMove} move @param {Scene["pieces"]} before @param {Scene["pieces"]} after
 */
function deed(layout, move, before, after) {
  const added = Object.keys(after).filter((spot) => !(spot in before));
  const left = Object.keys(before).filter((spot) => !(spot in after));
  const changed = Object.keys(after).filter((spot) => spot in before && after[spot].color !== before[spot].color);
  const origins = left.filter((spot) => before[spot].color === move.color);
  const targets = [...added, ...changed].filter((spot) => after[spot].color === move.color);
  const labelOf = (/** @type {string} */ id) => layout.spots.find((spot) => spot.id === id)?.label ?? id;
  const name = moveName(layout, move.text);
  let [said, explained] = [`plays ${name}`, /** @type {string[]} */ ([])];
  if (origins.length === 1 && targets.length === 1 && added.length + changed.length === 1) {
    const takes = changed.includes(targets[0]) ? ` and takes a ${layout.piece}` : "";
    said = `moves from ${labelOf(origins[0])} to ${labelOf(targets[0])}${takes}`;
    explained = [origins[0], targets[0]];
  } else if (added.length === 1 && targets.includes(added[0])) {
    said = name !== move.text ? `puts a ${layout.piece} into ${name}` : `places a ${layout.piece} on ${labelOf(added[0])}`;
    explained = added;
  }
  const rest = (/** @type {string[]} */ spots) => spots.filter((spot) => !explained.includes(spot)).length;
  const effects = /** @type {[number, string][]} */ ([[rest(added), "appear"], [rest(left), "leave"], [rest(changed), "change"]])
    .filter(([count]) => count)
    .map(([count, verb]) => `${count} ${layout.piece}${count === 1 ? "" : "s"} ${verb}${count === 1 ? "s" : ""}`);
  return effects.length ? `${said}: ${effects.join(", ")}` : said;
}
