// The tree of a study: lines, variations, and the text that a link carries.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Tree, linesOf } from "../../src/quintet/server/static/js/pages/analysis/move_tree.js";

/** A tree of these lines; the data of a node is its ply. @param {string[]} lines */
function grown(...lines) {
  const tree = new Tree(0);
  for (const line of lines) {
    let at = tree.root;
    for (const [ply, move] of line.split(" ").entries()) at = tree.add(at, move, ply + 1);
  }
  return tree;
}

const texts = (nodes) => nodes.map((node) => node.text).join(" ");
const at = (tree, line) => line.split(" ").reduce((node, move) => tree.find(node, move), tree.root);

test("the first line is the main one, later ones are variations where they leave it", () => {
  const tree = grown("d3 c3 c4", "d3 c5 d6", "d3 c5 f6");
  assert.equal(texts(tree.main), "d3 c3 c4");
  assert.equal(texts(tree.root.children[0].children), "c3 c5");
  assert.equal(texts(tree.path(at(tree, "d3 c5 f6"))), "d3 c5 f6");
  assert.equal(texts(tree.line(at(tree, "d3 c5"))), "d3 c5 d6");
});

test("a move that is there already is not added again, however it is spelt", () => {
  const tree = grown("d3 c3");
  assert.equal(tree.add(tree.root, " D3 ", 1), tree.root.children[0]);
  assert.equal(tree.root.children.length, 1);
});

test("promoting makes the whole way there the main line and loses nothing", () => {
  const tree = grown("d3 c3 c4", "d3 c5 d6", "d3 c5 f6 f5");
  const deep = at(tree, "d3 c5 f6");
  assert.equal(tree.isMain(deep), false);
  tree.promote(deep);
  assert.equal(tree.isMain(deep), true);
  assert.equal(texts(tree.main), "d3 c5 f6 f5");
  assert.equal(String(tree), "d3 c5 (c3 c4) f6 (d6) f5");
});

test("deleting takes what follows along, and a variation takes the place of a main move", () => {
  const tree = grown("d3 c3 c4", "d3 c5 d6");
  assert.equal(tree.remove(at(tree, "d3 c3")), at(tree, "d3"));
  assert.equal(String(tree), "d3 c5 d6");
  assert.equal(tree.remove(tree.root), tree.root);
  tree.remove(at(tree, "d3"));
  assert.equal(String(tree), "");
  assert.deepEqual(tree.main, []);
});

test("one goes to what was tried instead, and stays at the ends", () => {
  const tree = grown("d3", "c4", "f5");
  const first = at(tree, "d3");
  assert.equal(tree.beside(first, 1).text, "c4");
  assert.equal(tree.beside(first, -1), first);
  assert.equal(tree.beside(at(tree, "f5"), 1).text, "f5");
  assert.equal(tree.beside(tree.root, 1), tree.root);
});

test("the text of a tree and its lines are each other's inverse", () => {
  for (const text of ["", "d3", "d3 c3 c4", "d3 (c4 e3 (c3 d3) f6) c3 (c5) c4", "a1-1C (a1-1A) b2-2C", "d3 (c4) (f5 d6)"]) {
    const lines = linesOf(text);
    const tree = grown(...lines.filter((line) => line.length).map((line) => line.join(" ")));
    assert.equal(String(tree), text);
  }
});

test("brackets that do not match do no harm", () => {
  assert.deepEqual(linesOf(") d3 ( c4"), [["d3"], ["c4"]]);
  assert.deepEqual(linesOf("(d3)"), [[], ["d3"]]);
});

test("moves have the numbers of their text, so that a link can point at one", () => {
  const tree = grown("d3 c3 c4", "d3 c5 d6");
  assert.equal(String(tree), "d3 c3 (c5 d6) c4");
  assert.deepEqual(
    ["d3", "d3 c3", "d3 c5", "d3 c5 d6", "d3 c3 c4"].map((line) => tree.number(at(tree, line))),
    [1, 2, 3, 4, 5],
  );
  assert.equal(tree.number(tree.root), 0);
  assert.equal(tree.numbered(4), at(tree, "d3 c5 d6"));
  assert.equal(tree.numbered(0), tree.root);
  assert.equal(tree.numbered(99), tree.root);
});

test("a long game does not take long", () => {
  const moves = Array.from({ length: 5000 }, (_, ply) => `m${ply}`);
  const tree = grown(moves.join(" "));
  assert.equal(String(tree).split(" ").length, 5000);
});
