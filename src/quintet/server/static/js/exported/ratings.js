// @ts-check
/** @file Ratings of learners by Glicko-2, after one result: as `study/glicko2.py` and `study/progress.py` have it. */

/** @typedef {{rating: number, deviation: number, volatility: number}} Rating */
/** @typedef {Rating & {tried: number, solved: number, streak: number, longest: number}} Standing */

const SCALE = 173.7178;
const TAU = 0.5;
const PRECISION = 1e-6;
const [LOWEST, HIGHEST] = [100, 4000];
/** The deviation of a puzzle's rating, which is computed and not measured. */
const UNTRIED = 120;
/** A rating with a larger deviation is provisional. */
export const PROVISIONAL = 110;
/** Before the first puzzle. @type {Standing} */
export const BEGINNER = { rating: 1200, deviation: 200, volatility: 0.06, tried: 0, solved: 0, streak: 0, longest: 0 };

/** The standing after a result on a puzzle of this rating. @param {Standing} standing @param {number} puzzle @param {boolean} solved @returns {Standing} */
export function settled(standing, puzzle, solved) {
  const streak = solved ? standing.streak + 1 : 0;
  return {
    ...updated(standing, { rating: puzzle, deviation: UNTRIED, volatility: 0.06 }, solved ? 1 : 0),
    tried: standing.tried + 1,
    solved: standing.solved + (solved ? 1 : 0),
    streak,
    longest: Math.max(standing.longest, streak),
  };
}

/** @param {Rating} player @param {Rating} opponent @param {number} score @returns {Rating} */
export function updated(player, opponent, score) {
  const [mu, phi] = [(player.rating - 1500) / SCALE, player.deviation / SCALE];
  const weight = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - 1500) / SCALE)));
  const variance = 1 / (weight ** 2 * expected * (1 - expected));
  const lead = weight * (score - expected);
  const volatility = newVolatility(phi, player.volatility, variance, variance * lead);
  const after = 1 / Math.sqrt(1 / (phi ** 2 + volatility ** 2) + 1 / variance);
  const rating = 1500 + SCALE * (mu + after ** 2 * lead);
  return { rating: Math.min(HIGHEST, Math.max(LOWEST, rating)), deviation: Math.min(350, after * SCALE), volatility };
}

/** Step 5 of Glickman's paper: the root of f by the Illinois method. @param {number} phi @param {number} sigma @param {number} variance @param {number} delta */
function newVolatility(phi, sigma, variance, delta) {
  const a = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    return (e * (delta ** 2 - phi ** 2 - variance - e)) / (2 * (phi ** 2 + variance + e) ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (delta ** 2 <= phi ** 2 + variance) {
    let steps = 1;
    while (f(a - steps * TAU) < 0) steps += 1;
    high = a - steps * TAU;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > PRECISION) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}
