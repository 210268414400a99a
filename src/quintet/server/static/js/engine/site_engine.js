// @ts-check
/** @file Analyses for the pages: in this browser, and where that cannot be done by the server's engines, with the same messages. */
/** @import {AnalysisOut} from "../types.js" */
/** @import {AnalysisQuestion} from "./calls.js" */

import { Refusal, stream } from "../ui/http.js";
import { Unable, searches } from "./browser_engine.js";
import { Refused } from "./kernel_module.js";

/** Where an engine thinks. @typedef {"browser" | "server"} Place */
/** @typedef {{type: "waiting", before: number}} Waiting */

/** Milliseconds that the engine may take to arrive; a slower connection is served by the server meanwhile. */
const PATIENCE = 5000;
/** Failures after which this page asks no more of the browser. */
const MOST_FAILURES = 2;

let failures = 0;
/** Games that the kernels here refused. @type {Set<string>} */
const refused = new Set();

/**
 * What the engine says about a position, each time it knows more, until the signal is aborted.
 * @param {AnalysisQuestion} body @param {(line: AnalysisOut | Waiting) => void} hear @param {AbortSignal} signal
 * @param {{place?: (place: Place) => void, server?: boolean}} [options] who is told where it thinks; whether the server is asked for
 */
export async function analyse(body, hear, signal, { place = () => {}, server = false } = {}) {
  try {
    if (!server && (await here(body.spec, () => inBrowser(body, hear, signal, place)))) return;
    signal.throwIfAborted();
    place("server");
    await stream(
      "/api/analysis",
      body,
      (line) => {
        if (line.type === "error") throw new Refusal(line.error, 503);
        if (!signal.aborted) hear(line);
      },
      signal,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Whether the work was done here; not where this browser or the kernels cannot do it. @param {string} spec @param {() => Promise<void>} work */
export async function here(spec, work) {
  if (failures >= MOST_FAILURES || refused.has(spec)) return false;
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refused) refused.add(spec);
    else if (error instanceof Unable) failures += 1;
    else throw error;
    return false;
  }
}

/** @param {AnalysisQuestion} body @param {(line: AnalysisOut) => void} hear @param {AbortSignal} signal @param {(place: Place) => void} place */
async function inBrowser(body, hear, signal, place) {
  await arrived();
  for (;;) {
    await visible(signal);
    place("browser");
    const pause = new AbortController();
    const end = () => (signal.aborted || document.hidden) && pause.abort(signal.reason);
    signal.addEventListener("abort", end);
    document.addEventListener("visibilitychange", end);
    try {
      await searches.analyse(body, (line) => !signal.aborted && hear(line), pause.signal);
      return;
    } catch (error) {
      if (signal.aborted || !pause.signal.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", end);
      document.removeEventListener("visibilitychange", end);
    }
  }
}

/** Resolves when the engine is here; rejects when it takes too long. @returns {Promise<unknown>} */
function arrived() {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Unable("the engine has not arrived yet")), PATIENCE));
  return Promise.race([searches.ready(), late]);
}

/** Resolves when somebody can see the page: nothing is computed for a hidden tab. @param {AbortSignal} signal @returns {Promise<void>} */
function visible(signal) {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
    look();
  });
}
