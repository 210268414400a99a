// @ts-check
/** @file A public profile: ratings over time, results by game, latest games. */
/** @import {PlayerOut, RatingHistory, RatingOut, ResultsOut} from "../../types.js" */

import { fill, h, keys, s } from "../../dom.js";
import { date } from "../../ui/format.js";
import { matchCard } from "../../ui/match_row.js";
import { table } from "../../ui/tables.js";

const WIDTH = matchMedia("(max-width: 620px)").matches ? 340 : 560;
const [HEIGHT, LEFT, FOOT] = [220, 48, 28];

/** @param {PlayerOut} player @returns {HTMLElement[]} */
export function profile(player) {
  return [
    h(
      "div",
      { class: "columns wide" },
      h("section", { class: "panel", "aria-labelledby": "ratings-title" }, h("h2", { id: "ratings-title" }, "Ratings"), ...ratings(player)),
      h("section", { class: "panel", "aria-labelledby": "results-title" }, h("h2", { id: "results-title" }, "Results"), results(player.results)),
    ),
    h(
      "div",
      { class: "row apart games-head" },
      h("h2", {}, "Public games"),
      player.matches.length > 0 && h("a", { href: `/library?player=${encodeURIComponent(player.username)}` }, "All finished games"),
    ),
    player.matches.length
      ? h("ul", { class: "match-list" }, ...player.matches.map((line) => matchCard(line)))
      : h("p", { class: "empty" }, "No public games yet."),
  ];
}

/** @param {PlayerOut} player */
function ratings(player) {
  const picture = h("div", { class: "rating-graph" });
  const several = player.history.filter((history) => history.points.length > 0);
  const show = (/** @type {RatingHistory} */ history) => fill(picture, graph(history));
  if (several.length) show(several[0]);
  return [
    ratingsTable(player.ratings),
    several.length > 1 &&
      keys("history", several.map(({ title }, index) => [index, title]), 0, (index) => show(several[index]), "Ratings over time in"),
    several.length > 0 && picture,
  ].filter((part) => part !== false);
}

/** @param {RatingOut[]} ratings */
export function ratingsTable(ratings) {
  if (!ratings.length) return h("p", { class: "empty" }, "No rated games yet.");
  return table(
    "Table of ratings",
    ["Game", "Rating", "Games"],
    ratings.map((rating) => [rating.title, `${rating.rating}${rating.provisional ? "?" : ""} ± ${rating.deviation}`, rating.games]),
  );
}

/** @param {ResultsOut[]} rows */
function results(rows) {
  if (!rows.length) return h("p", { class: "empty" }, "No finished games yet.");
  const against = (/** @type {ResultsOut} */ row) => (row.engine ? "the computer" : "people");
  return table(
    "Table of results",
    ["Game", "Against", "Won", "Drawn", "Lost", "Score"],
    rows.map((row) => {
      const games = row.won + row.drawn + row.lost;
      return [row.title, against(row), row.won, row.drawn, row.lost, `${Math.round((100 * (row.won + row.drawn / 2)) / games)} %`];
    }),
  );
}

/** Ratings over time; games stand beside each other, however long it was between them. @param {RatingHistory} history */
function graph({ title, points }) {
  const values = points.map((point) => point.rating);
  const low = Math.floor((Math.min(...values) - 20) / 50) * 50;
  const high = Math.ceil((Math.max(...values) + 20) / 50) * 50;
  const x = (/** @type {number} */ index) => LEFT + 8 + ((WIDTH - LEFT - 24) * index) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ rating) => 8 + ((HEIGHT - FOOT - 8) * (high - rating)) / (high - low);
  const step = high - low > 400 ? 200 : high - low > 150 ? 100 : 50;
  const lines = [];
  for (let rating = Math.ceil(low / step) * step; rating <= high; rating += step) {
    lines.push(
      s("line", { x1: LEFT, x2: WIDTH, y1: y(rating), y2: y(rating), class: "grid" }),
      s("text", { x: LEFT - 8, y: y(rating) + 4, "text-anchor": "end" }, String(rating)),
    );
  }
  const [first, last] = [points[0], points[points.length - 1]];
  const words = `${title} over the last ${points.length} rated games: from ${first.rating} to ${last.rating}, lowest ${Math.min(...values)}, highest ${Math.max(...values)}`;
  return s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    ...lines,
    s("polyline", { points: values.map((rating, index) => `${x(index)},${y(rating)}`).join(" "), class: "line" }),
    ...(points.length <= 40
      ? points.map((point, index) =>
          s("circle", { cx: x(index), cy: y(point.rating), r: 4, class: "point" }, s("title", {}, `${point.rating}, ${date(point.at)}`)),
        )
      : []),
    s("text", { x: LEFT, y: HEIGHT - 6 }, date(first.at)),
    points.length > 1 && s("text", { x: WIDTH - 8, y: HEIGHT - 6, "text-anchor": "end" }, date(last.at)),
  );
}
