// @ts-check
/** @file Reads games from pasted text or a file; the visitor chooses if there are several. */
/** @import {FileGame, FileOut, MatchView} from "../types.js" */

import { winnerWords } from "../board/words.js";
import { isExported, link } from "./address.js";
import { button, fill, h, say } from "../dom.js";
import { errorMessage } from "./feedback.js";
import { inPath, post, postFile } from "./http.js";

/** Characters of an address. */
const LONGEST = 2000;
const KINDS = ".sgf,.ggf,.wtb,.obf,.quintet,.txt";

/**
 * A field to paste into, a file to pick, and what was found.
 * @param {string} label of the button @param {(game: FileGame) => Promise<unknown>} choose @param {HTMLElement[]} more beside the button
 */
export function gameReader(label, choose, ...more) {
  const status = h("p", { role: "status" });
  const list = h("ol", { class: "found" });
  const text = h("textarea", {
    rows: 6,
    "aria-label": "A game as text",
    placeholder: isExported ? "A record of Quintet" : "A record, SGF, GGF, OBF, or moves like f5d6c3",
    ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
    ondrop: (/** @type {DragEvent} */ event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      read(file, file.name);
    },
  });
  const picker = h("input", {
    type: "file",
    accept: KINDS,
    "aria-label": "A file of games",
    onchange: () => picker.files?.[0] && read(picker.files[0], picker.files[0].name),
  });

  const failed = (/** @type {unknown} */ error) => say(status, errorMessage(error));
  /** @param {Blob} file @param {string} name */
  function read(file, name) {
    fill(list);
    say(status, "Reading.");
    postFile(`/api/files?name=${encodeURIComponent(name.slice(-100))}`, file)
      .then((answer) => show(/** @type {FileOut} */ (answer)))
      .catch(failed);
  }

  /** @param {FileOut} answer */
  async function show({ games, bad, more }) {
    if (games.length === 1 && !bad.length && !more) {
      say(status, "");
      await choose(games[0]);
      return;
    }
    const count = `${games.length} ${games.length === 1 ? "game" : "games"}`;
    const some = more ? ` These are the first ones; the rest of the file was not read.` : "";
    say(status, !games.length && !bad.length ? "There is no game in it." : games.length ? `${count}: choose one.${some}` : "No game in it can be read.");
    fill(
      list,
      ...games.map((game) =>
        h("li", {}, button(named(game), () => void choose(game).catch(failed)), h("span", { class: "quiet" }, about(game))),
      ),
      ...bad.map(({ place, reason }) => h("li", { class: "bad" }, `${place}: ${reason}`)),
    );
  }

  return h(
    "div",
    { class: "reader" },
    h("p", {}, picker),
    text,
    h("div", { class: "row" }, button(label, () => read(new Blob([text.value]), ""), { class: "button primary" }), ...more),
    status,
    list,
  );
}

/** @param {FileGame} game */
function named({ names, title, ply }) {
  return ply ? names.join(" against ") : `A position of ${title}`;
}

/** @param {FileGame} game */
function about({ place, title, names, ply, over, winner, event, date }) {
  const result = over ? winnerWords(winner, names) : "Not finished";
  return [title, ...(ply ? [`${ply} moves`, result] : []), event, date, place].filter(Boolean).join(" · ");
}

/** A game from elsewhere: by its moves, or kept for its player where they are too many for an address. @param {FileGame} game */
export async function openGame({ spec, position, moves, names, record }) {
  const query = new URLSearchParams({ ...(position ? { position } : {}), moves: moves.join(" ") });
  if (moves.length) for (const name of names) query.append("name", name);
  location.href = link(
    String(query).length < LONGEST || isExported
      ? `/analysis/${inPath(spec)}?${query}`
      : `/analysis?match=${/** @type {MatchView} */ (await post("/api/records", { record, private: true })).id}`,
  );
}
