// @ts-check
/** @file Pieces and what is marked on them. Black has a light inner ring, white a dark rim. */
/** @import {Geometry} from "./geometry.js" */
/** @import {Color, Piece, Scene, Spot, Button} from "../types.js" */

import { s, short } from "../dom.js";
import { UNIT } from "./geometry.js";

/** Radii in cells; any other piece has 0.4. @type {Record<string, number>} */
const RADII = { marble: 0.38, stone: 0.43, token: 0.42 };
/** How much light lies on a piece. @type {Record<string, number>} */
const GLOSS = { marble: 0.75, stone: 0.35 };

/** @param {Geometry} geometry */
export function radius(geometry) {
  return (RADII[geometry.layout.piece] ?? 0.4) * geometry.room * UNIT;
}

/** A black and a white piece at the origin, to be used at every spot. @param {Geometry} geometry @param {string} key */
export function pieceDefinitions(geometry, key) {
  return /** @type {Color[]} */ (["b", "w"]).flatMap((color) => definition(geometry, key, color));
}

/** @param {Geometry} geometry @param {string} key @param {Color} color */
function definition(geometry, key, color) {
  const kind = geometry.layout.piece;
  const r = radius(geometry);
  const black = color === "b";
  const gloss = GLOSS[kind] ?? 0.15;
  const dash = kind === "token" ? { "stroke-dasharray": (r * 0.76 * Math.PI) / 12 } : {};
  return [
    s(
      "radialGradient",
      { id: `${key}-${color}-light`, cx: 0.36, cy: 0.3, r: 0.75 },
      s("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": gloss * (black ? 0.6 : 1) }),
      s("stop", { offset: 0.55, "stop-color": "#fff", "stop-opacity": 0 }),
      s("stop", { offset: 1, "stop-color": "#000", "stop-opacity": black ? 0 : gloss * 0.3 }),
    ),
    s(
      "g",
      { id: `${key}-${color}`, class: black ? "q-black" : "q-white" },
      s("circle", { class: "q-stone", r, "stroke-width": 0.045 * geometry.room * UNIT }),
      s("circle", { r, fill: `url(#${key}-${color}-light)` }),
      s("circle", { class: "q-ring", r: r * 0.76, "stroke-width": 0.035 * geometry.room * UNIT, ...dash }),
    ),
  ];
}

/** The pieces on the board, one element each, kept in step with a scene. */
export class Pieces {
  /** @param {Geometry} geometry @param {string} key */
  constructor(geometry, key) {
    this.geometry = geometry;
    this.key = key;
    this.layer = s("g", { class: "pieces" });
    /** @type {Map<string, SVGGElement>} */
    this.elements = new Map();
  }

  /** Show exactly these. @param {Record<string, Piece>} pieces */
  sync(pieces) {
    this.layer.replaceChildren();
    this.elements.clear();
    for (const spot of this.geometry.layout.spots) {
      const piece = pieces[spot.id];
      if (piece) this.put(spot, piece);
    }
  }

  /** @param {Spot} spot @param {Piece} piece */
  put(spot, piece) {
    const body = s("g", { class: "body" });
    const element = s(
      "g",
      { class: "piece", transform: `translate(${short(this.geometry.x(spot.x))} ${short(this.geometry.y(spot.y))})` },
      body,
    );
    this.paint(body, piece);
    this.layer.append(element);
    this.elements.set(spot.id, element);
    return body;
  }

  /** @param {SVGElement} body @param {Piece} piece */
  paint(body, piece) {
    body.replaceChildren(s("use", { href: `#${this.key}-${piece.color}` }));
    if (piece.mark) body.append(quietSign(this.geometry, piece.color));
  }

  /** @param {string} spot */
  body(spot) {
    return /** @type {SVGGElement | null} */ (this.elements.get(spot)?.firstElementChild ?? null);
  }
}

/** A small horseshoe for a piece that has a mark. @param {Geometry} geometry @param {Color} color */
function quietSign(geometry, color) {
  const r = 0.1 * geometry.room * UNIT;
  return s("path", {
    class: `sign ${color === "b" ? "black" : "white"}`,
    d: `M${-r} ${r}v${-r}a${r} ${r} 0 0 1 ${2 * r} 0v${r}`,
    "stroke-width": 0.06 * geometry.room * UNIT,
  });
}

/** A curved arrow for a handle, around the origin. @param {number} quarter @param {number} r */
export function curvedArrow(quarter, r) {
  const flip = quarter > 0 ? 1 : -1;
  const point = (/** @type {number} */ x, /** @type {number} */ y) => `${short(flip * r * x)} ${short(r * y)}`;
  return (
    `M${point(-0.8, 0.6)}A${short(r)} ${short(r)} 0 1 ${flip > 0 ? 1 : 0} ${point(0.8, 0.6)}` +
    `M${point(1.45, 0.35)}L${point(0.8, 0.6)}L${point(0.75, -0.1)}`
  );
}

/**
 * Scores as two columns of flat pieces beside the board.
 * @param {Geometry} geometry
 * @param {import("../types.js").Counter[]} counters
 */
export function scoreColumns(geometry, counters) {
  return counters.map((counter) => {
    const place = columnPlace(geometry, counter.color);
    const step = Math.min(0.2, (geometry.bottom - geometry.top - 0.6) / Math.max(1, counter.value)) * UNIT;
    const class_ = `column ${counter.color === "b" ? "black" : "white"}`;
    return s(
      "g",
      { class: class_ },
      s("line", {
        class: "base",
        x1: place.x - 34,
        x2: place.x + 34,
        y1: place.y + 3,
        y2: place.y + 3,
        "stroke-width": 5,
      }),
      ...Array.from({ length: counter.value }, (_, at) =>
        s("rect", {
          class: "flat",
          x: place.x - 28,
          y: place.y - (at + 1) * step,
          width: 56,
          height: Math.max(6, step - 3),
          rx: Math.min(7, step / 2.4),
          "stroke-width": 3,
        }),
      ),
      s(
        "text",
        {
          class: "points",
          x: place.x,
          y: place.y - counter.value * step - 14,
          "font-size": 38,
          "text-anchor": "middle",
        },
        String(counter.value),
      ),
    );
  });
}

/** The foot of a colour's score column. @param {Geometry} geometry @param {Color} color */
export function columnPlace(geometry, color) {
  const board = geometry.board;
  const left = (color === "b") !== geometry.flipped;
  return {
    x: UNIT * (left ? board.left - 0.42 : board.right + 0.42),
    y: UNIT * (geometry.bottom + geometry.rim + 0.1),
  };
}

/** How strongly magnets pull: on steel, a number that counts down is a magnet's. @param {Scene} scene */
export function magnetsOf(scene) {
  /** @type {Record<Color, number>} */
  const turns = { b: 0, w: 0 };
  for (const counter of scene.counters) if (counter.total !== null) turns[counter.color] = counter.value;
  return turns;
}

/** @param {Button} button */
export function isHandle(button) {
  return button.x !== null && button.y !== null;
}
