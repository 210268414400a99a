// @ts-check
/** @file How somebody does with puzzles, in words. */
/** @import {StandingOut} from "../types.js" */

/** @param {StandingOut} standing @param {number | null} [change] of the rating, just now */
export function standing(standing, change = null) {
  if (!standing.tried) return `Not tried yet. Your rating begins at ${standing.rating}.`;
  const sign = change === null ? "" : ` (${change < 0 ? "−" : "+"}${Math.abs(change)})`;
  const sure = standing.provisional ? "about " : "";
  const row = standing.streak > 1 ? `, ${standing.streak} in a row` : "";
  return `Your rating: ${sure}${standing.rating}${sign} · ${standing.solved} of ${standing.tried} solved${row}`;
}
