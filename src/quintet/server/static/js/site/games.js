// @ts-check
/** @file The games that can be played here, asked for once a page. */
/** @import {GameOut} from "../types.js" */

import { get } from "./http.js";

/** @type {Promise<GameOut[]> | null} */
let asked = null;

/** @returns {Promise<GameOut[]>} */
export function games() {
  asked ??= /** @type {Promise<{games: GameOut[]}>} */ (get("/api/games")).then((answer) => answer.games);
  return asked;
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

/** A spec with only what differs from the standard game. @param {GameOut} game @param {Record<string, string>} values */
export function specWith(game, values) {
  const changed = Object.entries(game.options.properties)
    .filter(([name, option]) => name in values && values[name] !== String(option.default))
    .map(([name]) => `${name}=${values[name]}`);
  return changed.length ? `${game.id}(${changed.join(",")})` : game.id;
}
