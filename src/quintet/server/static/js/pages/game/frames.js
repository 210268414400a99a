// @ts-check
/** @file The positions of a match, loaded in blocks when they are needed. */
/** @import {Frame, FramesOut} from "../../types.js" */

import { get } from "../../ui/http.js";

/** Frames are asked for from the last multiple of this on. */
const BLOCK = 100;

export class Frames {
  /** @type {Frame[]} */
  #frames = [];

  /** @param {string} id of the match @param {string} secret the invitation as a query, or nothing */
  constructor(id, secret) {
    this.id = id;
    this.secret = secret;
  }

  /** Keep the latest moment; what was after it has been taken back. @param {Frame} frame */
  keep(frame) {
    this.#frames.length = Math.min(this.#frames.length, frame.ply + 1);
    this.#frames[frame.ply] = frame;
  }

  /** @param {number} ply @returns {Frame | undefined} */
  at(ply) {
    return this.#frames[ply];
  }

  /** Have a moment and the one before it; a long game on a large board comes in several pages. @param {number} ply */
  async need(ply) {
    if (this.#frames[ply] && this.#frames[Math.max(0, ply - 1)]) return;
    /** @type {number | null} */
    let since = Math.floor(Math.max(0, ply - 1) / BLOCK) * BLOCK;
    while (since !== null && since <= ply) {
      /** @type {string} */
      const asked = `${this.secret ? `${this.secret}&` : "?"}since=${since}`;
      const page = /** @type {FramesOut} */ (await get(`/api/matches/${this.id}/frames${asked}`));
      for (const frame of page.frames) this.#frames[frame.ply] = frame;
      since = page.more;
    }
  }
}
