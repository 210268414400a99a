// @ts-check
/** @file Marks on a board: the last move, legal moves, the winning line, values of moves. Each has its own shape, so colour is never needed. */
/** @import {Geometry} from "./geometry.js" */
/** @import {Stamps} from "./pieces.js" */
/** @import {State} from "./state.js" */
/** @import {Spot, Button, Scene} from "../types.js" */

import { s, short } from "../dom.js";
import { UNIT } from "./geometry.js";
import { NEUTRAL } from "./pieces.js";
import { landing, pending, targets, truthOf } from "./state.js";

/**
 * The last move on the board: its spots, the columns or rows it pressed, the handles it turned.
 * @param {Geometry} geometry @param {State} state
 */
export function lastMarks(geometry, state) {
  /** @type {Spot[]} */
  let spots = [];
  /** @type {Spot[][]} */
  const lines = [];
  /** @type {Button[]} */
  const turns = [];
  for (const target of state.last?.clicks ?? []) {
    const pressed = geometry.layout.spots.filter((spot) => spot.target === target);
    if (pressed.length === 1) spots.push(pressed[0]);
    else if (pressed.length) lines.push(pressed);
    for (const button of geometry.layout.buttons) {
      if (button.id !== target || !button.quarter) continue;
      turns.push(button);
      spots = spots.map((spot) => geometry.carried(spot, button.group, button.quarter));
    }
  }
  const landed = state.landed.filter((id) => state.scene.pieces[id]);
  return { spots: new Set([...spots.map((spot) => spot.id), ...landed]), lines, turns };
}

/** The empty spots that a press now leads to. @param {Geometry} geometry @param {State} state */
export function legalSpots(geometry, state) {
  const legal = new Set();
  for (const target of targets(state).keys()) {
    for (const id of landing(state, target)) if (!state.scene.pieces[id]) legal.add(id);
    const alone = geometry.layout.spots.filter((spot) => spot.target === target);
    if (alone.length === 1 && !state.scene.pieces[alone[0].id]) legal.add(alone[0].id);
  }
  return legal;
}

/** Marks that lie on the pieces. @param {Stamps} stamps @param {State} state @param {{hints: boolean}} how */
export function drawMarks(stamps, state, { hints }) {
  const { geometry } = stamps;
  const last = lastMarks(geometry, state);
  /** @type {SVGElement[]} */
  const drawn = [...winningOutline(stamps, state.scene.winning)];
  for (const spot of spotsOf(geometry, last.spots)) {
    const piece = state.scene.pieces[spot.id];
    const up = piece?.mark || piece?.kind ? geometry.drawing.raised : 0;
    drawn.push(stamps.use(piece ? `last-${piece.color ?? NEUTRAL}` : "last", geometry.x(spot.x), geometry.y(spot.y) - up));
  }
  for (const line of last.lines) drawn.push(lineArrow(stamps, line, "last-line"));
  for (const button of last.turns) drawn.push(stamps.turn(button, geometry.x(button.x ?? 0), geometry.y(button.y ?? 0), { class: "turned" }));
  const chosen = pending(state).filter((id) => state.scene.pieces[id]);
  for (const spot of spotsOf(geometry, [...state.shown, ...chosen])) drawn.push(stamps.at("shown", spot, { class: "shown" }));
  for (const spot of spotsOf(geometry, state.changed)) drawn.push(stamps.at("changed", spot, { class: "changed" }));
  if (state.truths.size) drawn.push(...truthMarks(stamps, state));
  else if (hints) drawn.push(...hintMarks(stamps, state));
  return drawn;
}

/** Proved results have a shape each, guesses none. */
export const SHAPES = { wins: "M0-22 20 12H-20Z", draws: "M-20-12H20V-2H-20ZM-20 4H20V14H-20Z", loses: "M0 22 20-12H-20Z" };

/** What each press leads to, where it would land. @param {Stamps} stamps @param {State} state */
function truthMarks({ geometry }, state) {
  /** @type {SVGElement[]} */
  const drawn = [];
  const best = Math.max(...[...state.truths.values()].map((truth) => truth.rank));
  for (const target of targets(state).keys()) {
    const truth = truthOf(state, target);
    const pressed = geometry.layout.spots.filter((spot) => spot.target === target);
    const landed = spotsOf(geometry, landing(state, target)).find(({ id }) => !state.scene.pieces[id]);
    const spot = landed ?? (pressed.length === 1 ? pressed[0] : null);
    if (!truth || !spot) continue;
    const shape = truth.kind === "guess" ? null : SHAPES[truth.kind];
    drawn.push(
      s(
        "g",
        {
          class: `truth ${truth.kind}${truth.rank === best ? " best" : ""}`,
          transform: `translate(${short(geometry.x(spot.x))} ${short(geometry.y(spot.y))})`,
        },
        s("rect", { x: -37, y: -37, width: 74, height: 74, rx: 16 }),
        shape && s("path", { d: shape, transform: truth.label ? "translate(0 -12) scale(0.8)" : null }),
        s("text", { y: shape ? 27 : 10 }, truth.label),
      ),
    );
  }
  return drawn;
}

/** Small hollow dots where one may go; where most places are open, small crosses where one may not. @param {Stamps} stamps @param {State} state */
function hintMarks(stamps, state) {
  const { geometry } = stamps;
  if (!state.moves.length) return [];
  const legal = legalSpots(geometry, state);
  const empty = geometry.layout.spots.filter((spot) => !state.scene.pieces[spot.id]);
  const most = legal.size > empty.length / 2 && !geometry.upright;
  if (most && geometry.layout.spots.some((spot) => spot.line)) return []; // lines that are open are seen as such
  return empty.filter((spot) => legal.has(spot.id) !== most).map((spot) => stamps.at(most ? "closed" : "legal", spot));
}

/** What a press would do, under the pointer or the keyboard. @param {Stamps} stamps @param {State} state @param {string | null} target */
export function drawGhost(stamps, state, target) {
  if (target === null) return [];
  const { geometry } = stamps;
  const drawn = spotsOf(geometry, landing(state, target))
    .filter((spot) => !state.scene.pieces[spot.id])
    .map((spot) => stamps.at(stamps.next(spot, state.color), spot, { class: "ghost" }));
  const line = geometry.layout.spots.filter((spot) => spot.target === target);
  if (line.length > 1 && targets(state).has(target)) drawn.push(lineArrow(stamps, line, "ghost-line"));
  return drawn;
}

/** Where a handle would carry the pieces of its group, by the spots they are on. @param {Geometry} geometry @param {State} state @param {string | null} target @returns {Map<string, Spot>} */
export function carriedBy(geometry, state, target) {
  const handle = geometry.layout.buttons.find((button) => button.id === target && button.quarter);
  if (!handle || !state.pressed.length) return new Map();
  const waiting = new Set(pending(state));
  const carried = geometry.layout.spots.filter(
    (spot) => spot.group === handle.group && (state.scene.pieces[spot.id] || waiting.has(spot.id)),
  );
  return new Map(carried.map((spot) => [spot.id, geometry.carried(spot, handle.group, handle.quarter)]));
}

/** The same as pieces. @param {Stamps} stamps @param {State} state @param {Map<string, Spot>} carried */
export function drawCarried(stamps, state, carried) {
  return [...carried].map(([from, to]) =>
    stamps.at(state.scene.pieces[from]?.color ?? state.color, to, { class: "ghost carried" }),
  );
}

/** What was pressed already, before the move is whole, unless it is shown where it is carried. @param {Stamps} stamps @param {State} state @param {Map<string, Spot>} carried */
export function drawPending(stamps, state, carried) {
  return spotsOf(stamps.geometry, pending(state))
    .filter((spot) => !state.scene.pieces[spot.id] && !carried.has(spot.id))
    .map((spot) => stamps.at(stamps.next(spot, state.color), spot));
}

/** An arrow at a column, or at a row. @param {Stamps} stamps @param {Spot[]} line @param {string} class_ */
function lineArrow({ geometry, key }, line, class_) {
  const { left, top } = geometry.side;
  const place = line.every((spot) => spot.x === line[0].x)
    ? `translate(${short(geometry.x(line[0].x))} ${short(top)})`
    : `translate(${short(left)} ${short(geometry.y(line[0].y))}) rotate(-90)`;
  return s("use", { class: class_, href: `#${key}-arrow`, transform: place });
}

/** One outline around all winning spots; a light and a dark band, so it needs no colour. @param {Stamps} stamps @param {string[]} winning */
function winningOutline({ geometry, key }, winning) {
  const won = spotsOf(geometry, winning);
  const { beside, diagonal, bands } = geometry.drawing.outline;
  const apart = (/** @type {Spot} */ spot, /** @type {Spot} */ other) =>
    UNIT * Math.hypot(spot.x - other.x, spot.y - other.y);
  // Neighbours, and those corner to corner unless that would cut the inside of a bend.
  const joined = (/** @type {Spot} */ spot, /** @type {Spot} */ other) =>
    apart(spot, other) <= beside ||
    (apart(spot, other) <= diagonal &&
      won.filter((by) => apart(spot, by) <= beside && apart(by, other) <= beside).length !== 1);
  const point = (/** @type {Spot} */ spot) => `${short(geometry.x(spot.x))} ${short(geometry.y(spot.y))}`;
  const links = won.flatMap((spot, from) => won.slice(from).flatMap((other) => (joined(spot, other) ? [[spot, other]] : [])));
  const d = links.map(([spot, other]) => `M${point(spot)}L${point(other)}`).join("");
  const [x, y, width, height] = geometry.side.view;
  const box = { x, y, width, height };
  return (won.length ? bands : []).flatMap(([name, wide, narrow]) => [
    s(
      "mask",
      { id: `${key}-${name}`, maskUnits: "userSpaceOnUse", ...box },
      s("path", { class: "band", d, stroke: "#fff", "stroke-width": wide }),
      s("path", { class: "band", d, stroke: "#000", "stroke-width": narrow }),
    ),
    s("rect", { fill: `var(--${name})`, mask: `url(#${key}-${name})`, ...box }),
  ]);
}

/** Magnets and columns as a scene has them. @param {Stamps} stamps @param {Scene} scene */
export function drawGauges(stamps, scene) {
  return stamps.geometry.side.gauges.map((gauge) => {
    const counter = scene.counters.find(({ id }) => id === gauge.counter);
    if (!counter && gauge.stamp) return s("g");
    const value = counter?.value ?? 0;
    const step = Math.min(gauge.step, gauge.reach / Math.max(1, value));
    const { stamp } = gauge;
    const [name, attributes] = gauge.number;
    return s(
      "g",
      { class: "gauge" },
      ...stamps.build(value ? gauge.glow : []),
      s("g", { opacity: value ? 1 : gauge.faint }, ...stamps.build(gauge.parts)),
      ...Array.from({ length: stamp ? value : 0 }, (_, index) => stamps.use(stamp ?? "", gauge.x, gauge.y - (index + 1) * step)),
      ...stamps.build([[name, { ...attributes, x: gauge.x, y: gauge.y - value * step }, String(value || gauge.zero)]]),
    );
  });
}

/** @param {Geometry} geometry @param {Iterable<string>} ids */
function spotsOf(geometry, ids) {
  return [...ids].map((id) => geometry.byId.get(id)).filter((spot) => spot !== undefined);
}
