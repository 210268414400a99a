// @ts-check
/** @file SVG elements for the shapes of a drawing, and the pieces on a board. */
/** @import {Geometry} from "./geometry.js" */
/** @import {Button, Color, Piece, Spot} from "../types.js" */

import { s, short } from "../dom.js";

/** What stands for a colour in the stamps of a piece that belongs to nobody. */
export const NEUTRAL = "neutral";

/** @typedef {[string, Record<string, any>, ...any[]]} Shape an element's name and attributes, and what is inside */

/** Puts the shapes of a drawing on the page; the ids of each picture are its own. */
export class Stamps {
  /** @param {Geometry} geometry @param {string} key */
  constructor(geometry, key) {
    this.geometry = geometry;
    this.key = key;
  }

  /** @param {Shape[]} shapes @returns {SVGElement[]} */
  build(shapes) {
    return shapes.map(([name, attributes, ...inside]) => {
      if (name === "places") return s("g", {}, ...this.#places(attributes));
      const own = Object.entries(attributes).map(([key, value]) => [key, this.#own(value)]);
      const parts = inside.map((part) => (typeof part === "string" ? part : this.build([part])[0]));
      return s(/** @type {"g"} */ (name), Object.fromEntries(own), ...parts);
    });
  }

  /** @param {string} stamp @param {number} x @param {number} y @param {Record<string, any>} [attributes] */
  use(stamp, x, y, attributes = {}) {
    return s("use", { href: `#${this.key}-${stamp}`, x, y, ...attributes });
  }

  /** @param {string} stamp @param {Spot} spot @param {Record<string, any>} [attributes] */
  at(stamp, spot, attributes = {}) {
    return this.use(stamp, this.geometry.x(spot.x), this.geometry.y(spot.y), attributes);
  }

  /** The stamp of a bare piece: a bar where the spot is a line. @param {Spot} spot @param {Color | null} color */
  bare(spot, color) {
    const line = this.geometry.drawing.lines[spot.id];
    return `${line === undefined ? "" : `line${line}-`}${color ?? NEUTRAL}`;
  }

  /** What would be put on a spot by the side to move; a line belongs to nobody where lines may. @param {Spot} spot @param {Color} color */
  next(spot, color) {
    return this.bare(spot, spot.line && this.geometry.layout.neutral ? null : color);
  }

  /** A curved arrow for a handle. @param {Button} button @param {number} x @param {number} y @param {Record<string, any>} attributes */
  turn(button, x, y, attributes) {
    return this.use(this.geometry.quarter(button.quarter) > 0 ? "turn1" : "turn-1", x, y, attributes);
  }

  /** @param {Record<string, any>} attributes */
  #places({ href, group }) {
    const spots = this.geometry.layout.spots.filter((spot) => !spot.line && (group === undefined || spot.group === group));
    return spots.map((spot) => this.at(href.replace("#~", ""), spot));
  }

  /** @param {string | number} value */
  #own(value) {
    return typeof value === "string" ? value.replace("~", `${this.key}-`) : value;
  }
}

/** The pieces on the board, one element each, kept in step with a scene. */
export class Pieces {
  layer = s("g", { class: "pieces" });
  /** @type {Map<string, SVGGElement>} */
  elements = new Map();

  /** @param {Stamps} stamps */
  constructor(stamps) {
    this.stamps = stamps;
  }

  /** Show exactly these. @param {Record<string, Piece>} pieces */
  sync(pieces) {
    this.layer.replaceChildren();
    this.elements.clear();
    for (const spot of this.stamps.geometry.layout.spots) {
      const piece = pieces[spot.id];
      if (piece) this.put(spot, piece);
    }
  }

  /** @param {Spot} spot @param {Piece} piece */
  put(spot, piece) {
    const { x, y } = { x: this.stamps.geometry.x(spot.x), y: this.stamps.geometry.y(spot.y) };
    const body = s("g", { class: "body" });
    const element = s("g", { class: "piece", transform: `translate(${short(x)} ${short(y)})` }, body);
    this.paint(body, spot, piece);
    this.layer.append(element);
    this.elements.set(spot.id, element);
    return body;
  }

  /** @param {SVGElement} body @param {Spot} spot @param {Piece} piece */
  paint(body, spot, piece) {
    const color = piece.color ?? NEUTRAL;
    body.replaceChildren(this.stamps.use(this.stamps.bare(spot, piece.color), 0, 0));
    if (piece.kind) body.append(this.stamps.use(`kind-${piece.kind}-${color}`, 0, 0));
    // The sign of its kind has the middle.
    if (piece.mark) body.append(this.stamps.use(`mark-${color}`, 0, piece.kind ? this.stamps.geometry.drawing.raised : 0));
  }

  /** @param {string} spot */
  body(spot) {
    return /** @type {SVGGElement | null} */ (this.elements.get(spot)?.firstElementChild ?? null);
  }
}
