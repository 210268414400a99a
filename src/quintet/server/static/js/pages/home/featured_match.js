// @ts-check
/** @file A live match on the first page: one between people, else one between engines. Connected only while it is visible. */
/** @import {LiveView, MatchView, Scene, ShowOut} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { called, colorName, outcomeWords } from "../../board/words.js";
import { button, h, say, set } from "../../dom.js";
import { post } from "../../ui/http.js";
import { LiveMatch } from "../../ui/live_match.js";
import { follow } from "../../ui/settings.js";

/** How long the end of a game is seen before the next one is asked for. */
const LINGER = 11_000;
const AGAIN = 15_000;

export class FeaturedMatch {
  #board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  #title = h("strong", {});
  #names = h("span", { class: "quiet" }, "Looking for a game to watch");
  #turn = h("span", { class: "quiet" });
  #link = h("a", { class: "button", href: "/lobby" }, "Watch");
  #pause = button("Pause", () => this.#toggle());
  element = h(
    "section",
    { class: "show panel", "aria-label": "A game being played now" },
    h("div", { class: "window" }, this.#board),
    h("p", { class: "show-words" }, this.#title, this.#names, this.#turn),
    h("div", { class: "row" }, this.#link, this.#pause),
  );
  /** @type {LiveMatch | null} */
  #live = null;
  /** @type {MatchView | null} */
  #view = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #seen = false;
  #paused = false;
  #asking = false;

  constructor() {
    this.#board.setAttribute("still", "");
    follow(this.#board);
    new IntersectionObserver(([entry]) => {
      this.#seen = entry.isIntersecting;
      this.#look();
    }).observe(this.element);
    document.addEventListener("visibilitychange", () => this.#look());
  }

  #toggle() {
    this.#paused = !this.#paused;
    say(this.#pause, this.#paused ? "Go on" : "Pause");
    this.#look();
  }

  /** Watch while somebody looks. */
  #look() {
    const looking = this.#seen && !document.hidden && !this.#paused;
    if (!looking) {
      clearTimeout(this.#timer);
      this.#live?.close();
      this.#live = null;
    } else if (!this.#live && !this.#asking) void this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    this.#live?.close();
    this.#live = null;
    this.#asking = true;
    try {
      const { id, invite } = /** @type {ShowOut} */ (await post("/api/show"));
      set(this.#link, { href: `/game/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}` });
      this.#live = new LiveMatch(id, invite, {
        snapshot: (view) => this.#snapshot(view),
        update: (live) => this.#update(live),
        lost: () => this.#later(AGAIN),
      });
    } catch {
      this.#later(AGAIN);
    } finally {
      this.#asking = false;
      this.#look();
    }
  }

  /** @param {number} wait */
  #later(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#seen && !document.hidden && !this.#paused && void this.#ask(), wait);
  }

  /** @param {MatchView} view */
  #snapshot(view) {
    this.#view = view;
    this.#board.layout = view.layout;
    this.#board.setAttribute("label", `${view.title} board`);
    set(this.#link, { "aria-label": `Watch ${view.title}: ${view.names.join(" against ")}` });
    this.#show(null);
  }

  /** @param {LiveView} live */
  #update(live) {
    if (!this.#view) return;
    const before = this.#view;
    this.#view = { ...before, ...live };
    this.#show(live.ply === before.ply + 1 ? before.scene : null);
  }

  /** @param {Scene | null} before */
  #show(before) {
    const view = /** @type {MatchView} */ (this.#view);
    void this.#board.showFrame(view, { before, moving: before !== null });
    say(this.#title, view.title);
    say(this.#names, view.names.join(" against "));
    say(
      this.#turn,
      view.outcome
        ? outcomeWords(view.outcome, called(view.names, [], view.colors))
        : `${colorName(view.colors[view.to_move])} to move, move ${view.ply + 1}`,
    );
    if (view.status === "over") this.#later(LINGER);
  }
}
