// @ts-check
/** @file Reads the setup from a link, and builds the request for a new match from the form. The server checks everything again. */

import { PRESETS } from "../../ui/clock.js";

/**
 * What a link says about the game to set up.
 * @typedef {object} Setup
 * @property {string | null} spec
 * @property {string | null} position
 * @property {string[]} moves
 * @property {string | null} first who sits there: "me", "open", "engine:5"
 * @property {string | null} second
 * @property {string | null} opponent
 * @property {string | null} account
 */
/** @typedef {(name: string) => string} Values the fields of the form, by name; empty where there is none */

/** Seconds of a minute, a second, a day: what the kinds of clocks count in. @type {Record<string, number>} */
const UNITS = { fischer: 60, move: 1, days: 86400 };

/** @param {string} address @returns {Setup} */
export function setupOf(address) {
  const { pathname, searchParams } = new URL(address);
  return {
    spec: decodeURIComponent(pathname.split("/").slice(2).join("/")) || null,
    position: searchParams.get("position"),
    moves: (searchParams.get("moves") ?? "").split(" ").filter(Boolean),
    first: searchParams.get("first"),
    second: searchParams.get("second"),
    opponent: searchParams.get("opponent"),
    account: searchParams.get("account"),
  };
}

/** What is chosen in the form at first. @param {Setup} setup */
export function choicesOf({ first, second, opponent }) {
  const seats = [first, second];
  const engine = seats.find((who) => who?.startsWith("engine") || who?.startsWith("level"));
  const bothMe = first === "me" && second === "me";
  return {
    opponent: opponent ?? (seats.includes("open") ? "friend" : bothMe ? "here" : "engine"),
    level: engine?.split(":")[1] ?? "3",
    side: second === "me" && first !== "me" ? "second" : "first",
  };
}

/** @param {Values} value @param {string} spec @param {Setup} setup */
export function matchRequest(value, spec, { position, moves }) {
  const opponent = value("opponent");
  const side = value("side");
  return {
    spec,
    ...(position ? { position } : {}),
    ...(moves.length ? { moves } : {}),
    seats: seats(value, opponent, side),
    shuffle: side === "chance" && opponent !== "here",
    ...(value("time") === "none" ? {} : { clock: clock(value) }),
    rated: value("rated") === "on",
    private: !(opponent === "lobby" || value("public") === "on"),
  };
}

/** @param {Values} value @param {string} opponent @param {string} side */
function seats(value, opponent, side) {
  const me = { kind: "me" };
  if (opponent === "here") return ["First", "Second"].map((name, seat) => ({ ...me, name: value(`name${seat}`).trim() || name }));
  const account = value("account").trim();
  const other = opponent === "engine" ? engine(value) : account ? { kind: "account", account } : { kind: "open" };
  return side === "second" ? [other, me] : [me, other];
}

/** @param {Values} value */
function engine(value) {
  if (value("strength") === "seconds") return { kind: "engine", seconds: Number(value("seconds")) };
  return { kind: "engine", level: Number(value("level")) };
}

/** @param {Values} value */
function clock(value) {
  const preset = PRESETS[value("time")];
  if (preset) return { kind: preset[0], first: { seconds: preset[1] * UNITS[preset[0]], increment: preset[2] } };
  const kind = value("clock");
  const side = (/** @type {string} */ who) => ({
    seconds: Number(value(`${who}-time`)) * UNITS[kind],
    increment: kind === "fischer" ? Number(value(`${who}-increment`)) : 0,
  });
  return { kind, first: side("first"), ...(value("uneven") === "on" ? { second: side("second") } : {}) };
}
