// @ts-check
/** @file The state of the analysis board: where the game starts, its move tree, the current position. */
/** @import {Frame, MatchView, PositionOut, Seat} from "../../types.js" */
/** @import {Moment} from "./variation_list.js" */

import { colorName, standing } from "../../board/words.js";
import { saveText } from "../../dom.js";
import { link, place } from "../../ui/address.js";
import { get, getText, inPath, post, postText } from "../../ui/http.js";
import { Tree, linesOf } from "./move_tree.js";

/** Variations that a link may bring along. */
const MOST_LINES = 60;

/** Characters of a name that a record takes. */
const LONGEST = 40;

/** Who played, where a link says it: a name for each side. @param {URLSearchParams} asked @returns {[string, string] | null} */
export function namesIn(asked) {
  const [first, second] = asked.getAll("name").map((name) => name.trim().slice(0, LONGEST));
  return first && second ? [first, second] : null;
}

export class Study {
  spec = "";
  title = "";
  /** Where the line starts; null: the start of the game. @type {string | null} */
  start = null;
  /** The moments of the game, with what else was tried. @type {Tree<Frame>} */
  tree = new Tree(/** @type {any} */ (null));
  /** What is looked at. @type {Moment} */
  current = this.tree.root;
  /** The moves of the game that was loaded. @type {string[]} */
  played = [];
  /** @type {[string, string] | null} */
  names = null;
  /** @type {MatchView | null} */
  match = null;
  /** The invitation to it, where the page has one. @type {string | null} */
  invite = null;

  /** Begin with what a page was asked for: a match, or a game with a position and lines of moves; these lines. @param {URLSearchParams} asked */
  async open(asked) {
    const id = asked.get("match");
    this.invite = asked.get("invite");
    let lines = linesOf(asked.get("moves") ?? "").slice(0, MOST_LINES);
    if (id) {
      const secret = this.secret("?");
      const match = /** @type {MatchView} */ (await get(`/api/matches/${id}${secret}`));
      const { frames } = /** @type {{frames: Frame[]}} */ (await get(`/api/matches/${id}/frames${secret}`));
      this.match = match;
      this.spec = match.spec;
      this.start = frames[0].position;
      this.names = match.names;
      this.played = match.history.map((move) => move.text);
      lines = [this.played];
    } else {
      this.spec = decodeURIComponent(place().pathname.split("/").slice(2).join("/"));
      this.start = asked.get("position");
      this.names = namesIn(asked);
    }
    return lines;
  }

  /**
   * Ask for a line of moves from the start, with its frames but for the first `since`.
   * @param {string[]} moves @param {number} [since] @returns {Promise<PositionOut>}
   */
  async look(moves, since = 0) {
    const looked = /** @type {PositionOut} */ (await post("/api/positions", { ...this.body(moves), since }));
    for (let { more } = looked; more !== null; ) {
      const next = /** @type {PositionOut} */ (await post("/api/positions", { ...this.body(moves), since: more }));
      looked.frames.push(...next.frames);
      more = next.more;
    }
    return looked;
  }

  /** @param {string[]} moves */
  body(moves) {
    return { spec: this.spec, ...(this.start === null ? {} : { position: this.start }), moves };
  }

  /** Put a line into the tree, or begin a new one with it; its last moment. @param {Frame[]} frames @param {Tree<Frame>} [tree] */
  grow(frames, tree = new Tree(frames[0])) {
    this.tree = tree;
    return frames.slice(1).reduce((node, frame) => tree.add(node, frame.move?.text ?? "", frame), tree.root);
  }

  /** @param {Moment} moment @returns {string[]} */
  movesTo(moment) {
    return this.tree.path(moment).map((node) => node.text);
  }

  get mainMoves() {
    return this.tree.main.map((moment) => moment.text);
  }

  sentence() {
    return standing(this.current.data);
  }

  /** The address for playing on from a moment, as the side to move. @param {Moment} moment */
  again(moment) {
    const moves = this.movesTo(moment);
    const again = new URLSearchParams();
    if (this.start !== null) again.set("position", this.start);
    if (moves.length) again.set("moves", moves.join(" "));
    const first = moment.data.to_move === 0;
    again.set(first ? "first" : "second", "me");
    again.set(first ? "second" : "first", "engine:5");
    return `/play/${inPath(this.spec)}?${again}`;
  }

  /** @param {Seat} player */
  who(player) {
    if (this.match?.you.length === 1 && this.match.you[0] === player) return "You";
    return colorName(this.tree.root.data.colors[player]);
  }

  /** A link to the position that is shown; with `whole`, to all moves and variations. @param {boolean} [whole] */
  link(whole = false) {
    const moves = this.tree.toString();
    const number = this.tree.number(this.current);
    if (this.match && whole && moves === this.played.join(" "))
      return new URL(link(`/analysis?match=${this.match.id}&ply=${number}${this.secret("&")}`), location.href).href;
    const url = new URL(link(`/analysis/${inPath(this.spec)}`), location.href);
    if (whole) {
      if (this.start !== null) url.searchParams.set("position", this.start);
      if (moves) url.searchParams.set("moves", moves);
      for (const name of this.names ?? []) url.searchParams.append("name", name);
      if (this.current !== (this.tree.main.at(-1) ?? this.tree.root)) url.searchParams.set("ply", String(number));
    } else url.searchParams.set("position", this.current.data.position);
    return url.href;
  }

  /** The invitation to a private game, in a link. @param {"?" | "&"} sign */
  secret(sign) {
    const invite = this.match?.invite ?? this.invite;
    return invite ? `${sign}invite=${encodeURIComponent(invite)}` : "";
  }

  /** Save the record as a file. */
  async save() {
    saveText(await this.record(), `${this.title.toLowerCase().replaceAll(" ", "-")}.txt`);
  }

  /** The record of what is on the board: of the stored game while it is that, else of its main line. */
  record() {
    const moves = this.mainMoves;
    if (this.match && moves.join(" ") === this.played.join(" ")) return getText(`/api/matches/${this.match.id}/record${this.secret("?")}`);
    return postText("/api/positions/record", { ...this.body(moves), ...(this.names ? { names: this.names } : {}) });
  }
}
