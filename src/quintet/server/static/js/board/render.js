// @ts-check
/** @file The picture of a board: layers of one SVG, and the grid of cells in it that a screen reader reads. */
/** @import {State} from "./state.js" */
/** @import {Layout, Scene} from "../types.js" */

import { s, set, short } from "../dom.js";
import { Geometry, UNIT, growing, handlePlace } from "./geometry.js";
import { drawGhost, drawMarks, drawPending, drawTurned, lastMarks, legalSpots } from "./marks.js";
import { Pieces, curvedArrow, isHandle, magnetsOf, pieceDefinitions, scoreColumns } from "./pieces.js";
import { pending, targets } from "./state.js";
import { drawSurface, magnet, sheen } from "./surfaces.js";
import { cellLabel } from "./words.js";

let boards = 0;

export class Picture {
  /**
   * @param {Layout} layout
   * @param {Scene} scene
   * @param {{flipped: boolean, coordinates: boolean, still: boolean}} how `still`: a picture to look at only
   */
  constructor(layout, scene, { flipped, coordinates, still }) {
    this.still = still;
    this.key = `board${(boards += 1)}`;
    this.geometry = new Geometry(layout, { flipped, coordinates, columns: growing(layout, scene).length > 0 });
    this.pieces = new Pieces(this.geometry, this.key);
    const { under, over } = drawSurface(this.geometry, this.key);
    this.under = s("g", { class: "under" }, ...under);
    this.beside = s("g", { class: "beside" });
    this.marks = s("g", { class: "marks" });
    this.ghosts = s("g", { class: "ghosts" });
    this.cells = s("g", { class: "cells" });
    this.handles = s("g", { class: "handles" });
    /** @type {Map<string, SVGElement>} */
    this.cellOf = new Map();
    const { left, top, right, bottom } = this.geometry.whole;
    const [width, height] = [UNIT * (right - left), UNIT * (bottom - top)];
    this.aspect = width / height;
    this.svg = s(
      "svg",
      { class: "picture", viewBox: [UNIT * left, UNIT * top, width, height].map(short).join(" "), focusable: "false" },
      s("defs", {}, sheen(this.key), ...pieceDefinitions(this.geometry, this.key)),
      s(
        "g",
        { "aria-hidden": "true" },
        this.under,
        this.pieces.layer,
        s("g", { class: "over" }, ...over),
        this.beside,
        this.ghosts,
        this.marks,
        coordinates && s("g", { class: "labels" }, ...this.#labels()),
      ),
    );
    if (!still) {
      this.#makeCells();
      this.#makeHandles();
      this.svg.append(this.cells, this.handles);
    }
  }

  #labels() {
    const geometry = this.geometry;
    const size = geometry.labelSize * UNIT;
    const board = geometry.board;
    const away = 0.35 * size + (geometry.upright ? 0.14 * UNIT * geometry.zoom : 0);
    return geometry.layout.labels.map((label) => {
      const side = geometry.side(label.side);
      const across = side === "top" || side === "bottom";
      const x = across
        ? geometry.x(label.at)
        : side === "left"
          ? UNIT * board.left - 0.3 * size - this.#beside
          : UNIT * board.right + 0.3 * size + this.#beside;
      const y = !across
        ? geometry.y(label.at) + 0.35 * size
        : side === "top"
          ? UNIT * board.top - away
          : UNIT * board.bottom + 0.25 * size + 0.75 * size;
      return s(
        "text",
        { x, y, "font-size": size, "text-anchor": across ? "middle" : side === "left" ? "end" : "start" },
        label.text,
      );
    });
  }

  /** Room that score columns take beside the board. */
  get #beside() {
    return this.geometry.columns ? 0.85 * UNIT : 0;
  }

  #makeCells() {
    set(this.cells, { role: "grid" });
    const half = UNIT / 2;
    for (const row of this.geometry.rows) {
      const line = s("g", { role: "row" });
      for (const spot of row) {
        const [x, y] = [this.geometry.x(spot.x), this.geometry.y(spot.y)];
        const inset = 6;
        const cell = s(
          "g",
          { role: "gridcell", tabindex: -1, class: "cell", "data-spot": spot.id, "data-target": spot.target },
          s("rect", { class: "hit", x: x - half, y: y - half, width: UNIT, height: UNIT }),
          s("rect", {
            class: "focus",
            x: x - half + inset,
            y: y - half + inset,
            width: UNIT - 2 * inset,
            height: UNIT - 2 * inset,
            rx: 14,
          }),
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
    if (!buttons.length) return;
    set(this.handles, { role: "toolbar", "aria-label": "Finish the move" });
    for (const button of buttons) {
      const { x, y } = handlePlace(this.geometry, button);
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
          s("circle", { class: "knob", r: 30 }),
          button.quarter
            ? s("path", {
                class: "arrow",
                d: curvedArrow(this.geometry.quarter(button.quarter), 15),
                "stroke-width": 5.5,
              })
            : s("circle", { class: "arrow", r: 8 }),
        ),
      );
    }
  }

  /** Everything as it stands. @param {State} state @param {{hints: boolean, focus: string | null}} how */
  draw(state, { hints, focus }) {
    this.pieces.sync(state.scene.pieces);
    this.drawBeside(state.scene);
    this.marks.replaceChildren(
      ...drawMarks(this.geometry, state, this.key, { hints }),
      ...drawTurned(this.geometry, state),
    );
    this.drawPress(state, null, focus);
  }

  /** The numbers and magnets of a scene. @param {Scene} scene */
  drawBeside(scene) {
    const turns = magnetsOf(scene);
    const magnets =
      this.geometry.layout.surface === "steel"
        ? [magnet(this.geometry, "b", turns.b), magnet(this.geometry, "w", turns.w)]
        : [];
    this.beside.replaceChildren(...magnets, ...scoreColumns(this.geometry, growing(this.geometry.layout, scene)));
  }

  /** While something moves nothing is marked. */
  clearMarks() {
    this.marks.replaceChildren();
    this.ghosts.replaceChildren();
  }

  /** @param {State} state @param {string | null} target under the pointer */
  drawGhosts(state, target) {
    this.ghosts.replaceChildren(
      ...drawPending(this.geometry, state, this.key),
      ...drawGhost(this.geometry, state, this.key, target),
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
      const usable = state.pressed.length > 0 && open.has(handle.getAttribute("data-target") ?? "");
      handle.classList.toggle("usable", usable);
      set(handle, {
        tabindex: usable ? (first ? 0 : -1) : null,
        "aria-hidden": usable ? null : "true",
        "aria-disabled": usable ? null : "true",
      });
      if (usable) first = false;
    }
  }
}
