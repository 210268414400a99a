// @ts-check
/** @file What is pointed out on a board: the last move, where one may go, what wins. Shapes say it, not colours alone. */
/** @import {Geometry} from "./geometry.js" */
/** @import {State} from "./state.js" */
/** @import {Spot, Button} from "../types.js" */

import { s, short } from "../dom.js";
import { UNIT } from "./geometry.js";
import { curvedArrow } from "./pieces.js";
import { landing, pending, targets } from "./state.js";

/**
 * The last move on the board: its spots, the columns or rows it pressed, the handles it turned.
 * @param {Geometry} geometry @param {State} state
 */
export function lastMarks(geometry, state) {
  /** @type {Spot[]} */
  let spots = [];
  /** @type {Spot[]} */
  const columns = [];
  /** @type {Button[]} */
  const turns = [];
  for (const target of state.last?.clicks ?? []) {
    const pressed = geometry.layout.spots.filter((spot) => spot.target === target);
    if (pressed.length === 1) spots.push(pressed[0]);
    else if (pressed.length) columns.push(pressed[0]);
    for (const button of geometry.layout.buttons) {
      if (button.id !== target || !button.quarter) continue;
      turns.push(button);
      spots = spots.map((spot) => geometry.carried(spot, button.group, button.quarter));
    }
  }
  const landed = state.landed.filter((id) => state.scene.pieces[id]);
  return { spots: new Set([...spots.map((spot) => spot.id), ...landed]), columns, turns };
}

/** The empty spots that a press now leads to. @param {Geometry} geometry @param {State} state */
export function legalSpots(geometry, state) {
  const found = new Set();
  for (const target of targets(state).keys()) {
    for (const id of landing(state, target)) if (!state.scene.pieces[id]) found.add(id);
    const alone = geometry.layout.spots.filter((spot) => spot.target === target);
    if (alone.length === 1 && !state.scene.pieces[alone[0].id]) found.add(alone[0].id);
  }
  return found;
}

/**
 * Marks that lie on the pieces.
 * @param {Geometry} geometry @param {State} state @param {string} key @param {{hints: boolean}} how
 */
export function drawMarks(geometry, state, key, { hints }) {
  const last = lastMarks(geometry, state);
  /** @type {SVGElement[]} */
  const drawn = [...winningOutline(geometry, state.scene.winning, key)];
  for (const id of last.spots) {
    const spot = geometry.byId.get(id);
    if (!spot) continue;
    const piece = state.scene.pieces[id];
    const up = piece?.mark ? 0.22 * geometry.room : 0;
    const class_ = piece ? `last ${piece.color === "b" ? "black" : "white"}` : "last bare";
    drawn.push(
      s("circle", {
        class: class_,
        cx: geometry.x(spot.x),
        cy: geometry.y(spot.y) - up * UNIT,
        r: 0.115 * geometry.room * UNIT,
      }),
    );
  }
  for (const spot of last.columns) drawn.push(columnArrow(geometry, spot, "last-column"));
  for (const id of [...state.shown, ...state.changed]) {
    const spot = geometry.byId.get(id);
    if (!spot) continue;
    const side = 0.92 * geometry.room * UNIT;
    drawn.push(
      s("rect", {
        class: state.shown.includes(id) ? "shown" : "changed",
        x: geometry.x(spot.x) - side / 2,
        y: geometry.y(spot.y) - side / 2,
        width: side,
        height: side,
        rx: 0.16 * side,
        "stroke-width": 0.06 * geometry.room * UNIT,
      }),
    );
  }
  if (hints) drawn.push(...hintMarks(geometry, state));
  return drawn;
}

/** Small hollow dots where one may go; where most places are open, small crosses where one may not. @param {Geometry} geometry @param {State} state */
function hintMarks(geometry, state) {
  if (!state.moves.length || state.pressed.length) return [];
  const legal = legalSpots(geometry, state);
  const empty = geometry.layout.spots.filter((spot) => !state.scene.pieces[spot.id]);
  const most = legal.size > empty.length / 2 && !geometry.upright;
  if (most) {
    const closed = empty.filter((spot) => !legal.has(spot.id));
    return closed.map((spot) => {
      const [x, y, r] = [geometry.x(spot.x), geometry.y(spot.y), 0.09 * geometry.room * UNIT];
      return s("path", {
        class: "closed",
        d: `M${short(x - r)} ${short(y - r)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`,
        "stroke-width": 0.035 * geometry.room * UNIT,
      });
    });
  }
  return geometry.layout.spots
    .filter((spot) => legal.has(spot.id))
    .map((spot) =>
      s("circle", {
        class: "legal",
        cx: geometry.x(spot.x),
        cy: geometry.y(spot.y),
        r: 0.11 * geometry.room * UNIT,
        "stroke-width": 0.045 * geometry.room * UNIT,
      }),
    );
}

/** What a press would do, under the pointer or the keyboard. @param {Geometry} geometry @param {State} state @param {string} key @param {string | null} target */
export function drawGhost(geometry, state, key, target) {
  const drawn = [];
  const ghosts = target === null ? [] : landing(state, target);
  for (const id of ghosts) {
    const spot = geometry.byId.get(id);
    if (spot && !state.scene.pieces[id])
      drawn.push(
        s("use", { class: "ghost", href: `#${key}-${state.color}`, x: geometry.x(spot.x), y: geometry.y(spot.y) }),
      );
  }
  const column = target === null ? [] : geometry.layout.spots.filter((spot) => spot.target === target);
  if (column.length > 1 && targets(state).has(target ?? ""))
    drawn.push(columnArrow(geometry, column[0], "ghost-column"));
  return drawn;
}

/** What was pressed already, before the move is whole. @param {Geometry} geometry @param {State} state @param {string} key */
export function drawPending(geometry, state, key) {
  return pending(state)
    .map((id) => geometry.byId.get(id))
    .filter((spot) => spot && !state.scene.pieces[spot.id])
    .map((spot) =>
      s("use", {
        class: "pending",
        href: `#${key}-${state.color}`,
        x: geometry.x(/** @type {Spot} */ (spot).x),
        y: geometry.y(/** @type {Spot} */ (spot).y),
      }),
    );
}

/** @param {Geometry} geometry @param {Spot} spot @param {string} class_ */
function columnArrow(geometry, spot, class_) {
  const size = 0.13 * geometry.zoom * UNIT;
  const y = UNIT * geometry.board.top - 0.03 * UNIT;
  return s("path", { class: class_, d: `M${short(geometry.x(spot.x))} ${short(y)}l${-size} ${-size}h${2 * size}z` });
}

/** The handles that the last move turned. @param {Geometry} geometry @param {State} state */
export function drawTurned(geometry, state) {
  return lastMarks(geometry, state).turns.map((button) =>
    s("path", {
      class: "turned",
      d: curvedArrow(geometry.quarter(button.quarter), 0.2 * UNIT),
      "stroke-width": 0.055 * UNIT,
      transform: `translate(${short(geometry.x(button.x ?? 0))} ${short(geometry.y(button.y ?? 0))})`,
    }),
  );
}

const BESIDE = 1.4;
const DIAGONAL = 1.9;

/** One outline around all winning spots; a light and a dark band, so it needs no colour. @param {Geometry} geometry @param {string[]} winning @param {string} key */
function winningOutline(geometry, winning, key) {
  const won = winning.map((id) => geometry.byId.get(id)).filter((spot) => spot !== undefined);
  if (!won.length) return [];
  const at = (/** @type {Spot} */ spot) => `${short(geometry.x(spot.x))} ${short(geometry.y(spot.y))}`;
  const path =
    links(won, geometry.room)
      .map(([one, other]) => `M${at(one)}L${at(other)}`)
      .join("") +
    squares(geometry, new Set(winning))
      .map((four) => `M${four.map(at).join("L")}z`)
      .join("");
  return /** @type {[string, number, number][]} */ ([
    ["halo", 1.1, 0.88],
    ["outline", 1.06, 0.92],
  ]).flatMap(([name, wide, narrow]) => {
    const box = geometry.box(0.6);
    const band = (/** @type {string} */ color, /** @type {number} */ width) =>
      s("path", {
        d: path,
        fill: color,
        stroke: color,
        "stroke-width": width * geometry.room * UNIT,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      });
    return [
      s(
        "mask",
        { id: `${key}-${name}`, maskUnits: "userSpaceOnUse", ...box },
        band("#fff", wide),
        band("#000", narrow),
      ),
      s("rect", { class: name, mask: `url(#${key}-${name})`, ...box }),
    ];
  });
}

/** Every spot with itself and its neighbours; corner to corner only where nothing else joins them. @param {Spot[]} won @param {number} room @returns {[Spot, Spot][]} */
function links(won, room) {
  /** @type {[Spot, Spot][]} */
  const found = won.map((spot) => [spot, spot]);
  /** @type {[Spot, Spot][]} */
  const corners = [];
  /** @type {Map<string, Set<string>>} */
  const beside = new Map(won.map((spot) => [spot.id, new Set()]));
  won.forEach((one, at) => {
    for (const other of won.slice(at + 1)) {
      const distance = Math.hypot(one.x - other.x, one.y - other.y) / room;
      if (distance <= BESIDE) {
        found.push([one, other]);
        beside.get(one.id)?.add(other.id);
        beside.get(other.id)?.add(one.id);
      } else if (distance <= DIAGONAL) corners.push([one, other]);
    }
  });
  const apart = (/** @type {Spot} */ one, /** @type {Spot} */ other) =>
    ![...(beside.get(one.id) ?? [])].some((id) => beside.get(other.id)?.has(id));
  return [...found, ...corners.filter(([one, other]) => apart(one, other))];
}

/** Four winning spots around a point, whose middle the band would leave open. @param {Geometry} geometry @param {Set<string>} winning */
function squares(geometry, winning) {
  const found = [];
  for (const place of geometry.places.keys()) {
    const [row, column] = place.split(",").map(Number);
    const around = [
      [row, column],
      [row, column + 1],
      [row + 1, column + 1],
      [row + 1, column],
    ].map((at) => geometry.places.get(at.join(",")));
    if (around.every((spot) => spot && winning.has(spot.id))) found.push(/** @type {Spot[]} */ (around));
  }
  return found;
}
