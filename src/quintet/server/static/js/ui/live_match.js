// @ts-check
/** @file The WebSocket of a live match: reconnects with back-off, resumes from the last version, resends what was not acknowledged. */
/** @import {ChatLine, MatchView, LiveView, MatchEvent, SocketOut} from "../types.js" */

import { isExported } from "./address.js";
import { Refusal, sentence } from "./http.js";

const PING = 20_000;
const SILENCE = 10_000;
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
  #heard = 0;
  #ending = new AbortController();

  /** @param {string} id @param {string | null} invite @param {Listener} listener */
  constructor(id, invite, listener) {
    this.id = id;
    this.invite = invite;
    this.listener = listener;
    const { signal } = this.#ending;
    if (!isExported) window.addEventListener("offline", () => this.#offline(), { signal });
    window.addEventListener("online", () => this.#again(), { signal });
    document.addEventListener("visibilitychange", () => !document.hidden && this.#again(), { signal });
    const watching = setInterval(() => this.#watch(), 5_000);
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
    if (this.#tries === 0) this.listener.connection?.("connecting");
    socket.onopen = () => {
      this.#heard = Date.now();
      this.listener.connection?.("connected");
      // A move carries its ply, so a second copy of one that did arrive is refused and does no harm.
      for (const { message } of this.#waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => {
      this.#tries = 0;
      this.#heard = Date.now();
      this.#hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      this.#socket = null;
      if (event.code === 4404 || event.code === 4403) {
        this.listener.lost(event.reason || "There is no such game, or it is private.");
        return;
      }
      this.listener.connection?.("away");
      const wait = Math.min(LONGEST, 250 * 2 ** this.#tries) * (0.7 + 0.6 * Math.random());
      this.#tries += 1;
      this.#timer = setTimeout(() => void this.#connect(), wait);
    };
  }

  /** The machine says that it has no connection: do not wait until the silence is noticed. */
  #offline() {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#socket = null;
    socket.close();
    this.listener.connection?.("away");
    this.#timer = setTimeout(() => void this.#connect(), LONGEST);
  }

  #again() {
    if (this.#socket || this.#closed || isExported) return;
    void this.#connect();
  }

  #watch() {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    const silent = Date.now() - this.#heard;
    if (silent > PING + SILENCE) socket.close();
    else if (silent > PING) socket.send(JSON.stringify({ type: "ping" }));
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
      case "refused":
        this.#answered(message.id)?.refused(new Refusal(sentence(message.error), 409, message.spots));
        break;
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
