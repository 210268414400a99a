// @ts-check
/** @file Numbers, dates and puzzle results as people read them. */
/** @import {StandingOut, StreakOut} from "../types.js" */

/** "1 game", "2 games" @param {number} value @param {string} noun */
export function count(value, noun) {
  return `${value} ${noun}${value === 1 ? "" : "s"}`;
}

/** @param {string} time */
export function date(time) {
  return new Date(time).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

/** The days in a row, or null before there are any. @param {StreakOut} streak */
export function streakWords({ current, longest, today }) {
  if (!current) return longest > 1 ? `Longest streak: ${longest} days` : null;
  const more = longest > current ? ` · longest ${longest}` : "";
  return `${current === 1 ? "1 day" : `${current} days in a row`}${today ? "" : ": solve today’s to go on"}${more}`;
}

/** How somebody does with the puzzles of a game. @param {StandingOut} standing @param {number | null} [change] of the rating, just now */
export function puzzleStanding(standing, change = null) {
  if (!standing.tried) return `Not tried yet. Your rating begins at ${standing.rating}.`;
  const sign = change === null ? "" : ` (${change < 0 ? "−" : "+"}${Math.abs(change)})`;
  const sure = standing.provisional ? "about " : "";
  const row = standing.streak > 1 ? `, ${standing.streak} in a row` : "";
  return `Your rating: ${sure}${standing.rating}${sign} · ${standing.solved} of ${standing.tried} solved${row}`;
}
