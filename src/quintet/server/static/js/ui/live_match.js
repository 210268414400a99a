// @ts-check
/**
 * @file The WebSocket of a live match: reconnects with back-off, resumes from the last version, resends what was not acknowledged.
 *
 * A phone that has lost its network is often not told so, and a dead connection looks like a silent one. So where it matters, while
 * people play or something waits for an answer, the server is asked every moment whether it is there.
 */
/** @import {ChatLine, MatchView, LiveView, MatchEvent, SocketOut} from "../types.js" */

import { isExported } from "./address.js";
import { Refusal, sentence } from "./http.js";

const TICK = 500;
/** When a silent server is asked whether it is there, and when it is given up. */
const [PING, GIVEN_UP] = [20_000, 30_000];
/** The same where it matters, and when it is said that it does not answer. */
const [BEAT, SAID, SOON_GIVEN_UP] = [1_500, 2_500, 8_000];
const LONGEST = 8_000;
/** Actions that would do harm twice: they say for which ply they are meant. */
const GUARDED = new Set(["undo", "redo", "ask_takeback", "accept_takeback"]);

/** @typedef {"connecting" | "connected" | "away"} Connection */
/**
 * @typedef {object} Listener
 * @property {(view: MatchView) => void} snapshot
 * @property {(view: LiveView, since: number, events: MatchEvent[]) => void} update the history of the view is behind `since` moves
 * @property {(count: number, online: [boolean, boolean]) => void} [spectators]
 * @property {(line: ChatLine) => void} [said] in the chat
 * @property {(state: Connection) => void} [connection]
 * @property {(error: Error) => void} [refused] what nobody here asked for cannot be done
 * @property {(why: string) => void} lost the match cannot be had
 */
/** @typedef {{message: any, done: (version: number) => void, refused: (error: Error) => void}} Waiting */

export class LiveMatch {
  /** @type {WebSocket | null} */
  #socket = null;
  #version = -1;
  #next = 1;
  #tries = 0;
  #closed = false;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** When the server was heard, or when one began to wait for it; and when it was asked. */
  #heard = 0;
  #asked = 0;
  #isSilent = false;
  #playing = false;
  #ending = new AbortController();

  /** @param {string} id @param {string | null} invite @param {Listener} listener */
  constructor(id, invite, listener) {
    this.id = id;
    this.invite = invite;
    this.listener = listener;
    const { signal } = this.#ending;
    if (!isExported) window.addEventListener("offline", () => this.#leave(LONGEST), { signal });
    window.addEventListener("online", () => this.#again(), { signal });
    document.addEventListener("visibilitychange", () => this.#seen(), { signal });
    const watching = setInterval(() => this.#watch(), TICK);
    signal.addEventListener("abort", () => clearInterval(watching));
    void this.#connect();
  }

  /** @param {string} move @param {number} ply */
  move(move, ply) {
    return this.#send({ type: "move", move, ply });
  }

  /** @param {string} action @param {number} ply */
  action(action, ply) {
    return this.#send({ type: "action", action, ...(GUARDED.has(action) ? { ply } : {}) });
  }

  /** Whether somebody plays here against somebody else, and each wants to know whether the other is there. @param {boolean} playing */
  set playing(playing) {
    if (playing === this.#playing) return;
    this.#playing = playing;
    this.#await();
    this.#ping(); // so that the server knows at once whether to expect the next one
  }

  close() {
    this.#closed = true;
    this.#ending.abort();
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** @param {any} message @returns {Promise<number>} */
  #send(message) {
    return new Promise((done, refused) => {
      const id = (this.#next += 1);
      if (!this.#waiting.size) this.#await();
      this.#waiting.set(id, { message: { ...message, id }, done, refused });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ ...message, id }));
    });
  }

  async #connect() {
    clearTimeout(this.#timer);
    const url = new URL(`/api/matches/${encodeURIComponent(this.id)}/live`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (this.#version >= 0) url.searchParams.set("version", String(this.#version));
    if (this.invite) url.searchParams.set("invite", this.invite);
    const socket = isExported ? await localSocket(this.id) : new WebSocket(url);
    if (this.#closed) return;
    this.#socket = socket;
    this.#isSilent = false;
    this.#await();
    if (this.#tries === 0) this.listener.connection?.("connecting");
    socket.onopen = () => {
      this.#await();
      this.listener.connection?.("connected");
      // A move carries its ply, so a second copy of one that did arrive is refused and does no harm.
      for (const { message } of this.#waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => {
      this.#tries = 0;
      this.#heard = Date.now();
      if (this.#isSilent) this.listener.connection?.("connected");
      this.#isSilent = false;
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      this.#socket = null;
      if (event.code === 4404 || event.code === 4403) {
        this.listener.lost(event.reason || "There is no such game, or it is private.");
        return;
      }
      this.#later(Math.min(LONGEST, 250 * 2 ** this.#tries) * (0.7 + 0.6 * Math.random()));
      this.#tries += 1;
    };
  }

  /** @param {number} wait */
  #later(wait) {
    this.listener.connection?.("away");
    this.#timer = setTimeout(() => void this.#connect(), wait);
  }

  /** Leave a connection that is dead, without waiting for its end. @param {number} wait before the next one */
  #leave(wait) {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#socket = null;
    socket.close();
    this.#later(wait);
  }

  #again() {
    if (this.#socket || this.#closed || isExported) return;
    void this.#connect();
  }

  /** The page is seen again, or not any more: its timers stand still then, so nothing is promised. */
  #seen() {
    if (document.hidden) return void (this.#playing && this.#ping());
    this.#await();
    this.#again();
  }

  #await() {
    this.#heard = this.#asked = Date.now();
  }

  #ping() {
    this.#asked = Date.now();
    const next = this.#playing && !document.hidden ? { next: BEAT / 1000 } : {};
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: "ping", ...next }));
  }

  #watch() {
    const socket = this.#socket;
    if (!socket || isExported) return;
    const [silent, matters] = [Date.now() - this.#heard, !document.hidden && (this.#playing || this.#waiting.size > 0)];
    const connecting = socket.readyState !== WebSocket.OPEN;
    if (silent > (matters || connecting ? SOON_GIVEN_UP : GIVEN_UP)) return this.#leave(0);
    if (connecting) return;
    if (matters && silent > SAID && !this.#isSilent) {
      this.#isSilent = true;
      this.listener.connection?.("away");
    }
    if (matters ? Date.now() - this.#asked >= BEAT : silent > PING && this.#asked <= this.#heard) this.#ping();
  }

  /** @param {SocketOut} message */
  #hear(message) {
    switch (message.type) {
      case "snapshot":
        this.#version = message.version;
        this.listener.snapshot(message.view);
        break;
      case "update":
        this.#version = message.version;
        this.listener.update(message.view, message.since, message.events);
        break;
      case "spectators":
        this.listener.spectators?.(message.count, message.online);
        break;
      case "said":
        this.listener.said?.(message.line);
        break;
      case "ack":
        this.#answered(message.id)?.done(message.version);
        break;
      case "refused": {
        const refusal = new Refusal(sentence(message.error), 409, message.spots);
        const asked = this.#answered(message.id);
        if (asked) asked.refused(refusal);
        else this.listener.refused?.(refusal);
      }
    }
  }

  /** @param {number | null} id */
  #answered(id) {
    if (id === null) return undefined;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}

/** Without a server the match is in this browser. @param {string} id @returns {Promise<WebSocket>} */
async function localSocket(id) {
  const { LocalSocket } = await import("../exported/matches.js");
  return /** @type {WebSocket} */ (/** @type {unknown} */ (new LocalSocket(id)));
}
