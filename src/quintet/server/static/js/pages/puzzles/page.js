// @ts-check
/** @file The list of puzzles: the puzzle of the day, and all themes by game. */
/** @import {PuzzleGame, PuzzlesOut} from "../../types.js" */

import { byId, fill, h } from "../../dom.js";
import { puzzleStanding } from "../../ui/format.js";
import { head } from "../../ui/head.js";
import { get, inPath } from "../../ui/http.js";
import { stillBoard } from "../../ui/little_board.js";
import { showError } from "../../ui/feedback.js";

/** @param {PuzzlesOut} puzzles */
function daily({ daily, date }) {
  const board = stillBoard(`The puzzle of the day: ${daily.title}. ${daily.task}`);
  board.layout = daily.layout;
  const day = new Date(`${date}T12:00`).toLocaleDateString("en", { day: "numeric", month: "long" });
  const place = byId("daily");
  fill(
    place,
    board,
    h(
      "div",
      {},
      h("h2", { id: "daily-title" }, "Puzzle of the day"),
      h("p", { class: "quiet" }, `${day} · ${daily.title} · rated ${daily.rating}`),
      h("p", { class: "task" }, daily.task),
      h(
        "a",
        { class: "button primary", href: `/puzzles/${daily.id}` },
        daily.tried === null ? "Solve it" : daily.tried ? "Solved: look again" : "Try again",
      ),
    ),
  );
  place.hidden = false;
  void board.show({ scene: daily.view.scene });
}

/** @param {PuzzleGame} game */
function panel(game) {
  const link = (/** @type {string} */ theme) => `/puzzles/next?game=${inPath(game.game)}${theme ? `&theme=${theme}` : ""}`;
  return h(
    "section",
    { class: "panel", "aria-label": `Puzzles of ${game.title}` },
    h("h2", {}, game.title),
    h("p", { class: "mine" }, puzzleStanding(game.standing)),
    h(
      "ul",
      {},
      ...game.themes.map((theme) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: link(theme.theme) },
            h("span", {}, theme.title, h("span", { class: "hidden" }, ` (${game.title}), solved: `)),
            h("span", { class: "count" }, `${theme.solved} of ${theme.count}`),
          ),
        ),
      ),
    ),
    h("a", { class: "button", href: link(""), "aria-label": `Any of these: ${game.title}` }, "Any of these"),
  );
}

async function page() {
  const puzzles = /** @type {PuzzlesOut} */ (await get("/api/puzzles"));
  daily(puzzles);
  fill(byId("games"), ...puzzles.games.map(panel));
}

head();
page().catch(showError);
