// @ts-check
/** @file The value of every legal move, as `engine/every_move.py` finds it: proved where the solver gets there, a guess elsewhere. */
/** @import {Analysis, Line, Report, Solution} from "./kernel_search.js" */
/** @import {KernelOutcome, LocalGame} from "./local_game.js" */
/** @import {Limits} from "./limits.js" */

import { listedText } from "./book.js";
import { analyze, proofOfBook, solve } from "./kernel_search.js";
import { Clock } from "./limits.js";

/** The shares of the limits for the first guess about all moves and for the first try to prove one of them; and the factor by which later ones are longer. */
const [GUESS, PROOF, MORE] = [0.04, 0.02, 4];
/** The share of a try for a move whose value is in the book: only its line is missing. */
const KNOWN = 0.1;
/** Moves to a win, where they are not known. */
const UNKNOWN = 1e6;
/** Failed proofs in a row after which a better guess helps more. */
const HOPELESS = 3;

/** @param {LocalGame} game @param {string} position @param {Limits} limits @param {Report} [report] @returns {Analysis} */
export function everyMove(game, position, limits, report) {
  return new EveryMove(game, position, limits, report).look();
}

class EveryMove {
  #depth = 0;
  /** @type {Map<string, Line>} */
  #lines = new Map();

  /** @param {LocalGame} game @param {string} position @param {Limits} limits @param {Report} [report] */
  constructor(game, position, limits, report) {
    this.game = game;
    this.position = position;
    this.clock = new Clock(limits);
    this.report = report;
    this.player = game.toMove(position);
    this.moves = game.legalMoves(position);
    this.after = new Map(this.moves.map((move) => [move, game.play(position, move)]));
    /** Groups of moves that lead to the same position, or to mirror images of one: they have the same value. */
    this.alike = groups(this.moves, (move) => listedText(game.images(this.#after(move)))).filter((several) => several.length > 1);
  }

  look() {
    for (const move of this.moves) {
      const outcome = this.game.outcome(this.#after(move));
      if (outcome) this.#lines.set(move, this.#over(move, outcome));
    }
    for (let longer = 1; !this.#known; longer *= MORE) {
      this.#guess(longer * GUESS);
      while (this.#prove(longer * PROOF));
      if (this.clock.ended) break;
    }
    this.#count();
    return this.#analysis();
  }

  get #known() {
    return this.#lines.size === this.moves.length && [...this.#lines.values()].every((line) => line.exact);
  }

  /** @param {string} move */
  #after(move) {
    return /** @type {string} */ (this.after.get(move));
  }

  /** Find in how many moves the best play ends, where that is quick. */
  #count() {
    const best = [...this.#lines.values()].reduce((best, other) => (bestFirst(other, best) < 0 ? other : best));
    if (!best.exact || !best.value || best.moves_to_win || this.clock.ended) return;
    const proof = this.#proof(this.position, PROOF);
    if (!proof?.line.length || !proof.moves_to_win) return;
    this.#lines.set(proof.line[0], { moves: proof.line, value: proof.value, score: proof.margin, exact: true, moves_to_win: proof.moves_to_win });
    this.#share();
  }

  /** Try to prove the open moves, the best first; whether one was proved and others are still open. @param {number} share */
  #prove(share) {
    const open = [...this.#lines.values()].filter((line) => !line.exact).sort((line, other) => other.value - line.value);
    let [proved, failed] = [0, 0];
    for (const { moves } of open) {
      if (this.clock.ended || failed === HOPELESS) break;
      const [move] = moves;
      if (this.#lines.get(move)?.exact) continue; // a move with the same value was proved just now
      const proof = this.#proof(this.#after(move), share);
      if (!proof) failed += 1;
      else {
        this.#lines.set(move, this.#proved(move, proof));
        [proved, failed] = [proved + 1, 0];
        this.#share();
        this.report?.(this.#analysis());
      }
    }
    return 0 < proved && proved < open.length && !this.clock.ended;
  }

  /** @param {string} move @param {KernelOutcome} outcome @returns {Line} */
  #over(move, { winner, scores }) {
    const sign = this.player === 0 ? 1 : -1;
    const value = winner === null ? 0 : winner === this.player ? 1 : -1;
    return { moves: [move], value, score: scores && sign * (scores[0] - scores[1]), exact: true, moves_to_win: winner === null ? null : 1 };
  }

  /** @param {number} share */
  #guess(share) {
    const guesses = analyze(this.game, this.position, this.clock.part(share), this.moves.length);
    this.clock.nodes += guesses.nodes;
    this.#depth = Math.max(this.#depth, guesses.depth);
    for (const line of guesses.lines) if (!this.#lines.get(line.moves[0])?.exact) this.#lines.set(line.moves[0], line);
    const worst = /** @type {Line} */ (guesses.lines.at(-1)).value;
    for (const move of this.moves) // a search may leave out the worst moves
      if (!this.#lines.has(move)) this.#lines.set(move, { moves: [move], value: worst, score: null, exact: false, moves_to_win: null });
    this.#share();
    this.report?.(this.#analysis());
  }

  /** Give equivalent moves the same value: the proved one, else the best guess. */
  #share() {
    for (const several of this.alike) {
      const lines = several.map((move) => /** @type {Line} */ (this.#lines.get(move)));
      const best = lines.reduce((best, other) => (Number(best.exact) - Number(other.exact) || bestFirst(other, best)) < 0 ? other : best);
      several.forEach((move, index) => {
        const own = lines[index];
        this.#lines.set(move, { ...best, moves: own.exact === best.exact ? own.moves : [move] });
      });
    }
  }

  /** @returns {Analysis} */
  #analysis() {
    const lines = [...this.#lines.values()].sort((line, other) => bestFirst(line, other) || other.moves.length - line.moves.length);
    const { moves, value, score, exact } = lines[0];
    const sure = exact && value === 1 && score === null;
    const { player, clock } = this;
    const work = { depth: this.#depth, nodes: clock.nodes, seconds: clock.seconds };
    return { player, move: moves[0], value, score, exact: sure || lines.every((line) => line.exact), ...work, lines, book: null };
  }

  /** @param {string} position @param {number} share @returns {Solution | null} */
  #proof(position, share) {
    const entry = this.game.entry(position);
    const known = entry?.exact ? entry : null;
    const part = this.clock.part(known ? share * KNOWN : share);
    const proof = solve(this.game, position, part);
    this.clock.nodes += proof ? proof.nodes : (part.nodes ?? 0);
    return proof ?? (known && proofOfBook(this.game, position, known));
  }

  /** @param {string} move @param {Solution} proof @returns {Line} */
  #proved(move, proof) {
    const sign = proof.player === this.player ? 1 : -1;
    const moves_to_win = proof.moves_to_win && proof.moves_to_win + 1;
    return { moves: [move, ...proof.line], value: sign * proof.value, score: proof.margin === null ? null : sign * proof.margin, exact: true, moves_to_win };
  }
}

/** Below 0 where the first line is the better: by value, then by score, then wins that come sooner and losses that come later. @param {Line} line @param {Line} other */
function bestFirst(line, other) {
  return other.value - line.value || (other.score ?? 0) - (line.score ?? 0) || distance(line) - distance(other);
}

/** @param {Line} line */
function distance({ moves_to_win, value }) {
  return value > 0 ? (moves_to_win ?? UNKNOWN) : -(moves_to_win ?? 0);
}

/** @param {string[]} items @param {(item: string) => string} key */
function groups(items, key) {
  const byKey = /** @type {Map<string, string[]>} */ (new Map());
  for (const item of items) {
    const name = key(item);
    byKey.set(name, [...(byKey.get(name) ?? []), item]);
  }
  return [...byKey.values()];
}
