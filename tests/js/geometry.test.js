// Where things are on a board, from both sides.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Geometry, rank } from "../../src/quintet/server/static/js/board/geometry.js";

/** A layout of so many rows and columns; `columns`: a press is a whole column. */
function layout(rows, columns, { falls = false, groups = false } = {}) {
  const spots = [];
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      const id = `${x},${y}`;
      const group = groups ? "all" : null;
      spots.push({ id, x: x + 0.5, y: y + 0.5, target: falls ? String(x) : id, label: id, group });
    }
  return { width: columns, height: rows, spots, drawing: { sides: ["front", "back"] } };
}

test("rows are read from top to bottom, and from behind the other way round", () => {
  const ids = (geometry) => geometry.rows.map((row) => row.map((spot) => spot.id).join(" "));
  assert.deepEqual(ids(new Geometry(layout(2, 3))), ["0,0 1,0 2,0", "0,1 1,1 2,1"]);
  assert.deepEqual(ids(new Geometry(layout(2, 3), true)), ["2,1 1,1 0,1", "2,0 1,0 0,0"]);
});

test("where things fall, down stays down when the board is turned round", () => {
  const geometry = new Geometry(layout(2, 3, { falls: true }), true);
  assert.equal(geometry.upright, true);
  assert.deepEqual(geometry.rows[0].map((spot) => spot.id), ["2,0", "1,0", "0,0"]);
  assert.deepEqual([geometry.x(0.5), geometry.y(0.5)], [250, 50]);
  assert.equal(geometry.quarter(1), -1);
});

test("seen from behind, a board has its other drawing", () => {
  assert.equal(new Geometry(layout(2, 3)).side, "front");
  const behind = new Geometry(layout(2, 3), true);
  assert.equal(behind.side, "back");
  assert.deepEqual([behind.x(0.5), behind.y(0.5), behind.quarter(1)], [250, 150, 1]);
});

test("arrows go to the nearest spot in their direction as seen, and nowhere at the rim", () => {
  for (const [flipped, right] of [[false, "2,1"], [true, "0,1"]]) {
    const geometry = new Geometry(layout(3, 3), flipped);
    const middle = geometry.byId.get("1,1");
    assert.equal(geometry.beside(middle, 1, 0)?.id, right);
  }
  const geometry = new Geometry(layout(3, 3));
  assert.equal(geometry.beside(geometry.byId.get("0,0"), -1, 0), null);
  assert.equal(geometry.beside(geometry.byId.get("0,0"), 0, 1)?.id, "0,1");
});

test("a group that turns carries each of its spots a quarter round", () => {
  const geometry = new Geometry(layout(3, 3, { groups: true }));
  const carried = (id, quarter) => geometry.carried(geometry.byId.get(id), "all", quarter).id;
  assert.equal(carried("0,0", 1), "2,0");
  assert.equal(carried("2,0", 1), "2,2");
  assert.equal(carried("0,0", -1), "0,2");
  assert.equal(carried("1,1", 1), "1,1");
  assert.equal(geometry.carried(geometry.byId.get("0,0"), "other", 1).id, "0,0");
});

test("values that are nearly alike have one rank", () => {
  assert.deepEqual([0.5, 0.5001, 1.5, 1.6, 9].map((value) => rank([0.5, 1.5, 2.5], value)), [0, 0, 1, 1, 2]);
});
