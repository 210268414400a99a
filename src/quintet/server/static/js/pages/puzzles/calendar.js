// @ts-check
/** @file The calendar of past puzzles of the day, a month at a time. Days are of UTC, like the puzzles. */
/** @import {CalendarDay, CalendarOut} from "../../types.js" */

import { button, fill, h } from "../../dom.js";
import { guarded } from "../../ui/feedback.js";
import { streakWords } from "../../ui/format.js";
import { get, inPath } from "../../ui/http.js";
import { icon } from "../../ui/icons.js";

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const RESULTS = { "on the day": "solved on its day", solved: "solved", missed: "missed" };

/** Show a month. @param {HTMLElement} place @param {string} month 2026-11 @param {"back" | "on"} [pressed] the button that asked for it */
export async function calendar(place, month, pressed) {
  const shown = /** @type {CalendarOut} */ (await get(`/api/puzzles/calendar?month=${month}`));
  const go = (/** @type {"back" | "on"} */ way, /** @type {string} */ label, /** @type {boolean} */ off) => {
    const to = neighbour(month, way === "on" ? 1 : -1);
    return button(icon(way === "on" ? "forward" : "back"), guarded(() => calendar(place, to, way)), { class: "button square", "aria-label": label, disabled: off, "data-way": way });
  };
  const days = new Map(shown.days.map((day) => [Number(day.day.slice(8)), day]));
  const length = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const cells = Array.from({ length }, (_, index) => cell(index + 1, days.get(index + 1), shown.today));
  for (let blank = (utc(month).getUTCDay() + 6) % 7; blank > 0; blank -= 1) cells.unshift(h("td"));
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => h("tr", {}, ...cells.slice(7 * week, 7 * week + 7)));
  const title = utc(month).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  fill(
    place,
    h("div", { class: "row apart" }, h("h2", { "aria-live": "polite" }, title), h("div", { class: "row" }, go("back", "The month before", month <= shown.first), go("on", "The month after", month >= shown.today.slice(0, 7)))),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...WEEK.map((day) => h("th", { scope: "col", abbr: day }, day.slice(0, 2))))),
      h("tbody", {}, ...weeks),
    ),
    h("p", { class: "legend quiet" }, ...Object.entries(RESULTS).map(([result, words]) => h("span", {}, h("i", { "data-result": result }), ` ${words}`))),
    shown.streak.current ? null : h("p", { class: "quiet" }, streakWords(shown.streak) ?? "Solve a puzzle of the day on its day, and a streak begins."),
  );
  if (pressed) /** @type {HTMLElement | null} */ (place.querySelector(`[data-way="${pressed}"]:enabled`) ?? place.querySelector("[data-way]:enabled"))?.focus();
}

/** @param {number} number @param {CalendarDay | undefined} day @param {string} today */
function cell(number, day, today) {
  if (!day) return h("td", {}, h("span", {}, number));
  const words = `${number}: ${day.title}, rated ${day.rating}${day.result ? `, ${RESULTS[day.result]}` : ""}`;
  return h("td", {}, h("a", { href: `/puzzles/${inPath(day.id)}`, "data-result": day.result, "aria-label": words, title: words, "aria-current": day.day === today ? "date" : null }, number));
}

/** @param {string} month */
function utc(month) {
  return new Date(`${month}-01T00:00Z`);
}

/** @param {string} month @param {number} step */
function neighbour(month, step) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}
