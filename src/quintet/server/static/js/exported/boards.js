// @ts-check
/** @file The boards of an exported site, and positions as a server would show them: drawn from their texts, with moves from the kernel. */
/** @import {BoardView, Color, Counter, Frame, GameOut, HistoryMove, Layout, Move, Outcome, PositionOut, Scene} from "../types.js" */
/** @import {Facts, Pictured} from "../engine/browser_engine.js" */

import { file } from "../ui/address.js";
import { boardWords, idOf } from "../ui/games.js";
import { Refusal, inPath } from "../ui/http.js";
import { factsOf, picturesOf } from "./kernels.js";
import { narration } from "./narration.js";

/**
 * How positions are drawn from their texts: src/quintet/server/export/text_picture.py.
 * @typedef {object} TextPicture
 * @property {string[]} spots of the letters, row after row
 * @property {{id: string, label: string, color: Color, total: number | null, field: number | null, at_zero: boolean}[]} counters
 */
/**
 * A board as it lies in the folder: src/quintet/server/export/boards.py.
 * @typedef {GameOut & {picture: TextPicture, presses: Record<string, string[]>}} Board
 */
/**
 * A position with what the rules say of it, and how it came about.
 * @typedef {object} Ply
 * @property {Board} board
 * @property {Facts} facts
 * @property {number} ply
 * @property {Ply | null} before
 * @property {string | null} move that led here
 */

/** Legal moves times spots above which nothing is shown under the pointer, as on a server. */
const MOST_PREVIEWS = 20_000;

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/** A file of the folder `api`, fetched once a page. @param {string} path of parts by `inPath` @returns {Promise<any>} */
export function stored(path) {
  if (!fetched.has(path)) fetched.set(path, fetchStored(path));
  return /** @type {Promise<any>} */ (fetched.get(path));
}

/** @param {string} path */
async function fetchStored(path) {
  try {
    const response = await fetch(file(`/api/${path}.json`));
    if (response.ok) return await response.json();
    throw new Refusal("there is nothing of this name here", 404);
  } catch (error) {
    fetched.delete(path);
    throw error instanceof Refusal ? error : new Refusal("A file of this site cannot be had: you are offline, or it has not been kept yet.", 503);
  }
}

/** @param {string} spec @returns {Promise<Board>} */
export async function boardOf(spec) {
  return stored(`games/${inPath(spec)}`).catch(async (error) => {
    if (error.status !== 404) throw error;
    const { games } = await stored("games");
    const game = games.find((/** @type {GameOut} */ { id }) => id === idOf(spec));
    if (!game) throw new Refusal(`there is no game called ${idOf(spec)}`, 422);
    const there = (await stored("boards")).filter((/** @type {string} */ other) => idOf(other) === game.id).map(boardWords);
    throw new Refusal(`this copy of the site has no board with ${boardWords(spec)}. Of ${game.title} it has: ${there.join("; ")}`, 422);
  });
}

/** The ply after these moves; refuses a text or a move that is not valid. @param {string} spec @param {string | null | undefined} position @param {string[]} moves @returns {Promise<Ply>} */
export async function played(spec, position, moves) {
  const board = await boardOf(spec);
  let ply = /** @type {Ply} */ ({ board, facts: await factsOf(board.spec, position ?? board.view.position), ply: 0, before: null, move: null });
  for (const move of moves) ply = await playedOn(ply, move);
  return ply;
}

/** @param {Ply} before @param {string} move @returns {Promise<Ply>} */
export async function playedOn(before, move) {
  const { board, facts } = before;
  const wanted = move.trim().toLowerCase();
  const text = facts.legal_moves.find((legal) => legal.toLowerCase() === wanted);
  if (text === undefined) throw new Refusal(refusal(before, move.trim().slice(0, 40)), 422);
  return { board, facts: await factsOf(board.spec, facts.position, [text]), ply: before.ply + 1, before, move: text };
}

/** Why a move is refused, as far as a picture shows it. @param {Ply} ply @param {string} move */
function refusal({ board, facts }, move) {
  if (!facts.legal_moves.length) return "the game is over";
  const spot = board.layout.spots.find(({ id }) => id === move.toLowerCase())?.id;
  if (!spot) return `“${move}” is not allowed here`;
  return spot in sceneOf(board, { text: facts.position, winning: [], held: [] }).pieces ? `${spot} is occupied` : `${spot} is not allowed here`;
}

/** The plies up to this one, the first first. @param {Ply} last */
export function line(last) {
  const plies = [last];
  for (let ply = last.before; ply; ply = ply.before) plies.unshift(ply);
  return plies;
}

/** How the game ended here, in words for a page. @param {Ply} ply @returns {Promise<Outcome | null>} */
export async function outcomeOf({ facts: { outcome } }) {
  const reasons = await stored("reasons");
  return outcome && { ...outcome, reason: reasons[outcome.reason] ?? outcome.reason, kind: "rules" };
}

/** @param {Ply} ply @param {Outcome | null} [ending] of the match, where it is the last @returns {Promise<Frame>} */
export async function frame(ply, ending = null) {
  const { board, before, facts } = ply;
  const { position, to_move, colors } = facts;
  const pictures = await picturesOf(board.spec, before?.facts.position ?? position, ply.move);
  const scenes = pictures.map((picture) => sceneOf(board, picture));
  const scene = scenes[scenes.length - 1];
  const outcome = await outcomeOf(ply);
  const move = playedMove(ply);
  const stages = before ? [...scenes.slice(0, -1), { ...scene, turn: turnOf(board.layout, move) }] : [];
  const was = before && sceneOf(board, { text: before.facts.position, winning: [], held: [] });
  const led = was && { scenes: [was, ...stages], to_move, colors, over: outcome !== null };
  return { ply: ply.ply, move, position, scene, stages, narration: led && move ? narration(board.layout, move, led) : "", to_move, colors, outcome: ending ?? outcome };
}

/** @param {Ply} ply @param {Outcome | null} [ending] @param {number} [since] the history is behind so many moves @returns {Promise<BoardView>} */
export async function view(ply, ending = null, since = 0) {
  const shown = await frame(ply, ending);
  const history = line(ply).slice(since + 1).map(playedMove).filter((move) => move !== null);
  return { ...shown, moves: shown.outcome ? [] : await movesToPress(ply, shown.scene), history };
}

/** What `POST /api/positions` answers. @param {{spec: string, position?: string | null, moves?: string[], since?: number}} body @returns {Promise<PositionOut>} */
export async function looked({ spec, position, moves = [], since = 0 }) {
  if (!position && !moves.length) {
    const { title, layout, view: start, spec: written } = await boardOf(spec); // before the kernels are here
    return { spec: written, title, layout, view: start, frames: [start], more: null };
  }
  const last = await played(spec, position, moves);
  const frames = await Promise.all(line(last).slice(since).map((ply) => frame(ply)));
  return { spec: last.board.spec, title: last.board.title, layout: last.board.layout, view: await view(last), frames, more: null };
}

/** The move that led to a ply. @param {Ply} ply @returns {HistoryMove | null} */
function playedMove({ board, before, move }) {
  if (!before || move === null) return null;
  const { to_move, colors } = before.facts;
  return { text: move, clicks: clicksOf(board, move), player: to_move, color: colors[to_move] };
}

/** @param {Board} board @param {string} move */
function clicksOf(board, move) {
  return board.presses[move] ?? [move];
}

// Pictures

/** @param {Board} board @param {Pictured} pictured @returns {Scene} */
export function sceneOf({ picture }, { text, winning, held }) {
  const fields = text.split(" ");
  const letters = fields[0].replaceAll("/", "");
  const pieces = Object.fromEntries(
    picture.spots.flatMap((spot, cell) =>
      letters[cell] === "." ? [] : [[spot, { color: /** @type {Color} */ (letters[cell]), mark: held.includes(cell) ? "held" : null, kind: null }]],
    ),
  );
  const counters = picture.counters.map(({ id, label, color, total, field, at_zero }) => {
    const value = field === null ? letters.split(color).length - 1 : Number(fields[field]);
    return { shown: at_zero || value > 0, counter: /** @type {Counter} */ ({ id, label, color, value, total }) };
  });
  return {
    pieces,
    counters: counters.filter(({ shown }) => shown).map(({ counter }) => counter),
    winning: winning.map((cell) => picture.spots[cell]),
    turn: null,
  };
}

/** The turn of a group, for a move that ends with pressing its handle. @param {Layout} layout @param {HistoryMove | null} move */
export function turnOf(layout, move) {
  const handle = layout.buttons.find((button) => button.id === move?.clicks.at(-1));
  return handle?.quarter && handle.group !== null ? { group: handle.group, quarter: handle.quarter } : null;
}

/** The legal moves, and what the first press of each occupies. @param {Ply} ply @param {Scene} scene @returns {Promise<Move[]>} */
async function movesToPress(ply, scene) {
  const { board, facts } = ply;
  const texts = facts.legal_moves;
  const own = new Set(board.layout.spots.filter((spot) => spot.target === spot.id).map((spot) => spot.id));
  const shared = new Set(board.layout.spots.map((spot) => spot.target).filter((target) => !own.has(target)));
  const fewEnough = texts.length * board.layout.spots.length <= MOST_PREVIEWS;
  const preview = async (/** @type {string} */ text, /** @type {string} */ first) => {
    if (own.has(first)) return [first];
    if (!shared.has(first) || !fewEnough) return [];
    const [shown] = await picturesOf(board.spec, facts.position, text);
    return Object.keys(sceneOf(board, shown).pieces).filter((spot) => !(spot in scene.pieces));
  };
  return Promise.all(
    texts.map(async (text) => {
      const clicks = clicksOf(board, text);
      return { text, clicks, preview: await preview(text, clicks[0]) };
    }),
  );
}
