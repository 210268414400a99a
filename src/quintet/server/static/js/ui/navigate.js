// @ts-check
/** @file Going to another page. */

/** Go there; this ends only when somebody comes back to this page, so that what led away is not pressed twice. @param {string} url */
export function leave(url) {
  location.href = url;
  return new Promise((back) => addEventListener("pageshow", (event) => event.persisted && back(null)));
}
