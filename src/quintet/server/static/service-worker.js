// @ts-check
/**
 * @file Caches visited pages, their files and public API responses, so that they open offline. Network first.
 *
 * VERSION is a digest of all files of the site: a new version is a new worker with its own caches.
 */

const VERSION = "__VERSION__";
const [PAGES, FILES, DATA] = ["pages", "files", "data"].map((name) => `${name} ${VERSION}`);
const OFFLINE = "/offline";
/** Cached at installation: the start page of the installed site, and its data. */
const FIRST = "/";
const GAMES = "/api/games";
/** Pages that work offline. Not matches, which may be private, and not `/next`, which only the server can answer. */
const KEPT_PAGES = /^\/((learn|puzzles|rules|analysis)(\/(?!next$)[^/]+)?)?$/;
const KEPT_DATA = /^\/api\/(games|lessons|puzzles)(\/(?!next$)[^/]+(\/(rules|example|sealed))?)?$/;
const POSITIONS = "/api/positions";
const NOTICES = "/api/notices";
/** The engine, its books and weights, and the scripts of its worker. */
const ENGINE = /\/static\/[^/]+\/(js\/)?engine\//;
/** Most entries of a cache; the oldest go first. */
const MOST = 500;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(tidy().then(() => worker.clients.claim())));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepAll(event.data)));
worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(told(event.data)));
worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renewed(event)));
worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(opened(event.notification)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answered(event.request);
  if (answer) event.respondWith(answer);
});

/** Fetches again what an older worker cached: its pages name files of the old version. */
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

/** Caches what a page requested before the worker controlled it, or under another address. @param {{page: string, data: string[], positions: string[]}} opened */
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

/** Stores a page with all files that it names. @param {string} url @param {Response} response */
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
  await opened.delete(url); // so that the newest entry is last
  await opened.put(url, response);
  const keys = await opened.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST))) await opened.delete(key);
}

/** The response from here, or null to leave the request to the browser. @param {Request} request @returns {Promise<Response> | null} */
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

/** The engine's files, which no page names, are stored when they are first asked for. @param {Request} request */
async function file(request) {
  const cached = await caches.match(request, { cacheName: FILES });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && ENGINE.test(request.url)) await store(FILES, request.url, response.clone());
  return response;
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

/** A position; the cache key is a digest of the request body. @param {Request} request */
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

/** Shows a message of the server. @param {{json: () => {title: string, body: string, path: string}} | null} data */
async function told(data) {
  const { title, body, path } = data?.json() ?? { title: "Quintet", body: "It is your turn.", path: "/lobby" };
  await worker.registration.showNotification(title, { body, tag: path, data: path, icon: `/static/${VERSION}/icon-192.png` });
}

/** Tells the server where this browser is reached after its push service has ended a subscription. @param {{oldSubscription?: PushSubscription, newSubscription?: PushSubscription}} event */
async function renewed({ oldSubscription, newSubscription }) {
  const { endpoint, keys } = (newSubscription ?? (await subscribed())).toJSON();
  const body = JSON.stringify({ endpoint, keys, before: oldSubscription?.endpoint });
  await fetch(`${NOTICES}/devices`, { method: "PUT", headers: { "content-type": "application/json" }, body });
}

/** @returns {Promise<PushSubscription>} */
async function subscribed() {
  const { push_key } = await (await fetch(NOTICES)).json();
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
}

/** Opens what a notification is about, in a window that is there already if one shows it. @param {Notification} notification */
async function opened(notification) {
  notification.close();
  const address = new URL(/** @type {any} */ (notification).data, location.origin);
  if (address.origin !== location.origin) return;
  const windows = await worker.clients.matchAll({ type: "window" });
  const there = windows.find((/** @type {any} */ window) => new URL(window.url).pathname === address.pathname);
  await (there ? there.focus() : worker.clients.openWindow(address.href));
}
