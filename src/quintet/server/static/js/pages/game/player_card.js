// @ts-check
/** @file A player beside the board: colour, name, counters, clock. */
/** @import {LiveView, Seat, SeatOut, Scene, Color} from "../../types.js" */

import { colorName, numbers } from "../../board/words.js";
import { button, h, say, set } from "../../dom.js";
import { clockText, firstMoveLeft, left } from "../../ui/clock.js";
import { guarded } from "../../ui/feedback.js";

const LOW = 20;

export class PlayerCard {
  #dot = h("span", { class: "dot", role: "img" });
  #name = h("span", { class: "name" });
  #about = h("span", { class: "about" });
  #numbers = h("span", { class: "numbers" });
  #clock = h("span", { class: "clock", role: "timer" });
  #start = h("span", { class: "start" });
  #give;
  #low = false;

  /** @param {() => Promise<unknown>} give the player more time */
  constructor(give) {
    this.#give = button("", guarded(give), { class: "plain small", hidden: true });
    this.element = h(
      "section",
      { class: "player" },
      this.#dot,
      h("span", { class: "who" }, h("span", { class: "known" }, this.#name, this.#about), h("span", { class: "facts" }, this.#numbers, this.#start)),
      h("span", { class: "time" }, this.#clock, this.#give),
    );
  }

  /** @param {LiveView & {you: Seat[]}} view @param {Seat} seat @param {{scene: Scene, colors: [Color, Color], to_move: Seat}} shown */
  show(view, seat, shown) {
    const side = view.seats[seat];
    const color = shown.colors[seat];
    this.#dot.className = `dot ${color === "b" ? "black" : "white"}`;
    set(this.#dot, { "aria-label": colorName(color) });
    set(this.element, { "aria-label": `${colorName(color)}: ${view.names[seat]}` });
    say(this.#name, view.names[seat]);
    set(this.#name, { title: view.names[seat] });
    say(this.#about, about(side, view.rating_change?.[seat] ?? null, view.you.includes(seat)));
    say(this.#numbers, numbers(shown.scene.counters, color));
    this.#give.hidden = !canBeGiven(view, seat);
    const more = view.clock.kind === "days" ? "+1 day" : "+15 s";
    say(this.#give, more);
    set(this.#give, { "aria-label": `${more} for ${view.names[seat]}` });
    this.element.classList.toggle("turn", view.status === "live" && shown.to_move === seat);
    this.tick(view, seat);
  }

  /** Returns whether time has just become short. @param {LiveView} view @param {Seat} seat */
  tick(view, seat) {
    const seconds = left(view.clock, seat);
    say(this.#clock, clockText(seconds));
    const start = view.status === "live" && view.to_move === seat ? firstMoveLeft(view.clock) : null;
    say(this.#start, start === null ? "" : `first move within ${Math.ceil(start)} s`);
    const low = seconds !== null && view.clock.running === seat && seconds < LOW && view.clock.kind !== "days";
    const fresh = low && !this.#low;
    this.#low = low;
    this.#clock.classList.toggle("low", low);
    this.#clock.classList.toggle("running", view.clock.running === seat);
    return fresh;
  }
}

/** Whether the visitor may give this player more time. @param {LiveView & {you: Seat[]}} view @param {Seat} seat */
function canBeGiven(view, seat) {
  const other = view.status === "live" && view.you.length === 1 && view.you[0] !== seat && view.seats[seat].kind === "person";
  return other && view.clock.kind !== "none" && (view.clock.kind === "fischer" || view.clock.running === seat);
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
