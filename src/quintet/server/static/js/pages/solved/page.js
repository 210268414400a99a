// @ts-check
/** @file All solved boards, each with a map of its first moves. */
/** @import {MapOut, MapsOut} from "../../types.js" */

import { byId, h } from "../../dom.js";
import { head } from "../../ui/head.js";
import { get, inPath } from "../../ui/http.js";
import { stillBoard } from "../../ui/little_board.js";
import { firstTruths } from "../../ui/move_values.js";
import { showError } from "../../ui/feedback.js";

/** A little board with its marks. @param {MapOut} map */
function littleMap(map) {
  const board = stillBoard(`${map.name}: map of the first moves`);
  board.layout = map.layout;
  const { scene, moves, colors, to_move } = map.view;
  void board.show({ scene, moves, color: colors[to_move] }).then(() => board.mark(firstTruths(map)));
  return board;
}

/** @param {MapOut} map */
function card(map) {
  const best = map.moves.filter((move) => move.value === Math.max(...map.moves.map((move) => move.value)));
  const words = !map.moves.length
    ? "Open it to see what each move leads to."
    : best.length === map.moves.length
      ? "Every first move leads to that."
      : `${best.length} of ${map.moves.length} first moves lead${best.length === 1 ? "s" : ""} to that.`;
  return h(
    "li",
    {},
    h("div", { class: "window" }, littleMap(map)),
    h("h3", {}, h("a", { href: `/solved/${inPath(map.spec)}` }, map.name.replaceAll(" x ", "\u00a0x\u00a0"))),
    h("p", {}, h("strong", {}, `${map.result}.`), ` ${words}`),
  );
}

async function page() {
  const { games } = /** @type {MapsOut} */ (await get("/api/solved"));
  byId("maps").append(
    ...games.map((game) =>
      h(
        "section",
        { "aria-label": game.title },
        h("h2", {}, game.title),
        h("ul", { class: "shelf maps" }, ...game.maps.map((map) => card(map))),
      ),
    ),
  );
}

head();
page().catch(showError);
