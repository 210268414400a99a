// @ts-check
/** @file The list of games, requested once a page. */
/** @import {GameOut, GamesOut} from "../types.js" */

import { get } from "./http.js";

/** The values of an option that is switched on or off, in words. @type {Record<string, string>} */
export const FLAGS = { true: "yes", false: "no" };

/** @type {Promise<GamesOut> | null} */
let asked = null;

/** @returns {Promise<GamesOut>} */
function all() {
  asked ??= /** @type {Promise<GamesOut>} */ (get("/api/games"));
  return asked;
}

/** @returns {Promise<GameOut[]>} */
export async function games() {
  return (await all()).games;
}

/** Games that are installed and cannot be played, by name, and why. */
export async function leftOut() {
  return (await all()).left_out;
}

/** @param {string} spec */
export function idOf(spec) {
  return spec.split("(")[0].trim();
}

/** "name(size=5)" as its options. @param {string} spec @returns {Record<string, string>} */
export function optionsOf(spec) {
  const inside = spec.match(/\((.*)\)/)?.[1] ?? "";
  const pairs = inside.split(",").map((part) => part.split("=").map((word) => word.trim()));
  return Object.fromEntries(pairs.filter((pair) => pair.length === 2));
}

/** What is unusual about a board: "columns 6, rows 4". @param {string} spec */
export function boardWords(spec) {
  const said = Object.entries(optionsOf(spec)).map(([name, value]) => `${name} ${FLAGS[value] ?? value}`);
  return said.join(", ") || "Standard";
}

/** A spec with only what differs from the standard game. @param {GameOut} game @param {Record<string, string>} values */
export function specWith(game, values) {
  const changed = Object.entries(game.options.properties)
    .filter(([name, option]) => name in values && values[name] !== String(option.default))
    .map(([name]) => `${name}=${values[name]}`);
  return changed.length ? `${game.id}(${changed.join(",")})` : game.id;
}
