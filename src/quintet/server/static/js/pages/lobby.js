// @ts-check
/** @file The lobby: who waits, what is played, what waits for you. It looks again every few seconds. */
/** @import {Lobby, MatchLine} from "../types.js" */

import { byId, fill, h } from "../dom.js";
import { head } from "../site/head.js";
import { get } from "../site/http.js";
import { matchCard } from "../site/lines.js";
import { tell } from "../site/notice.js";

const AGAIN = 5_000;
let shown = "";

/** @param {string} title @param {MatchLine[]} lines @param {string} empty @param {string} [words] */
function section(title, lines, empty, words) {
  return h("section", { "aria-label": title }, h("h2", {}, title), lines.length ? h("ul", { class: "match-list" }, ...lines.map((line) => matchCard(line, words ? { words } : {}))) : h("p", { class: "empty" }, empty));
}

async function look() {
  const lobby = /** @type {Lobby} */ (await get("/api/lobby"));
  const now = JSON.stringify(lobby);
  if (now === shown) return;
  shown = now;
  const focused = document.activeElement?.getAttribute("href");
  fill(
    byId("lists"),
    lobby.challenges.length > 0 && section("Challenges to you", lobby.challenges, "", "Wants to play you: take the seat."),
    lobby.mine.length > 0 && section("Your games", lobby.mine, ""),
    section("Waiting for a player", lobby.open, "Nobody waits right now. Start a game and someone may come along.", "Take the seat."),
    section("Being played", lobby.live, "No public game is being played. Yours could be the first."),
  );
  if (focused) /** @type {HTMLElement | null} */ (byId("lists").querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
}

head();
look().catch(tell);
setInterval(() => {
  if (!document.hidden) look().catch(() => undefined);
}, AGAIN);
