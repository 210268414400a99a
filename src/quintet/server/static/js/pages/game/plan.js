// @ts-check
/** @file Conditional moves of a slow game: "if they play f6, I play e6". They are pressed on the board, line by line. */
/** @import {BoardView, MatchView, PlanOut, PositionOut} from "../../types.js" */
/** @import {MatchBoard} from "./match_board.js" */
/** @import {MatchModel} from "./match_model.js" */

import { moveName } from "../../board/words.js";
import { button, fill, h } from "../../dom.js";
import { guarded } from "../../ui/feedback.js";
import { get, inPath, post, put } from "../../ui/http.js";

/** Moves of a line at most. */
const LONGEST = 30;

export class Plan {
  element = h("div", { class: "plan", hidden: true });
  /** The stored lines. @type {string[][]} */
  lines = [];
  /** The line that is being pressed, and the board after it; null: none is. @type {{moves: string[], views: BoardView[]} | null} */
  draft = null;
  /** The version of the match that the lines were asked for at. */
  #version = -1;

  /** @param {MatchModel} model @param {MatchBoard} shown @param {() => void} changed what stands beside the board is to be drawn again */
  constructor(model, shown, changed) {
    this.model = model;
    this.shown = shown;
    this.changed = changed;
  }

  get path() {
    return `/api/matches/${inPath(this.model.id)}/plan`;
  }

  /** Whether the visitor may plan now. @param {MatchView} view */
  static isPossible(view) {
    const slow = view.clock.kind === "days" || view.clock.kind === "none";
    const against = view.you.length === 1 && view.seats[1 - view.you[0]].kind === "person";
    return view.status === "live" && slow && against && view.to_move !== view.you[0];
  }

  /** Something has happened in the match: what is being pressed is dropped if it comes too late, and what is stored is asked for again. */
  async follow() {
    const { view } = this.model;
    if (this.draft && this.draft.views[0].ply !== view.ply) this.draft = null;
    if (view.version !== this.#version && (Plan.isPossible(view) || this.lines.length)) {
      this.#version = view.version;
      this.lines = /** @type {PlanOut} */ (await get(this.path)).lines;
    }
    this.update();
  }

  /** Begin a line. */
  async begin() {
    const { view } = this.model;
    this.draft = { moves: [], views: [view] };
    this.model.message = "";
    await this.#showDraft(false);
  }

  /** Whose turn it is in the line. */
  get #isMine() {
    const last = this.draft?.views.at(-1);
    return last !== undefined && this.model.view.you.includes(last.to_move);
  }

  /** A move of the line was pressed. @param {string} move */
  async play(move) {
    const { draft, model } = this;
    if (!draft || draft.moves.length >= LONGEST) return;
    const moves = [...draft.moves, move];
    const next = /** @type {PositionOut} */ (await post("/api/positions", { spec: model.view.spec, position: model.view.position, moves, since: moves.length }));
    if (this.draft !== draft) return;
    this.draft = { moves, views: [...draft.views, { ...next.view, ply: model.view.ply + moves.length }] };
    await this.#showDraft(true);
  }

  async back() {
    const { draft } = this;
    if (!draft) return;
    this.draft = draft.moves.length ? { moves: draft.moves.slice(0, -1), views: draft.views.slice(0, -1) } : null;
    await (this.draft ? this.#showDraft(false) : this.cancel());
  }

  async cancel() {
    this.draft = null;
    this.changed();
    this.update();
    this.shown.showLatest(false, null);
  }

  /** Store the line that was pressed, in place of lines that answer the same moves otherwise. */
  async keep() {
    const { draft } = this;
    if (!draft) return;
    const mine = draft.views.map((view) => this.model.view.you.includes(view.to_move));
    const disagrees = (/** @type {string[]} */ line) => line.some((move, ply) => mine[ply] && ply < draft.moves.length && move !== draft.moves[ply] && line.slice(0, ply).join(" ") === draft.moves.slice(0, ply).join(" "));
    const isPart = (/** @type {string[]} */ line) => `${draft.moves.join(" ")} `.startsWith(`${line.join(" ")} `);
    await this.#store([...this.lines.filter((line) => !disagrees(line) && !isPart(line)), draft.moves]);
    await this.cancel();
  }

  /** @param {string[][]} lines */
  async #store(lines) {
    await put(this.path, { ply: this.model.view.ply, lines });
    this.lines = lines;
    this.update();
  }

  /** @param {boolean} moving */
  async #showDraft(moving) {
    const { draft } = this;
    if (!draft) return;
    const view = /** @type {BoardView} */ (draft.views.at(-1));
    this.shown.board.keepsEarly = false;
    this.changed();
    this.update();
    await this.shown.board.showFrame(view, { moves: view.outcome ? [] : view.moves, before: draft.views.at(-2)?.scene, moving });
  }

  /** What is to be pressed next. */
  sentence() {
    const { draft, model } = this;
    if (!draft) return "";
    const other = model.view.seats[1 - model.view.you[0]].name;
    const last = draft.views.at(-1);
    if (last?.outcome) return "The line ends here.";
    return this.#isMine ? "Your answer?" : draft.moves.length ? `What may ${other} play then? Or keep the line.` : `What may ${other} play?`;
  }

  /** The buttons while a line is being pressed; null: it is not. */
  buttons() {
    const { draft } = this;
    if (!draft) return null;
    const mine = draft.moves.length > 0 && this.model.view.you.includes(/** @type {BoardView} */ (draft.views.at(-2)).to_move);
    return [
      button("Keep this line", guarded(() => this.keep()), { class: "button primary", disabled: !mine }),
      button("Take back", guarded(() => this.back())),
      button("Cancel", guarded(() => this.cancel())),
    ];
  }

  update() {
    const { draft, lines, model } = this;
    const shown = draft ? [...lines, draft.moves] : lines;
    this.element.hidden = !model.isLoaded || model.view.status !== "live" || !shown.length;
    if (this.element.hidden) return;
    fill(
      this.element,
      h("p", {}, draft ? "Press the moves on the board." : "What is played at once:"),
      h("ul", {}, ...lines.map((line) => h("li", {}, h("span", {}, this.#words(line)), button("Remove", guarded(() => this.#store(lines.filter((each) => each !== line))), { class: "button faint", "aria-label": `Remove: ${this.#words(line)}` })))),
      draft?.moves.length ? h("p", { class: "draft" }, this.#words(draft.moves)) : null,
    );
  }

  /** "If f6, then e6; if d3, then c3" @param {string[]} line */
  #words(line) {
    const { layout } = this.model.view;
    const names = line.map((move) => moveName(layout, move));
    return names.map((name, index) => (index % 2 ? `then ${name}` : `if ${name}`)).join(", ").replace(/^i/, "I").replaceAll(/(then [^,]+), if/g, "$1; if");
  }
}
