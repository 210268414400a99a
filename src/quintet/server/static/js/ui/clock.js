// @ts-check
/** @file Clocks, counted on from the last message of the server, and the usual time controls. */
/** @import {ClockOut, PairingIn, Seat} from "../types.js" */

import { count } from "./format.js";

/** Server time minus our time, in seconds; the smallest delay seen is the truest. */
let ahead = 0;
let known = false;

/** @param {number} serverTime as of just now */
export function heardTime(serverTime) {
  const difference = serverTime - Date.now() / 1000;
  if (!known || difference > ahead) ahead = difference;
  known = true;
}

/** Seconds left, or null where time is not kept. @param {ClockOut} clock @param {Seat} seat @returns {number | null} */
export function left(clock, seat) {
  const seconds = clock.sides[seat].seconds;
  if (seconds === null) return null;
  if (clock.running !== seat) return seconds;
  return Math.max(0, seconds - sinceHeard(clock));
}

/** Seconds left for a first move, or null where there is no hurry. @param {ClockOut} clock @returns {number | null} */
export function firstMoveLeft(clock) {
  return clock.first_move === null ? null : Math.max(0, clock.first_move - sinceHeard(clock));
}

/** Seconds since the server said this. @param {ClockOut} clock */
function sinceHeard(clock) {
  return Math.max(0, Date.now() / 1000 + ahead - clock.at);
}

/** "3:07", "0:09.4", "1:02:03", "2 days" @param {number | null} seconds */
export function clockText(seconds) {
  if (seconds === null) return "";
  if (seconds >= 2 * 86400) return `${Math.floor(seconds / 86400)} days`;
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** "5 minutes + 3 seconds a move" @param {ClockOut} clock */
export function clockWords(clock) {
  const [first, second] = clock.sides.map((side) => sideWords(clock.kind, side.base ?? 0, side.increment));
  if (clock.kind === "none") return "No clock";
  return first === second ? first : `${first} against ${second}`;
}

/** @param {string} kind @param {number} base @param {number} increment */
function sideWords(kind, base, increment) {
  if (kind === "days") return count(base / 86400, "day") + " a move";
  if (kind === "move") return count(base, "second") + " a move";
  const time = base % 60 ? count(base, "second") : count(base / 60, "minute");
  return increment ? `${time} + ${increment} s` : time;
}

/** A kind of clock, minutes or days, and seconds added a move. @type {Record<string, [string, number, number]>} */
export const PRESETS = { "3+2": ["fischer", 3, 2], "10+5": ["fischer", 10, 5], "30+20": ["fischer", 30, 20], days: ["days", 2, 0] };

/** In words, and in a few. @type {[PairingIn["pace"], string, string][]} */
export const PACES = [
  ["3+2", "3 minutes + 2 s", "3 min + 2 s"],
  ["10+5", "10 minutes + 5 s", "10 min + 5 s"],
  ["30+20", "30 minutes + 20 s", "30 min + 20 s"],
  ["days", "2 days a move", "2 days a move"],
];

/** @param {string} pace */
export function paceWords(pace) {
  return PACES.find(([name]) => name === pace)?.[1] ?? pace;
}
