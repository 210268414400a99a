// @ts-check
/** @file Decrypts the answers of a puzzle, each with the right move as its key: for solving it offline. */
/** @import {SealedOut, TryOut} from "../../types.js" */

import { get } from "../../ui/http.js";

const OPENED = "quintet ";

/** @param {string} id */
export function sealed(id) {
  return /** @type {Promise<SealedOut>} */ (get(`/api/puzzles/${id}/sealed`));
}

/** What comes of a move; null: it is not the right one. @param {SealedOut} puzzle @param {number} ply @param {string} move @returns {Promise<TryOut | null>} */
export async function unseal({ id, sealed }, ply, move) {
  const key = `${id} ${ply} ${move}`;
  const first = await block(key, 0);
  for (const text of sealed) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    if (new TextDecoder().decode(bytes.slice(0, OPENED.length).map((byte, index) => byte ^ first[index])) !== OPENED) continue;
    for (let start = 0; start < bytes.length; start += first.length) {
      const stream = await block(key, start / first.length);
      for (let of = 0; of < stream.length && start + of < bytes.length; of += 1) bytes[start + of] ^= stream[of];
    }
    const plain = new Blob([bytes.slice(OPENED.length)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(plain).json();
  }
  return null;
}

/** @param {string} key @param {number} number */
async function block(key, number) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${key} ${number}`)));
}
