// @ts-check
/** @file The lobby: who waits, what is played, what waits for you. It looks again every few seconds. */
/** @import {Lobby, MatchLine} from "../types.js" */
/** @typedef {{ranks: {username: string, rating: number, deviation: number, games: number, bot: boolean}[]}} Ranks */

import { byId, fill, h } from "../dom.js";
import { games } from "../site/games.js";
import { head } from "../site/head.js";
import { get, inPath } from "../site/http.js";
import { matchCard } from "../site/lines.js";
import { tell } from "../site/notice.js";

const AGAIN = 5_000;
let shown = "";

/** @param {string} title @param {MatchLine[]} lines @param {string} empty @param {string} [words] */
function section(title, lines, empty, words) {
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    lines.length
      ? h("ul", { class: "match-list" }, ...lines.map((line) => matchCard(line, words ? { words } : {})))
      : h("p", { class: "empty" }, empty),
  );
}

async function look() {
  const lobby = /** @type {Lobby} */ (await get("/api/lobby"));
  const now = JSON.stringify(lobby);
  if (now === shown) return;
  shown = now;
  const focused = document.activeElement?.getAttribute("href");
  fill(
    byId("lists"),
    lobby.challenges.length > 0 &&
      section("Challenges to you", lobby.challenges, "", "Wants to play you: take the seat."),
    lobby.mine.length > 0 && section("Your games", lobby.mine, ""),
    section(
      "Waiting for a player",
      lobby.open,
      "Nobody waits right now. Start a game and someone may come along.",
      "Take the seat.",
    ),
    section("Being played", lobby.live, "No public game is being played. Yours could be the first."),
  );
  if (focused)
    /** @type {HTMLElement | null} */ (byId("lists").querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
}

/** The best rated players of a game, once one is asked for. */
async function ratings() {
  const all = await games();
  const place = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Table of ratings" });
  const show = async (/** @type {string} */ game) => {
    const { ranks } = /** @type {Ranks} */ (await get(`/api/ratings/${inPath(game)}`));
    const rows = ranks.map((rank, at) =>
      h(
        "tr",
        {},
        h("td", {}, at + 1),
        h(
          "td",
          {},
          h("a", { href: `/player/${encodeURIComponent(rank.username)}` }, rank.username),
          rank.bot ? " bot" : "",
        ),
        h("td", {}, `${rank.rating} ± ${rank.deviation}`),
        h("td", {}, rank.games),
      ),
    );
    if (!rows.length)
      fill(place, h("p", { class: "empty" }, "Nobody is rated in this game yet. Play a rated game to be the first."));
    else
      fill(
        place,
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ...["", "Player", "Rating", "Games"].map((word) =>
                h("th", { scope: "col" }, word || h("span", { class: "hidden" }, "Rank")),
              ),
            ),
          ),
          h("tbody", {}, ...rows),
        ),
      );
  };
  const choice = h(
    "select",
    { "aria-label": "Game", onchange: () => void show(choice.value).catch(tell) },
    ...all.map((game) => h("option", { value: game.id }, game.title)),
  );
  byId("ratings").append(h("div", { class: "row apart" }, h("h2", {}, "Ratings"), choice), place);
  await show(all[0].id);
}

head();
look().catch(tell);
ratings().catch(tell);
setInterval(() => {
  if (!document.hidden) look().catch(() => undefined);
}, AGAIN);
