// @ts-check
/** @file The list of lessons, with your progress. */
/** @import {LessonLine, LessonsOut, GameOut} from "../../types.js" */

import { byId, h } from "../../dom.js";
import { littleBoard } from "../../ui/little_board.js";
import { games } from "../../ui/games.js";
import { head } from "../../ui/head.js";
import { get, inPath } from "../../ui/http.js";
import { showError } from "../../ui/feedback.js";

/** @param {LessonLine} lesson @param {GameOut} game */
function card(lesson, game) {
  const total = lesson.chapters.length;
  const done = Math.min(lesson.done, total);
  const words = done === 0 ? "Start" : done === total ? "Again" : "Continue";
  const link = `/learn/${inPath(lesson.game)}`;
  return h(
    "li",
    {},
    h("div", { class: "window" }, littleBoard(game)),
    h("h3", {}, lesson.title),
    h("p", {}, lesson.summary),
    h("progress", { value: done, max: total, "aria-label": `${lesson.title}: ${done} of ${total} chapters done` }),
    h(
      "div",
      { class: "row" },
      h("a", { class: done > 0 && done < total ? "button primary" : "button", href: link, "aria-label": `${words}: the lesson of ${lesson.title}` }, words),
      h("a", { class: "button", href: `/rules/${inPath(lesson.game)}`, "aria-label": `Rules of ${lesson.title}` }, "Rules"),
    ),
  );
}

async function page() {
  const [{ lessons }, all] = await Promise.all([/** @type {Promise<LessonsOut>} */ (get("/api/lessons")), games()]);
  for (const lesson of lessons) {
    const game = all.find((game) => game.id === lesson.game);
    if (game) byId("lessons").append(card(lesson, game));
  }
}

head();
page().catch(showError);
