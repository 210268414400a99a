// @ts-check
/** @file A match: playing, watching, going through it. */
/** @import {MatchView, LiveView, Frame, MatchEvent, Seat, Move} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { moveWords } from "../../board/words.js";
import { byId, fill, say } from "../../dom.js";
import { actionButtons } from "./action_buttons.js";
import { confirm, errorMessage, showError } from "../../ui/feedback.js";
import { Chat } from "./chat.js";
import { heardTime } from "../../ui/clock.js";
import { Frames } from "./frames.js";
import { head, here } from "../../ui/head.js";
import { Marks, findHint } from "./engine_help.js";
import { Refusal, post, sentence } from "../../ui/http.js";
import { LiveMatch } from "../../ui/live_match.js";
import { notifyHidden } from "../../ui/notifications.js";
import { MoveList } from "../../ui/move_list.js";
import { offerCards } from "./offers.js";
import { PlayerCard } from "./player_card.js";
import { Replay } from "../../ui/replay.js";
import { follow } from "../../ui/settings.js";
import { share } from "../../ui/share.js";
import { sound } from "../../ui/sounds.js";
import { matchSentence, matchWords } from "./match_status.js";

const parameters = new URLSearchParams(location.search);

class MatchPage {
  /** @type {MatchView | null} */
  view = null;
  /** The ply that is looked at; null: the latest. @type {number | null} */
  cursor = null;
  /** The ply that was asked for last, while its picture is on the way. @type {number | null} */
  aim = null;
  /** What is not told yet, while a move is still being shown. @type {Partial<MatchView> | null} */
  held = null;
  /** Whether a move has been played that the server has not answered, and whether there is no connection. */
  sending = false;
  away = false;
  /** What the last refusal said, until something else happens. */
  refusal = "";
  board = /** @type {QuintetBoard} */ (byId("board"));
  marks = new Marks((found) => this.board.mark(found));
  far = new PlayerCard();
  near = new PlayerCard();
  list = new MoveList((ply) => this.goTo(ply), "No moves yet. They are listed here; press one to see it again.");
  replay = new Replay({
    at: () => this.aim ?? this.ply,
    end: () => this.view?.ply ?? 0,
    goTo: (ply) => this.goTo(ply),
    flip: () => this.flip(),
  });
  /** Shows wait for each other, so that no move is missed. @type {Promise<void>} */
  shows = Promise.resolve();
  queued = 0;

  /** @param {string} id */
  constructor(id) {
    const invite = parameters.get("invite");
    this.id = id;
    this.invite = invite;
    this.frames = new Frames(id, this.secret);
    byId("far").append(this.far.element);
    byId("near").append(this.near.element);
    byId("moves").append(this.list.element);
    byId("replay").append(this.replay.element);
    this.chat = new Chat(id, invite, () => this.actions());
    byId("chat").append(this.chat.element);
    this.board.addEventListener(
      "quintet-move",
      (event) => void this.play(/** @type {CustomEvent<Move>} */ (event).detail.text),
    );
    this.board.addEventListener(
      "quintet-refuse",
      (event) => void this.play(/** @type {CustomEvent<string>} */ (event).detail),
    );
    this.board.addEventListener("quintet-partial", (event) => {
      this.refusal = /** @type {CustomEvent<string>} */ (event).detail;
      this.around();
    });
    this.board.addEventListener("quintet-stage", (event) => sound(/** @type {CustomEvent} */ (event).detail));
    this.live = new LiveMatch(id, invite, {
      snapshot: (view) => this.snapshot(view),
      update: (view, since, events) => this.update(view, since, events),
      spectators: (count, online) => this.watching(count, online),
      said: (line) => {
        this.chat.hear(line);
        if (!this.chat.isOpen) sound("notice");
      },
      connection: (state) => this.connection(state),
      lost: (why) => this.lost(why),
    });
    setInterval(() => this.tick(), 100);
  }

  get ply() {
    return this.cursor ?? this.view?.ply ?? 0;
  }

  /** The seat at the bottom. @returns {Seat} */
  get bottom() {
    const mine = this.view?.you ?? [];
    const seat = mine.length === 1 ? mine[0] : 0;
    return this.board.flipped ? /** @type {Seat} */ (1 - seat) : seat;
  }

  /** @param {MatchView} view */
  snapshot(view) {
    const again = this.view !== null;
    const step = this.view?.ply === view.ply - 1;
    const before = this.view?.scene ?? null;
    this.view = view;
    heardTime(view.clock.at);
    if (!again) {
      say(byId("title"), `${view.title}: ${view.names.join(" against ")}`);
      this.board.setAttribute("label", `${view.title} board`);
      this.board.layout = view.layout;
      here(view.game);
      follow(this.board);
      byId("table").hidden = false;
      const ply = parameters.get("ply");
      if (ply !== null && Number(ply) < view.ply) this.cursor = Math.max(0, Number(ply));
      if (view.private && view.invite) history.replaceState(null, "", this.link()); // whoever copies the address can share it
    }
    this.frames.keep(view);
    this.show(again && step, before);
    void this.chat.look().then(() => this.actions(), showError); // what was said meanwhile
    if (this.cursor !== null) this.goTo(this.cursor);
  }

  /** @param {LiveView} live @param {number} since @param {MatchEvent[]} events */
  update(live, since, events) {
    if (!this.view) return;
    const before = this.view;
    heardTime(live.clock.at);
    const version = events.at(-1)?.version ?? before.version;
    this.view = { ...before, ...live, version, history: [...before.history.slice(0, since), ...live.history] };
    if (live.ply !== before.ply || live.status !== before.status) this.refusal = "";
    this.frames.keep(live);
    const mine = (/** @type {LiveView} */ view) => view.status === "live" && before.you.length === 1 && before.you[0] === view.to_move;
    if (mine(live) && (!mine(before) || live.ply !== before.ply))
      notifyHidden("Your move", `${before.title}: ${live.names.join(" against ")}`, `/game/${this.id}`);
    const step = live.ply === before.ply + 1;
    if (live.ply < (this.cursor ?? 0)) this.cursor = null;
    // News that change nothing on the board leave a move alone that is being made.
    if (live.position === before.position && live.ply === before.ply && live.status === before.status) this.around();
    else this.show(step, step ? before.scene : null, before.status === "live" && live.status === "over");
    if (events.some((event) => ["draw_offered", "takeback_asked", "rematch_asked", "joined"].includes(event.kind)))
      sound("notice");
    if (live.rematch && !before.rematch) location.href = `/game/${live.rematch}${before.you.length ? "" : this.secret}`;
  }

  /** Scores and result are told when the move has been seen. @param {boolean} moving @param {Frame["scene"] | null} before @param {boolean} [ended] */
  show(moving, before, ended = false) {
    const view = /** @type {MatchView} */ (this.view);
    const watched = moving && before !== null && this.cursor === null;
    this.held = watched ? { scene: before, ...(ended ? { status: "live", outcome: null, rating_change: null } : {}) } : null;
    this.around();
    if (this.cursor !== null) {
      if (ended) sound("end");
      return;
    }
    const mine = view.status === "live" && view.you.includes(view.to_move);
    const last = view.history.at(-1) ?? null;
    const shown = {
      scene: view.scene,
      stages: view.stages,
      before,
      last,
      moves: mine ? view.moves : [],
      color: view.colors[view.to_move],
    };
    const held = this.held;
    this.queued += 1;
    this.shows = this.shows.then(async () => {
      this.queued -= 1;
      if (this.cursor === null) await this.board.show(shown, { moving: moving && this.queued < 2 });
      if (held && this.held === held) {
        this.held = null;
        this.around();
      }
      if (ended) sound("end");
      if (this.cursor !== null) return; // somebody has gone elsewhere meanwhile
      if (moving && last) this.board.announce(`${moveWords(view.layout, last)} ${this.sentence()}`);
      else this.board.announce(this.sentence());
      void this.mark().catch(showError);
    });
  }

  /** The match as far as it is told. @returns {MatchView} */
  get told() {
    return { .../** @type {MatchView} */ (this.view), ...this.held };
  }

  /** Everything beside the board. */
  around() {
    const view = this.told;
    const shown = this.cursor === null ? view : (this.frames.at(this.cursor) ?? view);
    this.far.show(view, /** @type {Seat} */ (1 - this.bottom), shown);
    this.near.show(view, this.bottom, shown);
    this.list.show(view.history, this.ply);
    this.replay.update();
    say(byId("status"), this.refusal || this.sentence());
    byId("status").classList.toggle("refused", this.refusal !== "");
    say(byId("about"), matchWords(/** @type {MatchView} */ (this.view)));
    this.board.dataset.over = view.status === "over" ? "yes" : "no";
    this.board.dataset.watched = view.you.length ? "no" : "yes";
    const turn = view.status === "live" && view.you.length === 1 && view.you[0] === view.to_move;
    document.title = `${turn ? "Your move · " : ""}${view.names.join(" against ")} · ${view.title} · Quintet`;
    this.offers();
    this.actions();
  }

  sentence() {
    if (this.sending && this.away && this.cursor === null) return "Your move is sent as soon as the server is back.";
    return matchSentence(this.told, this.cursor, Boolean(this.view?.outcome));
  }

  /** What waits for an answer, floating over the foot of the move list. */
  offers() {
    const view = this.told;
    const place = byId("offers");
    const key = JSON.stringify([view.status, view.you, view.offers, view.declined, view.rematch, view.invite]);
    if (place.dataset.shows === key) return;
    fill(
      place,
      ...offerCards(
        view,
        (action) => this.act(action),
        () => this.join(),
        () => this.decline(),
      ),
    );
    place.dataset.shows = key;
  }

  actions() {
    const view = this.told;
    const buttons = actionButtons(view, this.ply, this.secret, {
      act: (action) => this.act(action),
      hint: () => this.hint(),
      mark: () => this.switchMarks(),
      marking: this.marks.on,
      resign: (early) => this.resign(early),
      share: async () => this.share(),
      chat: this.talkable ? { label: this.chat.label, toggle: async () => this.chat.toggle() } : null,
    });
    const place = byId("actions");
    const wanted = buttons
      .map((button) => `${button.textContent}${button.matches(":disabled")}${button.getAttribute("href")}`)
      .join();
    if (place.dataset.shows === wanted) return;
    const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
    fill(place, ...buttons);
    place.dataset.shows = wanted;
    if (focused) buttons.find((button) => button.textContent === focused)?.focus();
  }

  /** Whether there is anybody to talk to. */
  get talkable() {
    const view = this.told;
    const others = view.seats.some((seat, at) => seat.kind === "person" && !view.you.includes(/** @type {Seat} */ (at)));
    return this.chat.used || (view.you.length ? others : view.spectators > 1);
  }

  /** The invitation as a query, or nothing. */
  get secret() {
    return this.invite ? `?invite=${encodeURIComponent(this.invite)}` : "";
  }

  link() {
    const url = new URL(`/game/${this.id}`, location.href);
    if (this.cursor !== null) url.searchParams.set("ply", String(this.cursor));
    const invite = this.view?.invite ?? this.invite;
    if (invite && this.view?.private) url.searchParams.set("invite", invite);
    return url.href;
  }

  share() {
    const view = /** @type {MatchView} */ (this.view);
    const link = this.link();
    const { searchParams } = new URL(link);
    const waiting = view.status === "open";
    share({
      link,
      title: `${view.title}: ${view.names.join(" against ")}`,
      words: !view.private
        ? "Everybody can see this game."
        : waiting
          ? "Whoever has this link can join the game."
          : "Only people with this link can see the game.",
      picture: (kind) => `/api/matches/${this.id}/picture?${new URLSearchParams([...searchParams, ["kind", kind]])}`,
      moves: this.ply > 0,
      ...(waiting ? {} : { embed: link.replace("/game/", "/embed/") }),
    });
  }

  /** @param {string} text */
  async play(text) {
    const view = /** @type {MatchView} */ (this.view);
    this.refusal = "";
    this.sending = true;
    if (this.away) this.around();
    try {
      await this.live.move(text, view.ply);
    } catch (error) {
      // A second copy of a move that did arrive is no news.
      if (this.view?.history[view.ply]?.text !== text) this.refuse(error);
    } finally {
      this.sending = false;
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    this.refusal = errorMessage(error);
    this.board.refused(this.refusal, error instanceof Refusal ? error.spots : []);
    this.around();
  }

  async hint() {
    const view = /** @type {MatchView} */ (this.view);
    this.refusal = "The engine is looking for a move.";
    this.around();
    const { words, spots } = await findHint(view);
    if (this.view?.ply !== view.ply || this.cursor !== null || !words) return;
    this.refusal = words;
    this.board.point(spots);
    this.board.announce(words);
    this.around();
  }

  switchMarks() {
    this.marks.on = !this.marks.on;
    this.actions();
    return this.mark();
  }

  mark() {
    return this.marks.look(/** @type {MatchView} */ (this.view), this.cursor === null);
  }

  /** @param {string} action */
  act(action) {
    return this.live.action(action, this.view?.ply ?? 0);
  }

  /** @param {boolean} early */
  async resign(early) {
    if (early) await this.act("abort");
    else if (await confirm("Resign this game?", "Resign")) await this.act("resign");
  }

  async join() {
    const joined = /** @type {MatchView} */ (
      await post(`/api/matches/${this.id}/join`, this.invite ? { invite: this.invite } : {})
    );
    // News of it, and of the first move, may have come before the answer.
    const latest = this.view && this.view.version >= joined.version ? this.view : joined;
    this.view = { ...latest, you: joined.you, invite: joined.invite, invited: joined.invited };
    this.frames.keep(this.view);
    this.show(false, null);
    await this.chat.look(); // players have a room of their own
  }

  /** Say no to the invitation. */
  async decline() {
    await post(`/api/matches/${this.id}/decline`, this.invite ? { invite: this.invite } : {});
  }

  /** Board and panel change together, once the moment is here; whatever was asked for last is shown. @param {number} ply */
  async goTo(ply) {
    const view = /** @type {MatchView} */ (this.view);
    const from = this.ply;
    this.refusal = "";
    if (ply >= view.ply) {
      this.cursor = this.aim = null;
      const before = this.frames.at(view.ply - 1)?.scene ?? null;
      this.show(from === view.ply - 1 && before !== null, before);
      return;
    }
    const aim = (this.aim = Math.max(0, ply));
    await this.frames.need(aim).catch(showError);
    if (this.aim !== aim) return;
    this.aim = null;
    const frame = this.frames.at(aim);
    if (!frame) return;
    this.held = null;
    this.cursor = aim;
    void this.mark();
    const before = this.frames.at(aim - 1)?.scene ?? null;
    this.around();
    await this.board.show(
      {
        scene: frame.scene,
        stages: frame.stages,
        last: frame.move,
        before,
        moves: [],
        color: frame.colors[frame.to_move],
      },
      { moving: aim === from + 1 },
    );
  }

  flip() {
    this.board.flipped = !this.board.flipped;
    this.board.redraw();
    this.around();
  }

  tick() {
    if (this.view?.status !== "live" || this.view.clock.running === null) return;
    const far = this.far.tick(this.view, /** @type {Seat} */ (1 - this.bottom));
    const near = this.near.tick(this.view, this.bottom);
    if ((near && this.view.you.includes(this.bottom)) || (far && this.view.you.length === 2)) sound("time");
  }

  /** @param {number} count @param {[boolean, boolean]} online */
  watching(count, online) {
    if (!this.view) return;
    const seats = /** @type {MatchView["seats"]} */ (
      this.view.seats.map((seat, at) => ({ ...seat, online: online[at] }))
    );
    this.view = { ...this.view, spectators: count, seats };
    this.around();
  }

  /** @param {import("../../ui/live_match.js").Connection} state */
  connection(state) {
    const place = byId("connection");
    place.dataset.state = state;
    this.away = state === "away" || (this.away && state === "connecting");
    if (this.sending) this.around();
    say(place, { connected: "Connected", connecting: "Connecting", away: "Connection lost. Trying again" }[state]);
  }

  /** @param {string} why */
  lost(why) {
    byId("table").hidden = true;
    byId("lost").hidden = false;
    say(byId("why"), sentence(why));
  }
}

head();
new MatchPage(decodeURIComponent(location.pathname.split("/")[2] ?? ""));
