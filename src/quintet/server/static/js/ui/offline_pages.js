// @ts-check
/** @file Lists the pages in the cache that work offline. */
/** @import {PuzzleOut} from "../types.js" */

import { h } from "../dom.js";
import { games, idOf } from "./games.js";
import { get, inPath } from "./http.js";

/** What a page of each kind is called and what it asks the server for; an analysis asks for its position, which is kept with it. */
const KINDS = /** @type {Record<string, {word: string, data: (what: string) => string}>} */ ({
  learn: { word: "Lesson", data: (what) => `/api/lessons/${inPath(what)}` },
  puzzles: { word: "Puzzle", data: (what) => `/api/puzzles/${inPath(what)}` },
  rules: { word: "Rules", data: (what) => `/api/games/${inPath(what)}/rules` },
  analysis: { word: "Analysis board", data: () => "/api/games" },
});

/** The pages that were opened before and that have all they need. */
export async function offlinePages() {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages "));
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const addresses = new Map(keys.flat().map(({ url }) => [new URL(url).pathname, new URL(url)]));
  return (await Promise.all([...addresses.values()].map(row))).filter((line) => line !== null);
}

/** @param {URL} url */
async function row(url) {
  const [, name, what] = url.pathname.split("/").map(decodeURIComponent);
  const kind = KINDS[name];
  if (!kind || !what || !(await caches.match(kind.data(what)))) return null;
  const title = name === "puzzles" ? await puzzleTitle(what) : await gameTitle(what);
  return h("li", {}, h("a", { href: url.href }, `${kind.word}: ${title}`));
}

/** @param {string} id */
async function puzzleTitle(id) {
  const puzzle = /** @type {PuzzleOut} */ (await get(`/api/puzzles/${inPath(id)}`));
  return `${puzzle.title}, ${puzzle.task.replace(/\.$/, "")}`;
}

/** @param {string} spec */
async function gameTitle(spec) {
  const title = (await games()).find((game) => game.id === idOf(spec))?.title ?? spec;
  return spec === idOf(spec) ? title : `${title} ${spec.slice(idOf(spec).length)}`;
}
