// @ts-check
/** @file Where spots are on a board, seen from either side. */
/** @import {Layout, Spot} from "../types.js" */

import { short } from "../dom.js";

/** Units of the picture in a cell. */
export const UNIT = 100;
const CLOSE = 0.01;

/** A layout on the page, perhaps turned round. */
export class Geometry {
  /** @param {Layout} layout @param {boolean} [flipped] */
  constructor(layout, flipped = false) {
    this.layout = layout;
    this.flipped = flipped;
    this.drawing = layout.drawing;
    this.side = layout.drawing.sides[flipped ? 1 : 0];
    /** Whether things fall: pressing a spot presses its whole column. */
    this.upright = hasColumns(layout.spots);
    this.byId = new Map(layout.spots.map((spot) => [spot.id, spot]));
    const xs = layout.spots.map((spot) => spot.x);
    const ys = layout.spots.map((spot) => spot.y);
    this.ys = ranked(ys);
    // Twice the middle of the board, about which it is turned.
    this.across = Math.min(0, ...xs.map((x) => x - 0.5)) + Math.max(1, layout.width, ...xs.map((x) => x + 0.5));
    this.down = Math.min(0, ...ys.map((y) => y - 0.5)) + Math.max(1, layout.height, ...ys.map((y) => y + 0.5));
  }

  /** In units. @param {number} x in cells */
  x(x) {
    return UNIT * (this.flipped ? this.across - x : x);
  }

  /** In units. @param {number} y in cells */
  y(y) {
    return UNIT * (this.flipped && !this.upright ? this.down - y : y);
  }

  /** The corners of what is pressed for a spot; a line is pressed between its ends, not far from it. @param {Spot} spot @param {number} [share] of its size */
  outline(spot, share = 1) {
    const [x, y] = [this.x(spot.x), this.y(spot.y)];
    const corners = spot.line ? this.#aroundLine(spot, spot.line) : this.drawing.cell;
    return corners.map(([right, down]) => `${short(x + share * right)},${short(y + share * down)}`).join(" ");
  }

  /** @param {Spot} spot @param {[number, number, number, number]} line @returns {[number, number][]} */
  #aroundLine(spot, [x0, y0, x1, y1]) {
    const ends = /** @type {[number, number][]} */ ([[x0, y0], [x1, y1]]).map(([x, y]) => [
      this.x(x) - this.x(spot.x),
      this.y(y) - this.y(spot.y),
    ]);
    const [[right, down], [left, up]] = ends;
    return [[right, down], [-0.6 * down, 0.6 * right], [left, up], [0.6 * down, -0.6 * right]];
  }

  /** Clockwise as seen on the page: a mirrored board turns the other way. @param {number} quarter */
  quarter(quarter) {
    return this.flipped && this.upright ? -quarter : quarter;
  }

  /** The spots as rows, as they are seen from top to bottom and from left to right. @returns {Spot[][]} */
  get rows() {
    /** @type {Map<number, Spot[]>} */
    const rows = new Map();
    const seen = [...this.layout.spots].sort(
      (spot, other) => this.y(spot.y) - this.y(other.y) || this.x(spot.x) - this.x(other.x),
    );
    for (const spot of seen) {
      const row = rank(this.ys, spot.y);
      rows.set(row, [...(rows.get(row) ?? []), spot]);
    }
    return [...rows.values()];
  }

  /** The nearest spot in a direction, as seen on the page. @param {Spot} from @param {number} right @param {number} down */
  beside(from, right, down) {
    let best = null;
    let nearest = Infinity;
    for (const spot of this.layout.spots) {
      const dx = this.x(spot.x) - this.x(from.x);
      const dy = this.y(spot.y) - this.y(from.y);
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      if (ahead <= 1 || aside > ahead) continue;
      if (ahead + 3 * aside < nearest) [best, nearest] = [spot, ahead + 3 * aside];
    }
    return best;
  }

  /** The middle of a group, in cells. @param {string} group */
  middle(group) {
    const spots = this.layout.spots.filter((spot) => spot.group === group);
    const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    return { x: mean(spots.map((spot) => spot.x)), y: mean(spots.map((spot) => spot.y)), spots };
  }

  /** Where a turning group carries what is on a spot. @param {Spot} spot @param {string | null} group @param {number} quarter */
  carried(spot, group, quarter) {
    if (spot.group === null || spot.group !== group) return spot;
    const middle = this.middle(spot.group);
    let [x, y] = [spot.x, spot.y];
    for (let turn = 0; turn < ((quarter % 4) + 4) % 4; turn += 1) {
      [x, y] = [middle.x - (y - middle.y), middle.y + (x - middle.x)];
    }
    const distance = (/** @type {Spot} */ other) => (other.x - x) ** 2 + (other.y - y) ** 2;
    return middle.spots.reduce((best, other) => (distance(other) < distance(best) ? other : best));
  }
}

/** @param {number[]} values */
function ranked(values) {
  const sorted = [...values].sort((value, other) => value - other);
  return sorted.filter((value, index) => index === 0 || value - sorted[index - 1] > CLOSE);
}

/** @param {number[]} values @param {number} value */
export function rank(values, value) {
  let index = 0;
  while (index + 1 < values.length && values[index + 1] <= value + CLOSE) index += 1;
  return index;
}

/** @param {Spot[]} spots */
function hasColumns(spots) {
  /** @type {Map<string, Spot>} */
  const first = new Map();
  for (const spot of spots) {
    const other = first.get(spot.target);
    if (other && Math.abs(other.x - spot.x) < CLOSE && Math.abs(other.y - spot.y) > CLOSE) return true;
    first.set(spot.target, spot);
  }
  return false;
}
