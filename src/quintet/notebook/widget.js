// @ts-check
/** @file A board in a notebook. Python has the match: it says what is seen, and is told what was pressed. */

import { QuintetBoard } from "quintet:board/element.js";
import { h, say } from "quintet:dom.js";

/** @param {{model: any, el: HTMLElement}} given */
function render({ model, el }) {
  const board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  const standing = h("p", { class: "standing", role: "status" });
  const ply = h("span", { class: "ply" });
  const send = (/** @type {string} */ kind, /** @type {any} */ value = null) => model.send({ kind, value });
  const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ press) =>
    h("button", { type: "button", class: "button", "aria-label": label, title: label, onclick: press }, sign);
  const shownPly = () => model.get("view").ply;
  const steps = [
    button("The start", "«", () => send("go", 0)),
    button("One move back", "‹", () => send("go", shownPly() - 1)),
    ply,
    button("One move on", "›", () => send("go", shownPly() + 1)),
    button("The last move", "»", () => send("go", model.get("view").plies)),
  ];
  const analyse = button("Show what every move leads to", "Analyse", () => send("analyse", !model.get("view").analysing));
  const undo = button("Take the last move back", "Undo", () => send("undo"));
  const flip = button("Turn the board round", "Flip", () => {
    board.flipped = !board.flipped;
    board.redraw();
  });
  const root = h(
    "div",
    // Keys typed here are not the notebook's.
    { class: "quintet-widget", "data-lm-suppress-shortcuts": "true" },
    board,
    standing,
    h("div", { class: "controls" }, ...steps, h("span", { class: "spread" }), undo, flip, analyse),
  );

  const draw = () => {
    const view = model.get("view");
    board.confirm = "never";
    board.show(view, { moving: view.moving });
    mark();
    say(standing, view.words);
    say(ply, `${view.ply} of ${view.plies}`);
    for (const [place, on] of [[0, view.ply > 0], [1, view.ply > 0], [3, view.ply < view.plies], [4, view.ply < view.plies]])
      /** @type {HTMLButtonElement} */ (steps[/** @type {number} */ (place)]).disabled = !on;
    analyse.setAttribute("aria-pressed", String(view.analysing));
    undo.hidden = !view.playing;
    undo.disabled = !view.undo;
  };
  const mark = () => board.mark(new Map(model.get("marks")));
  const resize = () => root.style.setProperty("--size", `${model.get("size")}px`);
  const lay = () => {
    board.layout = model.get("board");
    board.flipped = model.get("flipped");
    board.setAttribute("label", model.get("label"));
  };

  // A notebook may keep Enter from submitting a form.
  root.addEventListener("keydown", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (event.key !== "Enter" || !input.matches("[name=move]")) return;
    event.preventDefault();
    input.form?.requestSubmit();
  });
  board.addEventListener("quintet-move", (event) => send("move", /** @type {CustomEvent} */ (event).detail.text));
  board.addEventListener("quintet-refuse", (event) => send("refuse", /** @type {CustomEvent} */ (event).detail));
  const hear = (/** @type {any} */ message) => {
    if (message.kind === "refused") board.refused(message.reason, message.spots);
  };
  const listeners = { "change:view": draw, "change:marks": mark, "change:size": resize, "msg:custom": hear };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  el.append(root);
  resize();
  lay();
  draw();
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
  };
}

export default { render };
