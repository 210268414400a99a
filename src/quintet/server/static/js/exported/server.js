// @ts-check
/** @file What a server would answer, answered in this browser: for an exported site. Files of the folder have the rest. */

import { Refusal, inPath } from "../ui/http.js";
import { boardOf, looked, played, stored } from "./boards.js";
import { analysed } from "./kernels.js";
import { create, forget, frames, list, record, show } from "./matches.js";
import { readRecord, recordOf } from "./records.js";
import { beginRun, tryInRun } from "./runs.js";
import { begunLesson, calendar, dailyCard, giveUp, keepChapters, lessons, nextPuzzle, puzzle, puzzles, tryPuzzle } from "./teaching.js";

/**
 * @typedef {object} Asked
 * @property {string[]} parts of the path that a route leaves open
 * @property {URLSearchParams} query
 * @property {any} body
 * @property {AbortSignal} [signal]
 */
/** A route: its method, its path with `*` for what is left open, and its answer. @typedef {[string, string, (asked: Asked) => unknown]} Route */

/** Matches on the first page. */
const FEW = 6;
const NAMES = /** @type {[string, string]} */ (["First", "Second"]);

/** @type {Route[]} */
const ROUTES = [
  ["GET", "me", () => ({ kind: "visitor", name: "You", username: null, ratings: [], challenges: 0 })],
  ["GET", "home", ({ query }) => home(query.has("all"))],
  ["GET", "lessons", lessons],
  ["PUT", "lessons/*/chapters", ({ parts: [game], body }) => keepChapters(game, body.chapters)],
  ["GET", "puzzles", puzzles],
  ["GET", "puzzles/calendar", ({ query }) => calendar(query.get("month"))],
  ["GET", "puzzles/next", ({ query }) => nextPuzzle(query.get("game"), query.get("theme"))],
  ["GET", "puzzles/*", ({ parts: [id] }) => puzzle(id)],
  ["GET", "puzzles/*/sealed", ({ parts: [id] }) => ({ id, sealed: [] })],
  ["POST", "puzzles/*/try", ({ parts: [id], body }) => tryPuzzle(id, body.moves)],
  ["POST", "puzzles/*/solution", ({ parts: [id] }) => giveUp(id)],
  ["POST", "runs", ({ body }) => beginRun(body.game ?? null)],
  ["POST", "runs/*/try", ({ parts: [id], body }) => tryInRun(id, body.number, body.moves)],
  ["GET", "games/*", ({ parts: [spec] }) => boardOf(spec)],
  ["POST", "positions", ({ body }) => looked(body)],
  ["POST", "positions/record", async ({ body }) => recordOf(await played(body.spec, body.position, body.moves), body.names ?? NAMES)],
  ["POST", "analysis", ({ body, signal }) => streamed((hear) => analysed(body, hear, signal))],
  ["POST", "explorer", () => ({ games: 0, moves: [] })],
  ["POST", "files", async ({ body }) => readRecord(await body.text())],
  ["POST", "matches", ({ body }) => create(body)],
  ["GET", "matches/*", ({ parts: [id] }) => show(id)],
  ["DELETE", "matches/*", ({ parts: [id] }) => (forget(id), { done: true })],
  ["GET", "matches/*/frames", ({ parts: [id], query }) => frames(id, Number(query.get("since") ?? 0))],
  ["GET", "matches/*/record", ({ parts: [id] }) => record(id)],
  ["GET", "matches/*/chat", () => ({ room: "players", silence: null, you: "", lines: [] })],
];

/** @param {boolean} all whether all matches are asked for, not the first few */
async function home(all) {
  const mine = await list();
  const turns = mine.filter((match) => match.status === "live" && match.yours.includes(match.to_move)).length;
  return { mine: all ? mine : mine.slice(0, FEW), count: mine.length, turns, challenges: [], daily: await dailyCard(), lesson: await begunLesson() };
}

/** A stream of JSON lines, as an analysis is. @param {(hear: (line: object) => void) => Promise<void>} work */
function streamed(work) {
  const letters = new TextEncoder();
  return new Response(
    new ReadableStream({
      start: (out) => {
        const hear = (/** @type {object} */ line) => out.enqueue(letters.encode(`${JSON.stringify(line)}\n`));
        work(hear).then(() => out.close(), (error) => out.error(error));
      },
    }),
  );
}

/** The response to a request: a text, or JSON. @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal] */
export async function answer(method, path, body, signal) {
  const url = new URL(path, location.href);
  const asked = url.pathname.replace(/^\/api\//, "").split("/").map(decodeURIComponent);
  try {
    const value = await valueOf(method, asked, { query: url.searchParams, body, signal });
    signal?.throwIfAborted();
    if (value instanceof Response) return value;
    return new Response(typeof value === "string" ? value : JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ error: error.message, spots: error.spots }, { status: error.status });
  }
}

/** @param {string} method @param {string[]} asked @param {Omit<Asked, "parts">} rest */
function valueOf(method, asked, rest) {
  for (const [verb, path, work] of ROUTES) {
    const names = path.split("/");
    if (verb !== method || names.length !== asked.length || !names.every((name, index) => name === "*" || name === asked[index])) continue;
    return work({ parts: asked.filter((_, index) => names[index] === "*"), ...rest });
  }
  if (method === "GET") return stored(asked.map(inPath).join("/"));
  throw new Refusal("this needs a server, and this copy of the site has none", 501);
}
