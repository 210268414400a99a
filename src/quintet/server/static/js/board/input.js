// @ts-check
/** @file Pointer, keyboard and typed moves. Each ends in `press` or `play` of the board. */
/** @import {QuintetBoard} from "./element.js" */
/** @import {Spot} from "../types.js" */

import { h } from "../dom.js";
import { typedMove } from "./state.js";

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/** Listen on the frame of a board; a browser would let Tab stop at a picture that listens to focus itself. @param {QuintetBoard} board @param {HTMLElement} frame */
export function listen(board, frame) {
  const targetOf = (/** @type {Event} */ event) =>
    /** @type {Element} */ (event.target).closest("[data-target]")?.getAttribute("data-target") ?? null;
  frame.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (target !== null)
      board.press(
        target,
        /** @type {Element} */ (event.target).closest("[data-spot]")?.getAttribute("data-spot") ?? null,
      );
  });
  frame.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") board.hover(targetOf(event));
  });
  frame.addEventListener("pointerdown", (event) => {
    board.pointed = true;
    board.touched = event.pointerType === "touch";
  });
  frame.addEventListener("pointerleave", () => board.hover(null));
  frame.addEventListener("focusin", (event) => {
    if (!(/** @type {Element} */ (event.target).matches(":focus-visible"))) return;
    board.pointed = false;
    board.hover(targetOf(event));
  });
  frame.addEventListener("focusout", () => {
    if (!board.pointed) board.hover(null);
  });
  frame.addEventListener("keydown", (event) => onKey(board, frame, event));
}

/** @param {QuintetBoard} board @param {HTMLElement} frame @param {KeyboardEvent} event */
function onKey(board, frame, event) {
  if (event.altKey || event.metaKey) return;
  const focused = /** @type {SVGElement} */ (event.target);
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    board.skip();
    focused.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (event.key === "Escape" && board.state.pressed.length) {
    event.preventDefault();
    board.back();
    return;
  }
  if (board.pointed) return; // the page may have its own use of the arrows
  const handle = focused.closest("[role=button]");
  const moved = handle ? besideHandle(frame, focused, event.key) : besideCell(board, focused, event.key, event.ctrlKey);
  if (moved) {
    event.preventDefault();
    event.stopPropagation();
    if (!handle) board.focusSpot(/** @type {string} */ (moved.getAttribute("data-spot")));
    else moved.focus();
  }
}

/** @param {QuintetBoard} board @param {SVGElement} cell @param {string} key @param {boolean} far @returns {SVGElement | null} */
function besideCell(board, cell, key, far) {
  const geometry = board.geometry;
  const spot = geometry?.byId.get(cell.closest("[data-spot]")?.getAttribute("data-spot") ?? "");
  if (!geometry || !spot) return null;
  /** @type {Spot | null | undefined} */
  let next = null;
  if (ARROWS[key]) next = geometry.beside(spot, ...ARROWS[key]);
  const rows = geometry.rows;
  const row = rows.find((spots) => spots.includes(spot)) ?? [];
  if (key === "Home") next = (far ? rows[0] : row)[0];
  if (key === "End") next = (far ? rows[rows.length - 1] : row).at(-1);
  if (key === "PageUp") next = rows[0][row.indexOf(spot)];
  if (key === "PageDown") next = rows[rows.length - 1][row.indexOf(spot)];
  return next ? board.cell(next.id) : ARROWS[key] ? cell : null;
}

/** @param {HTMLElement} frame @param {SVGElement} focused @param {string} key @returns {SVGElement | null} */
function besideHandle(frame, focused, key) {
  const handles = /** @type {SVGElement[]} */ ([...frame.querySelectorAll("[role=button][tabindex]")]);
  const index = handles.indexOf(focused);
  if (index < 0) return null;
  if (key === "ArrowRight" || key === "ArrowDown") return handles[(index + 1) % handles.length];
  if (key === "ArrowLeft" || key === "ArrowUp") return handles[(index - 1 + handles.length) % handles.length];
  if (key === "Home") return handles[0];
  if (key === "End") return handles[handles.length - 1];
  return null;
}

/** The field for a typed move. @param {QuintetBoard} board */
export function typedForm(board) {
  const input = h("input", {
    name: "move",
    placeholder: "Type a move",
    maxlength: 40,
    spellcheck: "false",
    autocapitalize: "none",
    enterkeyhint: "go",
    oninput: () => board.unsay(),
  });
  const play = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const typed = input.value.trim();
    if (!typed) return;
    const move = typedMove(board.state.moves, typed);
    if (move) board.play(move);
    else board.refuse(typed);
  };
  return h(
    "form",
    { class: "typed", autocomplete: "off", onsubmit: play },
    h("label", {}, h("span", { class: "hidden" }, "Type a move"), input),
    h("button", { class: "button quiet", "aria-label": "Play the typed move" }, "Play"),
  );
}
