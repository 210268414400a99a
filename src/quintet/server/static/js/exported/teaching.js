// @ts-check
/** @file Lessons and puzzles of an exported site: what the learner has done is kept in this browser. */
/** @import {CalendarOut, DailyOut, DailyResultOut, Frame, LessonLine, LessonsOut, PuzzleOut, PuzzlesOut, StandingOut, StreakOut, ThemeOut, TryOut} from "../types.js" */
/** @import {Ply} from "./boards.js" */
/** @import {Standing} from "./ratings.js" */

import { moveName } from "../board/words.js";
import { idOf } from "../ui/games.js";
import { Refusal, sentence } from "../ui/http.js";
import { recall, remember } from "../ui/storage.js";
import { boardOf, frame, line, played, playedOn, stored, view } from "./boards.js";
import { BEGINNER, PROVISIONAL, settled } from "./ratings.js";

/**
 * @typedef {object} Progress
 * @property {Record<string, number>} chapters done, by game
 * @property {Record<string, boolean>} tried by puzzle: whether the first try was right
 * @property {Record<string, Standing>} standings by game
 * @property {Record<string, Daily>} dailies what was done with the puzzle of each day, on that day
 * @property {Record<string, number>} runs the most puzzles solved in a run, by game; of all games under ""
 */
/** @typedef {{misses: number, solved: boolean, given_up: boolean}} Daily */
/** A puzzle in the list: its id, game, theme, rating and file. @typedef {[string, string, string, number, string]} Listed */
/** @typedef {Omit<PuzzleOut, "layout"> & {solution: {line: string[], asked: number, trap: string[], words: string[]}}} StoredPuzzle */

const KEY = "quintet-learning";
/** The next puzzle is drawn from this many whose ratings are nearest to the learner's. */
const NEAREST = 12;
/** Months that the calendar goes back. */
const MONTHS = 12;
const DAY = 86_400_000;
const NOTHING = { misses: 0, solved: false, given_up: false };

/** @returns {Progress} */
export function progress() {
  return { chapters: {}, tried: {}, standings: {}, dailies: {}, runs: {}, ...recall(KEY) };
}

/** Without storage the learner begins again at the next page. @param {Progress} done */
export function keep(done) {
  remember(KEY, done);
}

// Lessons

/** @returns {Promise<LessonsOut>} */
export async function lessons() {
  const { lessons } = /** @type {LessonsOut} */ (await stored("lessons"));
  const { chapters } = progress();
  return { lessons: lessons.map((lesson) => ({ ...lesson, done: chapters[lesson.game] ?? 0 })) };
}

/** The lesson that is begun and not finished; of several, the one with the most chapters done. @returns {Promise<LessonLine | null>} */
export async function begunLesson() {
  const begun = (await lessons()).lessons.filter(({ done, chapters }) => done > 0 && done < chapters.length);
  return begun.sort((lesson, other) => other.done - lesson.done)[0] ?? null;
}

/** @param {string} game @param {number} chapters */
export function keepChapters(game, chapters) {
  const done = progress();
  keep({ ...done, chapters: { ...done.chapters, [game]: Math.max(done.chapters[game] ?? 0, chapters) } });
  return { done: true };
}

// Puzzles

/** @returns {Promise<Listed[]>} */
export async function list() {
  return (await stored("puzzles")).puzzles;
}

/** @returns {Promise<PuzzlesOut>} */
export async function puzzles() {
  const { games, runs } = await stored("puzzles");
  const listed = await list();
  const { tried } = progress();
  const solved = (/** @type {string} */ game, /** @type {string} */ theme) =>
    listed.filter((puzzle) => puzzle[1] === game && puzzle[2] === theme && tried[puzzle[0]]).length;
  return {
    date: today(),
    daily: await puzzle("daily"),
    games: games.map((/** @type {PuzzlesOut["games"][number]} */ game) => ({
      ...game,
      themes: game.themes.map((/** @type {ThemeOut} */ theme) => ({ ...theme, solved: solved(game.game, theme.theme) })),
      standing: standingOut(progress().standings[game.game]),
    })),
    runs: { seconds: runs.seconds, misses: runs.misses, best: progress().runs[""] ?? 0 },
  };
}

function today() {
  return new Date().toISOString().slice(0, 10);
}

/** @type {Map<string, Promise<string>>} */
const dailies = new Map();

/** The puzzle of a day: on the same day the same as on a server with these puzzles. @param {string} day */
function daily(day) {
  const known = dailies.get(day) ?? drawn(day);
  dailies.set(day, known);
  return known;
}

/** @param {string} day */
async function drawn(day) {
  const { daily: [lowest, highest] } = await stored("puzzles");
  const every = await list();
  const fitting = every.filter(([, , , rating]) => lowest <= rating && rating <= highest);
  const keys = await Promise.all((fitting.length ? fitting : every).map(async ([id]) => /** @type {[string, string]} */ ([await digest(`${day} ${id}`), id])));
  return keys.sort(([key], [other]) => (key < other ? -1 : 1))[0][1];
}

/** The puzzles of the day of a month, up to today. @param {string | null} month @returns {Promise<CalendarOut>} */
export async function calendar(month) {
  const now = today();
  const first = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)) - 1 - MONTHS, 1)).toISOString().slice(0, 7);
  const shown = month ?? now.slice(0, 7);
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(shown) || shown < first || shown > now.slice(0, 7)) throw new Refusal(`month must be ${first} to ${now.slice(0, 7)}, got '${shown.slice(0, 20)}'`, 422);
  const listed = new Map((await list()).map((puzzle) => [puzzle[0], puzzle]));
  const { games } = await stored("puzzles");
  const { tried, dailies } = progress();
  const days = [];
  for (let day = `${shown}-01`; day.startsWith(shown) && day <= now; day = later(day)) {
    const id = await daily(day);
    const [, game, , rating] = /** @type {Listed} */ (listed.get(id));
    const { title } = games.find((/** @type {{game: string}} */ each) => each.game === game);
    const first = id in tried ? (tried[id] ? /** @type {const} */ ("solved") : /** @type {const} */ ("missed")) : null;
    days.push({ day, id, title, rating, result: dailies[day]?.solved ? /** @type {const} */ ("on the day") : first });
  }
  return { month: shown, today: now, first, days, streak: streak(dailies, now) };
}

/** The day after. @param {string} day */
function later(day) {
  return new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10);
}

/** Days in a row whose puzzle was solved on its day. @param {Record<string, Daily>} dailies @param {string} now @returns {StreakOut} */
export function streak(dailies, now) {
  const solved = Object.keys(dailies).filter((day) => dailies[day].solved).sort();
  let [row, longest, before] = [0, 0, ""];
  for (const day of solved) {
    row = before && later(before) === day ? row + 1 : 1;
    longest = Math.max(longest, row);
    before = day;
  }
  return { current: before === now || (before && later(before) === now) ? row : 0, longest, today: before === now };
}

/** What was made of a puzzle, if it is the one of today. @param {string} id @returns {Promise<DailyResultOut | null>} */
async function dailyResult(id) {
  const day = today();
  if (id !== (await daily(day))) return null;
  const { dailies } = progress();
  const { misses, solved } = dailies[day] ?? NOTHING;
  return { day, misses, solved, streak: streak(dailies, day) };
}

/** Count a try on the puzzle of today; null: the solution was asked for. @param {string} id @param {boolean | null} right */
async function settleDaily(id, right) {
  const day = today();
  const done = progress();
  const before = done.dailies[day] ?? NOTHING;
  if (id !== (await daily(day)) || before.solved || before.given_up) return;
  const after = { misses: before.misses + (right === false ? 1 : 0), solved: right === true, given_up: right === null };
  keep({ ...done, dailies: { ...done.dailies, [day]: after } });
}

/** @param {string} text */
async function digest(text) {
  const bytes = new TextEncoder().encode(text);
  // Only pages with a safe connection have digests.
  if (!crypto.subtle) return String(bytes.reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7));
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A puzzle that was not tried, about as hard as the learner is good. @param {string | null} game @param {string | null} theme */
export async function nextPuzzle(game, theme) {
  const { tried, standings } = progress();
  const fitting = (await list()).filter((puzzle) => (!game || puzzle[1] === idOf(game)) && (!theme || puzzle[2] === theme));
  if (!fitting.length) throw new Refusal("there are no puzzles of this kind", 404);
  const fresh = fitting.filter(([id]) => !(id in tried));
  const distance = (/** @type {Listed} */ [, of, , rating]) => Math.abs(rating - (standings[of] ?? BEGINNER).rating);
  const nearest = (fresh.length ? fresh : fitting).sort((puzzle, other) => distance(puzzle) - distance(other)).slice(0, NEAREST);
  return puzzle(nearest[Math.floor(Math.random() * nearest.length)][0]);
}

/** @param {string} asked its id, or `daily` @returns {Promise<StoredPuzzle>} */
export async function find(asked) {
  const id = asked === "daily" ? await daily(today()) : asked;
  const listed = (await list()).find((puzzle) => puzzle[0] === id);
  if (!listed) throw new Refusal(`there is no puzzle '${id.slice(0, 40)}'`, 404);
  return (await stored(listed[4]))[id];
}

/** @param {string} asked @returns {Promise<PuzzleOut>} */
export async function puzzle(asked) {
  const { solution: _, ...shown } = await find(asked);
  const { tried, standings } = progress();
  const { layout } = await boardOf(shown.spec);
  return { ...shown, layout, tried: tried[shown.id] ?? null, standing: standingOut(standings[shown.game]), daily: await dailyResult(shown.id) };
}

/** @returns {Promise<DailyOut | null>} */
export async function dailyCard() {
  if (!(await list()).length) return null;
  const { id, spec, title, task, rating, view: { scene }, tried } = await puzzle("daily");
  return { id, spec, title, task, rating, scene, tried, streak: streak(progress().dailies, today()) };
}

/** @param {Standing | undefined} standing @returns {StandingOut} */
function standingOut(standing = BEGINNER) {
  const { rating, deviation, tried, solved, streak, longest } = standing;
  return { rating: Math.round(rating), provisional: deviation > PROVISIONAL, tried, solved, streak, longest };
}

/** Count the first result on a puzzle. @param {StoredPuzzle} puzzle @param {boolean} solved */
function settle({ id, game, rating }, solved) {
  const done = progress();
  if (id in done.tried) return { standing: null, change: null };
  const before = done.standings[game] ?? BEGINNER;
  const after = settled(before, rating, solved);
  keep({ ...done, tried: { ...done.tried, [id]: solved }, standings: { ...done.standings, [game]: after } });
  return { standing: standingOut(after), change: Math.round(after.rating) - Math.round(before.rating) };
}

/** Whether these moves are right; the answers to them are played. @param {string} id @param {string[]} moves @returns {Promise<TryOut>} */
export async function tryPuzzle(id, moves) {
  const puzzle = await find(id);
  const { ply, wrong, done } = await attempted(puzzle, moves);
  if (wrong !== null || done) await settleDaily(puzzle.id, wrong === null);
  const count = wrong !== null || done ? settle(puzzle, done) : { standing: null, change: null };
  const rest = { ...count, daily: await dailyResult(puzzle.id) };
  const { said } = await stored("puzzles");
  if (wrong !== null) {
    const words = sentence(`${moveName(ply.board.layout, wrong)} ${said.wrong[puzzle.theme]}`);
    return answered(ply, { right: false, done: false, words, solution: null, ...rest });
  }
  return answered(ply, { right: true, done, words: done ? said.done : said.right, solution: done ? await solved(puzzle) : null, ...rest });
}

/** Play the solver's moves and the answers to them, up to a wrong one. @param {StoredPuzzle} puzzle @param {string[]} moves @returns {Promise<{ply: Ply, wrong: string | null, done: boolean}>} */
export async function attempted({ solution, spec, view: { position } }, moves) {
  let ply = await played(spec, position, []);
  const solver = ply.facts.to_move;
  const answer = async () => {
    while (ply.ply < solution.asked && ply.facts.to_move !== solver) ply = await playedOn(ply, solution.line[ply.ply]);
  };
  await answer();
  for (const text of moves) {
    if (ply.ply >= solution.asked) throw new Refusal(`the puzzle is solved already: expected no move after it, got '${text}'`, 422);
    const [tried, right] = await Promise.all([playedOn(ply, text), playedOn(ply, solution.line[ply.ply])]);
    if (tried.facts.position !== right.facts.position) return { ply, wrong: /** @type {string} */ (tried.move), done: false };
    ply = tried;
    await answer();
  }
  return { ply, wrong: null, done: ply.ply >= solution.asked };
}

/** @param {string} id @returns {Promise<TryOut>} */
export async function giveUp(id) {
  const puzzle = await find(id);
  const start = await played(puzzle.spec, puzzle.view.position, []);
  await settleDaily(puzzle.id, null);
  const rest = { ...settle(puzzle, false), daily: await dailyResult(puzzle.id) };
  return answered(start, { right: true, done: true, words: (await stored("puzzles")).said.solution, solution: await solved(puzzle), ...rest });
}

/** @param {Ply} last @param {Omit<TryOut, "frames" | "view">} rest @returns {Promise<TryOut>} */
async function answered(last, rest) {
  return { ...rest, frames: await framesOf(last), view: await view(last) };
}

/** @param {Ply} last @returns {Promise<Frame[]>} */
export function framesOf(last) {
  return Promise.all(line(last).map((ply) => frame(ply)));
}

/** @param {StoredPuzzle} puzzle @returns {Promise<TryOut["solution"]>} */
async function solved({ spec, view: { position }, solution }) {
  const shown = async (/** @type {string[]} */ moves) => (moves.length ? framesOf(await played(spec, position, moves)) : []);
  return { words: solution.words, line: await shown(solution.line), trap: await shown(solution.trap) };
}
