// @ts-check
/** @file The custom element <quintet-board>: shows scenes and takes presses. It knows no rules: the page gives it the legal moves. */
/** @import {Layout, Move, HistoryMove, Frame, Scene, Color} from "../types.js" */

import { button, fill, h, set } from "../dom.js";
import { play as animate } from "./animation.js";
import { listen, typedForm } from "./input.js";
import { Picture, isHandle } from "./render.js";
import { changeKind, changedSpots, landed } from "./scene_changes.js";
import { afterPress, emptyState, pending, targets, truthOf, typedMove, whole } from "./state.js";
import { moveName, namedSpots, nextPressWords } from "./words.js";

/** Width in pixels below which a finger may miss a cell. */
const SMALL = 40;

/**
 * @typedef {object} Shown
 * @property {Scene} scene
 * @property {Scene[]} [stages] what is seen one after the other on the way here
 * @property {Move[]} [moves] what may be pressed
 * @property {Color} [color] of the side to move
 * @property {HistoryMove | null} [last] the move that led here
 * @property {Scene | null} [before] what was there before it
 */

/**
 * Events: `quintet-move` (detail: a Move), `quintet-refuse` (detail: a text that is no legal move), `quintet-spot` (detail: a
 * spot's id, in an editor), `quintet-partial` (detail: what to do next for a move that is not whole; empty when it is taken back), `quintet-stage` (detail: what kind of thing happens now, for sounds).
 */
export class QuintetBoard extends HTMLElement {
  state = emptyState();
  /** How long animations take: 1 as designed, 0 none. */
  speed = 1;
  flipped = false;
  coordinates = true;
  hints = true;
  /** When a move needs a second press: at small cells under a finger, always, or never. @type {"small" | "always" | "never"} */
  confirm = "small";
  /** How the board was pressed last. */
  touched = false;
  /** The move that a second press plays. @type {Move | null} */
  #armed = null;
  /** What the pointer or the keyboard is on. @type {string | null} */
  #hovered = null;
  /** Whether the board was reached by pointer: then arrow keys do not walk over its cells. */
  pointed = false;
  /** Whether a press that comes before the moves do is kept for them: the last move is still being shown, or the other side is to move. */
  keepsEarly = false;
  /** Such a press. @type {{target: string, spot: string | null} | null} */
  #early = null;
  /** Whether presses name spots instead of making moves. */
  #editing = false;
  /** @type {Picture | null} */
  #picture = null;
  #run = 0;
  #moving = false;
  /** @type {string | null} */
  #focus = null;
  #frame = h("div", { class: "frame" });
  #buttons = h("div", { class: "board-buttons" });
  #typed = typedForm(this);
  #live = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  /** Why a press was refused, shown over the board; the live region announces it. */
  #note = h("p", { class: "board-note", hidden: true, "aria-hidden": "true" });

  connectedCallback() {
    if (this.#frame.isConnected) return;
    this.append(this.#frame);
    if (this.still) return;
    listen(this, this.#frame);
    this.append(
      h("div", { class: "board-foot" }, this.#buttons, this.hasAttribute("untyped") ? null : this.#typed),
      this.#live,
    );
  }

  /** A picture to look at only. */
  get still() {
    return this.hasAttribute("still");
  }

  get geometry() {
    return this.#picture?.geometry ?? null;
  }

  get layout() {
    return this.state.layout;
  }

  /** @param {Layout | null} layout */
  set layout(layout) {
    this.state = { ...emptyState(), layout };
    this.#picture = null;
    this.#focus = null;
    this.#hovered = null;
  }

  get editing() {
    return this.#editing;
  }

  /** What moves lead to is not shown on a board that is set up. */
  set editing(on) {
    this.#editing = on;
    if (on) this.state.truths = new Map();
  }

  /** Show a scene; with `stages` and `moving`, show how it came about. @param {Shown} shown @param {{moving?: boolean}} [how] */
  async show(shown, { moving = false } = {}) {
    const run = (this.#run += 1);
    const before = shown.before ?? this.state.scene;
    const start = this.#withPending(before);
    const stages = shown.stages ?? [];
    this.#stop();
    this.#note.hidden = true;
    this.#armed = null;
    this.state = {
      ...this.state,
      scene: shown.scene,
      moves: shown.moves ?? [],
      color: shown.color ?? "b",
      last: shown.last ?? null,
      landed: landed(before, stages, shown.last ?? null),
      pressed: [],
      shown: [],
      pointed: [],
      changed: [],
      truths: new Map(),
    };
    const calm = this.speed === 0 || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (moving && calm) this.state.changed = changedSpots(before, shown.scene, shown.last ?? null);
    if (!this.#picture) this.redraw();
    if (this.#makeEarly()) return;
    if (moving && stages.length && this.#picture) {
      if (calm) this.#sound(start, stages[stages.length - 1]);
      else await this.#animate(run, start, stages);
    }
    if (run === this.#run) this.#draw();
  }

  /** Show a position as the server sends it; without `before`, moving from what is there. @param {Frame} frame @param {{moves?: Move[], before?: Scene | null, moving?: boolean}} [how] */
  showFrame({ scene, stages, move: last, colors, to_move }, { moves = [], before = null, moving = false } = {}) {
    return this.show({ scene, stages, moves, before, last, color: colors[to_move] }, { moving });
  }

  /** See the board from the other side. */
  flip() {
    this.flipped = !this.flipped;
    this.redraw();
  }

  /** Draw anew, after a change of how. */
  redraw() {
    const { layout } = this.state;
    if (!layout) return;
    const focused = this.contains(document.activeElement) && document.activeElement?.closest(".cells");
    const { flipped, coordinates, still } = this;
    this.#picture = new Picture(layout, { flipped, coordinates, still });
    this.#focus ??= this.#picture.geometry.rows[0]?.[0]?.id ?? null;
    for (const [name, [light, dark]] of Object.entries(layout.drawing.colors))
      this.style.setProperty(`--${name}`, `light-dark(${light}, ${dark})`);
    this.style.setProperty("--aspect", String(this.#picture.aspect));
    const label = this.getAttribute("label") ?? "Board";
    if (this.still) set(this.#picture.svg, { role: "img", "aria-label": label });
    else {
      set(this.#picture.cells, { "aria-label": label });
      this.#makeButtons(layout);
    }
    fill(this.#frame, this.#picture.svg, this.#note);
    this.#draw();
    if (focused && this.#focus) this.focusSpot(this.#focus);
  }

  /** Press a spot's target or a button. @param {string} target @param {string | null} [spot] @param {boolean} [sure] whether there was time to look at it */
  press(target, spot = null, sure = false) {
    this.skip();
    this.#note.hidden = true;
    if (spot) this.#focus = spot;
    if (this.editing) {
      if (spot) this.dispatchEvent(new CustomEvent("quintet-spot", { detail: spot }));
      return;
    }
    if (!this.state.moves.length) {
      this.#keepEarly(target, spot);
      return;
    }
    const armed = this.#armed;
    this.#armed = null;
    if (armed && armed.clicks.at(-1) === target) {
      this.play(armed);
      return;
    }
    const keyboard = this.contains(document.activeElement) && document.activeElement?.matches(":focus-visible");
    const pressed = afterPress(this.state, target);
    if (!pressed?.length) {
      if (pressed) this.back();
      else this.refuse(target);
      return;
    }
    this.state = { ...this.state, shown: [], pressed };
    const move = whole(this.state);
    const more = targets(this.state).size > 0;
    if (move && !more) {
      if (!sure && this.#careful()) this.#arm(move);
      else this.play(move);
      return;
    }
    this.dispatchEvent(new CustomEvent("quintet-stage", { detail: "place" }));
    this.#draw();
    this.#guide(nextPressWords(this.state));
    if (keyboard) /** @type {SVGElement | null} */ (this.querySelector(".handle.usable"))?.focus();
  }

  /** Remember a press until there are moves; the same press again takes it back. @param {string} target @param {string | null} spot */
  #keepEarly(target, spot) {
    if (!this.keepsEarly) return;
    const again = this.#early?.target === target;
    this.#early = again ? null : { target, spot };
    this.state.shown = again || !spot ? [] : [spot];
    this.#draw();
    this.#guide(again ? "" : `${target} is played as soon as it is your move, if it is legal then. Press it again to take it back.`);
  }

  /** Forget a press that was made ahead. */
  forgetEarly() {
    this.#early = null;
  }

  /** Make the press that was made ahead, now that there are moves. Whether there was a legal one. */
  #makeEarly() {
    const early = this.#early;
    if (!early || !this.state.moves.length) return false;
    this.#early = null;
    if (!targets(this.state).has(early.target)) {
      this.#guide(`${early.target} is not legal now.`);
      return false;
    }
    this.#draw();
    this.press(early.target, early.spot, true);
    return true;
  }

  /** Whether a press may have been meant for the next cell. */
  #careful() {
    const size = this.cell(this.#focus ?? "")?.getBoundingClientRect().width ?? 0;
    return this.confirm === "always" || (this.confirm === "small" && this.touched && size < SMALL);
  }

  /** Show ahead what a move does, and let its last press once more play it. @param {Move} move */
  #arm(move) {
    this.#armed = move;
    this.state.pressed = move.clicks.slice(0, -1);
    this.#draw();
    this.#guide(`Press again to play ${moveName(/** @type {Layout} */ (this.state.layout), move.text)}, or press another place.`);
  }

  /** Say what to press next. @param {string} words */
  #guide(words) {
    this.announce(words);
    this.dispatchEvent(new CustomEvent("quintet-partial", { detail: words }));
  }

  /** @param {Move} move */
  play(move) {
    if (this.querySelector(".handles")?.contains(document.activeElement) && this.#focus) this.focusSpot(this.#focus);
    this.state.pressed = [...move.clicks];
    this.#typed.reset();
    this.#draw();
    this.dispatchEvent(new CustomEvent("quintet-move", { detail: move }));
  }

  /** Not a legal move: the page may ask the server why. @param {string} text */
  refuse(text) {
    const move = typedMove(this.state.moves, text);
    if (move) this.play(move);
    else this.dispatchEvent(new CustomEvent("quintet-refuse", { detail: text }));
  }

  /** Take back what was pressed of a move that is not whole. */
  back() {
    const begun = this.#armed !== null || this.state.pressed.length > 0;
    this.#armed = null;
    this.state.pressed = [];
    this.#draw();
    if (begun) this.dispatchEvent(new CustomEvent("quintet-partial", { detail: "" }));
    if (this.#focus && this.querySelector(".handles")?.contains(document.activeElement)) this.focusSpot(this.#focus);
  }

  /** Point these spots out, and what is pressed of a move. @param {string[]} spots @param {string[]} [presses] */
  point(spots, presses = []) {
    this.state.shown = spots;
    this.state.pointed = presses;
    this.state.pressed = [];
    this.#draw();
  }

  /** Mark what moves lead to. @param {Map<string, import("./state.js").Truth>} truths by the text of the move */
  mark(truths) {
    this.state.truths = this.editing ? new Map() : truths;
    if (!this.#moving) this.#draw();
  }

  /** A move was refused: say why at the board and aloud, and point out the spots that show it. @param {string} reason @param {string[]} spots */
  refused(reason, spots) {
    const shown = spots.length || !this.layout ? spots : namedSpots(this.layout, reason);
    this.point(shown);
    const { geometry } = this;
    const low = shown.some((id) => {
      const spot = geometry?.byId.get(id);
      return spot && geometry && geometry.y(spot.y) > geometry.side.view[1] + geometry.side.view[3] / 2;
    });
    this.#note.textContent = reason;
    this.#note.hidden = false;
    this.#note.classList.toggle("above", low);
    this.announce(reason);
  }

  /** What was said of the last try is over: another begins. */
  unsay() {
    this.#note.hidden = true;
    this.dispatchEvent(new CustomEvent("quintet-partial", { detail: "" }));
  }

  /** Announce this to screen readers, also when it is the same text again. @param {string} text */
  announce(text) {
    this.#live.textContent = this.#live.textContent === text ? `${text}\u00a0` : text;
  }

  /** Finish the animation at once. */
  skip() {
    if (!this.#moving) return;
    this.#run += 1;
    this.#stop();
    this.#draw();
  }

  /** @param {string | null} target */
  hover(target) {
    this.#hovered = target;
    if (!this.#moving) this.#picture?.drawGhosts(this.state, this.#previewed);
  }

  /** The press whose effect is shown ahead, for as long as it is waited for or hovered over. */
  get #previewed() {
    return this.#armed?.clicks.at(-1) ?? this.#hovered;
  }

  /** @param {string} spot */
  cell(spot) {
    return this.#picture?.cellOf.get(spot) ?? null;
  }

  /** @param {string} spot */
  focusSpot(spot) {
    const old = this.#focus ? this.cell(this.#focus) : null;
    old?.setAttribute("tabindex", "-1");
    this.#focus = spot;
    const cell = this.cell(spot);
    cell?.setAttribute("tabindex", "0");
    cell?.focus();
  }

  #draw() {
    if (!this.#picture) return;
    this.#picture.draw(this.state, {
      hints: this.hints && !this.still,
      target: this.#previewed,
      focus: this.#focus,
    });
    const open = targets(this.state);
    for (const button of this.#buttons.querySelectorAll("button")) {
      const truth = truthOf(this.state, button.value);
      button.hidden = !open.has(button.value);
      button.dataset.truth = truth?.kind ?? "";
      button.classList.toggle("pointed", this.state.pointed.includes(button.value));
      button.title = truth?.words ?? "";
    }
    const usable = this.state.moves.length > 0 && !this.editing;
    /** @type {HTMLInputElement} */ (this.#typed.elements.namedItem("move")).disabled = !usable;
    /** @type {HTMLButtonElement} */ (this.#typed.querySelector("button")).disabled = !usable;
    this.classList.toggle("active", usable || this.editing || this.keepsEarly);
  }

  /** @param {Layout} layout */
  #makeButtons(layout) {
    const drawn = layout.gauges.map((gauge) => gauge.target);
    const beside = layout.buttons.filter((button) => !isHandle(button) && !drawn.includes(button.id));
    fill(
      this.#buttons,
      ...beside.map(({ id, label }) => button(label, () => this.press(id), { value: id })),
    );
  }

  /** A scene with the piece that was already put down by hand. @param {Scene} scene @returns {Scene} */
  #withPending(scene) {
    if (this.geometry?.upright) return scene;
    const pieces = { ...scene.pieces };
    for (const id of pending(this.state)) pieces[id] ??= { color: this.state.color, mark: null, kind: null };
    return { ...scene, pieces };
  }

  /** @param {number} run @param {Scene} start @param {Scene[]} stages */
  async #animate(run, start, stages) {
    const picture = /** @type {Picture} */ (this.#picture);
    this.#moving = true;
    picture.clearMarks();
    picture.pieces.sync(start.pieces);
    let before = start;
    const from = this.state.last
      ? (picture.geometry.layout.spots.find((spot) => spot.target === this.state.last?.clicks[0]) ?? null)
      : null;
    for (const stage of stages) {
      this.#sound(before, stage);
      await animate(
        { geometry: picture.geometry, pieces: picture.pieces, under: picture.under, speed: this.speed, from },
        before,
        stage,
      );
      if (run !== this.#run) return;
      picture.pieces.sync(stage.pieces);
      picture.drawBeside(stage);
      before = stage;
    }
    this.#moving = false;
  }

  #stop() {
    this.#moving = false;
    for (const animation of this.#frame.getAnimations({ subtree: true })) animation.cancel();
  }

  /** @param {Scene} before @param {Scene} after */
  #sound(before, after) {
    const kind = changeKind(before, after);
    if (kind) this.dispatchEvent(new CustomEvent("quintet-stage", { detail: kind }));
  }
}

// In a notebook the module may be loaded more than once.
if (!customElements.get("quintet-board")) customElements.define("quintet-board", QuintetBoard);
