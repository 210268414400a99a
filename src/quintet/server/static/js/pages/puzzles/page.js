// @ts-check
/** @file The list of puzzles: the puzzle of the day, its calendar, runs, and all themes by game. */
/** @import {PuzzleGame, PuzzlesOut, RunsOut} from "../../types.js" */

import { byId, fill, h } from "../../dom.js";
import { puzzleStanding, streakWords } from "../../ui/format.js";
import { head } from "../../ui/head.js";
import { get, inPath } from "../../ui/http.js";
import { stillBoard } from "../../ui/little_board.js";
import { showError } from "../../ui/feedback.js";
import { calendar } from "./calendar.js";

/** @param {PuzzlesOut} puzzles */
function daily({ daily, date }) {
  const board = stillBoard(`The puzzle of the day: ${daily.title}. ${daily.task}`);
  board.layout = daily.layout;
  const day = new Date(`${date}T12:00`).toLocaleDateString("en", { day: "numeric", month: "long" });
  const streak = daily.daily && streakWords(daily.daily.streak);
  fill(
    byId("daily"),
    board,
    h(
      "div",
      {},
      h("h2", { id: "daily-title" }, "Puzzle of the day"),
      h("p", { class: "quiet" }, `${day} · ${daily.title} · rated ${daily.rating}`),
      h("p", { class: "task" }, daily.task),
      streak ? h("p", { class: "streak" }, streak) : null,
      h(
        "a",
        { class: "button", href: `/puzzles/${inPath(daily.id)}` },
        daily.daily?.solved ? "Solved: look again" : daily.tried === null ? "Solve it" : "Try again",
      ),
    ),
  );
  void board.show({ scene: daily.view.scene });
}

/** @param {RunsOut} runs */
function run({ seconds, misses, best }) {
  fill(
    byId("run"),
    h("h2", { id: "run-title" }, "Three-minute run"),
    h("p", {}, `As many puzzles as you can in ${seconds / 60} minutes, each harder than the last. ${misses} misses end it.`),
    h("p", { class: "quiet" }, best ? `Your best: ${best}` : "You have not tried it yet."),
    h("a", { class: "button", href: "/run" }, "Try a run"),
  );
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
  run(puzzles.runs);
  fill(byId("games"), ...puzzles.games.map(panel));
  await calendar(byId("calendar"), puzzles.date.slice(0, 7));
}

head();
page().catch(showError);
