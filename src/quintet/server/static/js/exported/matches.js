// @ts-check
/** @file Matches of an exported site: against a level, or for two at one device. They are kept in this browser's storage. */
/** @import {LiveView, MatchEvent, MatchLine, MatchView, Outcome, Player, SocketOut} from "../types.js" */
/** @import {Ply} from "./boards.js" */

import { Refusal, sentence } from "../ui/http.js";
import { recall, recallAll, remember } from "../ui/storage.js";
import { boardOf, frame, line, outcomeOf, played, playedOn, view } from "./boards.js";
import { choose, factsOf } from "./kernels.js";
import { recordOf } from "./records.js";

/** @typedef {{kind: "person" | "engine", name: string, level: number | null, seconds: number | null}} LocalSeat */
/**
 * A match as it is stored.
 * @typedef {object} Stored
 * @property {string} id
 * @property {string} spec
 * @property {string} start the text of the first position
 * @property {number} before moves that were played before it began
 * @property {string[]} moves
 * @property {string[]} undone moves that can be played again, the next one last
 * @property {[LocalSeat, LocalSeat]} seats
 * @property {number} created in seconds since 1970
 * @property {number | null} finished
 * @property {Outcome | null} ending
 * @property {string | null} next the rematch
 * @property {number} version
 */

const KEY = "quintet-match ";
/** Matches that are kept; those without a move go first, then the oldest finished ones. */
const MOST = 100;
/** Moves after which a match is stopped, as on a server. */
const TURN_LIMIT = 1000;
const HERE = ["First", "Second"];
const NO_STORAGE = "this browser keeps nothing for this site, so no game can be started: allow it to store data";

// Storage

/** @param {string} id @returns {Stored} */
function load(id) {
  const match = recall(KEY + id);
  if (!match) throw new Refusal("There is no such game in this browser. Games without a server stay on the device where they were played.", 404);
  return match;
}

/** @param {Stored} match */
function save(match) {
  if (!remember(KEY + match.id, match)) throw new Refusal(NO_STORAGE, 409);
}

/** All matches, the newest first. @returns {Stored[]} */
function storedMatches() {
  return recallAll(KEY).sort((match, other) => other.created - match.created);
}

/** Those in which somebody has moved, first the ones that go on. */
function playedMatches() {
  const some = storedMatches().filter((match) => match.moves.length + match.undone.length > match.before);
  return [...some.filter((match) => !match.ending), ...some.filter((match) => match.ending)];
}

/** Room for one more. */
function prune() {
  const some = playedMatches().map((match) => match.id);
  const none = storedMatches().map((match) => match.id).filter((id) => !some.includes(id));
  for (const id of [...some, ...none].slice(MOST - 1)) forget(id);
}

/** @param {string} id */
export function forget(id) {
  localStorage.removeItem(KEY + id);
}

function now() {
  return Date.now() / 1000;
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => "abcdefghijkmnpqrstuvwxyz23456789"[byte % 32]).join("");
}

// New matches

/** @param {any} body as of `POST /api/matches` @returns {Promise<MatchView>} */
export async function create({ spec, position, moves = [], seats, shuffle = false, clock }) {
  if (clock) throw new Refusal("clocks need a server", 422);
  const asked = shuffle && Math.random() < 0.5 ? [...seats].reverse() : seats;
  if (asked.some((/** @type {any} */ seat) => !["me", "engine"].includes(seat.kind))) throw new Refusal("games with somebody elsewhere need a server", 422);
  const both = asked.every((/** @type {any} */ seat) => seat.kind === "me");
  const last = await played(spec, position, moves);
  prune();
  const match = begun({
    spec: last.board.spec,
    start: line(last)[0].facts.position,
    before: moves.length,
    moves: line(last).flatMap(({ move }) => (move === null ? [] : [move])),
    seats: asked.map((/** @type {any} */ seat, /** @type {number} */ index) => seated(seat, both ? HERE[index] : "You")),
  });
  return whole(match, last);
}

/** Stores a new match. @param {Pick<Stored, "spec" | "start" | "before" | "moves" | "seats">} what */
function begun(what) {
  /** @type {Stored} */
  const match = { ...what, id: newId(), undone: [], created: now(), finished: null, ending: null, next: null, version: 1 };
  save(match);
  return match;
}

/** @param {any} seat @param {string} usual @returns {LocalSeat} */
function seated({ kind, name, level, seconds }, usual) {
  if (kind === "me") return { kind: "person", name: name?.trim() || usual, level: null, seconds: null };
  const strength = level ?? (seconds ? null : 5);
  return { kind: "engine", name: name?.trim() || (strength ? `Engine, level ${strength}` : `Engine, ${seconds} s`), level: strength, seconds: seconds ?? null };
}

// Messages

/** @param {Stored} match */
function position(match) {
  return played(match.spec, match.start, match.moves);
}

/** @param {Stored} match @param {Ply} last @param {number} since @returns {Promise<LiveView>} */
async function live(match, last, since) {
  return {
    ...(await view(last, match.ending, since)),
    status: match.ending ? "over" : "live",
    ...people(match),
    clock: noClock(),
    offers: { draw: null, takeback: null, rematch: null },
    declined: null,
    can_redo: match.undone.length > 0 && !match.ending,
    turn_limit: TURN_LIMIT,
    rematch: match.next,
    rating_change: null,
  };
}

/** @param {Stored} match @returns {Pick<LiveView, "names" | "seats">} */
function people({ seats: [first, second] }) {
  const seat = (/** @type {LocalSeat} */ seat) => ({ ...seat, account: null, bot: false, rating: null, provisional: false, online: true });
  return { names: [first.name, second.name], seats: [seat(first), seat(second)] };
}

/** @returns {LiveView["clock"]} */
function noClock() {
  const side = { seconds: null, base: null, increment: 0 };
  return { kind: "none", sides: [side, side], running: null, first_move: null, at: now() };
}

/** @param {Stored} match @returns {Player[]} */
function yours({ seats }) {
  return /** @type {Player[]} */ ([0, 1]).filter((seat) => seats[seat].kind === "person");
}

/** @param {number} seconds */
function date(seconds) {
  return new Date(seconds * 1000).toISOString();
}

/** What lists and pages say of a match. @param {Stored} match @param {Ply} last */
function about(match, { board }) {
  return {
    id: match.id,
    spec: match.spec,
    game: board.id,
    title: board.title,
    layout: board.layout,
    rated: false,
    private: false,
    imported: false,
    created: date(match.created),
    finished: match.finished === null ? null : date(match.finished),
  };
}

/** @param {Stored} match @param {Ply} [known] @returns {Promise<MatchView>} */
async function whole(match, known) {
  const last = known ?? (await position(match));
  return {
    ...(await live(match, last, 0)),
    ...about(match, last),
    version: match.version,
    started: date(match.created),
    spectators: 0,
    you: yours(match),
    invite: null,
    invited: false,
    url: `/game/${match.id}`,
  };
}

/** @param {string} id */
export function show(id) {
  return whole(load(id));
}

/** @param {string} id @param {number} since */
export async function frames(id, since) {
  const match = load(id);
  const plies = line(await position(match));
  const shown = plies.slice(since).map((ply) => frame(ply, ply === plies.at(-1) ? match.ending : null));
  return { frames: await Promise.all(shown), more: null };
}

/** @param {string} id */
export async function record(id) {
  const match = load(id);
  const names = /** @type {[string, string]} */ (match.seats.map((seat) => seat.name));
  const dates = { started: date(match.created), ...(match.finished ? { finished: date(match.finished) } : {}) };
  return recordOf(await position(match), names, match.ending, dates);
}

/** Matches in which somebody has moved, first the ones that go on; without those of boards that an earlier export had. @returns {Promise<MatchLine[]>} */
export async function list() {
  const lines = playedMatches().map((match) => listed(match).catch(() => null));
  return (await Promise.all(lines)).filter((line) => line !== null);
}

/** @param {Stored} match @returns {Promise<MatchLine>} */
async function listed(match) {
  const board = await boardOf(match.spec);
  const facts = await factsOf(board.spec, match.start, match.moves);
  const last = { board, facts, ply: match.moves.length, before: null, move: null };
  const { ply, outcome, to_move, scene } = await frame(last, match.ending);
  return {
    ...about(match, last),
    ...people(match),
    status: match.ending ? "over" : "live",
    ply,
    clock: { ...noClock(), at: match.created },
    outcome,
    yours: yours(match),
    to_move,
    scene,
  };
}

// Changes

/** One change after the other, also by the engine and by other pages. @type {Promise<unknown>} */
let turn = Promise.resolve();

/** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

/** The verbs of a match; each changes what is stored. @type {Record<string, (match: Stored, seat: Player, last: Ply) => Promise<MatchEvent["kind"]>>} */
const VERBS = {
  async resign(match, seat) {
    going(match);
    end(match, { winner: /** @type {Player} */ (1 - seat), reason: `${match.seats[seat].name} resigned`, scores: null, kind: "resigned" });
    return "ended";
  },
  async abort(match) {
    going(match);
    end(match, { winner: null, reason: "aborted", scores: null, kind: "aborted" });
    return "ended";
  },
  async undo(match, seat, last) {
    going(match);
    const before = line(last).slice(0, -1).reverse();
    const hotSeat = yours(match).length === 2;
    for (const ply of before) {
      if (ply.ply < match.before) break;
      match.undone.push(/** @type {string} */ (match.moves.pop()));
      if (hotSeat || ply.facts.to_move === seat) return "takeback";
    }
    throw new Refusal("there is no move to take back", 409);
  },
  async redo(match, seat, last) {
    going(match);
    if (!match.undone.length) throw new Refusal("there is no move to play again", 409);
    const hotSeat = yours(match).length === 2;
    for (let ply = last; match.undone.length; ) {
      const move = /** @type {string} */ (match.undone.pop());
      ply = await playedOn(ply, move);
      match.moves.push(move);
      const outcome = await outcomeOf(ply);
      if (outcome) end(match, outcome);
      if (hotSeat || outcome || ply.facts.to_move === seat) break;
    }
    return "redone";
  },
  async rematch(match) {
    if (!match.ending) throw new Refusal("the match is not over", 409);
    if (match.next) throw new Refusal("there is already a rematch", 409);
    const [first, second] = match.seats;
    match.next = begun({ spec: match.spec, start: match.start, before: 0, moves: [], seats: [second, first] }).id;
    return "rematch";
  },
};

/** @param {Stored} match */
function going(match) {
  if (match.ending) throw new Refusal("the match is over", 409);
}

/** @param {Stored} match @param {Outcome} outcome */
function end(match, outcome) {
  match.ending = outcome;
  match.finished = now();
}

/** @param {string} id @param {string} verb */
function act(id, verb) {
  return inTurn(async () => {
    const match = load(id);
    const last = await position(match);
    const player = last.facts.to_move;
    const mine = yours(match);
    if (!(verb in VERBS)) throw new Refusal("this needs somebody elsewhere, and so a server", 409);
    const kind = await VERBS[verb](match, mine.includes(player) ? player : mine[0], last);
    const since = Math.min(last.ply, match.moves.length);
    return changed(match, kind, null, since);
  });
}

/** @param {string} id @param {string} text @param {number} ply at which it was chosen @param {boolean} [byEngine] */
function move(id, text, ply, byEngine = false) {
  return inTurn(async () => {
    const match = load(id);
    going(match);
    if (ply !== match.moves.length) throw new Refusal(`another move came first: the match is at move ${match.moves.length}, and this one was chosen at move ${ply}`, 409);
    const last = await position(match);
    const mover = match.seats[last.facts.to_move];
    if ((mover.kind === "engine") !== byEngine) throw new Refusal(`it is the turn of ${mover.name}`, 409);
    const after = await playedOn(last, text);
    match.moves.push(/** @type {string} */ (after.move));
    match.undone = [];
    const outcome = await outcomeOf(after);
    if (outcome) end(match, outcome);
    else if (match.moves.length >= TURN_LIMIT) end(match, { winner: null, reason: `no end after ${TURN_LIMIT} moves`, scores: null, kind: "truncated" });
    return changed(match, "move", after.move, ply);
  });
}

/** Store a change, tell everybody who looks, and let the engine move. @param {Stored} match @param {MatchEvent["kind"]} kind @param {string | null} text @param {number} since */
async function changed(match, kind, text, since) {
  match.version += 1;
  save(match);
  const event = { version: match.version, kind, seat: null, move: text, at: now() };
  const shown = await live(match, await position(match), since);
  for (const socket of LocalSocket.open) if (socket.id === match.id) socket.hear({ type: "update", version: match.version, events: [event], since, view: shown });
  void think(match.id);
  return match.version;
}

/** Matches whose engine is searching on this page. @type {Set<string>} */
const thinking = new Set();

/** The engine moves while it is its turn and somebody looks. @param {string} id */
async function think(id) {
  if (thinking.has(id)) return;
  thinking.add(id);
  try {
    for (;;) {
      const match = load(id);
      const last = await position(match);
      const seat = match.seats[last.facts.to_move];
      if (match.ending || seat.kind !== "engine" || ![...LocalSocket.open].some((socket) => socket.id === id)) return;
      const chosen = await choose(match.spec, last.facts.position, seat, seedOf(`${id} ${last.ply}`));
      // A move that was taken back meanwhile is searched for again.
      await move(id, chosen, last.ply, true).catch((error) => {
        if (error.status !== 409) throw error;
      });
    }
  } catch (error) {
    const said = `The engine cannot move. ${sentence(/** @type {Error} */ (error).message)} Load this page again to let it try once more.`;
    for (const socket of LocalSocket.open) if (socket.id === id) socket.hear({ type: "refused", id: null, error: said, spots: [], version: 0 });
  } finally {
    thinking.delete(id);
  }
}

/** The same for the same text. @param {string} text */
function seedOf(text) {
  return Array.from(text).reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 2 ** 32, 7);
}

/** What the WebSocket of a match is on a server. */
export class LocalSocket {
  /** @type {Set<LocalSocket>} */
  static open = new Set();

  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number, reason: string}) => void) | null} */
  onclose = null;
  #closing = new AbortController();

  /** @param {string} id of the match */
  constructor(id) {
    this.id = id;
    addEventListener("storage", ({ key }) => key === KEY + id && void this.#snapshot(), { signal: this.#closing.signal });
    setTimeout(() => this.#begin());
  }

  async #begin() {
    if (this.#closing.signal.aborted) return;
    try {
      await this.#snapshot();
    } catch (error) {
      this.readyState = WebSocket.CLOSED;
      this.onclose?.({ code: 4404, reason: /** @type {Error} */ (error).message });
      return;
    }
    LocalSocket.open.add(this);
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
    void think(this.id);
  }

  /** Also when another page of this browser has changed the match. */
  async #snapshot() {
    const shown = await show(this.id);
    this.hear({ type: "snapshot", version: shown.version, view: shown });
  }

  /** @param {SocketOut} message */
  hear(message) {
    if (!this.#closing.signal.aborted) this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** @param {string} text */
  send(text) {
    void this.#answer(JSON.parse(text));
  }

  /** @param {any} message */
  async #answer(message) {
    const { id = null } = message;
    if (message.type === "ping") return this.hear({ type: "pong", id, at: now() });
    try {
      const version = await (message.type === "move" ? move(this.id, message.move, message.ply) : act(this.id, message.action));
      this.hear({ type: "ack", id, version });
    } catch (error) {
      this.hear({ type: "refused", id, error: /** @type {Error} */ (error).message, spots: [], version: 0 });
    }
  }

  close() {
    this.readyState = WebSocket.CLOSED;
    this.#closing.abort();
    LocalSocket.open.delete(this);
  }
}
