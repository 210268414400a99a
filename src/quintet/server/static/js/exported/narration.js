// @ts-check
/** @file What a move did, in words, from the scenes that it goes through: as `core/narration.py` has it for a game without words of its own. */
/** @import {Color, HistoryMove, Layout, Player, Scene} from "../types.js" */

import { colorName, moveName } from "../board/words.js";

/**
 * @param {Layout} layout @param {HistoryMove} move
 * @param {{scenes: Scene[], to_move: Player, colors: [Color, Color], over: boolean}} led the scene before it and those that it goes through, and who moves then
 */
export function narration(layout, move, { scenes, to_move, colors, over }) {
  const name = colorName(move.color);
  if (move.text === "pass") return `${name} passes.`;
  if (colors[move.player] !== move.color) return `${name} swaps sides.`;
  const again = to_move === move.player && !over ? ` ${name} moves again.` : "";
  const { deed, effects } = deedOf(layout, move, scenes);
  const points = pointsOf(scenes);
  const scored = points.filter(({ color }) => color === move.color).map(({ more }) => ` and scores ${more}`);
  const others = points.filter(({ color }) => color !== move.color).map(({ color, more }) => ` ${colorName(color)} scores ${more}.`);
  return `${name} ${deed}${scored.join("")}${effects}.${others.join("")}${again}`;
}

/**
 * What the mover does, without a subject, and what comes of it: "places a disc on c3", ": 2 discs change".
 * Pictures prove a deed only if a piece of the mover's appears at just what was pressed; else the move is only named.
 * @param {Layout} layout @param {HistoryMove} move @param {Scene[]} scenes
 */
function deedOf(layout, move, scenes) {
  const [before, after] = scenes.map(({ pieces }) => pieces);
  const { added, left, changed } = changes(scenes[0], scenes[1]);
  const origins = left.filter((spot) => before[spot].color === move.color);
  const targets = [...added, ...changed].filter((spot) => after[spot].color === move.color);
  const spotOf = new Map(layout.spots.map((spot) => [spot.id, spot]));
  const label = (/** @type {string} */ id) => spotOf.get(id)?.label;
  const pressed = (/** @type {string[]} */ spots) => {
    const pressed = spots.map((spot) => spotOf.get(spot)?.target);
    return pressed.length === move.clicks.length && move.clicks.every((click) => pressed.includes(click));
  };
  const name = moveName(layout, move.text);
  const walked = [...origins, ...targets];
  let [deed, explained] = ["", /** @type {string[]} */ ([])];
  if (origins.length === 1 && targets.length === 1 && added.length + changed.length === 1 && pressed(walked)) {
    const takes = changed.includes(targets[0]) ? ` and takes a ${layout.piece}` : "";
    [deed, explained] = [`moves from ${label(origins[0])} to ${label(targets[0])}${takes}`, walked];
  } else if (added.length === 1 && targets.includes(added[0]) && pressed(added)) {
    deed = name !== move.text ? `puts a ${layout.piece} into ${name}` : `places a ${layout.piece} on ${label(added[0])}`;
    explained = added;
  } else return { deed: `plays ${name}`, effects: "" };
  const effects = Object.entries(effectsOf(scenes, explained))
    .filter(([, count]) => count)
    .map(([verb, count]) => `${count} ${layout.piece}${count === 1 ? "" : "s"} ${verb}${count === 1 ? "s" : ""}`);
  return { deed, effects: effects.length ? `: ${effects.join(", ")}` : "" };
}

/** The spots where pieces appear, where they leave, and where they change their colour. @param {Scene} before @param {Scene} after */
function changes({ pieces: was }, { pieces: now }) {
  return {
    added: Object.keys(now).filter((spot) => !(spot in was)),
    left: Object.keys(was).filter((spot) => !(spot in now)),
    changed: Object.keys(now).filter((spot) => spot in was && now[spot].color !== was[spot].color),
  };
}

/** How many pieces appear, change and leave besides those of the deed; not in a step in which pieces may move. @param {Scene[]} scenes @param {string[]} explained */
function effectsOf(scenes, explained) {
  const counts = { appear: 0, change: 0, leave: 0 };
  for (const [step, after] of scenes.slice(1).entries()) {
    const { added, left, changed } = changes(scenes[step], after);
    const rest = (/** @type {string[]} */ spots) => spots.filter((spot) => step > 0 || !explained.includes(spot)).length;
    if (after.turn || (rest(left) && (rest(added) || rest(changed)))) continue;
    counts.appear += rest(added);
    counts.change += rest(changed);
    counts.leave += rest(left);
  }
  return counts;
}

/** What the counters of points have risen by. @param {Scene[]} scenes @returns {{color: Color, more: number}[]} */
function pointsOf(scenes) {
  const before = new Map(scenes[0].counters.map(({ id, value }) => [id, value]));
  const points = scenes[scenes.length - 1].counters.filter(({ label }) => label === "points");
  return points.map(({ id, color, value }) => ({ color, more: value - (before.get(id) ?? 0) })).filter(({ more }) => more > 0);
}
