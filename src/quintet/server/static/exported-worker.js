// @ts-check
/**
 * @file The service worker of an exported site: all its files are cached at the first visit, and answered from there.
 *
 * EXPORTED is a digest of all files: a new version is a new worker with its own cache.
 */

const EXPORTED = "__VERSION__";
/** The addresses of all files, relative to this one. @type {string[]} */
const ALL = ["__FILES__"];
const CACHE = `exported ${EXPORTED} ${location.pathname}`;
/** Files fetched at the same time. */
const AT_ONCE = 6;

const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOlder().then(() => scope.clients.claim())));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(fromCache(request));
});

/** As the host has them now, whatever the browser has kept. A file that failed makes the whole installation fail, and the browser tries again at the next visit. */
async function fetchAll() {
  const cache = await caches.open(CACHE);
  const left = [...ALL];
  const fetchSome = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) if (!(await cache.match(file))) await cache.add(new Request(file, { cache: "no-cache" }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
}

/** Caches of older versions of this site, but not the last one: pages that are open have their files there. Other sites of this host have theirs. */
async function dropOlder() {
  const older = (await caches.keys()).filter((name) => name !== CACHE && name.startsWith("exported ") && name.endsWith(` ${location.pathname}`));
  for (const name of older.slice(0, -1)) await caches.delete(name);
}

/** Pages have their subject behind a question mark, which no file depends on. @param {Request} request */
async function fromCache(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
