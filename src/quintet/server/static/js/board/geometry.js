// @ts-check
/** @file Where things are on a board: rows and columns of spots, the frame around them, the view box. */
/** @import {Layout, Scene, Spot, Button} from "../types.js" */

/** Units of the picture in a cell. */
export const UNIT = 100;
const CLOSE = 0.01;
/** How far a surface reaches around its cells, in cells. @type {Record<string, number>} */
const RIMS = { felt: 0.32, tiles: 0.12, wood: 0.36, rack: 0.24, steel: 0.34 };

/** @typedef {{left: number, top: number, right: number, bottom: number}} Extent */

/** A layout on the page, perhaps turned round. All its answers are in units. */
export class Geometry {
  /**
   * @param {Layout} layout
   * @param {{flipped?: boolean, coordinates?: boolean, columns?: boolean}} [how] `columns`: scores grow beside the board
   */
  constructor(layout, { flipped = false, coordinates = true, columns = false } = {}) {
    this.layout = layout;
    this.flipped = flipped;
    this.coordinates = coordinates;
    this.columns = columns;
    const xs = layout.spots.map((spot) => spot.x);
    const ys = layout.spots.map((spot) => spot.y);
    this.xs = ranked(xs);
    this.ys = ranked(ys);
    this.left = Math.min(0, ...xs.map((x) => x - 0.5));
    this.top = Math.min(0, ...ys.map((y) => y - 0.5));
    this.right = Math.max(1, layout.width, ...xs.map((x) => x + 0.5));
    this.bottom = Math.max(1, layout.height, ...ys.map((y) => y + 0.5));
    this.rim = RIMS[layout.surface] ?? 0.2;
    this.room = roomOf(layout.spots);
    /** Whether things fall: pressing a spot presses its whole column. */
    this.upright = hasColumns(layout.spots);
    /** How much larger than their cells magnets and coordinates are drawn on a board of many cells. */
    this.zoom = Math.max(1, Math.max(this.right - this.left, this.bottom - this.top) / 12);
    this.byId = new Map(layout.spots.map((spot) => [spot.id, spot]));
    this.places = new Map(layout.spots.map((spot) => [`${rank(this.ys, spot.y)},${rank(this.xs, spot.x)}`, spot]));
    this.labelSize = Math.min(0.85, 0.036 * Math.max(this.right - this.left, this.bottom - this.top, 4));
  }

  /** @param {number} x in cells */
  x(x) {
    return UNIT * (this.flipped ? this.left + this.right - x : x);
  }

  /** @param {number} y in cells */
  y(y) {
    return UNIT * (this.flipped && !this.upright ? this.top + this.bottom - y : y);
  }

  /** Clockwise as seen on the page: a mirrored board turns the other way. @param {number} quarter */
  quarter(quarter) {
    return this.flipped && this.upright ? -quarter : quarter;
  }

  /** @param {string} side */
  side(side) {
    if (!this.flipped) return side;
    const across = { left: "right", right: "left" };
    const down = { top: "bottom", bottom: "top" };
    return { ...across, ...(this.upright ? {} : down) }[side] ?? side;
  }

  /** The rectangle of all cells and so much around them. @param {number} around in cells */
  box(around = 0) {
    return {
      x: UNIT * (this.left - around),
      y: UNIT * (this.top - around),
      width: UNIT * (this.right - this.left + 2 * around),
      height: UNIT * (this.bottom - this.top + 2 * around),
    };
  }

  /** The board with its frame, in cells. @returns {Extent} */
  get board() {
    const wall = this.layout.surface === "steel" ? 0.72 * this.zoom : this.layout.surface === "rack" ? 0.2 : 0;
    const foot = this.layout.surface === "rack" ? 0.16 : 0;
    return {
      left: this.left - this.rim - wall,
      top: this.top - this.rim,
      right: this.right + this.rim + wall,
      bottom: this.bottom + this.rim + foot,
    };
  }

  /** Everything that can ever be seen, in cells, so that nothing moves when it appears. @returns {Extent} */
  get whole() {
    const whole = { ...this.board };
    const size = this.labelSize;
    if (this.columns) {
      whole.left -= 0.85;
      whole.right += 0.85;
    }
    if (this.coordinates) {
      const sides = new Set(this.layout.labels.map((label) => this.side(label.side)));
      const longest = Math.max(1, ...this.layout.labels.map((label) => label.text.length));
      const wide = size * (0.35 + 0.6 * longest);
      if (sides.has("left")) whole.left -= wide;
      if (sides.has("right")) whole.right += wide;
      if (sides.has("top")) whole.top -= 1.35 * size;
      if (sides.has("bottom")) whole.bottom += 1.35 * size;
    }
    if (this.upright) whole.top -= 0.2 * this.zoom;
    for (const button of this.layout.buttons) {
      if (button.x === null || button.y === null) continue;
      const [x, y] = [this.x(button.x) / UNIT, this.y(button.y) / UNIT];
      whole.left = Math.min(whole.left, x - 0.36);
      whole.right = Math.max(whole.right, x + 0.36);
      whole.top = Math.min(whole.top, y - 0.36);
      whole.bottom = Math.max(whole.bottom, y + 0.36);
    }
    const margin = 0.06 * this.zoom;
    return {
      left: whole.left - margin,
      top: whole.top - margin,
      right: whole.right + margin,
      bottom: whole.bottom + margin,
    };
  }

  /** The spots as rows, as they are seen from top to bottom and from left to right. @returns {Spot[][]} */
  get rows() {
    /** @type {Map<number, Spot[]>} */
    const rows = new Map();
    const seen = [...this.layout.spots].sort(
      (one, other) => this.y(one.y) - this.y(other.y) || this.x(one.x) - this.x(other.x),
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

/** Scores that grow beside the board: on a rack, numbers that count up. @param {Layout} layout @param {Scene} scene */
export function growing(layout, scene) {
  return layout.surface === "rack" ? scene.counters.filter((counter) => counter.total === null) : [];
}

/** @param {number[]} values */
function ranked(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted.filter((value, at) => at === 0 || value - sorted[at - 1] > CLOSE);
}

/** @param {number[]} values @param {number} value */
export function rank(values, value) {
  let at = 0;
  while (at + 1 < values.length && values[at + 1] <= value + CLOSE) at += 1;
  return at;
}

/** The distance between neighbours, at most 1: what a piece has to itself. @param {Spot[]} spots */
function roomOf(spots) {
  let nearest = 1;
  const sorted = [...spots].sort((one, other) => one.x - other.x);
  for (let at = 0; at < sorted.length; at += 1) {
    for (let next = at + 1; next < sorted.length && sorted[next].x - sorted[at].x < nearest; next += 1) {
      const distance = Math.hypot(sorted[next].x - sorted[at].x, sorted[next].y - sorted[at].y);
      if (distance > 0.05) nearest = Math.min(nearest, distance);
    }
  }
  return nearest;
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

/** A handle's place on the page. @param {Geometry} geometry @param {Button} button */
export function handlePlace(geometry, button) {
  return { x: geometry.x(button.x ?? 0), y: geometry.y(button.y ?? 0) };
}
