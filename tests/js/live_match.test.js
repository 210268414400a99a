// The connection to a live match: it comes back by itself and sends again what was not answered.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { LiveMatch } from "../../src/quintet/server/static/js/ui/live_match.js";

/** The sockets that were opened, in their order. @type {FakeSocket[]} */
let sockets = [];

class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = url;
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close(code = 1006, reason = "") {
    this.readyState = 3;
    this.onclose({ code, reason });
  }
}

let said = [];
let live;
const latest = () => sockets[sockets.length - 1];

function connect(invite = null) {
  live = new LiveMatch("m1", invite, {
    snapshot: (view) => said.push(["snapshot", view]),
    update: (view, since) => said.push(["update", view, since]),
    spectators: (count) => said.push(["spectators", count]),
    connection: (state) => said.push(state),
    lost: (why) => said.push(["lost", why]),
  });
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  mock.method(Math, "random", () => 0.5); // waits are as long as they are meant to be
  sockets = [];
  said = [];
  globalThis.WebSocket = FakeSocket;
  globalThis.window = new EventTarget();
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  globalThis.location = new URL("https://quintet.test/game/m1");
});

afterEach(() => {
  live.close();
  mock.timers.reset();
  mock.restoreAll();
});

test("it asks for what is new since the version it has, with the invitation", () => {
  connect("secret");
  assert.equal(String(latest().url), "wss://quintet.test/api/matches/m1/live?invite=secret");
  latest().open();
  latest().hear({ type: "snapshot", version: 7, view: "view" });
  latest().close();
  mock.timers.tick(250);
  assert.equal(latest().url.searchParams.get("version"), "7");
  assert.deepEqual(said, ["connecting", "connected", ["snapshot", "view"], "away"]);
});

test("it waits longer after each failure, at most eight seconds, and briefly again once it was heard", () => {
  connect();
  for (const [index, wait] of [250, 500, 1000, 2000, 4000, 8000, 8000].entries()) {
    latest().close();
    mock.timers.tick(wait - 1);
    assert.equal(sockets.length, index + 1);
    mock.timers.tick(1);
    assert.equal(sockets.length, index + 2);
  }
  latest().open();
  latest().hear({ type: "spectators", count: 1, online: [true, true] });
  latest().close();
  const before = sockets.length;
  mock.timers.tick(250);
  assert.equal(sockets.length, before + 1);
});

test("a move that was not answered is sent again, one that was is not", async () => {
  connect();
  const first = live.move("d3", 0); // before there is a connection
  latest().open();
  const [{ id, ...message }] = latest().sent;
  assert.deepEqual(message, { type: "move", move: "d3", ply: 0 });
  latest().hear({ type: "ack", id, version: 3 });
  assert.equal(await first, 3);
  const second = live.move("c3", 2);
  latest().close();
  mock.timers.tick(250);
  latest().open();
  assert.deepEqual(latest().sent.map((sent) => sent.move), ["c3"]);
  latest().hear({ type: "ack", id: latest().sent[0].id, version: 5 });
  assert.equal(await second, 5);
});

test("a refusal is an error with the server's sentence and the spots that show it", async () => {
  connect();
  latest().open();
  const played = live.move("d4", 1);
  latest().hear({ type: "refused", id: latest().sent[0].id, error: "d4 is occupied", spots: ["d4"] });
  await assert.rejects(played, (error) => error.message === "d4 is occupied." && error.spots[0] === "d4");
});

test("what would do harm twice says for which ply it is meant", () => {
  connect();
  latest().open();
  void live.action("undo", 4);
  void live.action("offer_draw", 4);
  assert.deepEqual(latest().sent.map(({ action, ply }) => [action, ply]), [["undo", 4], ["offer_draw", undefined]]);
});

test("a match that cannot be had is not asked for again", () => {
  connect();
  latest().close(4403, "this game is private");
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
  assert.deepEqual(said.at(-1), ["lost", "this game is private"]);
});

test("it comes back at once when the network does, or when the page is seen again", () => {
  connect();
  latest().close();
  window.dispatchEvent(new Event("online"));
  assert.equal(sockets.length, 2);
  window.dispatchEvent(new Event("online")); // it is already on its way
  assert.equal(sockets.length, 2);
  latest().close();
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(sockets.length, 3);
  latest().open();
  mock.timers.tick(20_000);
  assert.equal(sockets.length, 3); // the wait that was under way is over
});

test("a silent connection is asked whether it lives, and given up when it does not answer", () => {
  connect();
  latest().open();
  mock.timers.tick(25_000);
  assert.deepEqual(latest().sent, [{ type: "ping" }]);
  mock.timers.tick(6_000);
  assert.equal(sockets[0].readyState, 3);
  assert.equal(sockets.length, 2);
});

test("between people a silence is said within three seconds, and forgotten with the next word", () => {
  connect();
  latest().open();
  live.playing = true;
  assert.deepEqual(latest().sent, [{ type: "ping", next: 1.5 }]);
  mock.timers.tick(1_500);
  assert.equal(latest().sent.length, 2);
  latest().hear({ type: "pong" });
  mock.timers.tick(3_000);
  assert.deepEqual(said, ["connecting", "connected", "away"]);
  latest().hear({ type: "pong" });
  assert.deepEqual(said.at(-1), "connected");
  mock.timers.tick(9_000);
  assert.equal(sockets[0].readyState, 3, "nothing came: it is left, and another one tried at once");
  assert.equal(sockets.length, 2);
});

test("when people have played nothing more is promised", () => {
  connect();
  latest().open();
  live.playing = true;
  live.playing = false;
  assert.deepEqual(latest().sent, [{ type: "ping", next: 1.5 }, { type: "ping" }]);
});

test("the same while a move waits for its answer, whoever plays", () => {
  connect();
  latest().open();
  mock.timers.tick(15_000);
  void live.move("d3", 0).catch(() => undefined);
  mock.timers.tick(3_000);
  assert.equal(said.at(-1), "away");
  assert.deepEqual(latest().sent.at(-1), { type: "ping" }, "who does not play against people promises nothing");
});

test("a connection that is not made is tried again", () => {
  connect();
  mock.timers.tick(9_000);
  assert.equal(sockets.length, 2);
});

test("a page that is hidden promises nothing more", () => {
  connect();
  latest().open();
  live.playing = true;
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(latest().sent.at(-1), { type: "ping" });
  mock.timers.tick(15_000);
  assert.equal(sockets.length, 1);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  mock.timers.tick(1_500);
  assert.deepEqual(latest().sent.at(-1), { type: "ping", next: 1.5 });
});

test("after it is closed nothing comes back", () => {
  connect();
  latest().open();
  live.close();
  window.dispatchEvent(new Event("online"));
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
});
