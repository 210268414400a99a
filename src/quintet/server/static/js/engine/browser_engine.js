// @ts-check
/**
 * @file The engine in the visitor's browser: kernels in a Web Worker.
 *
 * A worker hears nothing while it computes, so a search is stopped by ending its worker; the next question gets a fresh one.
 * Whatever fails (no WebAssembly, a worker or memory that is refused, files that are not there) rejects with `Unable`, and
 * the caller asks the server instead. A question that the kernels refuse rejects with `Refused`.
 */
/** @import {AnalysisOut, Color, Seat} from "../types.js" */
/** @import {AnalysisQuestion, Place} from "./calls.js" */
/** @import {Solution} from "./kernel_search.js" */
/** @import {KernelOutcome, Manifest} from "./local_game.js" */

import { Refused } from "./kernel_module.js";

/** The engine cannot work in this browser, or not now. */
export class Unable extends Error {}

/** @typedef {{module: WebAssembly.Module, manifest: Manifest, folder: string}} Program */
/** @typedef {{position: string, to_move: Seat, colors: [Color, Color], legal_moves: string[], outcome: KernelOutcome | null, images: string[]}} Facts */

/** A position in a picture: its text, and what the text does not show, as cells in reading order (cpp/core/picture.hpp). @typedef {{text: string, winning: number[], held: number[]}} Pictured */

/** Where the module, the weights and the books lie: beside this version's scripts, so that versions never mix. */
const FOLDER = new URL("../../engine/", import.meta.url).href;
/** Milliseconds that a worker may take to start: one that is blocked never says so. */
const START = 15_000;

/** @type {Promise<Program> | null} */
let program = null;

/** The compiled module, fetched once a page. @returns {Promise<Program>} */
function compiled() {
  program ??= compile().catch((error) => {
    program = null; // the next question may have a connection
    throw new Unable(error.message);
  });
  return program;
}

/** @returns {Promise<Program>} */
async function compile() {
  const lacking = ["WebAssembly", "Worker", "DecompressionStream"].find((name) => !(name in globalThis));
  if (lacking) throw new Unable(`this browser has no ${lacking}`);
  const manifest = /** @type {Manifest} */ (await (await fetched("manifest.json")).json());
  for (const name of manifest.modules) {
    const bytes = await (await fetched(name)).arrayBuffer();
    if (WebAssembly.validate(bytes)) return { module: await WebAssembly.compile(bytes), manifest, folder: FOLDER };
  }
  throw new Unable("this browser runs none of the engine's modules");
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(`${FOLDER}${name}`);
  if (!response.ok) throw new Unable(`the server has no ${name}`);
  return response;
}

/** One worker at a time, with one question at a time; questions wait for each other. */
export class BrowserEngine {
  /** @type {Promise<Worker> | null} */
  #starting = null;
  #last = /** @type {Promise<unknown>} */ (Promise.resolve());
  #questions = 0;

  /** Resolves when a worker is ready to be asked; rejects with `Unable`. @returns {Promise<Worker>} */
  ready() {
    this.#starting ??= compiled()
      .then(begun)
      .catch((error) => {
        this.#starting = null;
        throw error;
      });
    return this.#starting;
  }

  /** What the rules say of a position. @param {Place} place @returns {Promise<Facts>} */
  position(place) {
    return this.#ask("position", place);
  }

  /** The visible steps of a move, or of none the position itself. @param {Place & {move: string | null}} place @returns {Promise<Pictured[]>} */
  pictures(place) {
    return this.#ask("pictures", place);
  }

  /**
   * What the engine says about a position, each time it knows more, as `/api/analysis` does; the last has `done`.
   * @param {AnalysisQuestion} body @param {(analysis: AnalysisOut) => void} hear @param {AbortSignal} [signal] ends the search at once
   */
  async analyse(body, hear, signal) {
    hear(/** @type {AnalysisOut} */ (await this.#ask("analyse", body, signal, hear)));
  }

  /** The exact value of a position, or null when the limits end first. @param {AnalysisQuestion} body @param {AbortSignal} [signal] @returns {Promise<Solution | null>} */
  solve(body, signal) {
    return this.#ask("solve", body, signal);
  }

  /** The move of a level: the same as natively for the same seed. @param {Place & {level: number, seed: number, again?: number}} body @param {AbortSignal} [signal] @returns {Promise<string>} */
  levelMove(body, signal) {
    return this.#ask("level", body, signal);
  }

  /** End the worker and what it computes. */
  stop() {
    void this.#starting?.then((worker) => worker.terminate());
    this.#starting = null;
  }

  /** @param {string} call @param {Place} body @param {AbortSignal} [signal] @param {(report: any) => void} [hear] @returns {Promise<any>} */
  #ask(call, body, signal, hear = () => {}) {
    const turn = this.#last.then(() => this.#answer(call, body, signal, hear));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** @param {string} call @param {Place} body @param {AbortSignal | undefined} signal @param {(report: any) => void} hear */
  async #answer(call, body, signal, hear) {
    signal?.throwIfAborted();
    const worker = await this.ready();
    signal?.throwIfAborted();
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      const end = (/** @type {() => void} */ settle) => {
        signal?.removeEventListener("abort", aborted);
        settle();
      };
      const aborted = () => {
        this.stop();
        end(() => reject(signal?.reason));
      };
      signal?.addEventListener("abort", aborted);
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if ("report" in data) hear(data.report);
        else if ("answer" in data) end(() => resolve(data.answer));
        else {
          if (data.failed) this.stop();
          end(() => reject(data.failed ? new Unable(data.refused) : new Refused(data.refused)));
        }
      };
      worker.onerror = () => {
        this.stop();
        end(() => reject(new Unable("the engine's worker failed")));
      };
      worker.postMessage({ id, call, body });
    });
  }
}

/** A worker that has loaded its scripts. @param {Program} started @returns {Promise<Worker>} */
function begun(started) {
  return new Promise((resolve, reject) => {
    let worker = /** @type {Worker | null} */ (null);
    const failed = () => {
      worker?.terminate();
      reject(new Unable("this browser does not start the engine's worker"));
    };
    const timer = setTimeout(failed, START);
    try {
      worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    } catch {
      clearTimeout(timer);
      failed();
      return;
    }
    const made = worker;
    made.onerror = () => {
      clearTimeout(timer);
      failed();
    };
    made.onmessage = () => {
      clearTimeout(timer);
      made.postMessage(started);
      resolve(made);
    };
  });
}

/** Searches of this page: analyses, hints, reviews, moves of levels. */
export const searches = new BrowserEngine();
/** Rules of this page: answers at once, also while a search runs. */
export const rules = new BrowserEngine();
