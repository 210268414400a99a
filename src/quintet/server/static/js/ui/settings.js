// @ts-check
/** @file The settings of a visitor, stored in this browser. */

import { recall, remember } from "./storage.js";

const KEY = "quintet";

/** Sounds that can be switched one by one. */
export const SOUNDS = /** @type {const} */ ({
  place: "A piece is placed",
  capture: "Pieces change colour",
  turn: "A part of the board turns",
  slide: "Pieces slide or fall",
  score: "Points are scored",
  end: "The game ends",
  notice: "Offers and arrivals",
  time: "Time runs low",
});

/** @typedef {keyof typeof SOUNDS} Sound */
/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"own" | "slate" | "paper"} boards what boards are made of
 * @property {"plain" | "wood" | "vivid"} pieces
 * @property {number} volume of sounds, 0 to 1
 * @property {number} speed
 * @property {boolean} coordinates
 * @property {boolean} hints
 * @property {"small" | "always" | "never"} confirm when a move needs a second press
 * @property {boolean} truth whether the analysis marks every move
 * @property {Partial<Record<Sound, boolean>>} sounds
 * @property {string[]} muted people whose words are not shown
 * @property {boolean} notify whether the browser tells of a turn while the page is hidden
 * @property {boolean} explorer whether the analysis shows openings instead of moves
 * @property {boolean} games whether there were games of the visitor's own the last time
 * @property {string} quick the game of the last quick game
 * @property {boolean} hiddenSounds whether they are heard while the page is hidden
 */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", boards: "own", pieces: "plain", volume: 1, speed: 1, coordinates: true, hints: true, truth: true, confirm: "small", sounds: {}, muted: [], notify: false, explorer: false, games: false, quick: "", hiddenSounds: true };
const listeners = new Set();

export const settings = { ...DEFAULTS, .../** @type {Partial<Settings>} */ (recall(KEY)) };

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  remember(KEY, settings); // else for this page only
  const { dataset } = document.documentElement;
  for (const name of /** @type {const} */ (["theme", "boards", "pieces"])) dataset[name] = settings[name];
  for (const listener of listeners) listener();
}

/** Call this now and after every change. @param {() => void} listener */
function whenChanged(listener) {
  listeners.add(listener);
  listener();
}

/** Keep a board as the settings say. @param {import("../board/element.js").QuintetBoard} board */
export function follow(board) {
  whenChanged(() => {
    board.speed = settings.speed;
    board.hints = settings.hints;
    board.confirm = settings.confirm;
    board.coordinates = settings.coordinates && !board.still;
    board.redraw();
  });
}
