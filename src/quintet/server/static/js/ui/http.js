// @ts-check
/** @file Requests to the server. A refusal is an Error with the sentence that the server sent. */

import { isExported } from "./address.js";

export class Refusal extends Error {
  /** @param {string} message @param {number} status @param {string[]} spots */
  constructor(message, status, spots = []) {
    super(message);
    this.status = status;
    this.spots = spots;
  }
}

/** Whether there is no connection. @param {unknown} error */
export function isAway(error) {
  return error instanceof Refusal && error.status === 0;
}

/** Longer than a server that is there is ever silent in a stream: it sends an empty line every seven seconds. */
const SILENCE = 16_000;

/** Why there is no answer: whoever asked has gone on to something else, or there is no connection. @param {unknown} error @param {AbortSignal} [signal] */
function unanswered(error, signal) {
  if (signal?.aborted && signal.reason.name !== "TimeoutError") return error;
  return new Refusal(navigator.onLine ? "The server is not answering. Try again in a moment." : "You are offline. This needs a connection.", 0);
}

/** Bodies of position requests, for the service worker to cache. @type {string[]} */
export const looked = [];

/** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
export async function request(method, path, body, signal) {
  if (isExported) return unlessRefused(await (await import("../exported/server.js")).answer(method, path, body, signal));
  const file = body instanceof Blob;
  const headers = body === undefined ? undefined : { "content-type": file ? "application/octet-stream" : "application/json" };
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: file ? body : body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    throw unanswered(error, signal);
  }
  return unlessRefused(response);
}

/** @param {Response} response */
async function unlessRefused(response) {
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(sentence(answer.error ?? `The server answered ${response.status}`), response.status, answer.spots ?? []);
}

/** The server's words as a sentence: a capital first, a full stop last. @param {string} words */
export function sentence(words) {
  const text = words.trim();
  if (!text) return text;
  // A sentence that begins with the name of a place keeps it as it is.
  const start = /^[a-z]{2}|^a /.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.?:]$/.test(start) ? start : `${start}.`;
}

/** @template T @param {string} path @param {AbortSignal} [signal] @returns {Promise<T>} */
export async function get(path, signal) {
  return (await request("GET", path, undefined, signal)).json();
}

/** @param {string} path */
export async function getText(path) {
  return (await request("GET", path)).text();
}

/** @template T @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<T>} */
export async function post(path, body = {}, signal) {
  if (path === "/api/positions" && looked.length < 20) looked.push(JSON.stringify(body));
  return (await request("POST", path, body, signal)).json();
}

/** @param {string} path @param {unknown} body */
export async function postText(path, body) {
  return (await request("POST", path, body)).text();
}

/** @template T @param {string} path @param {Blob} file @returns {Promise<T>} */
export async function postFile(path, file) {
  return (await request("POST", path, file)).json();
}

/** @template T @param {string} path @param {unknown} body @returns {Promise<T>} */
export async function put(path, body) {
  return (await request("PUT", path, body)).json();
}

/** @param {string} path */
export async function remove(path) {
  return (await request("DELETE", path)).json();
}

/**
 * A stream of JSON lines; ends when the server is done or the signal is aborted.
 * @param {string} path @param {unknown} body @param {(line: any) => void} onLine @param {AbortSignal} signal
 */
export async function stream(path, body, onLine, signal) {
  const response = await request("POST", path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await next(reader, signal);
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) onLine(JSON.parse(line));
    if (done) return;
  }
}

/** The next piece of a stream; refused when its connection is lost, or silent for too long. @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {AbortSignal} signal */
async function next(reader, signal) {
  if (isExported) return reader.read();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const dead = new Promise((_, refuse) => (timer = setTimeout(refuse, SILENCE)));
  try {
    return /** @type {ReadableStreamReadResult<Uint8Array>} */ (await Promise.race([reader.read(), dead]));
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw unanswered(error, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A spec in a path: readable, and as the files of an exported site are called. @param {string} spec */
export function inPath(spec) {
  return encodeURIComponent(spec).replace(/%28/g, "(").replace(/%29/g, ")").replace(/%3D/g, "=").replace(/%2C/g, ",");
}
