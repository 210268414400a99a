// @ts-check
/** @file The picture of a board: layers of one SVG, and the grid of cells in it that a screen reader reads. */
/** @import {State} from "./state.js" */
/** @import {Button, GaugeDrawing, Layout, Scene} from "../types.js" */

import { s, set, short } from "../dom.js";
import { Geometry } from "./geometry.js";
import { SHAPES, carriedBy, drawCarried, drawGauges, drawGhost, drawMarks, drawPending, lastMarks, legalSpots } from "./marks.js";
import { Pieces, Stamps } from "./pieces.js";
import { pending, targets, truthOf } from "./state.js";
import { cellLabel } from "./words.js";

let boards = 0;

export class Picture {
  /**
   * @param {Layout} layout
   * @param {{flipped: boolean, coordinates: boolean, still: boolean}} how `still`: a picture to look at only
   */
  constructor(layout, { flipped, coordinates, still }) {
    this.still = still;
    this.geometry = new Geometry(layout, flipped);
    this.stamps = new Stamps(this.geometry, `board${(boards += 1)}`);
    this.pieces = new Pieces(this.stamps);
    const { side, drawing } = this.geometry;
    this.under = s("g", { class: "under" }, ...this.stamps.build(side.under));
    this.beside = s("g", { class: "beside" });
    this.marks = s("g", { class: "marks" });
    this.ghosts = s("g", { class: "ghosts" });
    this.cells = s("g", { class: "cells" });
    this.handles = s("g", { class: "handles" });
    /** @type {Map<string, SVGElement>} */
    this.cellOf = new Map();
    const view = coordinates ? side.view : side.bare;
    this.aspect = view[2] / view[3];
    this.svg = s(
      "svg",
      { class: "picture", viewBox: view.map(short).join(" "), focusable: "false" },
      s("defs", {}, ...this.stamps.build(drawing.stamps)),
      s(
        "g",
        { "aria-hidden": "true" },
        this.under,
        this.pieces.layer,
        s("g", { class: "over" }, ...this.stamps.build(side.over)),
        this.beside,
        this.ghosts,
        this.marks,
        coordinates && s("g", { class: "labels" }, ...this.stamps.build(side.labels)),
      ),
    );
    if (!still) {
      this.#makeCells();
      this.#makeHandles();
      this.svg.append(this.cells, this.handles);
    }
  }

  #makeCells() {
    set(this.cells, { role: "grid" });
    for (const row of this.geometry.rows) {
      const line = s("g", { role: "row" });
      for (const spot of row) {
        const cell = s(
          "g",
          { role: "gridcell", tabindex: -1, class: "cell", "data-spot": spot.id, "data-target": spot.target },
          s("polygon", { class: "hit", points: this.geometry.outline(spot) }),
          s("polygon", { class: "focus", points: this.geometry.outline(spot, 0.88) }),
        );
        this.cellOf.set(spot.id, cell);
        line.append(cell);
      }
      this.cells.append(line);
    }
    this.cells.querySelector("[role=gridcell]")?.setAttribute("tabindex", "0");
  }

  #makeHandles() {
    const buttons = this.geometry.layout.buttons.filter(isHandle);
    const gauges = this.geometry.side.gauges.filter((gauge) => gauge.target);
    if (!buttons.length && !gauges.length) return;
    set(this.handles, { role: "toolbar", "aria-label": buttons.length ? "Finish the move" : "Beside the board" });
    for (const gauge of gauges) this.handles.append(this.#gaugeHandle(gauge));
    for (const button of buttons) {
      const [x, y] = [this.geometry.x(button.x ?? 0), this.geometry.y(button.y ?? 0)];
      this.handles.append(
        s(
          "g",
          {
            class: "handle",
            role: "button",
            "aria-label": button.label,
            "data-target": button.id,
            transform: `translate(${short(x)} ${short(y)})`,
          },
          s("title", {}, button.label),
          s("circle", { class: "reach", r: 64 }),
          s("circle", { class: "knob", r: 46 }),
          button.quarter
            ? this.stamps.turn(button, 0, 0, { class: "arrow" })
            : s("circle", { class: "arrow", r: 8 }),
          s("path", { class: "worth", transform: "translate(36 -34)" }),
        ),
      );
    }
  }

  /** A gauge that is a button: its own shape, wider and unseen, takes the press. @param {GaugeDrawing} gauge */
  #gaugeHandle({ target, color, parts, x, y }) {
    const label = this.geometry.layout.buttons.find(({ id }) => id === target)?.label ?? target;
    return s(
      "g",
      { class: "handle on-gauge", role: "button", "aria-label": label, "data-target": target, "data-color": color },
      s("title", {}, label),
      ...this.stamps.build(parts),
      s("path", { class: "worth", transform: `translate(${short(x)} ${short(y)})` }),
    );
  }

  /** Everything as it stands. @param {State} state @param {{hints: boolean, target: string | null, focus: string | null}} how `target`: see `drawGhosts` */
  draw(state, { hints, target, focus }) {
    this.pieces.sync(state.scene.pieces);
    this.drawBeside(state.scene);
    this.marks.replaceChildren(...drawMarks(this.stamps, state, { hints }));
    this.drawPress(state, target, focus);
  }

  /** The gauges of a scene. @param {Scene} scene */
  drawBeside(scene) {
    this.beside.replaceChildren(...drawGauges(this.stamps, scene));
  }

  /** While something moves nothing is marked. */
  clearMarks() {
    this.marks.replaceChildren();
    this.ghosts.replaceChildren();
  }

  /** What a press would do. @param {State} state @param {string | null} target under the pointer or the keyboard */
  drawGhosts(state, target) {
    const carried = carriedBy(this.geometry, state, target);
    for (const [spot, element] of this.pieces.elements) element.classList.toggle("leaving", carried.has(spot));
    this.ghosts.replaceChildren(
      ...drawPending(this.stamps, state, carried),
      ...drawGhost(this.stamps, state, target),
      ...drawCarried(this.stamps, state, carried),
    );
  }

  /** What can be pressed now. @param {State} state @param {string | null} target @param {string | null} focus */
  drawPress(state, target, focus) {
    this.drawGhosts(state, target);
    if (this.still) return;
    const last = lastMarks(this.geometry, state).spots;
    const legal = legalSpots(this.geometry, state);
    const open = targets(state);
    const waiting = new Set(pending(state));
    for (const spot of this.geometry.layout.spots) {
      const cell = this.cellOf.get(spot.id);
      if (!cell) continue;
      const playable = legal.has(spot.id);
      set(cell, {
        "aria-label": cellLabel(state, spot, { last, playable, pending: waiting.has(spot.id) }),
        tabindex: spot.id === focus ? 0 : -1,
      });
      cell.classList.toggle("open", open.has(spot.target));
    }
    let first = true;
    for (const handle of this.handles.children) {
      const [target, color] = [handle.getAttribute("data-target") ?? "", handle.getAttribute("data-color")];
      const usable = open.has(target) && (color === null ? state.pressed.length > 0 : color === state.color);
      handle.classList.toggle("usable", usable);
      handle.classList.toggle("pointed", state.pointed.includes(target));
      const truth = usable ? truthOf(state, target) : null;
      handle.setAttribute("data-truth", truth?.kind ?? "");
      set(/** @type {SVGElement} */ (handle.lastElementChild), { d: truth && truth.kind !== "guess" ? SHAPES[truth.kind] : "" });
      set(handle, {
        tabindex: usable ? (first ? 0 : -1) : null,
        "aria-hidden": usable ? null : "true",
        "aria-disabled": usable ? null : "true",
      });
      if (usable) first = false;
    }
  }
}

/** Whether a button is drawn on the board. @param {Button} button */
export function isHandle(button) {
  return button.x !== null && button.y !== null;
}
