// @ts-check
/** @file The first page: your games, quick pairing, the games, the puzzle of the day. */
/** @import {DailyOut, GameOut, HomeOut, LessonLine, MatchLine, MatchView} from "../../types.js" */

import { button, byId, fill, h, say } from "../../dom.js";
import { isExported } from "../../ui/address.js";
import { streakWords } from "../../ui/format.js";
import { games, leftOut } from "../../ui/games.js";
import { head } from "../../ui/head.js";
import { get, inPath, isAway, post, remove } from "../../ui/http.js";
import { confirm, guarded, navigate, showError } from "../../ui/feedback.js";
import { littleBoard, pictureOf } from "../../ui/little_board.js";
import { challengeCard, challenger, key, matchCard } from "../../ui/match_row.js";
import { notifyHidden } from "../../ui/notifications.js";
import { QuickPairing } from "../../ui/quick_pairing.js";
import { change, settings } from "../../ui/settings.js";
import { playExamples } from "./example_player.js";
import { FeaturedMatch } from "./featured_match.js";

const LEVEL = 3;
const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const AGAIN = 10_000;
const TITLE = document.title;
let shown = "";
/** Whether all games were asked for, where they are in this browser. */
let everyGame = false;
/** How many games waited for your move at the last look, and challenges. No notification at the first look. */
let [turns, challenges] = [Infinity, Infinity];

/** A game against the computer, at once. @param {GameOut} game */
async function playNow(game) {
  const match = /** @type {MatchView} */ (
    await post("/api/matches", { spec: game.spec, seats: [{ kind: "me" }, { kind: "engine", level: LEVEL }] })
  );
  await navigate(match.url);
}

async function shelf() {
  const all = await games();
  say(byId("how-many"), NUMBERS[all.length] ?? String(all.length));
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
          button("Play", guarded(() => playNow(game)), { "aria-label": `Play ${game.title} now` }),
          h("a", { class: "button", href: `/learn/${inPath(game.id)}`, "aria-label": `Learn ${game.title}` }, "Learn"),
        ),
      ),
    );
    return board;
  });
  for (const [name, reason] of Object.entries(await leftOut()))
    byId("shelf").after(h("p", { class: "quiet" }, `Left out: ${name}: ${reason}`));
  for (const [index, game] of all.entries()) playExamples(boards[index], game, 1500 + 800 * index).catch(() => undefined);
}

/** What waits for you, looked at again every few seconds. */
async function look() {
  const home = /** @type {HomeOut} */ (await get(everyGame ? "/api/home?all" : "/api/home"));
  const first = home.mine[0];
  if (home.turns > turns && first) notifyHidden("Your move", `${first.title}: ${first.names.join(" against ")}`, `/game/${first.id}`);
  turns = home.turns;
  const [newest] = home.challenges;
  if (home.challenges.length > challenges) notifyHidden(`${challenger(newest)} wants to play you`, newest.title, "/");
  challenges = home.challenges.length;
  document.title = home.turns ? `(${home.turns}) Your move · ${TITLE}` : TITLE;
  const now = JSON.stringify(home);
  if (now === shown) return;
  shown = now;
  const some = home.count + home.challenges.length > 0;
  byId("yours").hidden = !some;
  if (settings.games !== some) change({ games: some });
  fill(byId("mine"), ...home.challenges.map((line) => challengeCard(line, look)), ...home.mine.map((line) => matchCard(line, isExported ? { keys: keysOf(line) } : {})));
  const more = home.count - home.mine.length;
  fill(
    byId("mine-more"),
    more > 0 && (isExported ? button(`All your games (${home.count})`, guarded(showAll)) : h("a", { href: "/lobby" }, `${more} more in the lobby.`)),
  );
  fill(byId("daily"), home.daily && daily(home.daily));
  if (home.lesson) fill(byId("learn"), ...lesson(home.lesson));
}

/** Without a server no other page lists your games. */
function showAll() {
  everyGame = true;
  return look();
}

/** What can be done with a game that is kept in this browser. @param {MatchLine} line */
function keysOf(line) {
  const about = `${line.title}, ${line.names.join(" against ")}`;
  const forget = async () => {
    if (!(await confirm("Delete this game?", "Delete", "Keep it", "danger"))) return;
    await remove(`/api/matches/${line.id}`);
    await look();
  };
  const review = h("a", { class: "button", href: `/analysis?match=${line.id}&review`, "aria-label": `Review: ${about}` }, "Review");
  return [...(line.status === "over" ? [review] : []), key("Delete", about, forget)];
}

/** @param {DailyOut} puzzle */
function daily(puzzle) {
  const words = puzzle.tried === null ? "Solve it" : puzzle.tried ? "Solved. See it again" : "Try it again";
  return h(
    "section",
    { class: "panel daily", "aria-labelledby": "daily-title" },
    pictureOf(puzzle.spec, puzzle.scene, puzzle.title),
    h(
      "div",
      {},
      h("h2", { id: "daily-title" }, "Puzzle of the day"),
      h("p", { class: "task" }, puzzle.task),
      h("p", { class: "quiet" }, `${puzzle.title}, rated ${puzzle.rating}`),
      puzzle.streak.current ? h("p", { class: "quiet" }, streakWords(puzzle.streak)) : null,
      h("a", { class: "button", href: `/puzzles/${inPath(puzzle.id)}` }, words),
    ),
  );
}

/** @param {LessonLine} begun */
function lesson(begun) {
  const next = begun.chapters[begun.done];
  return [
    `You have done ${begun.done} of ${begun.chapters.length} chapters of ${begun.title}. `,
    h("a", { href: `/learn/${inPath(begun.game)}` }, `Go on with “${next}”`),
    ", try the ",
    h("a", { href: "/puzzles" }, "puzzles"),
    " or choose ",
    h("a", { href: "/learn" }, "another lesson"),
    ".",
  ];
}

/** Without a server there is no game to watch: a worked example, of another game every day. */
async function example() {
  const all = await games();
  const game = all[new Date().getDate() % all.length];
  const board = littleBoard(game);
  playExamples(board, game, 1500).catch(() => undefined);
  const words = h("p", { class: "show-words" }, h("strong", {}, game.title), h("span", { class: "quiet" }, "A worked example"));
  const go = h("a", { class: "button", href: `/learn/${inPath(game.id)}` }, "Learn it");
  return h("section", { class: "show panel", "aria-label": `An example of ${game.title}` }, h("div", { class: "window" }, board), words, h("div", { class: "row" }, go));
}

async function page() {
  byId("yours").hidden = !settings.games; // room for what is expected
  byId("show").append(isExported ? await example() : new FeaturedMatch().element);
  look().catch((error) => (isAway(error) ? without() : showError(error)));
  if (!isExported) byId("quick").append(new QuickPairing(await games()).element);
}

/** Offline: list the pages that work, in place of games with others. */
async function without() {
  byId("offline").hidden = false;
  if (navigator.onLine) say(byId("offline-title"), "The server is not answering");
  for (const id of ["yours", "show", "today"]) byId(id).hidden = true;
  addEventListener("online", again);
  const { offlinePages } = await import("../../ui/offline_pages.js");
  fill(byId("kept"), ...(await offlinePages()));
}

let leaving = false;
addEventListener("beforeunload", () => (leaving = true));

/** Not in the way of a link that was just pressed. */
const again = () => leaving || location.reload();

head();
shelf().catch(showError);
page().catch(showError);
setInterval(() => look().then(() => byId("offline").hidden || again(), () => undefined), AGAIN);
