// @ts-check
/**
 * @file Keeps what was opened once, so that it opens again without a connection: pages, their files, and what the server
 * said to them, as far as it is the same for everybody. With a connection the server always answers first.
 *
 * VERSION is a digest of all files of the site: a new one makes a new worker, with caches of its own.
 */

const VERSION = "__VERSION__";
const [PAGES, FILES, DATA] = ["pages", "files", "data"].map((name) => `${name} ${VERSION}`);
const OFFLINE = "/offline";
/** What is kept before anybody has opened it: where an installed site begins, and what it needs. */
const FIRST = "/";
const GAMES = "/api/games";
/** Pages that are worth something without a connection. Matches are not kept: they may be private; which is next only the server knows. */
const KEPT_PAGES = /^\/((learn|puzzles|rules|analysis)(\/(?!next$)[^/]+)?)?$/;
const KEPT_DATA = /^\/api\/(games|lessons|puzzles)(\/(?!next$)[^/]+(\/(rules|sealed))?)?$/;
const POSITIONS = "/api/positions";
/** How many answers are kept, the latest ones. */
const MOST = 500;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(tidy().then(() => worker.clients.claim())));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepAll(event.data)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answered(event.request);
  if (answer) event.respondWith(answer);
});

/** What an older worker kept is fetched anew: its pages ask for files that are gone. */
async function install() {
  await keepPage(OFFLINE);
  await keepPage(FIRST);
  await keepData(GAMES);
  const older = (await caches.keys()).filter((name) => name.startsWith("pages ") && name !== PAGES);
  for (const name of older)
    for (const { url } of await (await caches.open(name)).keys())
      if (isKept(new URL(url))) await keepPage(url).catch(() => undefined);
  const data = (await caches.keys()).filter((name) => name.startsWith("data ") && name !== DATA);
  for (const name of data)
    for (const { url } of await (await caches.open(name)).keys())
      if (KEPT_DATA.test(new URL(url).pathname)) await keepData(url).catch(() => undefined);
}

async function tidy() {
  for (const name of await caches.keys()) if (![PAGES, FILES, DATA].includes(name)) await caches.delete(name);
}

/** What a page has asked for that was opened before there was a worker, or under another address. @param {{page: string, data: string[], positions: string[]}} opened */
async function keepAll({ page, data, positions }) {
  if (!isKept(new URL(page))) return;
  if (!(await caches.match(page, { cacheName: PAGES }))) await keepPage(page);
  for (const url of data)
    if (KEPT_DATA.test(new URL(url).pathname) && !(await caches.match(url, { cacheName: DATA }))) await keepData(url);
  for (const body of positions) await position(new Request(POSITIONS, { method: "POST", headers: { "content-type": "application/json" }, body }));
}

/** @param {URL} url */
function isKept(url) {
  return KEPT_PAGES.test(url.pathname) && !url.searchParams.has("match") && !url.searchParams.has("invite");
}

/** @param {string} url */
async function keepPage(url) {
  const response = await fetch(url, { cache: "no-cache" });
  if (response.ok) await storePage(url, response);
}

/** A page with all the files that it names. @param {string} url @param {Response} response */
async function storePage(url, response) {
  const text = await response.clone().text();
  const files = await caches.open(FILES);
  for (const [file] of text.matchAll(/\/static\/[^"]+/g)) if (!(await files.match(file))) await files.add(file);
  await store(PAGES, url.split("#")[0], response);
}

/** @param {string} url */
async function keepData(url) {
  const response = await fetch(url);
  if (response.ok) await store(DATA, url, response);
}

/** @param {string} cache @param {string} url @param {Response} response */
async function store(cache, url, response) {
  const opened = await caches.open(cache);
  await opened.delete(url); // the latest comes last
  await opened.put(url, response);
  const keys = await opened.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) await opened.delete(key);
}

/** What is answered here; everything else goes its way. @param {Request} request @returns {Promise<Response> | null} */
function answered(request) {
  const url = new URL(request.url);
  if (url.origin !== location.origin) return null;
  if (request.mode === "navigate") return url.pathname.startsWith("/embed/") ? null : navigated(request, url);
  if (request.method === "POST") return url.pathname === POSITIONS ? position(request) : null;
  if (request.method !== "GET") return null;
  if (url.pathname.startsWith("/static/")) return file(request);
  return KEPT_DATA.test(url.pathname) ? data(request) : null;
}

/** @param {Request} request @param {URL} url */
async function navigated(request, url) {
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected && isKept(url)) await storePage(url.href, response.clone());
    return response;
  } catch (error) {
    const pages = await caches.open(PAGES);
    const cached = (await pages.match(url.href)) ?? (await pages.match(url.href, { ignoreSearch: true })) ?? (await pages.match(OFFLINE));
    if (!cached) throw error;
    return cached;
  }
}

/** @param {Request} request */
async function file(request) {
  const cached = await caches.match(request, { cacheName: FILES });
  return cached ?? fetch(request);
}

/** @param {Request} request */
async function data(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await store(DATA, request.url, response.clone());
    return response;
  } catch (error) {
    const cached = await caches.match(request.url, { cacheName: DATA });
    if (!cached) throw error;
    return cached;
  }
}

/** A position that was looked at: known by what was asked. @param {Request} request */
async function position(request) {
  const body = await request.clone().text();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  const key = `${POSITIONS}?${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  try {
    const response = await fetch(request);
    if (response.ok) await store(DATA, key, response.clone());
    return response;
  } catch (error) {
    const cached = await caches.match(key, { cacheName: DATA });
    if (!cached) throw error;
    return cached;
  }
}
