// @ts-check
/** @file Everything around the board of a match: players, moves, status, offers, buttons, connection. */
/** @import {Seat} from "../../types.js" */
/** @import {Connection} from "../../ui/live_match.js" */
/** @import {Commands} from "./action_buttons.js" */
/** @import {Chat} from "./chat.js" */
/** @import {MatchBoard} from "./match_board.js" */
/** @import {MatchModel} from "./match_model.js" */
/** @import {Plan} from "./plan.js" */

import { byId, fill, say } from "../../dom.js";
import { sentence } from "../../ui/http.js";
import { MoveList } from "../../ui/move_list.js";
import { Replay } from "../../ui/replay.js";
import { sound } from "../../ui/sounds.js";
import { actionButtons } from "./action_buttons.js";
import { matchWords } from "./match_status.js";
import { offerCards } from "./offers.js";
import { PlayerCard } from "./player_card.js";

const CONNECTION = { connected: "Connected", connecting: "Connecting", away: "Connection lost. Trying again" };

export class MatchPanel {
  #far;
  #near;
  #list;
  #replay;

  /** @param {MatchModel} model @param {MatchBoard} shown @param {Chat} chat @param {Plan} plan @param {Commands} commands */
  constructor(model, shown, chat, plan, commands) {
    this.model = model;
    this.shown = shown;
    this.chat = chat;
    this.plan = plan;
    this.commands = commands;
    const goTo = (/** @type {number} */ ply) => {
      plan.draft = null; // the player looks elsewhere
      plan.update();
      void shown.goTo(ply);
    };
    this.#list = new MoveList(goTo, "No moves yet. They are listed here; press one to see it again.");
    this.#replay = new Replay({ at: () => shown.ply, end: () => (model.isLoaded ? model.view.ply : 0), goTo, flip: () => shown.flip() });
    const give = () => commands.act("give_time");
    this.#far = new PlayerCard(give);
    this.#near = new PlayerCard(give);
    byId("far").append(this.#far.element);
    byId("near").append(this.#near.element);
    byId("moves").append(this.#list.element);
    byId("replay").append(this.#replay.element);
    byId("chat").append(chat.element);
    setInterval(() => this.#tick(), 100);
  }

  /** The seat at the bottom. @returns {Seat} */
  get #bottom() {
    const { you } = this.model.view;
    const seat = you.length === 1 ? you[0] : 0;
    return this.shown.board.flipped ? /** @type {Seat} */ (1 - seat) : seat;
  }

  update() {
    const { model, shown } = this;
    if (!model.isLoaded) return;
    const view = model.visible;
    this.#far.show(view, /** @type {Seat} */ (1 - this.#bottom), shown.frame);
    this.#near.show(view, this.#bottom, shown.frame);
    this.#list.show(view.layout, view.history, model.ply);
    this.#replay.update();
    say(byId("narration"), model.message || this.plan.draft ? "" : shown.frame.narration);
    say(byId("status"), model.message || this.plan.sentence() || model.sentence());
    byId("status").classList.toggle("refused", model.message !== "");
    say(byId("about"), matchWords(model.view));
    shown.board.dataset.over = view.status === "over" ? "yes" : "no";
    shown.board.dataset.watched = view.you.length ? "no" : "yes";
    const turn = view.status === "live" && view.you.length === 1 && view.you[0] === view.to_move;
    document.title = `${turn ? "Your move · " : ""}${view.names.join(" against ")} · ${view.title} · Quintet`;
    this.#offers();
    this.updateActions();
  }

  /** What waits for an answer, floating over the foot of the move list. */
  #offers() {
    const view = this.model.visible;
    const place = byId("offers");
    const key = JSON.stringify([view.status, view.you, view.offers, view.declined, view.rematch, view.invite]);
    if (place.dataset.shows === key) return;
    fill(place, ...offerCards(view, this.commands), this.plan.element);
    place.dataset.shows = key;
  }

  updateActions() {
    const { model, chat } = this;
    const buttons = this.plan.buttons() ?? actionButtons(model.visible, model.ply, model.secret, this.commands, {
      marking: this.shown.marks.on,
      chat: chat.used || model.hasCompany ? chat.label : null,
    });
    const place = byId("actions");
    const key = buttons
      .map((button) => `${button.textContent}${button.matches(":disabled")}${button.getAttribute("href")}`)
      .join();
    if (place.dataset.shows === key) return;
    const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
    fill(place, ...buttons);
    place.dataset.shows = key;
    if (focused) buttons.find((button) => button.textContent === focused)?.focus();
  }

  #tick() {
    if (!this.model.isLoaded) return;
    const { view } = this.model;
    if (view.status !== "live" || (view.clock.running === null && view.clock.first_move === null)) return;
    const far = this.#far.tick(view, /** @type {Seat} */ (1 - this.#bottom));
    const near = this.#near.tick(view, this.#bottom);
    if ((near && view.you.includes(this.#bottom)) || (far && view.you.length === 2)) sound("time");
  }

  /** @param {Connection} state */
  connection(state) {
    const { model } = this;
    byId("connection").dataset.state = state;
    say(byId("connection"), CONNECTION[state]);
    model.away = state === "away" || (model.away && state === "connecting");
    if (model.sending) this.update();
  }

  /** There is no match to show. @param {string} why */
  lost(why) {
    byId("table").hidden = true;
    byId("lost").hidden = false;
    say(byId("why"), sentence(why));
  }
}
