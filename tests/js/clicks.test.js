// A press narrows the moves that a board was told; it knows no rule.

import assert from "node:assert/strict";
import { test } from "node:test";

import { afterPress, emptyState, landing, narrowed, pending, targets, typedMove, whole } from "../../src/quintet/server/static/js/board/state.js";

const move = (text, ...clicks) => ({ text, clicks, preview: [clicks[0]] });
const MOVES = [move("a0", "a0"), move("a0-1C", "a0", "1C"), move("a0-1A", "a0", "1A"), move("b1-1C", "b1", "1C"), move("pass", "pass")];
const pressed = (...targets_) => ({ ...emptyState(), moves: MOVES, pressed: targets_ });

test("only moves that begin with what was pressed are left", () => {
  assert.deepEqual(narrowed(MOVES, ["a0"]).map((one) => one.text), ["a0", "a0-1C", "a0-1A"]);
  assert.deepEqual(narrowed(MOVES, ["a0", "1A"]).map((one) => one.text), ["a0-1A"]);
  assert.deepEqual(narrowed(MOVES, ["z9"]), []);
});

test("what can be pressed next", () => {
  assert.deepEqual([...targets(pressed()).keys()], ["a0", "b1", "pass"]);
  assert.deepEqual([...targets(pressed("a0")).keys()], ["1C", "1A"]);
  assert.deepEqual([...targets(pressed("b1", "1C")).keys()], []);
});

test("a move is whole when all its targets were pressed, even where another goes on", () => {
  assert.equal(whole(pressed()), undefined);
  assert.equal(whole(pressed("a0"))?.text, "a0");
  assert.equal(whole(pressed("b1")), undefined);
  assert.equal(whole(pressed("b1", "1C"))?.text, "b1-1C");
});

test("one more press goes on, begins another move, takes back, or is no part of any move", () => {
  assert.deepEqual(afterPress(pressed(), "a0"), ["a0"]);
  assert.deepEqual(afterPress(pressed("a0"), "1C"), ["a0", "1C"]);
  assert.deepEqual(afterPress(pressed("a0"), "b1"), ["b1"]);
  assert.deepEqual(afterPress(pressed("a0"), "a0"), []);
  assert.equal(afterPress(pressed("a0"), "z9"), null);
  assert.equal(afterPress(pressed(), "1C"), null);
});

test("what a press occupies is shown before it and kept until the move is whole", () => {
  assert.deepEqual(landing(pressed(), "b1"), ["b1"]);
  assert.deepEqual(landing(pressed(), "z9"), []);
  assert.deepEqual(landing(pressed("a0"), "1C"), []);
  assert.deepEqual(pending(pressed("a0")), ["a0"]);
  assert.deepEqual(pending(pressed()), []);
});

test("typed moves may have other blanks, dashes and letters", () => {
  assert.equal(typedMove(MOVES, " A0 1c")?.text, "a0-1C");
  assert.equal(typedMove(MOVES, "PASS")?.text, "pass");
  assert.equal(typedMove(MOVES, "a0 1")?.text, undefined);
});
