// @ts-check
/** @file Analyses as the server's messages have them (`server/messages/analysis.py`): with chances and verdicts. */
/** @import {AnalysisOut, Color, LineOut, Seat} from "../types.js" */
/** @import {Analysis, Line, Solution} from "./kernel_search.js" */

/** @param {Analysis} analysis @param {[Color, Color]} colors @param {Solution | null} solution @param {boolean} done @returns {AnalysisOut} */
export function analysisOut(analysis, colors, solution, done) {
  const { player } = analysis;
  const known = solution ? { ...analysis, exact: true, value: solution.value, score: solution.margin } : analysis;
  const lineOut = (/** @type {Line} */ line) => /** @type {LineOut} */ ({ ...line, chance: chanceOfFirst(player, line.value), verdict: provedVerdict(player, line, colors) });
  return {
    ...known,
    type: "analysis",
    score: analysis.score,
    chance: chanceOfFirst(player, known.value),
    verdict: provedVerdict(player, known, colors),
    lines: analysis.lines.map(lineOut),
    book: analysis.book && lineOut(analysis.book),
    solution: solution && /** @type {any} */ ({ value: solution.value, margin: solution.margin, best: solution.best, line: solution.line, moves_to_win: solution.moves_to_win }),
    done,
  };
}

/** The winning chance of FIRST, 0 to 1. @param {Seat} player @param {number} value for that player */
export function chanceOfFirst(player, value) {
  const own = Math.min(1, Math.max(0, (1 + value) / 2));
  return player === 0 ? own : 1 - own;
}

/** @param {Seat} player @param {{value: number, score: number | null, exact: boolean}} known @param {[Color, Color]} colors */
function provedVerdict(player, known, colors) {
  return known.exact ? verdict(player, Math.round(known.value), known.score === null ? null : Math.round(known.score), colors) : null;
}

/** `Black wins by 12`, `White wins`, `a draw with best play`; value and margin are for the player to move. @param {Seat} player @param {number} value @param {number | null} margin @param {[Color, Color]} colors */
export function verdict(player, value, margin, colors) {
  if (value === 0) return "a draw with best play";
  const winner = value > 0 ? player : 1 - player;
  return `${colors[winner] === "b" ? "Black" : "White"} wins${margin ? ` by ${Math.abs(margin)}` : ""}`;
}
