// @ts-check
/** @file The lobby: open games, games in progress, your own. Refreshed every few seconds. */
/** @import {LevelOut, LobbyOut, MatchLine, MatchView} from "../../types.js" */
/** @typedef {{ranks: {username: string, rating: number, deviation: number, games: number, bot: boolean}[]}} Ranks */

import { button, byId, fill, h } from "../../dom.js";
import { table } from "../../ui/tables.js";
import { friends } from "../../ui/friends.js";
import { games } from "../../ui/games.js";
import { head, me } from "../../ui/head.js";
import { get, inPath, post } from "../../ui/http.js";
import { challengeCard, key, matchCard } from "../../ui/match_row.js";
import { guarded, navigate, showError } from "../../ui/feedback.js";
import { QuickPairing } from "../../ui/quick_pairing.js";

const AGAIN = 5_000;
let shown = "";

/**
 * @param {string} title @param {MatchLine[]} lines @param {string} empty
 * @param {(line: MatchLine) => HTMLElement} [card]
 */
function section(title, lines, empty, card = matchCard) {
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    lines.length
      ? h("ul", { class: "match-list" }, ...lines.map((line) => card(line)))
      : h("p", { class: "empty" }, empty),
  );
}

/** One of the looker's own games: one that nobody has joined can be withdrawn. @param {MatchLine} line */
function own(line) {
  const withdraw = () => post(`/api/matches/${line.id}/action`, { action: "abort" }).then(look);
  return matchCard(line, { keys: line.status === "open" ? [key("Withdraw", line.title, withdraw)] : [] });
}

async function look() {
  const lobby = /** @type {LobbyOut} */ (await get("/api/lobby"));
  const now = JSON.stringify(lobby);
  if (now === shown) return;
  shown = now;
  const active = document.activeElement;
  const focused = active?.getAttribute("href") ?? active?.getAttribute("aria-label");
  fill(
    byId("lists"),
    lobby.challenges.length > 0 &&
      section("Challenges to you", lobby.challenges, "", (line) => challengeCard(line, look)),
    lobby.declined.length > 0 && section("Declined", lobby.declined, ""),
    lobby.mine.length > 0 && section("Your games", lobby.mine, "", own),
    section(
      "Open games",
      lobby.open.filter((line) => !line.yours.length),
      "No open games yet. Start one, and someone may join.",
      (line) => matchCard(line, { words: "Join this game." }),
    ),
    section("Games in progress", lobby.live, "No public games in progress. Yours could be the first."),
  );
  if (focused)
    /** @type {HTMLElement | null} */ (
      byId("lists").querySelector(`[href="${CSS.escape(focused)}"], [aria-label="${CSS.escape(focused)}"]`)
    )?.focus();
}

/** The best rated players of a game, once one is asked for. */
async function ratings() {
  const all = await games();
  const place = h("div");
  const show = async (/** @type {string} */ game) => {
    const { ranks } = /** @type {Ranks} */ (await get(`/api/ratings/${inPath(game)}`));
    const player = (/** @type {string} */ name) => h("a", { href: `/player/${encodeURIComponent(name)}` }, name);
    const rows = ranks.map(({ username, bot, rating, deviation, games }, index) => [
      index + 1,
      h("span", {}, player(username), bot ? " bot" : ""),
      `${rating} ± ${deviation}`,
      games,
    ]);
    fill(
      place,
      rows.length
        ? table("Table of ratings", [h("span", { class: "hidden" }, "Rank"), "Player", "Rating", "Games"], rows)
        : h("p", { class: "empty" }, "No ratings in this game yet. Play a rated game to be the first."),
    );
  };
  const choice = h(
    "select",
    { "aria-label": "Game", onchange: () => void show(choice.value).catch(showError) },
    ...all.map((game) => h("option", { value: game.id }, game.title)),
  );
  byId("ratings").append(h("div", { class: "row apart" }, h("h2", {}, "Ratings"), choice), place);
  await show(all[0].id);
}

/** The house bots of a game, every level, which are always there. */
async function bots() {
  const all = await games();
  const list = h("ul", { class: "bots" });
  const show = (/** @type {string} */ id) => {
    const game = all.find((game) => game.id === id) ?? all[0];
    const play = (/** @type {number} */ level) =>
      guarded(async () => {
        const seats = [{ kind: "me" }, { kind: "engine", level }];
        await navigate(/** @type {MatchView} */ (await post("/api/matches", { spec: game.spec, seats, shuffle: true })).url);
      });
    const bot = (/** @type {LevelOut} */ { number: level, name, about, elo }) =>
      h(
        "li",
        {},
        h("div", {}, h("strong", {}, `${level}. ${name}`), h("p", { class: "quiet" }, elo === null ? about : `${about} Rated ${Math.round(elo)}.`)),
        button("Play", play(level), { "aria-label": `Play level ${level}, ${name}` }),
      );
    fill(list, ...game.levels.map(bot));
  };
  const choice = h("select", { "aria-label": "Game of the bots", onchange: () => show(choice.value) }, ...all.map((game) => h("option", { value: game.id }, game.title)));
  byId("bots").append(h("div", { class: "row apart" }, h("h2", {}, "House bots, always here"), choice), list);
  show(all[0].id);
}

/** The quick game comes first, and then what is there. */
async function page() {
  byId("quick").append(new QuickPairing(await games()).element);
  await look();
  if ((await me()).kind !== "visitor") byId("friends").append(await friends(true));
}

head();
page().catch(showError);
bots().catch(showError);
ratings().catch(showError);
setInterval(() => {
  if (!document.hidden) look().catch(() => undefined);
}, AGAIN);
