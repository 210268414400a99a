// @ts-check
/** @file Where the pages and files of the site are: on a server, or in a folder that `quintet export` wrote, under any prefix. */

/** The folder that an exported page says it belongs to; none on a server. */
const folder = folderOf(globalThis.document?.documentElement.dataset.folder);

/** Whether there is no server: what it would answer is answered in this browser. */
export const isExported = folder !== null;
/** Where the pages are that have something to show, such as one lesson: a folder takes no part of the address. */
const SHOW = "show";

/** @param {string | undefined} relative */
function folderOf(relative) {
  return relative === undefined ? null : new URL(relative, location.href);
}

/** The address of a page, given as on a server: "/learn/othello#2". Other addresses stay as they are. @param {string} path */
export function link(path) {
  return folder && path.startsWith("/") ? exportedLink(folder, path) : path;
}

/** The address of a file of the site. @param {string} path "/service-worker.js" */
export function file(path) {
  return folder ? new URL(path.slice(1), folder).href : path;
}

/** The address of this page as on a server. */
export function place() {
  return folder ? servedPlace(folder, location.href) : new URL(location.href);
}

/** @param {URL} folder @param {string} path */
export function exportedLink(folder, path) {
  const { pathname, search, hash } = new URL(path, folder);
  const [, page, ...rest] = pathname.split("/");
  const what = rest.join("/");
  const query = [...(what ? [`of=${what}`] : []), ...(search ? [search.slice(1)] : [])].join("&");
  return new URL(`${page && `${page}/`}${what && `${SHOW}/`}${query && `?${query}`}${hash}`, folder).href;
}

/** @param {URL} folder @param {string} href */
export function servedPlace(folder, href) {
  const url = new URL(href);
  const [page] = url.pathname.slice(folder.pathname.length).split("/");
  const what = url.searchParams.get("of");
  url.searchParams.delete("of");
  url.pathname = [page.replace(/^index\.html$/, ""), ...(what === null ? [] : [encodeURIComponent(what)])].join("/");
  return url;
}
