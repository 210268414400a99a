// @ts-check
/** @file The choice of a game to analyse. */

import { byId, fill, h } from "../../dom.js";
import { isExported } from "../../ui/address.js";
import { littleBoard } from "../../ui/little_board.js";
import { games } from "../../ui/games.js";
import { inPath } from "../../ui/http.js";

export async function chooseGame() {
  const place = byId("choose");
  place.hidden = false;
  const all = await games();
  byId("main").classList.remove("table-page");
  byId("title").classList.remove("hidden");
  fill(
    place,
    h(
      "p",
      {},
      ...(isExported
        ? ["Choose a game to study"]
        : ["Choose a game to study, or open one of your games from the ", h("a", { href: "/library" }, "library")]),
      ". Some boards are ",
      h("a", { href: "/solved" }, "solved"),
      ".",
    ),
    h(
      "ul",
      { class: "match-list" },
      ...all.map((game) =>
        h(
          "li",
          { class: "match" },
          littleBoard(game),
          h("div", {}, h("a", { href: `/analysis/${inPath(game.id)}` }, game.title), h("p", {}, "From the start")),
        ),
      ),
    ),
  );
}
