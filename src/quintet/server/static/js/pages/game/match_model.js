// @ts-check
/** @file The state of the match page: the last view from the server, the ply on the board, and what must not be seen before its animation ends. */
/** @import {LiveView, MatchEvent, MatchView, Seat} from "../../types.js" */

import { link } from "../../ui/address.js";
import { matchSentence } from "./match_status.js";

/** Events that somebody should hear. */
const HEARD = ["draw_offered", "takeback_asked", "rematch_asked", "rematch_declined", "time_given", "joined"];

/**
 * What an update changes.
 * @typedef {object} Change
 * @property {MatchView} before
 * @property {boolean} onBoard whether the board shows something else; other news must not disturb a move that is being made
 * @property {boolean} step whether it is one move further
 * @property {boolean} ended
 * @property {boolean} myTurn whether it is now the turn of the visitor
 * @property {boolean} heard whether there is an offer or an arrival
 * @property {boolean} rematch whether the next game is there
 */

export class MatchModel {
  /** @type {MatchView | null} */
  #view = null;
  /** The ply that is looked at; null: the latest. @type {number | null} */
  cursor = null;
  /** What is shown in place of the latest news while the move that brought them is still being animated. @type {Partial<MatchView> | null} */
  withheld = null;
  /** The move that has been played and the server has not answered, in words; and whether there is no connection. */
  sending = "";
  away = false;
  /** A sentence that stands in place of the usual one until something happens: a refusal, a hint, what to press next. */
  message = "";

  /** @param {string} id @param {string | null} invite */
  constructor(id, invite) {
    this.id = id;
    this.invite = invite;
  }

  get isLoaded() {
    return this.#view !== null;
  }

  /** What the server said last. @returns {MatchView} */
  get view() {
    return /** @type {MatchView} */ (this.#view);
  }

  /** The match as far as it may be seen: scores and result follow when the move has been shown. @returns {MatchView} */
  get visible() {
    return { ...this.view, ...this.withheld };
  }

  get ply() {
    return this.cursor ?? this.#view?.ply ?? 0;
  }

  get isMyTurn() {
    return this.view.status === "live" && this.view.you.includes(this.view.to_move);
  }

  /** Take over a whole view; whether it is one move further than the last. @param {MatchView} view */
  snapshot(view) {
    const step = this.#view?.ply === view.ply - 1;
    this.#view = view;
    return step;
  }

  /** Take over news; null before there is anything to change. @param {LiveView} live @param {number} since its history is behind so many moves @param {MatchEvent[]} events @returns {Change | null} */
  update(live, since, events) {
    const before = this.#view;
    if (!before) return null;
    const version = events.at(-1)?.version ?? before.version;
    this.#view = { ...before, ...live, version, history: [...before.history.slice(0, since), ...live.history] };
    const moved = live.ply !== before.ply;
    if (moved || live.status !== before.status) this.message = "";
    if (live.ply < (this.cursor ?? 0)) this.cursor = null;
    const mine = (/** @type {LiveView} */ view) => view.status === "live" && before.you.length === 1 && before.you[0] === view.to_move;
    return {
      before,
      onBoard: moved || live.position !== before.position || live.status !== before.status,
      step: live.ply === before.ply + 1,
      ended: before.status === "live" && live.status === "over",
      myTurn: mine(live) && (moved || !mine(before)),
      heard: events.some((event) => HEARD.includes(event.kind)),
      rematch: Boolean(live.rematch && !before.rematch),
    };
  }

  /** Somebody who watched has taken a seat. News of that, and of the first move, may have come before the answer. @param {MatchView} joined */
  join(joined) {
    const { you, invite, invited } = joined;
    this.#view = { ...(this.view.version >= joined.version ? this.view : joined), you, invite, invited };
  }

  /** @param {number} spectators @param {[boolean, boolean]} online */
  watched(spectators, online) {
    const seats = /** @type {MatchView["seats"]} */ (this.view.seats.map((seat, index) => ({ ...seat, online: online[index] })));
    this.#view = { ...this.view, spectators, seats };
  }

  /** What is to be done now, in a sentence. */
  sentence() {
    if (this.sending && this.away && this.cursor === null) return `Your move (${this.sending}) is sent as soon as the server is back.`;
    return matchSentence(this.visible, this.cursor, Boolean(this.view.outcome));
  }

  /** Whether there are other people to talk to. */
  get hasCompany() {
    const { you, seats, spectators } = this.visible;
    const others = seats.some((seat, index) => seat.kind === "person" && !you.includes(/** @type {Seat} */ (index)));
    return you.length ? others : spectators > 1;
  }

  /** Whether somebody plays here against somebody elsewhere. */
  get isPlaying() {
    return this.view.status === "live" && this.view.you.length > 0 && this.hasCompany;
  }

  /** The invitation as a query, or nothing. */
  get secret() {
    return this.invite ? `?invite=${encodeURIComponent(this.invite)}` : "";
  }

  link() {
    const url = new URL(link(`/game/${this.id}`), location.href);
    if (this.cursor !== null) url.searchParams.set("ply", String(this.cursor));
    const invite = this.view.invite ?? this.invite;
    if (invite && this.view.private) url.searchParams.set("invite", invite);
    return url.href;
  }
}
