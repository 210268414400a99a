// Clocks, results and values as people read them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyState } from "../../src/quintet/server/static/js/board/state.js";
import { counted, moveName, namedSpots, nextPressWords, outcomeWords, winnerWords } from "../../src/quintet/server/static/js/board/words.js";
import { clockText, clockWords, heardTime, left } from "../../src/quintet/server/static/js/ui/clock.js";
import { count } from "../../src/quintet/server/static/js/ui/format.js";
import { sentence } from "../../src/quintet/server/static/js/ui/http.js";
import { namesIn } from "../../src/quintet/server/static/js/pages/analysis/study_model.js";
import { worth } from "../../src/quintet/server/static/js/ui/move_values.js";
import { matchWords } from "../../src/quintet/server/static/js/pages/game/match_status.js";

const side = (base, increment = 0) => ({ seconds: base, base, increment });
const clock = (kind, first, second = first) => ({ kind, sides: [first, second], running: null, at: 0 });

test("a clock is read at a glance", () => {
  const shown = { 187: "3:07", 60: "1:00", 59.2: "1:00", 10: "0:10", 9.46: "0:09.4", 0: "0:00.0", 3723: "1:02:03", 172800: "2 days" };
  for (const [seconds, text] of Object.entries(shown)) assert.equal(clockText(Number(seconds)), text);
  assert.equal(clockText(null), "");
});

test("a move is called what the server calls it, else what it is written", () => {
  const layout = { names: { 1: "column 1", 2: "column 2", m: "magnet" } };
  assert.deepEqual(["2", "d3", "m", "pass"].map((move) => moveName(layout, move)), ["column 2", "d3", "magnet", "pass"]);
});

test("what to press next is what the game has there", () => {
  const spots = ["a1", "b1", "c1"].map((id) => ({ id, target: id, label: id }));
  const arrow = (id) => ({ id, label: id, quarter: 1 });
  const words = (moves, piece, buttons = [], pieces = {}) =>
    nextPressWords({
      ...emptyState(),
      layout: { spots, buttons, piece },
      moves: moves.map((clicks) => ({ text: clicks.join("-"), clicks, preview: [] })),
      scene: { ...emptyState().scene, pieces },
      pressed: [moves[0][0]],
    });
  const taken = { a1: { color: "b", mark: null } };
  assert.equal(words([["a1", "L"], ["a1", "R"]], "marble", [arrow("L"), arrow("R")]), "Now press one of the arrows, or the marble again to take it back.");
  assert.equal(words([["a1", "b1"], ["a1", "c1"]], "piece", [], taken), "Now press where the piece goes, or the piece again to choose another.");
  assert.equal(words([["a1", "b1"]], "stone"), "Now press another place, or the stone again to take it back.");
  assert.equal(
    words([["a1", "b1"], ["a1", "promote"]], "piece", [{ id: "promote", label: "Promote", quarter: 0 }], taken),
    "Now press where the piece goes or one of the buttons, or the piece again to choose another.",
  );
  assert.equal(words([["jump", "b1"]], "piece", [{ id: "jump", label: "Jump", quarter: 0 }]), "Now press another place, or the button again to take it back.");
});

test("how time is kept, in words", () => {
  assert.equal(clockWords(clock("none", side(null))), "No clock");
  assert.equal(clockWords(clock("fischer", side(300, 3))), "5 minutes + 3 s");
  assert.equal(clockWords(clock("fischer", side(60))), "1 minute");
  assert.equal(clockWords(clock("fischer", side(90))), "90 seconds");
  assert.equal(clockWords(clock("move", side(30))), "30 seconds a move");
  assert.equal(clockWords(clock("days", side(86400))), "1 day a move");
  assert.equal(clockWords(clock("fischer", side(60), side(300))), "1 minute against 5 minutes");
  assert.equal(count(2, "move"), "2 moves");
});

test("only the running side's time goes down, never below nothing", () => {
  const now = Date.now() / 1000;
  heardTime(now);
  const running = { ...clock("fischer", side(100), side(50)), running: 0, at: now - 30 };
  assert.ok(Math.abs(left(running, 0) - 70) < 1);
  assert.equal(left(running, 1), 50);
  assert.equal(left({ ...running, at: now - 500 }, 0), 0);
  assert.equal(left(clock("none", side(null)), 0), null);
});

test("how a game ended, by name", () => {
  const names = ["Ada", "Ben"];
  const words = (kind, winner, reason = "", scores = null) => outcomeWords({ kind, winner, reason, scores }, names);
  assert.equal(words("rules", 0, "more discs", [40, 24]), "Ada wins 40 to 24.");
  assert.equal(words("rules", 1, "more points", [11, 18]), "Ben wins 18 to 11.");
  assert.equal(words("rules", null, "the board is full"), "A draw: the board is full.");
  assert.equal(words("rules", null, "equal points", [9, 9]), "A draw, 9 to 9.");
  assert.equal(words("rules", 0, "all captured", [3, 5]), "Ada wins 3 to 5: all captured.");
  assert.equal(words("time", null), "A draw: time is up.");
  assert.equal(words("agreed", null), "A draw: both agreed.");
  assert.equal(outcomeWords({ kind: "resigned", winner: 0, reason: "", scores: null }, ["Ada", "You"]), "Ada wins: you resigned.");
  assert.equal(words("time", 1), "Ben wins: Ada ran out of time.");
  assert.equal(words("resigned", 0), "Ada wins: Ben resigned.");
  assert.equal(words("truncated", null, "no end after 6 moves"), "Stopped without a result: no end after 6 moves.");
  assert.equal(words("aborted", null), "The game was called off.");
  assert.equal(words("declined", null, "Ben declined"), "Ben declined.");
});

test("who has won, without why", () => {
  assert.equal(winnerWords(0, ["Black", "White"]), "Black has won");
  assert.equal(winnerWords(null, ["Black", "White"]), "A draw");
});

test("what a line is worth: a chance, or the truth", () => {
  const line = (exact, score = null) => ({ moves: [], value: 0, chance: 0, score, exact, verdict: null });
  assert.equal(worth(line(false), 0.618), "62 %");
  assert.equal(worth(line(true, 12), 1), "+12");
  assert.equal(worth(line(true, -3), 0), "−3");
  assert.equal(worth(line(true), 1), "wins");
  assert.equal(worth(line(true), 0), "loses");
  assert.equal(worth(line(true, 0), 0.5), "draws");
});

test("numbers agree with their nouns", () => {
  assert.equal(counted({ value: 1, label: "discs", total: null }), "1 disc");
  assert.equal(counted({ value: 2, label: "discs", total: null }), "2 discs");
  assert.equal(counted({ value: 7, label: "tokens left", total: 20 }), "7/20 tokens left");
  assert.equal(counted({ value: 1, label: "misses # turns", total: null }), "misses 1 turn");
  assert.equal(counted({ value: 2, label: "misses # turns", total: null }), "misses 2 turns");
});

test("the spots that a sentence names are found in it", () => {
  const layout = { spots: [{ id: "a1" }, { id: "b2" }, { id: "a11" }] };
  assert.deepEqual(namedSpots(layout, "B2 touches a1 only at a corner."), ["a1", "b2"]);
});

test("the server's words become a sentence", () => {
  assert.equal(sentence("the match is over"), "The match is over.");
  assert.equal(sentence("a position has 2 fields"), "A position has 2 fields.");
  assert.equal(sentence("d3 is occupied"), "d3 is occupied.");
  assert.equal(sentence("Who is it?"), "Who is it?");
  assert.equal(sentence(" "), "");
});

test("what kind of match it is", () => {
  const view = { title: "Magnetize", clock: clock("none", side(null)), rated: false, private: true, spectators: 3, ply: 120, turn_limit: 150 };
  const seats = (...kinds) => kinds.map((kind) => ({ kind }));
  assert.equal(matchWords({ ...view, seats: seats("person", "engine") }), "Magnetize · private · 3 watching · ends after 150 moves");
  assert.equal(matchWords({ ...view, seats: seats("engine", "engine"), ply: 2 }), "Magnetize · 3 watching");
});

test("a link to an analysis says who played, both or nobody", () => {
  const names = (query) => namesIn(new URLSearchParams(query));
  assert.deepEqual(names("moves=d3&name=Ann&name=Bob"), ["Ann", "Bob"]);
  assert.equal(names("moves=d3"), null);
  assert.equal(names("name=Ann&name=%20"), null);
  assert.deepEqual(names(`name=${"W".repeat(60)}&name=Bob`), ["W".repeat(40), "Bob"]);
});
