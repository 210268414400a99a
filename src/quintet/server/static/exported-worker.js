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

const NOT_KEPT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Offline · Quintet</title>
<style>body { max-width: 36rem; margin: 4rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif }</style>
<h1>You are offline</h1>
<p>This page is not kept on this device: it needs a connection.</p>
<p><a href="${new URL("./", location.href).href}">Go to what works without one</a></p>
</html>`;

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
  return (await cache.match(request, { ignoreSearch: true })) ?? (await caches.match(request, { ignoreSearch: true })) ?? fetched(request);
}

/** What is not kept, such as the book; without a connection a page says so. @param {Request} request */
async function fetched(request) {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return new Response(NOT_KEPT, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}
