// @ts-check
/** @file The kernels in this thread: a WebAssembly module behind texts. cpp/wasm/door.cpp is its other side. */

/** What a kernel refused, with its reason; or that it could not go on. */
export class Refused extends Error {}

/** The memory for it was refused, or its use failed: smaller tables may do. */
export class OutOfMemory extends Refused {}

/** What a system call answers where there are no files. */
const NO_FILE = 8;

/**
 * A question: its verb in `ask`, the game's spec in `game`, and what the verb needs.
 * @typedef {Record<string, string | number | boolean | string[] | undefined | null>} Question
 */

/** Asks the kernels. After a refusal it goes on with a fresh instance, because nothing was unwound in the old one. */
export class KernelModule {
  /** @type {WebAssembly.Instance | null} */
  #instance = null;
  /** @type {(text: any) => void} */
  #hear = () => {};

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
  }

  /** The answer; `hear` is told what is known on the way to it. @param {Question} question @param {(known: any) => void} [hear] @returns {any} */
  ask(question, hear = () => {}) {
    this.#hear = hear;
    const bytes = new TextEncoder().encode(written(question));
    return this.#orFresh(({ question: room, answer, reply }) => {
      const place = room(bytes.length); // which may move the memory
      new Uint8Array(this.#memory.buffer).set(bytes, place);
      const size = answer();
      return JSON.parse(this.#text(reply(), size));
    });
  }

  /** Let the searches of a game use weights: numbers of 16 bits. A refusal forgets them. @param {string} game @param {Int16Array} numbers */
  weights(game, numbers) {
    this.#orFresh(({ numbers: room }) => {
      const place = room(numbers.length);
      new Int16Array(this.#memory.buffer, place, numbers.length).set(numbers);
    });
    this.ask({ ask: "weights", game });
  }

  /** Work with the instance, which is given up when that fails. @template T @param {(exports: Record<string, (size?: number) => number>) => T} work @returns {T} */
  #orFresh(work) {
    this.#instance ??= this.#made();
    try {
      return work(/** @type {Record<string, (size?: number) => number>} */ (/** @type {unknown} */ (this.#instance.exports)));
    } catch (error) {
      this.#instance = null;
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) throw new OutOfMemory("the engine ran out of memory or failed");
      throw error;
    }
  }

  /** Whether earlier questions are remembered: a refusal forgets tables and weights. */
  get fresh() {
    return this.#instance === null;
  }

  get #memory() {
    return /** @type {WebAssembly.Memory} */ (/** @type {WebAssembly.Instance} */ (this.#instance).exports.memory);
  }

  /** @param {number} start @param {number} size */
  #text(start, size) {
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, start, size));
  }

  #made() {
    const system = {
      clock_time_get: (/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ place) => {
        new DataView(this.#memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      fd_close: () => NO_FILE,
      fd_seek: () => NO_FILE,
      fd_write: () => NO_FILE, // a success of no bytes would be tried again for ever, by what the library writes before it gives up
    };
    const quintet = {
      report: (/** @type {number} */ start, /** @type {number} */ size) => this.#hear(JSON.parse(this.#text(start, size))),
      refuse: (/** @type {number} */ start, /** @type {number} */ size, /** @type {number} */ memory) => {
        throw new (memory ? OutOfMemory : Refused)(this.#text(start, size));
      },
    };
    this.#instance = new WebAssembly.Instance(this.module, { quintet, wasi_snapshot_preview1: system });
    /** @type {() => void} */ (this.#instance.exports._initialize)();
    return this.#instance;
  }
}

/** Lines of `name value`; what is null is left out. @param {Question} question */
function written(question) {
  const given = Object.entries(question).filter(([, value]) => value !== undefined && value !== null && value !== false);
  return given
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(" ") : String(value);
      if (text.includes("\n")) throw new Refused(`${name} must be one line, got several`);
      return `${name} ${text}`;
    })
    .join("\n");
}
