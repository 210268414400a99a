// @ts-check
/** @file One game in this thread: its rules, and what its searches need besides: weights, book, settings of levels. */
/** @import {Color, Seat} from "../types.js" */
/** @import {Question} from "./kernel_module.js" */
/** @import {BookEntry} from "./book.js" */

import { findEntry, readBook } from "./book.js";
import { OutOfMemory } from "./kernel_module.js";
import { readWeights } from "./weights.js";

/**
 * How a level plays; `engine/levels.py` says what each setting means.
 * @typedef {{nodes: number | null, lines: number, temperature: number, careful: boolean, method: string, pie: boolean, seconds: number, solver_seconds: number}} LevelSettings
 */
/**
 * What lies beside the module: which files each game has, and the settings of its levels by spec.
 * @typedef {object} Manifest
 * @property {string[]} modules the WebAssembly modules, the fastest first
 * @property {Record<string, {book: boolean, weights: boolean, levels: Record<string, LevelSettings[]>}>} games
 * @property {LevelSettings[]} levels of a game whose levels were not measured
 */
/** @typedef {{winner: Seat | null, reason: string, scores: [number, number] | null}} KernelOutcome */

/** Megabytes for the tables of a search, and of a solver: they grow with what they hold. */
const MEMORY = { search: 64, solve: 192 };
/** Where this browser refuses them, tables are made smaller by this factor, down to the least megabytes. */
const [SMALLER, LEAST] = [4, 2];

export class LocalGame {
  /** @type {Map<string, BookEntry>} */
  book = new Map();
  /** @type {Int16Array | null} */
  #weights = null;
  /** What tables are divided by here. */
  #divisor = 1;

  /** @param {import("./kernel_module.js").KernelModule} kernels @param {string} spec @param {Manifest} manifest */
  constructor(kernels, spec, manifest) {
    this.kernels = kernels;
    this.spec = spec;
    this.manifest = manifest;
    const files = manifest.games[spec.split("(")[0]];
    this.levels = files?.levels[spec] ?? Object.values(files?.levels ?? {})[0] ?? manifest.levels;
  }

  /**
   * Fetch the book and the weights, each once; what cannot be had is done without, as on the server.
   * @param {(name: string) => Promise<ArrayBuffer | null>} fetchFile
   */
  async prepare(fetchFile) {
    const id = this.spec.split("(")[0];
    const files = this.manifest.games[id];
    const layout = this.ask({ ask: "layout" });
    const [book, weights] = await Promise.all([
      files?.book ? fetchFile(`${id}.book`) : null,
      files?.weights && layout ? fetchFile(`${id}.weights`) : null,
    ]);
    if (book) this.book = readBook(new TextDecoder().decode(book), this.spec);
    if (weights) this.#weights = await readWeights(weights, layout).catch(() => null);
    this.#use();
  }

  #use() {
    try {
      if (this.#weights) this.kernels.weights(this.spec, this.#weights);
    } catch (error) {
      if (!(error instanceof OutOfMemory)) throw error;
      this.#weights = null; // searches go on without them
    }
  }

  /** @param {Question} question @param {(known: any) => void} [hear] @returns {any} */
  ask(question, hear) {
    if (this.kernels.fresh) this.#use(); // after a refusal, or in the beginning
    return this.kernels.ask({ ...question, game: this.spec }, hear);
  }

  /** A question that takes tables. @param {number} megabytes @param {Question} question @param {(known: any) => void} [hear] @returns {any} */
  #withTables(megabytes, question, hear) {
    for (;;) {
      const memory_mb = Math.trunc(megabytes / this.#divisor);
      try {
        return this.ask({ ...question, memory_mb }, hear);
      } catch (error) {
        if (!(error instanceof OutOfMemory) || memory_mb < SMALLER * LEAST) throw error;
        this.#divisor *= SMALLER;
      }
    }
  }

  start() {
    return /** @type {string} */ (this.ask({ ask: "start" }));
  }

  /** @param {string} position */
  toMove(position) {
    return /** @type {Seat} */ (this.ask({ ask: "to_move", position }));
  }

  /** @param {string} position @returns {string[]} */
  legalMoves(position) {
    return this.ask({ ask: "legal_moves", position });
  }

  /** @param {string} position @param {string[]} moves @returns {string} */
  play(position, ...moves) {
    return this.ask({ ask: "play", position, moves });
  }

  /** @param {string} position @returns {KernelOutcome | null} */
  outcome(position) {
    return this.ask({ ask: "outcome", position });
  }

  /** The position and its mirror images. @param {string} position @returns {string[]} */
  images(position) {
    return this.ask({ ask: "images", position });
  }

  /** The colours of FIRST and SECOND here: a pie rule can change them. The text has the colour that moves behind the rows. @param {string} position @returns {[Color, Color]} */
  colors(position) {
    const moverIsBlack = position.split(" ")[1] === "b";
    return moverIsBlack === (this.toMove(position) === 0) ? ["b", "w"] : ["w", "b"];
  }

  /** What the book has of a position. @param {string} position */
  entry(position) {
    return findEntry(this.book, this, position);
  }

  /** @param {Question} question @param {(known: any) => void} [hear] */
  search(question, hear) {
    return this.#withTables(MEMORY.search, { ask: "search", ...question }, hear);
  }

  /** @param {Question} question */
  solve(question) {
    return this.#withTables(MEMORY.solve, { ask: "solve", ...question });
  }

  /** What the solver would need here: `reach` nodes, null where it cannot tell. @param {Question} question @returns {{reach: number | null, nodes_a_second: number, resumes: boolean}} */
  solverFacts(question) {
    return this.#withTables(MEMORY.solve, { ask: "solver", ...question });
  }

  /** The move of a level that a limit of nodes ends. @param {Question} question @returns {string} */
  levelMove(question) {
    return this.#withTables(MEMORY.search, { ask: "level", ...question });
  }
}
