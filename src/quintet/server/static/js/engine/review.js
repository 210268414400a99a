// @ts-check
/**
 * @file The review of a match, as `study/review.py` does it: winning chances ply by ply, what each move lost, which were mistakes.
 *
 * First every position is searched once. Then the moves are judged from the last to the first; one that seems to have lost much is
 * searched again, longer, beside the move that seems better. It is a mistake only if that confirms it.
 */
/** @import {AnalysisOut, Color, EvaluatedPly, EvaluationDone, Frame, Outcome, Seat} from "../types.js" */

import { colorName } from "../board/words.js";
import { verdict } from "./messages.js";

const MISTAKES = /** @type {const} */ ([[0.3, "blunder"], [0.2, "mistake"], [0.1, "inaccuracy"]]);
const LEAST = 0.1;
/** How many times longer the searches of a second look are. */
const DEEPER = 5;
/** What a move must have lost by the second look to be blamed, and the chances that must be left, where nothing or one side is proved. */
const [CONFIRMED, HOPE, SURE] = [0.15, 0.45, 0.75];
/** A loss of less, unless it is proved, is within the error of a search. */
const NOISE = 0.03;
/** What a move that loses half of the winning chance, or more, counts in the accuracy of its player. */
const LEAST_SCORE = 0.1;

/** A position to look at. @typedef {{position: string, to_move: Seat, colors: [Color, Color], outcome: Pick<Outcome, "winner" | "scores"> | null}} Spot */
/** What is known of one. @typedef {{chance: number, exact: boolean, verdict: string | null, best: string | null, line: string[], byDepth: Map<number, number>}} Known */
/**
 * What a review needs.
 * @typedef {object} Means
 * @property {(position: string, patience: number) => Promise<AnalysisOut[]>} search all that a search reports, the final answer last
 * @property {(position: string, move: string) => Promise<Spot>} play
 * @property {(position: string, other: string) => Promise<boolean>} alike whether two positions are the same, or mirror images
 * @property {(position: string, move: string) => Promise<string>} narrate what a move did
 * @property {(move: string) => string} name a move within a sentence
 */

export class Review {
  /** @type {EvaluatedPly[]} */
  plies = [];
  /** @type {Known[]} */
  #known = [];

  /** @param {Frame[]} frames the positions of the game, from its start @param {Means} means @param {(ply: EvaluatedPly) => void} hear */
  constructor(frames, means, hear) {
    this.frames = frames;
    this.means = means;
    this.hear = hear;
  }

  /** @returns {Promise<EvaluationDone>} */
  async run() {
    for (const [ply, frame] of this.frames.entries()) {
      this.#known.push(await this.#look(frame, 1));
      const player = ply ? this.frames[ply - 1].to_move : null;
      this.plies.push({ type: "ply", ply, move: frame.move?.text ?? null, player, chance: 0.5, exact: false, verdict: null, best: null, line: [], loss: null, mistake: null, better: null, why: null });
      this.#tell(ply);
    }
    for (let ply = this.frames.length - 1; ply > 0; ply -= 1) await this.#judge(ply);
    const made = (/** @type {Seat} */ player) => this.plies.filter((ply) => ply.player === player);
    const mistakes = /** @type {[number, number]} */ (/** @type {const} */ ([0, 1]).map((player) => made(player).filter((ply) => ply.mistake).length));
    const accuracy = /** @type {[number | null, number | null]} */ (/** @type {const} */ ([0, 1]).map((player) => this.#accuracy(player, made(player))));
    return { type: "done", plies: this.frames.length - 1, mistakes, accuracy };
  }

  /** The harmonic mean of what the moves kept, each counted by the winning chance that it could lose. @param {Seat} player @param {EvaluatedPly[]} made */
  #accuracy(player, made) {
    const judged = made.map(({ ply, loss }) => ({ stake: of(this.#known[ply - 1], player), loss: loss ?? 0 }));
    const stakes = judged.reduce((sum, { stake }) => sum + stake, 0);
    return stakes ? stakes / judged.reduce((sum, { stake, loss }) => sum + stake / Math.max(LEAST_SCORE, 1 - 2 * loss), 0) : null;
  }

  /** @param {Spot} spot @param {number} patience @returns {Promise<Known>} */
  async #look({ position, outcome, colors }, patience) {
    if (outcome) {
      const chance = outcome.winner === null ? 0.5 : outcome.winner === 0 ? 1 : 0;
      return { chance, exact: true, verdict: ending(outcome, colors), best: null, line: [], byDepth: new Map() };
    }
    return known(await this.means.search(position, patience));
  }

  /** Find what the move before `ply` lost; the position before it is then worth what came of it, and the loss. @param {number} ply */
  async #judge(ply) {
    const mover = this.frames[ply - 1].to_move;
    let [before, after] = [this.#known[ply - 1], this.#known[ply]];
    let loss = of(before, mover) - of(after, mover);
    const unforeseen = after.exact && of(after, mover) === 0 && !before.exact;
    let sure = before.exact && after.exact;
    if ((loss >= LEAST || unforeseen) && !sure) {
      [loss, sure] = await this.#secondLook(ply, mover, unforeseen);
      after = this.#known[ply];
    }
    before = this.#known[ply - 1];
    if (loss < NOISE) loss = 0;
    if (after.exact && of(after, mover) === 1 && !before.exact) before = this.#known[ply - 1] = this.#won(ply);
    if (!before.exact) before.chance = Math.min(1, Math.max(0, after.chance + (mover === 0 ? loss : -loss)));
    const mistake = MISTAKES.find(([least]) => sure && loss >= least - 1e-9)?.[1] ?? null;
    Object.assign(this.plies[ply], { loss, mistake, better: mistake && before.best, why: null });
    if (mistake) this.plies[ply].why = await this.#why(ply);
    this.#tell(ply);
    this.#tell(ply - 1);
  }

  /**
   * What the move before `ply` has lost by a deeper look at it and at the move that seems better, and whether that is enough to blame it.
   * @param {number} ply @param {Seat} mover @param {boolean} unforeseen @returns {Promise<[number, boolean]>}
   */
  async #secondLook(ply, mover, unforeseen) {
    const [start, played] = [this.frames[ply - 1], this.frames[ply]];
    let before = this.#known[ply - 1];
    let better = await this.means.play(start.position, String(before.best));
    if (unforeseen || (await this.means.alike(better.position, played.position))) {
      before = this.#known[ply - 1] = await this.#look(start, DEEPER);
      better = await this.means.play(start.position, String(before.best));
    }
    if (await this.means.alike(better.position, played.position)) return [0, false];
    const other = await this.#look(better, DEEPER);
    let own = this.#known[ply];
    if (!own.exact) {
      own = await this.#look(played, DEEPER);
      if (own.exact) {
        this.#known[ply] = own;
        if (ply < this.frames.length - 1) await this.#judge(ply + 1);
      }
    }
    before.line = [String(before.best), ...other.line];
    return confirmed(other, own, mover, Math.abs(of(own, mover) - of(this.#known[ply], mover)));
  }

  /** A position from which the move that was played is proved to win. @param {number} ply @returns {Known} */
  #won(ply) {
    const { to_move, colors } = this.frames[ply - 1];
    const [after, move] = [this.#known[ply], String(this.plies[ply].move)];
    return { ...after, exact: true, verdict: verdict(to_move, 1, null, colors), best: move, line: [move, ...after.line], byDepth: new Map() };
  }

  /** @param {number} ply */
  #tell(ply) {
    const { chance, exact, verdict, best, line } = this.#known[ply];
    Object.assign(this.plies[ply], { chance, exact, verdict, best, line });
    this.hear({ ...this.plies[ply] });
  }

  /** The answer that makes a move a mistake, where it leads, and where the better move does. @param {number} ply */
  async #why(ply) {
    const { name, narrate } = this.means;
    const [judged, before, after] = [this.plies[ply], this.#known[ply - 1], this.#known[ply]];
    const [start, played] = [this.frames[ply - 1], this.frames[ply]];
    const [move, better] = [name(String(judged.move)), name(String(judged.better))];
    const [answer] = after.line;
    const sentences = [];
    if (answer) sentences.push(`${capital(move)} allows ${colorName(played.colors[played.to_move])}'s ${name(answer)}.`, await narrate(played.position, answer));
    const now = answer && after.verdict ? "With best play" : "Now";
    sentences.push(`${now} ${worth(after, played.colors)}; with ${better} instead of ${move}, ${worth(before, start.colors)}.`);
    return sentences.filter(Boolean).join(" ");
  }
}

/** The last answer; its chance is the mean of the last two depths, because searches of odd and even depth differ. @param {AnalysisOut[]} answers @returns {Known} */
function known(answers) {
  const last = /** @type {AnalysisOut} */ (answers.at(-1));
  const byDepth = new Map(answers.filter((answer) => !answer.exact).map(({ depth, chance }) => [depth, chance]));
  const earlier = last.exact ? undefined : byDepth.get(last.depth - 1);
  const chance = earlier === undefined ? last.chance : (last.chance + earlier) / 2;
  return { chance, exact: last.exact, verdict: last.verdict, best: last.move, line: last.lines[0].moves, byDepth };
}

/** The winning chance of a player. @param {Known} known @param {Seat} player */
function of(known, player) {
  return player === 0 ? known.chance : 1 - known.chance;
}

/** How much more one position is worth to a player than another: at the greatest depths both were searched to. @param {Known} better @param {Known} worse @param {Seat} player */
function difference(better, worse, player) {
  const common = [...better.byDepth.keys()].filter((depth) => worse.byDepth.has(depth)).sort((depth, other) => depth - other).slice(-2);
  if (better.exact || worse.exact || !common.length) return of(better, player) - of(worse, player);
  const more = common.reduce((sum, depth) => sum + Number(better.byDepth.get(depth)) - Number(worse.byDepth.get(depth)), 0) / common.length;
  return player === 0 ? more : -more;
}

/**
 * What a second look shows to be lost, and whether it is enough to blame the move: not where the look is further from what came of the move.
 * @param {Known} better @param {Known} worse @param {Seat} player @param {number} error @returns {[number, boolean]}
 */
function confirmed(better, worse, player, error) {
  const loss = difference(better, worse, player);
  if (better.exact && worse.exact) return [loss, true];
  const hope = better.exact || worse.exact ? SURE : HOPE;
  const contested = (better.exact || of(better, player) >= hope) && (worse.exact || of(worse, player) <= 1 - hope);
  return loss >= CONFIRMED && loss > error && contested ? [loss, true] : [Math.min(loss, LEAST), false];
}

/** How a game has ended, in words like those of a verdict. @param {Pick<Outcome, "winner" | "scores">} outcome @param {[Color, Color]} colors */
function ending({ winner, scores }, colors) {
  if (winner === null) return "a draw";
  return `${colorName(colors[winner])} won${scores ? ` by ${Math.abs(scores[0] - scores[1])}` : ""}`;
}

/** Capitalize a sentence, unless it begins with the name of a spot. @param {string} words */
function capital(words) {
  return /^.\p{L}/u.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}

/** "Black wins by 12", else the chance of the side that is ahead, as it stands beside a board: "White 67 %". @param {Pick<Known, "verdict" | "chance">} known @param {[Color, Color]} colors */
export function worth({ verdict, chance }, colors) {
  const ahead = chance >= 0.5 ? 0 : 1;
  return verdict ?? `${colorName(colors[ahead])} ${Math.round(100 * (ahead === 0 ? chance : 1 - chance))} %`;
}
