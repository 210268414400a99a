// From a link to the form for a new game, and from the form to the message that asks for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf, matchRequest, setupOf } from "../../src/quintet/server/static/js/pages/play/match_request.js";

const setup = (path) => setupOf(`https://quintet.test${path}`);
const PLAIN = setup("/play");
const request = (values, given = PLAIN) => matchRequest((name) => values[name] ?? "", "othello", given);
const ENGINE = { opponent: "engine", side: "first", time: "none", level: "4" };

test("a link may say nothing, or all that is to be set up", () => {
  assert.deepEqual(PLAIN, { spec: null, position: null, moves: [], first: null, second: null, opponent: null, account: null });
  const given = setup("/play/pentago(size%3D4)?position=a/b%20w&moves=a1%20b2&first=engine:5&second=me&account=ada");
  assert.deepEqual(given, { spec: "pentago(size=4)", position: "a/b w", moves: ["a1", "b2"], first: "engine:5", second: "me", opponent: null, account: "ada" });
});

test("what a link says of the seats is chosen in the form", () => {
  const choices = (query) => Object.values(choicesOf(setup(`/play/othello?${query}`))).join(" ");
  assert.equal(choices(""), "engine 3 first");
  assert.equal(choices("first=engine:5&second=me"), "engine 5 second");
  assert.equal(choices("first=me&second=level:7"), "engine 7 first");
  assert.equal(choices("first=me&second=me"), "here 3 first");
  assert.equal(choices("first=me&second=open"), "friend 3 first");
  assert.equal(choices("opponent=lobby"), "lobby 3 first");
});

test("against the computer: by level or by time, on either side, unseen unless others may watch", () => {
  assert.deepEqual(request(ENGINE), {
    spec: "othello", seats: [{ kind: "me" }, { kind: "engine", level: 4 }], shuffle: false, rated: false, private: true,
  });
  assert.deepEqual(request({ ...ENGINE, side: "second", strength: "seconds", seconds: "2.5", public: "on" }), {
    spec: "othello", seats: [{ kind: "engine", seconds: 2.5 }, { kind: "me" }], shuffle: false, rated: false, private: false,
  });
  assert.equal(request({ ...ENGINE, side: "chance" }).shuffle, true);
});

test("against people: whoever has the link, one account, or anybody in the lobby", () => {
  assert.deepEqual(request({ opponent: "friend", time: "none" }).seats[1], { kind: "open" });
  assert.deepEqual(request({ opponent: "friend", time: "none", account: " ada " }).seats[1], { kind: "account", account: "ada" });
  assert.equal(request({ opponent: "friend", time: "none" }).private, true);
  const lobby = request({ opponent: "lobby", time: "none", rated: "on" });
  assert.deepEqual([lobby.private, lobby.rated], [false, true]);
});

test("two at one device have names, and no side is drawn by lot", () => {
  const match = request({ opponent: "here", side: "chance", time: "none", name0: " Ann " });
  assert.deepEqual(match.seats, [{ kind: "me", name: "Ann" }, { kind: "me", name: "Second" }]);
  assert.equal(match.shuffle, false);
});

test("clocks are asked for in seconds, whatever the form counts in", () => {
  const clock = (values) => request({ ...ENGINE, ...values }).clock;
  assert.equal(clock({}), undefined);
  assert.deepEqual(clock({ time: "3+2" }), { kind: "fischer", first: { seconds: 180, increment: 2 } });
  assert.deepEqual(clock({ time: "days" }), { kind: "days", first: { seconds: 172800, increment: 0 } });
  const own = { time: "own", clock: "fischer", "first-time": "1.5", "first-increment": "3", "second-time": "10", "second-increment": "0" };
  assert.deepEqual(clock(own), { kind: "fischer", first: { seconds: 90, increment: 3 } });
  assert.deepEqual(clock({ ...own, uneven: "on" }).second, { seconds: 600, increment: 0 });
  assert.deepEqual(clock({ time: "own", clock: "move", "first-time": "30" }), { kind: "move", first: { seconds: 30, increment: 0 } });
});

test("the position and the moves of the link go with it", () => {
  const match = request(ENGINE, setup("/play/othello?position=x%20b&moves=d3%20c3"));
  assert.deepEqual([match.position, match.moves], ["x b", ["d3", "c3"]]);
});
