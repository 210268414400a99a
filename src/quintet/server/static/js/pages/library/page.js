// @ts-check
/** @file The library: finished games, searched by game, player, result and text. */
/** @import {FileGame, MatchLine, MatchView} from "../../types.js" */

import { byId, check, fill, h, say } from "../../dom.js";
import { gameReader } from "../../ui/game_import.js";
import { games } from "../../ui/games.js";
import { head } from "../../ui/head.js";
import { get, post } from "../../ui/http.js";
import { matchCard } from "../../ui/match_row.js";
import { guarded, openDialog, showError } from "../../ui/feedback.js";

const form = /** @type {HTMLFormElement} */ (byId("search"));
/** @type {string | null} */
let older = null;

/** @param {boolean} on go on from where the list ends */
async function look(on = false) {
  const asked = new URLSearchParams({ boards: "true" });
  for (const [name, value] of new FormData(form)) if (String(value).trim()) asked.set(name, String(value).trim());
  const address = new URL(location.href);
  address.search = new URLSearchParams([...asked].filter(([name]) => name !== "boards")).toString();
  history.replaceState(null, "", address);
  if (on && older) asked.set("before", older);
  const answer = /** @type {{matches: MatchLine[], more: string | null}} */ (await get(`/api/library?${asked}`));
  const cards = answer.matches.map((line) => matchCard(line));
  if (on) byId("list").append(...cards);
  else fill(byId("list"), ...cards);
  older = answer.more;
  byId("more").hidden = older === null;
  const any = byId("list").children.length > 0;
  say(byId("empty"), any ? "" : asked.has("mine") ? "None of your finished games match." : "No games found. Try a broader search, or play one that others may watch.");
}

async function build() {
  const all = await games();
  const now = new URLSearchParams(location.search);
  const select = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string[][]} */ choices) =>
    h(
      "label",
      {},
      h("span", { class: "hidden" }, label),
      h(
        "select",
        { name },
        ...choices.map(([value, word]) => h("option", { value, selected: now.get(name) === value }, word)),
      ),
    );
  const field = (/** @type {string} */ name, /** @type {string} */ label) =>
    h(
      "label",
      {},
      h("span", { class: "hidden" }, label),
      h("input", { name, placeholder: label, value: now.get(name) ?? "", maxlength: 60 }),
    );
  fill(
    form,
    select("game", "Game", [["", "Every game"], ...all.map((game) => [game.id, game.title])]),
    field("player", "Player"),
    select("result", "Result", [
      ["", "Every result"],
      ["first", "First player won"],
      ["second", "Second player won"],
      ["draw", "Drawn"],
    ]),
    field("text", "Name or option"),
    check("Only mine", { name: "mine", value: "true", checked: now.has("mine") }),
    h("button", { class: "button" }, "Search"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look().catch(showError);
  });
  form.addEventListener("change", () => void look().catch(showError));
  byId("more").onclick = guarded(() => look(true));
  byId("import").onclick = importRecord;
  await look();
}

function importRecord() {
  const shared = h("input", { type: "checkbox", name: "public" });
  const keep = async (/** @type {FileGame} */ game) => {
    const body = { record: game.record, private: !shared.checked };
    location.href = /** @type {MatchView} */ (await post("/api/records", body)).url;
  };
  openDialog(
    "Add a game",
    "Close",
    h("p", {}, "Choose a file, or paste a game. Every move is checked first."),
    h("label", { class: "check" }, shared, "Let others find it"),
    gameReader("Add", keep),
  );
}

head();
build().catch(showError);
