// @ts-check
/** @file A kernel's search, preceded by the book and the solver, as `engine/native/kernel_search.py` has it: what they prove needs no search. */
/** @import {Seat} from "../types.js" */
/** @import {BookEntry} from "./book.js" */
/** @import {LocalGame} from "./local_game.js" */
/** @import {Limits} from "./limits.js" */

import { Clock, asked, least } from "./limits.js";

/** @typedef {{moves: string[], value: number, score: number | null, exact: boolean, moves_to_win: number | null}} Line */
/** @typedef {{player: Seat, move: string, value: number, score: number | null, exact: boolean, depth: number, nodes: number, seconds: number, lines: Line[], book: Line | null}} Analysis */
/** @typedef {{player: Seat, value: number, margin: number | null, best: string[], line: string[], moves_to_win: number | null, nodes: number, seconds: number}} Solution */
/** @typedef {(analysis: Analysis) => void} Report */

/** The solver's share of the limits of an analysis, before the search begins. */
const SOLVER_SHARE = 0.5;
/** Limits of the search that chooses among several best moves. */
const CHOOSING = { nodes: 50_000, seconds: 0.25 };
/** Seconds for a resuming solver to prepare itself while the book has the answer. */
const BESIDE_BOOK = 0.25;
/** The smallest share of its seconds that a search keeps, however long the solver took. */
const LEAST_SHARE = 0.25;
/** How fast a solver is here, beside what it does natively. */
const PACE = 0.5;

/** How a level searches, where that is not how an analysis does. @typedef {{method?: string, solver?: Limits | null, trusting?: boolean}} Manner */

/** The best moves of a position and their values within the limits. @param {LocalGame} game @param {string} position @param {Limits} limits @param {number} lines @param {Report} [report] @returns {Analysis} */
export function analyze(game, position, limits, lines, report) {
  return new KernelSearch(game, limits).analyze(position, lines, report);
}

/** The exact value of a position, or null when the limits end first. @param {LocalGame} game @param {string} position @param {Limits} limits @param {{result_only?: boolean, fresh?: boolean}} [manner] @returns {Solution | null} */
export function solve(game, position, limits, manner = {}) {
  const { solved, value, margin, best, line, moves_to_win, nodes, seconds } = game.solve({ position, ...asked(limits), ...manner });
  if (!solved) return null;
  const sure = margin && margin[0] === margin[1] ? margin[0] : null;
  return { player: game.toMove(position), value: value[0], margin: sure, best, line, moves_to_win, nodes, seconds };
}

export class KernelSearch {
  /** @param {LocalGame} game @param {Limits} limits @param {Manner} [manner] */
  constructor(game, limits, { method = "auto", solver, trusting = false } = {}) {
    this.game = game;
    this.clock = new Clock(limits);
    this.method = method;
    this.trusting = trusting;
    const { nodes, seconds } = limits;
    this.solver = solver !== undefined ? solver : { nodes: nodes && Math.max(1, Math.trunc(nodes * SOLVER_SHARE)), seconds: seconds && seconds * SOLVER_SHARE };
  }

  /** The first stage that has an answer gives it: the book's estimate, a proof, a proved result, the search. @param {string} position @param {number} lines @param {Report} [report] @returns {Analysis} */
  analyze(position, lines, report) {
    const entry = this.solver ? this.game.entry(position) : null;
    const book = entry && bookLine(entry);
    if (entry && book && !entry.exact && this.trusting) {
      const { value, score } = book;
      return { player: this.game.toMove(position), move: book.moves[0], value, score, exact: false, depth: 0, nodes: 0, seconds: this.clock.seconds, lines: [book], book };
    }
    const tell = report && ((/** @type {Analysis} */ known) => report({ ...known, book }));
    let [analysis, spent] = this.#byProof(position, lines, tell, entry?.exact ? entry : null);
    if (!analysis && !spent && lines === 1 && !report) [analysis, spent] = this.#byResult(position);
    analysis ??= this.#search(position, this.#rest(spent), lines, tell);
    return { ...analysis, book };
  }

  /**
   * What solver or book prove, with a search for what they leave open; without a proof, the nodes that the solver took.
   * @param {string} position @param {number} lines @param {Report | undefined} report @param {BookEntry | null} entry @returns {[Analysis | null, number]}
   */
  #byProof(position, lines, report, entry) {
    const [proof, spent] = this.#proof(position, entry);
    if (!proof) return [null, spent];
    const proved = merged(proof, null, lines, this.clock);
    report?.(proved);
    if (proved.lines.length === lines && !leavesAChoice(proof)) return [proved, spent];
    const rest = this.#rest(spent);
    const tell = report && ((/** @type {Analysis} */ known) => report(merged(proof, known, lines, this.clock)));
    const searched = lines === 1 ? this.#search(position, least(rest, CHOOSING), 1, undefined, proof.best) : this.#search(position, rest, lines, tell);
    return [merged(proof, searched, lines, this.clock), spent];
  }

  /** The proof by the solver, else by the book, and the nodes it took. @param {string} position @param {BookEntry | null} entry @returns {[Solution | null, number]} */
  #proof(position, entry) {
    if (!this.solver) return [null, 0];
    const { nodes, seconds } = this.solver;
    const [proof, spent] = this.#solve(position, { nodes, seconds: entry && seconds !== null ? Math.min(seconds, BESIDE_BOOK) : seconds });
    return [proof ?? (entry && proofOfBook(this.game, position, entry)), spent];
  }

  /** A move that is proved to win or draw, where the margin is out of the solver's reach. @param {string} position @returns {[Analysis | null, number]} */
  #byResult(position) {
    if (!this.solver) return [null, 0];
    const [proof, spent] = this.#solve(position, this.solver, true);
    if (!proof || proof.value < 0) return [null, spent];
    const searched = this.#search(position, least(this.#rest(spent), CHOOSING), 1, undefined, proof.best.slice(0, 1));
    const lines = [{ ...searched.lines[0], value: proof.value }];
    return [{ ...searched, value: proof.value, nodes: searched.nodes + spent, seconds: this.clock.seconds, lines }, spent];
  }

  /** The solver's answer and the nodes it took: none where the position is out of its reach. @param {string} position @param {Limits} limits @param {boolean} [resultOnly] @returns {[Solution | null, number]} */
  #solve(position, limits, resultOnly = false) {
    const manner = { result_only: resultOnly, fresh: limits.nodes !== null };
    const { reach, nodes_a_second, resumes } = this.game.solverFacts({ position, ...manner });
    const affordable = limits.nodes ?? nodes_a_second * PACE * (limits.seconds ?? 0);
    if ((manner.fresh || !resumes) && (reach === null || reach > affordable)) return [null, 0];
    const proof = solve(this.game, position, limits, manner);
    return [proof, proof ? proof.nodes : (limits.nodes ?? 1)];
  }

  /** @param {string} position @param {Limits} limits @param {number} lines @param {Report} [report] @param {string[]} [among] @returns {Analysis} */
  #search(position, limits, lines, report, among = []) {
    const player = this.game.toMove(position);
    const whole = (/** @type {any} */ known) => ({ ...known, player, book: null, lines: known.lines.map((/** @type {Line} */ line) => ({ ...line, moves_to_win: null })) });
    const question = { position, ...asked(limits), lines, method: among.length ? "alphabeta" : this.method, among };
    return whole(this.game.search(question, report && ((known) => report(whole(known)))));
  }

  /** The limits without what is spent. @param {number} spent @returns {Limits} */
  #rest(spent) {
    const { nodes, seconds } = this.clock.limits;
    return {
      nodes: nodes && Math.max(1, nodes - spent),
      seconds: seconds && Math.max(seconds * LEAST_SHARE, seconds - this.clock.seconds),
    };
  }
}

/** What a book proves, as a solver's answer without a line of play. @param {LocalGame} game @param {string} position @param {BookEntry} entry @returns {Solution} */
export function proofOfBook(game, position, { value, margin, best }) {
  return { player: game.toMove(position), value, margin, best, line: [], moves_to_win: null, nodes: 0, seconds: 0 };
}

/** The best move by the book. @param {BookEntry} entry @returns {Line} */
function bookLine({ value, margin, best, exact }) {
  return { moves: best.slice(0, 1), value, score: margin, exact, moves_to_win: null };
}

/** Whether a search should choose among the best moves: against an opponent who errs some may be better. @param {Solution} proof */
function leavesAChoice({ best, value, margin, moves_to_win }) {
  return best.length > 1 && (value === 0 || (margin === null && moves_to_win === null));
}

/** What is proved about the best moves, and what a search says about the others. @param {Solution} proof @param {Analysis | null} analysis @param {number} lines @param {Clock} clock @returns {Analysis} */
function merged(proof, analysis, lines, clock) {
  const { value, margin: score } = proof;
  const searched = new Map((analysis?.lines ?? []).map((line) => [line.moves[0], line]));
  const order = [...searched.keys()].filter((move) => proof.best.includes(move));
  if (!leavesAChoice(proof) && proof.line.length) order.unshift(proof.line[0]);
  const best = [...new Set([...order, ...proof.line.slice(0, 1), ...proof.best])].map((move) => ({
    moves: proof.line[0] === move ? proof.line : (searched.get(move)?.moves ?? [move]),
    value,
    score,
    exact: true,
    moves_to_win: null,
  }));
  const others = [...searched.values()].filter((line) => !proof.best.includes(line.moves[0])).map((line) => below(line, value, score));
  return {
    player: proof.player,
    move: best[0].moves[0],
    value,
    score,
    exact: true,
    depth: Math.max(proof.line.length, analysis?.depth ?? 0),
    nodes: proof.nodes + (analysis?.nodes ?? 0),
    seconds: clock.seconds,
    lines: [...best, ...others].slice(0, lines),
    book: null,
  };
}

/** A line that is proved not to be among the best, with its value capped accordingly. @param {Line} line @param {number} value @param {number | null} score @returns {Line} */
function below(line, value, score) {
  if (line.exact) return line;
  return { ...line, value: Math.min(line.value, value), score: line.score === null || score === null ? null : Math.min(line.score, score) };
}
