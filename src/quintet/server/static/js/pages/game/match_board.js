// @ts-check
/** @file The board of a match: animates new moves in their order, or shows an earlier ply. */
/** @import {Scene} from "../../types.js" */
/** @import {QuintetBoard} from "../../board/element.js" */
/** @import {MatchModel} from "./match_model.js" */

import { showError } from "../../ui/feedback.js";
import { sound } from "../../ui/sounds.js";
import { Marks } from "./engine_help.js";
import { Frames } from "./frames.js";

export class MatchBoard {
  /** The ply that was asked for last, while its frame is on the way. @type {number | null} */
  #aim = null;
  /** Moves are shown one after the other, so that none is missed. */
  #shows = Promise.resolve();
  #queued = 0;

  /** @param {QuintetBoard} board @param {MatchModel} model @param {() => void} changed what stands beside the board is to be drawn again */
  constructor(board, model, changed) {
    this.board = board;
    this.model = model;
    this.changed = changed;
    this.frames = new Frames(model.id, model.secret);
    this.marks = new Marks((truths) => board.mark(truths));
  }

  /** The ply that is or will soon be shown. */
  get ply() {
    return this.#aim ?? this.model.ply;
  }

  /** What the board shows. */
  get frame() {
    const { cursor, visible } = this.model;
    return cursor === null ? visible : (this.frames.at(cursor) ?? visible);
  }

  /** Show the latest position. @param {boolean} moving whether its last move is animated @param {Scene | null} before what was there before that move @param {boolean} [ended] whether it has ended the match */
  showLatest(moving, before, ended = false) {
    const { model } = this;
    const { view } = model;
    const withheld = moving && before && model.cursor === null ? { scene: before, ...(ended ? { status: /** @type {const} */ ("live"), outcome: null, rating_change: null } : {}) } : null;
    model.withheld = withheld;
    this.changed();
    if (model.cursor !== null) {
      if (ended) sound("end");
      return;
    }
    const moves = model.isMyTurn ? view.moves : [];
    this.board.keepsEarly = view.status === "live" && view.you.length === 1;
    if (!this.board.keepsEarly) this.board.forgetEarly();
    this.#queued += 1;
    this.#shows = this.#shows.then(async () => {
      this.#queued -= 1;
      if (model.cursor === null) await this.board.showFrame(view, { moves, before, moving: moving && this.#queued < 2 });
      if (withheld && model.withheld === withheld) {
        model.withheld = null;
        this.changed();
      }
      if (ended) sound("end");
      if (model.cursor !== null) return; // somebody has gone elsewhere meanwhile
      this.#announce();
      void this.mark().catch(showError);
    });
  }

  /** Show a ply. Board and panel change together, once its frame is here; of several that were asked for, the last is shown. @param {number} ply */
  async goTo(ply) {
    const { model, frames } = this;
    const from = model.ply;
    model.message = "";
    if (ply >= model.view.ply) {
      model.cursor = this.#aim = null;
      const before = frames.at(model.view.ply - 1)?.scene ?? null;
      this.showLatest(from === model.view.ply - 1 && before !== null, before);
      return;
    }
    const aim = (this.#aim = Math.max(0, ply));
    await frames.need(aim).catch(showError);
    if (this.#aim !== aim) return;
    this.#aim = null;
    const frame = frames.at(aim);
    if (!frame) return;
    model.withheld = null;
    model.cursor = aim;
    this.board.keepsEarly = false;
    this.board.forgetEarly();
    void this.mark();
    this.changed();
    await this.board.showFrame(frame, { before: frames.at(aim - 1)?.scene, moving: aim === from + 1 });
    if (model.cursor === aim) this.#announce();
  }

  /** What the move that is looked at did, and what is to be done now. */
  #announce() {
    this.board.announce(`${this.frame.narration} ${this.model.sentence()}`.trim());
  }

  flip() {
    this.board.flip();
    this.changed();
  }

  switchMarks() {
    this.marks.on = !this.marks.on;
    this.changed();
    return this.mark();
  }

  /** Mark what the moves lead to, where that is switched on. */
  mark() {
    return this.marks.look(this.model.view, this.model.cursor === null);
  }
}
