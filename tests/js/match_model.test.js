// A match as its page knows it: news, what may be seen, where one looks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MatchModel } from "../../src/quintet/server/static/js/pages/game/match_model.js";

globalThis.location = new URL("https://quintet.test/game/m1");

const seat = (kind) => ({ kind, online: false });
const VIEW = {
  id: "m1", title: "Othello", status: "live", ply: 1, position: "p1", version: 4, to_move: 1, you: [1], names: ["Ada", "Ben"],
  colors: ["b", "w"], seats: [seat("person"), seat("person")], history: [{ text: "d3", color: "b" }], moves: [{ text: "c3" }, { text: "c5" }],
  layout: { spots: [], buttons: [], names: {} }, scene: "scene 1", outcome: null, rematch: null, private: false, invite: null, invited: false, spectators: 0,
};
const news = (changes) => ({ ...VIEW, history: [], ...changes });

function loaded(changes = {}, invite = null) {
  const model = new MatchModel("m1", invite);
  model.snapshot({ ...VIEW, ...changes });
  return model;
}

test("before the first view there is nothing to change", () => {
  const model = new MatchModel("m1", null);
  assert.equal(model.update(news({}), 1, []), null);
  assert.equal(model.isLoaded, false);
  assert.equal(model.ply, 0);
});

test("a move is one step further, with its history behind what was there", () => {
  const model = loaded();
  model.message = "d3 is occupied.";
  const change = model.update(news({ ply: 2, position: "p2", to_move: 0, history: [{ text: "c3", color: "w" }] }), 1, [{ kind: "moved", version: 5 }]);
  assert.deepEqual({ ...change, before: change.before.ply }, { before: 1, onBoard: true, step: true, ended: false, myTurn: false, heard: false, rematch: false });
  assert.deepEqual(model.view.history.map((move) => move.text), ["d3", "c3"]);
  assert.equal(model.view.version, 5);
  assert.equal(model.message, "");
  assert.equal(model.sentence(), "Ada is thinking.");
});

test("an offer is heard and leaves the board, and a move that is being made, alone", () => {
  const model = loaded();
  model.message = "Now press one of the arrows.";
  const change = model.update(news({}), 1, [{ kind: "draw_offered", version: 5 }]);
  assert.equal(change.onBoard, false);
  assert.equal(change.heard, true);
  assert.equal(model.message, "Now press one of the arrows.");
});

test("a turn comes once: with the move of the other side, or when a move is taken back", () => {
  const model = loaded({ to_move: 0 });
  assert.equal(model.update(news({ ply: 2, to_move: 1 }), 1, []).myTurn, true);
  assert.equal(model.update(news({ ply: 2, to_move: 1 }), 1, []).myTurn, false);
  assert.equal(model.update(news({ ply: 0, to_move: 1 }), 0, []).myTurn, true);
});

test("who looks at a move that is taken back looks at the latest again", () => {
  const model = loaded({ ply: 6 });
  model.cursor = 5;
  model.update(news({ ply: 5 }), 1, []);
  assert.equal(model.cursor, 5);
  model.update(news({ ply: 4 }), 1, []);
  assert.equal(model.cursor, null);
});

test("the result is not seen before the move that brought it", () => {
  const model = loaded();
  const { before, ended } = model.update(news({ ply: 2, status: "over", scene: "scene 2", outcome: { kind: "rules", winner: 1, reason: "more discs", scores: null } }), 1, []);
  assert.equal(ended, true);
  model.withheld = { scene: before.scene, status: "live", outcome: null };
  assert.equal(model.visible.scene, "scene 1");
  assert.equal(model.sentence(), "");
  model.withheld = null;
  assert.equal(model.sentence(), "You win: more discs.");
});

test("an answer to joining that comes after the first move does not undo it", () => {
  const model = loaded({ you: [], version: 9, ply: 2 });
  model.join({ ...VIEW, you: [1], invite: "secret", invited: true, version: 8, ply: 1 });
  assert.equal(model.view.ply, 2);
  assert.deepEqual([model.view.you, model.view.invite], [[1], "secret"]);
  model.join({ ...VIEW, you: [1], version: 10, ply: 3 });
  assert.equal(model.view.ply, 3);
});

test("a move that waits for the server is spoken of, at the latest position only", () => {
  const model = loaded();
  model.sending = "c3";
  model.away = true;
  assert.equal(model.sentence(), "Your move (c3) is sent as soon as the server is back.");
  model.cursor = 0;
  assert.equal(model.sentence(), "Move 0 of 1.");
});

test("there is somebody to talk to: another player, or for those who watch another one who does", () => {
  assert.equal(loaded().hasCompany, true);
  assert.equal(loaded({ seats: [seat("engine"), seat("person")] }).hasCompany, false);
  const watching = loaded({ you: [], spectators: 1 });
  assert.equal(watching.hasCompany, false);
  watching.watched(2, [true, false]);
  assert.equal(watching.hasCompany, true);
  assert.deepEqual(watching.view.seats.map((one) => one.online), [true, false]);
});

test("a link has the ply that is looked at, and the invitation to a private game alone", () => {
  const model = loaded({ private: true }, "a b");
  assert.equal(model.secret, "?invite=a%20b");
  model.cursor = 1;
  assert.equal(model.link(), "https://quintet.test/game/m1?ply=1&invite=a+b");
  assert.equal(loaded({}, "a b").link(), "https://quintet.test/game/m1");
});
