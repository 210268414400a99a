// @ts-check
/** @file The first page: what this is, in ten seconds. */
/** @import {GameOut, MatchView} from "../types.js" */

import { byId, h } from "../dom.js";
import { littleBoard, playExamples } from "../site/demo.js";
import { games } from "../site/games.js";
import { head } from "../site/head.js";
import { inPath, post } from "../site/http.js";
import { tell, telling } from "../site/notice.js";

const LEVEL = 3;

/** A game against the computer, at once. @param {GameOut} game */
async function playNow(game) {
  const match = /** @type {MatchView} */ (
    await post("/api/matches", { spec: game.spec, seats: [{ kind: "me" }, { kind: "engine", level: LEVEL }] })
  );
  location.href = match.url;
}

async function shelf() {
  const all = await games();
  const boards = all.map((game) => {
    const board = littleBoard(game);
    byId("shelf").append(
      h(
        "li",
        {},
        h("div", { class: "window" }, board),
        h("h3", {}, game.title),
        h("p", {}, game.summary),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            {
              type: "button",
              class: "button primary",
              "aria-label": `Play ${game.title} now`,
              onclick: telling(() => playNow(game)),
            },
            "Play",
          ),
          h(
            "a",
            { class: "button", href: `/rules/${inPath(game.id)}`, "aria-label": `Rules of ${game.title}` },
            "Rules",
          ),
        ),
      ),
    );
    return board;
  });
  for (const [at, game] of all.entries()) playExamples(boards[at], game, 1500 + 800 * at).catch(() => undefined);
}

head();
shelf().catch(tell);
