// Ratings of learners without a server: the numbers are those of quintet.study.progress.

import assert from "node:assert/strict";
import { test } from "node:test";

import { BEGINNER, settled } from "../../src/quintet/server/static/js/exported/ratings.js";

/** The rating of a puzzle, whether it was solved, and the learner's rating, deviation and volatility after it. */
const RESULTS = [
  [1100, true, 1262.6260812924938, 177.70104056996018, 0.05999883283805401],
  [1500, true, 1377.889902496258, 165.53488722910416, 0.0600024856061366],
  [900, false, 1247.272297401179, 161.67015672491135, 0.0600109343613392],
  [2400, false, 1246.9871033631043, 161.88185254725354, 0.0600109343613392],
  [1300, true, 1315.0867751120882, 148.91953315715347, 0.06001122880473287],
];

test("a learner's results", () => {
  let standing = BEGINNER;
  for (const [rating, solved, ...expected] of RESULTS) {
    standing = settled(standing, rating, solved);
    const { rating: mine, deviation, volatility } = standing;
    for (const [index, value] of [mine, deviation, volatility].entries()) assert.ok(Math.abs(value - expected[index]) < 1e-6);
  }
  const { tried, solved, streak, longest } = standing;
  assert.deepEqual([tried, solved, streak, longest], [5, 3, 1, 2]);
});
