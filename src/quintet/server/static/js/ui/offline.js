// @ts-check
/** @file Registers the service worker and queues requests that were made offline. */

import { file, isExported } from "./address.js";
import { looked, request } from "./http.js";
import { recall, remember } from "./storage.js";

const LATER = "quintet-later";
/** Requests that are kept, the latest ones. */
const MOST = 100;

/** @typedef {{method: string, path: string, body: unknown}} QueuedRequest */

/** Whether a service worker controlled this page from the start, and so has cached all its requests. */
const seen = Boolean(navigator.serviceWorker?.controller);

/** Resolves when the service worker caches this page and its requests; never without service workers. @returns {Promise<void>} */
export async function keeping() {
  if (!("serviceWorker" in navigator)) return new Promise(() => undefined);
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  await navigator.serviceWorker.register(file("/service-worker.js"));
  const { active } = await navigator.serviceWorker.ready;
  if (seen || isExported) return; // the worker of an exported site has all of it
  active?.postMessage({ page: location.href, data: [], positions: looked });
  new PerformanceObserver((list) => {
    const data = list.getEntries().map(({ name }) => name);
    active?.postMessage({ page: location.href, data, positions: [] });
  }).observe({ type: "resource", buffered: true });
}

/** Cache this page under its current address, with the data it needs. @param {string[]} data */
export async function keepAs(...data) {
  await keeping();
  if (isExported) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ page: location.href, data: data.map((path) => new URL(path, location.href).href), positions: [] });
}

/** @returns {QueuedRequest[]} */
function waiting() {
  return recall(LATER) ?? [];
}

/** Without storage they are lost. @param {QueuedRequest[]} requests */
function keep(requests) {
  remember(LATER, requests.slice(-MOST));
}

/** Queue a request until there is a connection again. @param {QueuedRequest} queued */
export function later(queued) {
  keep([...waiting(), queued]);
}

/** Send the queued requests in their order; those that the server refuses are dropped. */
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
  keeping().catch(() => undefined); // no service workers in private windows and without TLS; the site works without
  addEventListener("online", () => void sendWaiting());
  if (waiting().length) void sendWaiting();
}
