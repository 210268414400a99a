// @ts-check
/** @file What is kept in this browser, as JSON. Some browsers keep nothing, as in private windows. */

/** What is kept under a key; null where there is nothing that can be read. @param {string} key @returns {any} */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keep a value; whether that was possible. @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** What is kept under keys that begin so. @param {string} prefix @returns {any[]} */
export function recallAll(prefix) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map(recall).filter((value) => value !== null);
  } catch {
    return [];
  }
}
