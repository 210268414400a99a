// @ts-check
/** @file Animates the way from one scene to the next: pieces flip, fall, slide and leave, parts of the board turn. */
/** @import {Geometry} from "./geometry.js" */
/** @import {Pieces} from "./pieces.js" */
/** @import {Scene, Spot} from "../types.js" */

import { s } from "../dom.js";
import { UNIT } from "./geometry.js";
import { samePiece } from "./scene_changes.js";

const STAGE = 220;
const TURN = 320;
const STEP = 30;
const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** @typedef {{geometry: Geometry, pieces: Pieces, under: SVGElement, speed: number, from: Spot | null}} Stage */

/**
 * Play the way from one scene to the next; the pieces stand as `after` says when it is done.
 * @param {Stage} stage @param {Scene} before @param {Scene} after
 */
export async function play(stage, before, after) {
  if (after.turn) await turnGroup(stage, after.turn.group, after.turn.quarter);
  else await Promise.all(changes(stage, before, after));
}

/** @param {Stage} stage @param {string} group @param {number} quarter */
async function turnGroup({ geometry, pieces, under, speed }, group, quarter) {
  const middle = geometry.middle(group);
  const origin = `${geometry.x(middle.x)}px ${geometry.y(middle.y)}px`;
  const carrier = s("g");
  for (const spot of middle.spots) {
    const element = pieces.elements.get(spot.id);
    if (element) carrier.append(element);
  }
  pieces.layer.append(carrier);
  const tile = /** @type {SVGElement | null} */ (under.querySelector(`[data-group="${CSS.escape(group)}"]`));
  tile?.parentElement?.append(tile);
  const turning = [carrier, tile]
    .filter((element) => element !== null)
    .map((element) => {
      element.style.transformOrigin = origin;
      return run(
        element,
        [{ transform: "rotate(0deg)" }, { transform: `rotate(${90 * geometry.quarter(quarter)}deg)` }],
        { duration: TURN * speed, easing: "cubic-bezier(0.4, 0, 0.2, 1)", fill: "none" },
      );
    });
  await Promise.all(turning);
}

/** @param {Stage} stage @param {Scene} before @param {Scene} after @returns {Promise<void>[]} */
function changes(stage, before, after) {
  const { geometry, pieces, speed } = stage;
  const spots = geometry.layout.spots;
  const moved = geometry.upright ? matched(geometry, before, after) : new Map();
  const arrived = new Set(moved.values());
  const gone = spots.filter((spot) => before.pieces[spot.id] && !after.pieces[spot.id] && !moved.has(spot.id));
  const come = spots.filter((spot) => after.pieces[spot.id] && !before.pieces[spot.id] && !arrived.has(spot.id));
  const turned = spots.filter(
    (spot) =>
      before.pieces[spot.id] &&
      after.pieces[spot.id] &&
      !moved.has(spot.id) &&
      !arrived.has(spot.id) &&
      !samePiece(before.pieces[spot.id], after.pieces[spot.id]),
  );
  const running = [];
  for (const [from, to] of moved) running.push(slide(stage, from, to, after));
  for (const spot of gone) running.push(leave(stage, spot, before));
  const start = come.length === 1 ? come[0] : stage.from;
  const depths = come.length > 1 ? inwards(geometry, come) : new Map();
  for (const spot of come) {
    const body = pieces.put(spot, after.pieces[spot.id]);
    running.push(
      geometry.upright ? drop(stage, body, spot) : appear(stage, body, (depths.get(spot.id) ?? 0) * 2 * STEP),
    );
  }
  const top = Math.min(...turned.map((spot) => spot.y));
  for (const spot of turned) {
    const far = geometry.upright
      ? spot.y - top
      : start
        ? Math.max(Math.abs(spot.x - start.x), Math.abs(spot.y - start.y)) - 1
        : 0;
    running.push(flip(stage, spot, after, Math.max(0, far) * STEP * speed));
  }
  return running;
}

/** Half a turn, another colour, the other half. @param {Stage} stage @param {Spot} spot @param {Scene} after @param {number} delay */
async function flip({ geometry, pieces, speed }, spot, after, delay) {
  const body = pieces.body(spot.id);
  if (!body) return;
  const flat = geometry.upright ? "scale(1, 0.02)" : "scale(0.02, 1)";
  await run(body, [{ transform: "none" }, { transform: flat }], {
    duration: (STAGE / 2) * speed,
    delay,
    easing: "ease-in",
  });
  if (!body.isConnected) return;
  pieces.paint(body, spot, after.pieces[spot.id]);
  await run(body, [{ transform: flat }, { transform: "none" }], { duration: (STAGE / 2) * speed, easing: "ease-out" });
}

/** @param {Stage} stage @param {SVGElement} body @param {number} delay */
function appear({ speed }, body, delay) {
  return run(
    body,
    [
      { transform: "scale(0.4)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ],
    { duration: STAGE * 0.8 * speed, delay: delay * speed, easing: EASE, fill: "backwards" },
  );
}

/** From above the board, with a small bounce. @param {Stage} stage @param {SVGElement} body @param {Spot} spot */
function drop({ geometry, speed }, body, spot) {
  const height = geometry.y(spot.y) - geometry.side.top + 0.6 * UNIT;
  return run(body, fall(0, -height), { duration: (STAGE + 40 * Math.sqrt(height / UNIT)) * speed, fill: "backwards" });
}

/** @param {number} x @param {number} y @returns {Keyframe[]} */
function fall(x, y) {
  return [
    { transform: `translate(${x}px, ${y}px)`, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
    { transform: "translate(0, 0)", offset: 0.68, easing: "ease-out" },
    { transform: `translate(0, ${Math.max(-0.07 * UNIT, y * 0.08)}px)`, offset: 0.84, easing: "ease-in" },
    { transform: "translate(0, 0)" },
  ];
}

/** Along a row, or down a column. @param {Stage} stage @param {string} from @param {string} to @param {Scene} after */
async function slide({ geometry, pieces, speed }, from, to, after) {
  const [start, end] = [geometry.byId.get(from), geometry.byId.get(to)];
  const old = pieces.elements.get(from);
  if (!start || !end || !old) return;
  old.remove();
  const body = pieces.put(end, after.pieces[to]);
  const [x, y] = [geometry.x(start.x) - geometry.x(end.x), geometry.y(start.y) - geometry.y(end.y)];
  const frames = y ? fall(x, y) : [{ transform: `translate(${x}px, 0)` }, { transform: "translate(0, 0)" }];
  await run(body, frames, { duration: STAGE * speed, easing: y ? "linear" : EASE, fill: "backwards" });
}

/** Up and out to its owner's column where there is one. @param {Stage} stage @param {Spot} spot @param {Scene} before */
async function leave({ geometry, pieces, speed }, spot, before) {
  const element = pieces.elements.get(spot.id);
  const body = pieces.body(spot.id);
  if (!element || !body) return;
  pieces.layer.append(element);
  const color = before.pieces[spot.id].color;
  const column = geometry.side.gauges.find((gauge) => gauge.stamp && gauge.color === color);
  if (!column) {
    await run(body, [{ opacity: 1 }, { opacity: 0, transform: "scale(0.4)" }], {
      duration: STAGE * speed,
      easing: "ease-in",
      fill: "forwards",
    });
    return;
  }
  const [x, y] = [column.x - geometry.x(spot.x), geometry.side.top - 0.3 * UNIT - geometry.y(spot.y)];
  await run(
    body,
    [
      { transform: "translate(0, 0)" },
      { transform: `translate(0, ${y}px)`, offset: 0.55 },
      { transform: `translate(${x}px, ${y + 40}px) scale(0.7)`, opacity: 0.2 },
    ],
    { duration: 1.6 * STAGE * speed, easing: "ease-in-out", fill: "forwards" },
  );
}

/**
 * Where pieces went: down their columns if every column keeps its order of colours, else along their rows if every row does.
 * @param {Geometry} geometry @param {Scene} before @param {Scene} after
 * @returns {Map<string, string>}
 */
export function matched(geometry, before, after) {
  for (const along of /** @type {("x" | "y")[]} */ (["x", "y"])) {
    const lines = new Map();
    for (const spot of geometry.layout.spots) {
      const line = lines.get(spot[along]) ?? [];
      lines.set(spot[along], [...line, spot]);
    }
    /** @type {Map<string, string>} */
    const moved = new Map();
    let same = true;
    for (const line of lines.values()) {
      const held = (/** @type {Scene} */ scene) => line.filter((/** @type {Spot} */ spot) => scene.pieces[spot.id]);
      const [was, is] = [held(before), held(after)];
      same &&=
        was.length === is.length &&
        was.every(
          (/** @type {Spot} */ spot, /** @type {number} */ index) =>
            samePiece(before.pieces[spot.id], after.pieces[is[index].id]),
        );
      if (!same) break;
      was.forEach((/** @type {Spot} */ spot, /** @type {number} */ index) => {
        if (spot.id !== is[index].id) moved.set(spot.id, is[index].id);
      });
    }
    if (same && moved.size) return moved;
  }
  return new Map();
}

/** How many steps from the border each of these spots lies: ink fills from the border inwards. @param {Geometry} geometry @param {Spot[]} spots */
function inwards(geometry, spots) {
  /** @type {Map<string, number>} */
  const depths = new Map();
  const near = 1.2;
  let rest = [...spots];
  for (let depth = 0; rest.length; depth += 1) {
    const inside = new Set(rest);
    const border = rest.filter((spot) =>
      geometry.layout.spots.some(
        (other) => !inside.has(other) && Math.abs(other.x - spot.x) + Math.abs(other.y - spot.y) < near,
      ),
    );
    const layer = border.length ? border : rest;
    for (const spot of layer) depths.set(spot.id, depth);
    rest = rest.filter((spot) => !layer.includes(spot));
  }
  return depths;
}

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
async function run(element, frames, options) {
  const animation = element.animate(frames, options);
  const limit = Number(options.duration) + Number(options.delay ?? 0) + 300;
  const late = new Promise((done) => setTimeout(done, limit));
  await Promise.race([animation.finished.catch(() => undefined), late]);
}
