// @ts-check
/** @file A match: playing, watching, going through it. */
/** @import {MatchView, LiveView, Frame, FramesOut, MatchEvent, Seat, Move} from "../types.js" */

import { QuintetBoard } from "../board/element.js";
import { called, moveWords, outcomeWords } from "../board/words.js";
import { byId, fill, say } from "../dom.js";
import { actionButtons } from "../site/actions.js";
import { ask } from "../site/ask.js";
import { Chat } from "../site/chat.js";
import { clockWords, heardTime } from "../site/clock.js";
import { head, here } from "../site/head.js";
import { Refusal, get, post, sentence, stream } from "../site/http.js";
import { LiveMatch } from "../site/live.js";
import { tell } from "../site/notice.js";
import { notifyHidden } from "../site/notify.js";
import { MoveList } from "../site/moves.js";
import { offerCards } from "../site/offers.js";
import { PlayerCard } from "../site/players.js";
import { Replay } from "../site/replay.js";
import { follow } from "../site/settings.js";
import { share } from "../site/share.js";
import { sound } from "../site/sounds.js";
import { truths } from "../site/study.js";

/** Seconds that the marks of the moves may take. */
const MARKING = 4;
const parameters = new URLSearchParams(location.search);
/** Frames are asked for from the last multiple of this on. */
const BLOCK = 100;

class MatchPage {
  /** @type {MatchView | null} */
  view = null;
  /** The ply that is looked at; null: the latest. @type {number | null} */
  cursor = null;
  /** @type {Frame[]} */
  frames = [];
  /** What is not told yet, while a move is still being shown. @type {Partial<MatchView> | null} */
  held = null;
  /** Whether moves are marked with what they lead to. */
  marking = false;
  /** @type {AbortController | null} */
  asking = null;
  /** What the last refusal said, until something else happens. */
  refusal = "";
  board = /** @type {QuintetBoard} */ (byId("board"));
  far = new PlayerCard();
  near = new PlayerCard();
  list = new MoveList((ply) => this.goTo(ply), "No moves yet. They are listed here; press one to see it again.");
  replay = new Replay({
    at: () => this.ply,
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
    }
    this.keep(view);
    this.show(again && step, before);
    void this.chat.look().then(() => this.actions(), tell); // what was said meanwhile
    if (this.cursor !== null) this.goTo(this.cursor);
  }

  /** @param {LiveView} live @param {number} since @param {MatchEvent[]} events */
  update(live, since, events) {
    if (!this.view) return;
    const before = this.view;
    heardTime(live.clock.at);
    this.view = { ...before, ...live, history: [...before.history.slice(0, since), ...live.history] };
    if (live.ply !== before.ply || live.status !== before.status) this.refusal = "";
    this.keep(live);
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

  /** Keep the moment for going through the game. @param {Frame} frame */
  keep(frame) {
    this.frames.length = Math.min(this.frames.length, frame.ply + 1);
    this.frames[frame.ply] = frame;
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
      await this.board.show(shown, { moving: moving && this.queued < 2 });
      if (held && this.held === held) {
        this.held = null;
        this.around();
      }
      if (ended) sound("end");
      if (moving && last) this.board.announce(`${moveWords(last)} ${this.sentence()}`);
      else this.board.announce(this.sentence());
      void this.mark().catch(tell);
    });
  }

  /** The match as far as it is told. @returns {MatchView} */
  get told() {
    return { .../** @type {MatchView} */ (this.view), ...this.held };
  }

  /** Everything beside the board. */
  around() {
    const view = this.told;
    const shown = this.cursor === null ? view : (this.frames[this.cursor] ?? view);
    this.far.show(view, /** @type {Seat} */ (1 - this.bottom), shown);
    this.near.show(view, this.bottom, shown);
    this.list.show(view.history, this.ply);
    this.replay.update();
    say(byId("status"), this.refusal || this.sentence());
    byId("status").classList.toggle("refused", this.refusal !== "");
    say(byId("about"), this.words());
    this.board.dataset.over = view.status === "over" ? "yes" : "no";
    const turn = view.status === "live" && view.you.length === 1 && view.you[0] === view.to_move;
    document.title = `${turn ? "Your move · " : ""}${view.names.join(" against ")} · ${view.title} · Quintet`;
    this.offers();
    this.actions();
  }

  /** What is to be done now, in a sentence. */
  sentence() {
    const view = this.told;
    if (this.cursor !== null) return `Move ${this.cursor} of ${view.ply}.`;
    if (view.outcome) return outcomeWords(view.outcome, called(view.names, view.you, view.colors));
    if (this.view?.outcome) return moveWords(/** @type {any} */ (view.history.at(-1)));
    if (view.status === "open") return "Waiting for the other player.";
    const name = view.names[view.to_move];
    const only = view.moves.length === 1 ? view.moves[0].text : "";
    if (view.you.length === 2) return only === "pass" ? `${name} has no move and must pass.` : `${name} to move.`;
    if (!view.you.includes(view.to_move)) return `${name} is thinking.`;
    if (only === "pass") return "You have no move: press Pass.";
    if (view.moves.some((move) => move.text === "swap")) return "Your move. You may swap sides instead.";
    return "Your move.";
  }

  words() {
    const view = /** @type {MatchView} */ (this.view);
    const parts = [
      view.title,
      view.clock.kind === "none" ? "" : clockWords(view.clock),
      view.rated ? "rated" : "",
      view.private ? "private" : "",
      view.spectators ? `${view.spectators} watching` : "",
    ];
    if (view.ply > view.turn_limit - 40) parts.push(`ends after ${view.turn_limit} moves`);
    return parts.filter(Boolean).join(" · ");
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
      marking: this.marking,
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
    try {
      await this.live.move(text, view.ply);
    } catch (error) {
      // A second copy of a move that did arrive is no news.
      if (this.view?.history[view.ply]?.text === text) return;
      this.refuse(error);
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    this.refusal = error instanceof Error ? error.message : String(error);
    this.board.refused(this.refusal, error instanceof Refusal ? error.spots : []);
    this.around();
  }

  async hint() {
    const view = /** @type {MatchView} */ (this.view);
    this.refusal = "The engine is looking for a move.";
    this.around();
    let best = "";
    let verdict = "";
    await stream(
      "/api/analysis",
      { spec: view.spec, position: view.position, seconds: 1, lines: 1 },
      (line) => {
        if (line.type === "analysis") best = line.move;
        if (line.type === "analysis") verdict = line.verdict ? ` Exact: ${line.verdict}.` : "";
      },
      AbortSignal.timeout(20_000),
    );
    if (this.view?.ply !== view.ply || !best) return;
    const move = view.moves.find((one) => one.text === best);
    this.refusal = `The engine would play ${best}.${verdict}`;
    this.board.point(move?.preview.length ? move.preview : []);
    this.board.announce(this.refusal);
    this.around();
  }

  switchMarks() {
    this.marking = !this.marking;
    this.actions();
    return this.mark();
  }

  /** Mark what every move leads to, where that is wished for and there is a move to make. */
  async mark() {
    const view = /** @type {MatchView} */ (this.view);
    this.asking?.abort();
    if (!this.marking || this.cursor !== null || view.status !== "live" || !view.you.includes(view.to_move)) {
      this.board.mark(new Map());
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    await stream(
      "/api/analysis",
      { spec: view.spec, position: view.position, seconds: MARKING, every: true },
      (line) => {
        if (line.type === "analysis" && !asking.signal.aborted) this.board.mark(truths(line.lines, view));
      },
      asking.signal,
    ).catch((error) => {
      if (!asking.signal.aborted) throw error;
    });
  }

  /** @param {string} action */
  act(action) {
    return this.live.action(action, this.view?.ply ?? 0);
  }

  /** @param {boolean} early */
  async resign(early) {
    if (early) await this.act("abort");
    else if (await ask("Resign this game?", "Resign")) await this.act("resign");
  }

  async join() {
    const view = /** @type {MatchView} */ (
      await post(`/api/matches/${this.id}/join`, this.invite ? { invite: this.invite } : {})
    );
    this.view = view;
    this.keep(view);
    this.show(false, null);
    await this.chat.look(); // players have a room of their own
  }

  /** Say no to the invitation. */
  async decline() {
    await post(`/api/matches/${this.id}/decline`, this.invite ? { invite: this.invite } : {});
  }

  /** The frames around a move; a long game on a large board comes in several pages. @param {number} ply */
  async fetchFrames(ply) {
    /** @type {number | null} */
    let since = Math.floor(Math.max(0, ply - 1) / BLOCK) * BLOCK;
    while (since !== null && since <= ply) {
      /** @type {string} */
      const asked = `${this.secret ? `${this.secret}&` : "?"}since=${since}`;
      const page = /** @type {FramesOut} */ (await get(`/api/matches/${this.id}/frames${asked}`));
      for (const frame of page.frames) this.frames[frame.ply] = frame;
      since = page.more;
    }
  }

  /** @param {number} ply */
  async goTo(ply) {
    const view = /** @type {MatchView} */ (this.view);
    const from = this.ply;
    this.refusal = "";
    if (ply >= view.ply) {
      this.cursor = null;
      const before = this.frames[view.ply - 1]?.scene ?? null;
      this.show(from === view.ply - 1 && before !== null, before);
      return;
    }
    this.cursor = Math.max(0, ply);
    if (!this.frames[this.cursor] || !this.frames[Math.max(0, this.cursor - 1)]) {
      await this.fetchFrames(this.cursor);
      if (this.cursor === null) return;
    }
    const frame = this.frames[this.cursor];
    const before = this.frames[this.cursor - 1]?.scene ?? null;
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
      { moving: this.cursor === from + 1 },
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

  /** @param {import("../site/live.js").Connection} state */
  connection(state) {
    const place = byId("connection");
    place.dataset.state = state;
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
