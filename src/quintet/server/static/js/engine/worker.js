// @ts-check
/** @file The engine of one page, in a thread of its own. It answers one call after another; browser_engine.js ends it to stop a search. */
/** @import {Manifest} from "./local_game.js" */

import { KernelModule, OutOfMemory, Refused } from "./kernel_module.js";
import { CALLS } from "./calls.js";
import { LocalGame } from "./local_game.js";

const worker = /** @type {any} */ (self);
/** @type {Map<string, Promise<LocalGame>>} */
const games = new Map();
/** @type {KernelModule} */
let kernels;
/** @type {Manifest} */
let manifest;
let folder = "";

/** A game with its book and weights, fetched when it is first asked about. @param {string} spec @param {boolean} searching */
async function game(spec, searching) {
  if (!searching) return new LocalGame(kernels, spec, manifest);
  if (!games.has(spec)) {
    const opened = new LocalGame(kernels, spec, manifest);
    games.set(spec, opened.prepare(file).then(() => opened));
    games.get(spec)?.catch(() => games.delete(spec));
  }
  return /** @type {Promise<LocalGame>} */ (games.get(spec));
}

/** @param {string} name */
async function file(name) {
  const response = await fetch(`${folder}${name}`).catch(() => null);
  return response?.ok ? response.arrayBuffer() : null;
}

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.module) {
    kernels = new KernelModule(data.module);
    ({ manifest, folder } = data);
    return;
  }
  const { id, call, body } = data;
  try {
    const { searching, answer } = CALLS[/** @type {keyof typeof CALLS} */ (call)];
    worker.postMessage({ id, answer: answer(await game(body.spec, searching), body, (/** @type {any} */ report) => worker.postMessage({ id, report })) });
  } catch (error) {
    const lacking = error instanceof OutOfMemory;
    const refused = lacking ? "too little memory for the engine" : error instanceof Error ? error.message : String(error);
    worker.postMessage({ id, refused, failed: lacking || !(error instanceof Refused) });
  }
};
worker.postMessage({ ready: true });
