// What was done without a connection is sent later, in its order.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let stored = new Map();
let answers = [];
let sent = [];

Object.defineProperty(globalThis, "navigator", { value: { onLine: false }, configurable: true });
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => stored.set(key, text),
};
globalThis.fetch = async (path, { method, body }) => {
  const status = answers.shift() ?? 200;
  if (!status) throw new TypeError("no connection");
  sent.push([method, path, body]);
  return new Response("{}", { status });
};

const { later, sendWaiting } = await import("../../src/quintet/server/static/js/ui/offline.js");
const chapters = (count) => ({ method: "PUT", path: "/api/lessons/othello/chapters", body: { chapters: count } });
const bodies = () => sent.map(([, , body]) => JSON.parse(body).chapters);

beforeEach(() => {
  stored = new Map();
  answers = [];
  sent = [];
});

test("what waits is sent once, in its order", async () => {
  later(chapters(1));
  later(chapters(2));
  await sendWaiting();
  assert.deepEqual(sent[0], ["PUT", "/api/lessons/othello/chapters", '{"chapters":1}']);
  await sendWaiting();
  assert.deepEqual(bodies(), [1, 2]);
});

test("without a connection all of it waits on, from where it stopped", async () => {
  for (const count of [1, 2, 3]) later(chapters(count));
  answers = [200, 0];
  await sendWaiting();
  assert.deepEqual(bodies(), [1]);
  await sendWaiting();
  assert.deepEqual(bodies(), [1, 2, 3]);
});

test("what the server refuses is dropped and holds nothing up", async () => {
  later(chapters(1));
  later(chapters(2));
  answers = [409, 200];
  await sendWaiting();
  await sendWaiting();
  assert.deepEqual(bodies(), [1, 2]);
});

test("only the latest hundred wait, and a broken store is an empty one", async () => {
  for (let count = 1; count <= 103; count += 1) later(chapters(count));
  await sendWaiting();
  assert.deepEqual([bodies().length, bodies()[0], bodies().at(-1)], [100, 4, 103]);
  stored.set("quintet-later", "{broken");
  await sendWaiting();
  later(chapters(7));
  await sendWaiting();
  assert.equal(bodies().at(-1), 7);
});

test("a browser that stores nothing does no harm", async () => {
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new Error("quota");
  };
  later(chapters(1));
  localStorage.setItem = setItem;
  await sendWaiting();
  assert.deepEqual(sent, []);
});
