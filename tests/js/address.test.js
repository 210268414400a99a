// Addresses of a site that is only files, under a prefix.

import assert from "node:assert/strict";
import { test } from "node:test";

import { exportedLink, isExported, link, servedPlace } from "../../src/quintet/server/static/js/ui/address.js";

const FOLDER = new URL("https://host.example/quintet/");
const PATHS = {
  "/": "",
  "/learn": "learn/",
  "/learn/othello#2": "learn/show/?of=othello#2",
  "/play/quentin(size=7)": "play/show/?of=quentin(size=7)",
  "/puzzles/next?game=othello&theme=win": "puzzles/show/?of=next&game=othello&theme=win",
  "/analysis?match=abc&ply=3": "analysis/?match=abc&ply=3",
};

test("an address of the served site has one in the folder", () => {
  for (const [path, exported] of Object.entries(PATHS)) assert.equal(exportedLink(FOLDER, path), FOLDER.href + exported);
});

test("and back again", () => {
  for (const path of Object.keys(PATHS)) {
    const { pathname, search, hash } = servedPlace(FOLDER, exportedLink(FOLDER, path));
    assert.equal(decodeURIComponent(pathname) + search + hash, path);
  }
  assert.equal(servedPlace(FOLDER, `${FOLDER.href}index.html`).pathname, "/");
});

test("a position keeps its signs", () => {
  const path = `/analysis/othello?position=${encodeURIComponent("...b/wb.. b & + 50%")}`;
  assert.equal(servedPlace(FOLDER, exportedLink(FOLDER, path)).searchParams.get("position"), "...b/wb.. b & + 50%");
});

test("on a server addresses stay as they are", () => {
  assert.equal(isExported, false);
  assert.equal(link("/learn/othello"), "/learn/othello");
});
