// @ts-check
/** @file A match as a record that every part of Quintet reads: `core/record.py` has the format. */
/** @import {FileOut, Outcome} from "../types.js" */
/** @import {Ply} from "./boards.js" */

import { Refusal } from "../ui/http.js";
import { line, played } from "./boards.js";

const HEADER = "quintet record 1";
const MOVES_A_LINE = 10;
const RESULTS = ["first wins", "second wins"];
const SEATS = ["first", "second"];

/** @param {Ply} last @param {[string, string]} names @param {Outcome | null} [ending] of the match @param {{started?: string, finished?: string}} [dates] */
export function recordOf(last, names, ending = null, { started, finished } = {}) {
  const { board } = last;
  const [{ facts: { position: start } }, ...plies] = line(last);
  const dated = (/** @type {string} */ name, /** @type {string | undefined} */ date) => (date ? [`${name}: ${date.slice(0, 19)}`] : []);
  const rows = [];
  for (let first = 0; first < plies.length; first += MOVES_A_LINE) {
    const moves = plies.slice(first, first + MOVES_A_LINE).map(({ move }) => move);
    rows.push(`${first + 1} ${moves.join(" ")}`);
  }
  const lines = [
    HEADER,
    `game: ${board.spec}`,
    ...(start === board.view.position ? [] : [`start: ${start}`]),
    ...SEATS.map((seat, index) => `${seat}: ${names[index]}`),
    ...dated("started", started),
    ...dated("finished", finished),
    `result: ${result(last, ending)}`,
    "moves:",
    ...rows,
  ];
  return `${lines.join("\n")}\n`;
}

/** @param {Ply} last @param {Outcome | null} ending */
function result({ facts: { outcome } }, ending) {
  if (ending?.kind === "resigned" && ending.winner !== null) return `${RESULTS[ending.winner]}, ${SEATS[1 - ending.winner]} resigned`;
  return outcome ? `${outcome.winner === null ? "draw" : RESULTS[outcome.winner]}, ${outcome.reason}` : "unfinished";
}

/** The game of a record; every move is checked. @param {string} text @returns {Promise<FileOut>} */
export async function readRecord(text) {
  const [header, ...lines] = text.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  const end = lines.indexOf("moves:");
  if (header !== HEADER) throw new Refusal(`without a server only records of Quintet can be opened: expected a text that begins with '${HEADER}'`, 422);
  if (end < 0) throw new Refusal("expected a line 'moves:' in the record, found none", 422);
  const heads = Object.fromEntries(lines.slice(0, end).map((line) => [line.split(":")[0], line.slice(line.indexOf(":") + 1).trim()]));
  if (!heads.game) throw new Refusal("expected a line 'game:' in the record, found none", 422);
  const last = await played(heads.game, heads.start, lines.slice(end + 1).flatMap((line) => line.split(/\s+/).slice(1)));
  const { board, facts } = last;
  const game = {
    place: "game 1",
    spec: board.spec,
    title: board.title,
    names: /** @type {[string, string]} */ (SEATS.map((seat) => heads[seat] ?? seat)),
    event: "",
    date: (heads.started ?? "").slice(0, 10),
    ply: last.ply,
    over: facts.outcome !== null,
    winner: facts.outcome?.winner ?? null,
    position: heads.start ?? null,
    moves: line(last).flatMap(({ move }) => (move === null ? [] : [move])),
    record: text,
  };
  return { games: [game], bad: [], more: false };
}
