// @ts-check
/** @file Without a connection: what was opened is kept, and what was done is sent later. */

import { looked, request } from "./http.js";

const LATER = "quintet-later";
/** What may wait to be sent. */
const MOST = 100;

/** @typedef {{method: string, path: string, body: unknown}} QueuedRequest */

/** Whether there was a worker when the page was asked for, which has seen all of it. */
const seen = Boolean(navigator.serviceWorker?.controller);

/** When what this page asks for is kept; never where browsers keep nothing. @returns {Promise<void>} */
export async function keeping() {
  if (!("serviceWorker" in navigator)) return new Promise(() => undefined);
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  if (seen) return;
  active?.postMessage({ page: location.href, data: [], positions: looked });
  new PerformanceObserver((list) => {
    const data = list.getEntries().map(({ name }) => name);
    active?.postMessage({ page: location.href, data, positions: [] });
  }).observe({ type: "resource", buffered: true });
}

/** Keep a page under the address that it has given itself, with what it needs. @param {string[]} data */
export async function keepAs(...data) {
  await keeping();
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ page: location.href, data: data.map((path) => new URL(path, location.href).href), positions: [] });
}

/** @returns {QueuedRequest[]} */
function waiting() {
  try {
    return JSON.parse(localStorage.getItem(LATER) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {QueuedRequest[]} requests */
function keep(requests) {
  try {
    localStorage.setItem(LATER, JSON.stringify(requests.slice(-MOST)));
  } catch {
    // A browser that keeps nothing forgets it.
  }
}

/** Send something when there is a connection again. @param {QueuedRequest} queued */
export function later(queued) {
  keep([...waiting(), queued]);
}

/** Send what had to wait, in its order; what the server refuses is dropped. */
export async function sendWaiting() {
  for (let [first, ...rest] = waiting(); first; [first, ...rest] = waiting()) {
    try {
      await request(first.method, first.path, first.body);
    } catch (error) {
      if (/** @type {any} */ (error).status === 0) return;
    }
    keep(rest);
  }
}

/** For every page. */
export function offline() {
  keeping().catch(() => undefined); // a private window, or one without a certificate: it works as before
  addEventListener("online", () => void sendWaiting());
  if (waiting().length) void sendWaiting();
}
