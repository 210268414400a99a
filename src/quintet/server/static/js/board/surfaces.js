// @ts-check
/** @file What boards are made of: one drawing a surface, and a quiet one for any other. Colours are the style sheet's. */
/** @import {Geometry} from "./geometry.js" */
/** @import {Spot, Color} from "../types.js" */

import { s, short } from "../dom.js";
import { UNIT } from "./geometry.js";

const u = (/** @type {number} */ cells) => short(cells * UNIT);

/**
 * The board without its pieces: what lies under them and what lies over them.
 * @param {Geometry} geometry
 * @param {string} key for the ids of shared paint
 * @returns {{under: SVGElement[], over: SVGElement[]}}
 */
export function drawSurface(geometry, key) {
  const draw = DRAWINGS[geometry.layout.surface] ?? plain;
  const { under, over = [] } = draw(geometry, key);
  return { under: [...under, ...edges(geometry)], over };
}

/** Light from above. @param {string} key */
export function sheen(key) {
  return s(
    "linearGradient",
    { id: `${key}-sheen`, x1: 0, y1: 0, x2: 0, y2: 1 },
    s("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.14 }),
    s("stop", { offset: 0.5, "stop-color": "#fff", "stop-opacity": 0 }),
    s("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.12 }),
  );
}

/** @param {Geometry} geometry @param {string} key @param {string} class_ @param {number} around @param {number} corner */
function slab(geometry, key, class_, around, corner) {
  const box = { ...geometry.box(around), rx: corner * UNIT };
  return [s("rect", { class: class_, ...box }), s("rect", { class: "sheen", fill: `url(#${key}-sheen)`, ...box })];
}

/** @type {Record<string, (geometry: Geometry, key: string) => {under: SVGElement[], over?: SVGElement[]}>} */
const DRAWINGS = { felt, tiles, wood, rack, steel };

/** Squares in a grid, a star at the four inner points. @param {Geometry} geometry @param {string} key */
function felt(geometry, key) {
  const squares = geometry.layout.spots
    .map(
      (spot) =>
        `M${u(geometry.x(spot.x) / UNIT - 0.5)} ${u(geometry.y(spot.y) / UNIT - 0.5)}h${UNIT}v${UNIT}h-${UNIT}z`,
    )
    .join("");
  const { width, height } = geometry.layout;
  const stars =
    Math.min(width, height) < 6 ? [] : [2, height - 2].flatMap((y) => [2, width - 2].map((x) => ({ x, y })));
  return {
    under: [
      ...slab(geometry, key, "shade", geometry.rim, 0.2),
      ...slab(geometry, key, "board", 0, 0.04),
      s("path", { class: "lines", d: squares, "stroke-width": 0.025 * UNIT }),
      ...stars.map(({ x, y }) => s("circle", { class: "star", cx: geometry.x(x), cy: geometry.y(y), r: 0.085 * UNIT })),
    ],
  };
}

/** A slab a group, with dimples; each can turn. @param {Geometry} geometry @param {string} key */
function tiles(geometry, key) {
  /** @type {Map<string, Spot[]>} */
  const groups = new Map();
  for (const spot of geometry.layout.spots) {
    groups.set(spot.group ?? "", [...(groups.get(spot.group ?? "") ?? []), spot]);
  }
  const under = [...groups].map(([group, spots]) => {
    const xs = spots.map((spot) => geometry.x(spot.x));
    const ys = spots.map((spot) => geometry.y(spot.y));
    const half = UNIT / 2;
    const [x, y] = [Math.min(...xs) - half, Math.min(...ys) - half];
    const box = { x, y, width: Math.max(...xs) + half - x, height: Math.max(...ys) + half - y, rx: 0.22 * UNIT };
    return s(
      "g",
      { class: "tile", "data-group": group },
      s("rect", { class: "shade", ...box, y: y + 0.07 * UNIT }),
      s("rect", { class: "board", ...box }),
      s("rect", { class: "sheen", fill: `url(#${key}-sheen)`, ...box }),
      ...holes(geometry, spots, 0.31),
    );
  });
  return { under };
}

/** Fine lines between points. @param {Geometry} geometry @param {string} key */
function wood(geometry, key) {
  const lines = [];
  for (const [place, spot] of geometry.places) {
    const [row, column] = place.split(",").map(Number);
    for (const other of [geometry.places.get(`${row},${column + 1}`), geometry.places.get(`${row + 1},${column}`)]) {
      if (!other) continue;
      lines.push(
        `M${short(geometry.x(spot.x))} ${short(geometry.y(spot.y))}L${short(geometry.x(other.x))} ${short(geometry.y(other.y))}`,
      );
    }
  }
  return {
    under: [
      ...slab(geometry, key, "shade", geometry.rim, 0.14),
      ...slab(geometry, key, "board", geometry.layout.edges.length ? 0 : geometry.rim, 0.04),
      s("path", { class: "lines", d: lines.join(""), "stroke-width": 0.03 * UNIT, "stroke-linecap": "round" }),
    ],
  };
}

/** An upright board with round windows, on a foot; pieces are behind its front. @param {Geometry} geometry @param {string} key */
function rack(geometry, key) {
  const box = geometry.box(geometry.rim);
  const r = 0.43 * geometry.room * UNIT;
  const corner = 0.26 * UNIT;
  const { x, y, width, height } = box;
  const front =
    `M${x + corner} ${y}h${width - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}v${height - 2 * corner}` +
    `a${corner} ${corner} 0 0 1 -${corner} ${corner}h-${width - 2 * corner}a${corner} ${corner} 0 0 1 -${corner} -${corner}` +
    `v-${height - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} -${corner}z`;
  const windows = geometry.layout.spots
    .map(
      (spot) =>
        `M${short(geometry.x(spot.x) - r)} ${short(geometry.y(spot.y))}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    )
    .join("");
  const foot = {
    x: x - 0.2 * UNIT,
    y: y + height - 0.22 * UNIT,
    width: width + 0.4 * UNIT,
    height: 0.36 * UNIT,
    rx: 0.12 * UNIT,
  };
  return {
    under: [
      s("rect", { class: "shade", ...foot }),
      s("rect", { class: "hole", ...geometry.box(geometry.rim - 0.1), rx: 0.1 * UNIT }),
    ],
    over: [
      s("path", { class: "board", d: front + windows, "fill-rule": "evenodd" }),
      s("path", { class: "sheen", fill: `url(#${key}-sheen)`, d: front + windows, "fill-rule": "evenodd" }),
      rims(geometry, geometry.layout.spots, r),
    ],
  };
}

/** A riveted rack. Its magnets are drawn with the scene. @param {Geometry} geometry @param {string} key */
function steel(geometry, key) {
  const at = geometry.rim / 2 - 0.04;
  const rivets = [geometry.left - at, geometry.right + at].flatMap((x) =>
    [geometry.top - at, geometry.bottom + at].map((y) =>
      s("circle", { class: "shade", cx: x * UNIT, cy: y * UNIT, r: 0.06 * UNIT }),
    ),
  );
  const side = 0.88 * geometry.room * UNIT;
  const cells = geometry.layout.spots.map((spot) =>
    s("rect", {
      class: "hole",
      x: geometry.x(spot.x) - side / 2,
      y: geometry.y(spot.y) - side / 2,
      width: side,
      height: side,
      rx: 0.14 * geometry.room * UNIT,
    }),
  );
  return {
    under: [
      ...slab(geometry, key, "shade", geometry.rim, 0.16),
      ...slab(geometry, key, "board", geometry.rim - 0.1, 0.1),
      ...rivets,
      ...cells,
    ],
  };
}

/** Anything else: a ring at every spot. @param {Geometry} geometry @param {string} key */
function plain(geometry, key) {
  const rings = geometry.layout.spots.map((spot) =>
    s("circle", {
      class: "lines",
      cx: geometry.x(spot.x),
      cy: geometry.y(spot.y),
      r: 0.36 * geometry.room * UNIT,
      "stroke-width": 0.025 * UNIT,
    }),
  );
  return { under: [...slab(geometry, key, "board", geometry.rim, 0.2), ...rings] };
}

/** @param {Geometry} geometry @param {Spot[]} spots @param {number} radius */
function holes(geometry, spots, radius) {
  const r = radius * geometry.room * UNIT;
  const drawn = spots.map((spot) => s("circle", { class: "hole", cx: geometry.x(spot.x), cy: geometry.y(spot.y), r }));
  return [...drawn, rims(geometry, spots, r)];
}

/** Rims that catch the light below. @param {Geometry} geometry @param {Spot[]} spots @param {number} r */
function rims(geometry, spots, r) {
  const d = spots
    .map((spot) => `M${short(geometry.x(spot.x) - r)} ${short(geometry.y(spot.y))}a${r} ${r} 0 0 0 ${2 * r} 0`)
    .join("");
  return s("path", { class: "lines", d, "stroke-width": 0.03 * UNIT, opacity: 0.7 });
}

/** Bars beside the board in the colour that owns the side, joined at the corners. @param {Geometry} geometry */
function edges(geometry) {
  const [a, b] = [0.06, geometry.rim - 0.04];
  const { left, top, right, bottom } = geometry;
  /** @type {Record<string, [number, number][]>} */
  const corners = {
    top: [
      [left - a, top - a],
      [right + a, top - a],
      [right + b, top - b],
      [left - b, top - b],
    ],
    bottom: [
      [left - a, bottom + a],
      [right + a, bottom + a],
      [right + b, bottom + b],
      [left - b, bottom + b],
    ],
    left: [
      [left - a, top - a],
      [left - a, bottom + a],
      [left - b, bottom + b],
      [left - b, top - b],
    ],
    right: [
      [right + a, top - a],
      [right + a, bottom + a],
      [right + b, bottom + b],
      [right + b, top - b],
    ],
  };
  return geometry.layout.edges.map((edge) => {
    const points = (corners[geometry.side(edge.side)] ?? []).map(([x, y]) => `${u(x)},${u(y)}`).join(" ");
    return s("polygon", { class: `edge ${edge.color === "b" ? "black" : "white"}`, points });
  });
}

/**
 * A horseshoe on its colour's wall, poles to the board; while it is on it glows and shows the turns it stays on.
 * @param {Geometry} geometry @param {Color} color @param {number} turns
 */
export function magnet(geometry, color, turns) {
  const size = geometry.zoom * UNIT;
  const out = (color === "b") !== geometry.flipped ? -1 : 1;
  const wall = UNIT * (out < 0 ? geometry.left - geometry.rim : geometry.right + geometry.rim);
  const middle = (UNIT * (geometry.top + geometry.bottom)) / 2;
  const point = (/** @type {number} */ away, /** @type {number} */ down) =>
    `${short(wall + out * away * size)} ${short(middle + down * size)}`;
  const r = short(0.26 * size);
  const d = `M${point(0, -0.26)}L${point(0.24, -0.26)}A${r} ${r} 0 0 ${out > 0 ? 1 : 0} ${point(0.24, 0.26)}L${point(0, 0.26)}`;
  const tips = [-0.26, 0.26].map((down) => `M${point(0, down)}L${point(0.1, down)}`).join("");
  const shoe = (/** @type {string} */ class_, /** @type {number} */ width) =>
    s("path", { class: class_, d, fill: "none", "stroke-width": width * size });
  return s(
    "g",
    { class: `magnet ${color === "b" ? "black" : "white"} ${turns ? "on" : "off"}` },
    turns > 0 && shoe("glow", 0.38),
    shoe("shoe-edge", 0.22),
    shoe("shoe", 0.17),
    s("path", { class: "shoe-edge", d: tips, "stroke-width": 0.17 * size }),
    turns > 0 &&
      s(
        "text",
        {
          class: "turns",
          x: wall + out * 0.34 * size,
          y: middle + 0.8 * size,
          "font-size": 0.36 * size,
          "text-anchor": "middle",
        },
        String(turns),
      ),
  );
}
