// @ts-check
/** @file A player beside the board: colour, name, counters, clock. */
/** @import {LiveView, Seat, SeatOut, Scene, Color, Counter} from "../../types.js" */

import { counted, colorName } from "../../board/words.js";
import { h, say, set } from "../../dom.js";
import { clockText, left } from "../../ui/clock.js";

const LOW = 20;

export class PlayerCard {
  #dot = h("span", { class: "dot", role: "img" });
  #name = h("span", { class: "name" });
  #about = h("span", { class: "about" });
  #numbers = h("span", { class: "numbers" });
  #clock = h("span", { class: "clock", role: "timer" });
  #low = false;
  element = h(
    "section",
    { class: "player" },
    this.#dot,
    h("span", { class: "who" }, this.#name, h("span", { class: "facts" }, this.#about, this.#numbers)),
    this.#clock,
  );

  /** @param {LiveView & {you: Seat[]}} view @param {Seat} seat @param {{scene: Scene, colors: [Color, Color], to_move: Seat}} shown */
  show(view, seat, shown) {
    const side = view.seats[seat];
    const color = shown.colors[seat];
    this.#dot.className = `dot ${color === "b" ? "black" : "white"}`;
    set(this.#dot, { "aria-label": colorName(color) });
    set(this.element, { "aria-label": `${colorName(color)}: ${view.names[seat]}` });
    say(this.#name, view.names[seat]);
    say(this.#about, about(side, view.rating_change?.[seat] ?? null, view.you.includes(seat)));
    say(this.#numbers, numbers(shown.scene.counters, color));
    this.element.classList.toggle("turn", view.status === "live" && shown.to_move === seat);
    this.tick(view, seat);
  }

  /** Returns whether time has just become short. @param {LiveView} view @param {Seat} seat */
  tick(view, seat) {
    const seconds = left(view.clock, seat);
    say(this.#clock, clockText(seconds));
    const low = seconds !== null && view.clock.running === seat && seconds < LOW && view.clock.kind !== "days";
    const fresh = low && !this.#low;
    this.#low = low;
    this.#clock.classList.toggle("low", low);
    this.#clock.classList.toggle("running", view.clock.running === seat);
    return fresh;
  }
}

/** "1532?", "1480 +12, away" @param {SeatOut} side @param {number | null} change @param {boolean} mine */
function about(side, change, mine) {
  if (side.kind === "open") return "";
  if (side.kind === "engine") return "";
  const rating = side.rating === null ? "" : `${side.rating}${side.provisional ? "?" : ""}`;
  const changed = change ? ` ${change > 0 ? "+" : "−"}${Math.abs(change)}` : "";
  return [rating + changed, side.bot ? "bot" : "", mine ? "" : side.online ? "here" : "away"]
    .filter(Boolean)
    .join(", ");
}

/** @param {Counter[]} counters @param {Color} color */
export function numbers(counters, color) {
  return counters
    .filter((counter) => counter.color === color)
    .map(counted)
    .join(", ");
}
