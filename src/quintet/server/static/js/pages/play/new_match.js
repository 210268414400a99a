// @ts-check
/** @file The form for a new game: which game, against whom, how long. The server checks it all again. */
/** @import {GameOut, LevelOut, MatchView} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { colorName } from "../../board/words.js";
import { fill, h, say } from "../../dom.js";
import { PACES, PRESETS } from "../../ui/clock.js";
import { games, idOf, optionsOf, specWith } from "../../ui/games.js";
import { me } from "../../ui/head.js";
import { get, inPath, post } from "../../ui/http.js";
import { errorMessage, navigate, showError } from "../../ui/feedback.js";
import { optionField } from "./option_field.js";

/** @typedef {"engine" | "friend" | "lobby" | "here"} Opponent */
/** @type {[Opponent, string][]} */
const OPPONENTS = [
  ["engine", "The computer"],
  ["friend", "A friend, by link"],
  ["lobby", "Someone in the lobby"],
  ["here", "Two players, one device"],
];
const TIMES = [["none", "No clock"], ...PACES.map(([pace, words]) => [pace, words]), ["own", "Other"]];
const CLOCKS = [
  ["fischer", "Minutes"],
  ["move", "Seconds per move"],
  ["days", "Days per move"],
];

/** What a link says about the game to set up. @typedef {{spec: string | null, position: string | null, moves: string[], first: string | null, second: string | null, opponent: string | null, account: string | null}} Wish */

export class NewMatchForm {
  /** @type {GameOut[]} */
  games = [];
  /** @type {GameOut | null} */
  game = null;
  options = h("div", { class: "options" });
  details = h("div", { class: "sub" });
  time = h("div", { class: "sub" });
  side = h("div", { class: "keys" });
  extras = h("div");
  more = h("details", { class: "more" });
  told = h("p", { role: "status", class: "quiet" });
  board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  summary = h("p");
  form = h("form", { class: "panel" });
  element = h(
    "div",
    { class: "setup" },
    this.form,
    h("aside", { class: "preview", "aria-label": "The board" }, this.board, this.summary),
  );
  account = false;
  /** Of the computer. */
  level = "3";
  /** Those of the game as it is set up. @type {LevelOut[]} */
  levels = [];
  /** @type {"first" | "second"} */
  mySide = "first";

  /** @param {Wish} wish */
  constructor(wish) {
    this.wish = wish;
    this.board.setAttribute("still", "");
  }

  async build() {
    const [all, someone] = await Promise.all([games(), me()]);
    this.games = all;
    this.account = someone.kind !== "visitor";
    const wanted = this.wish.spec ? idOf(this.wish.spec) : null;
    const chosen = wanted ? all.find((game) => game.id === wanted) : all[0];
    if (!chosen) {
      fill(
        this.element,
        h("p", {}, `There is no game called ${wanted}. These can be played: `, ...all.flatMap((game) => [h("a", { href: `/play/${inPath(game.id)}` }, game.title), " "])),
      );
      return;
    }
    const seatWish = [this.wish.first, this.wish.second];
    const engineWish = seatWish.find((who) => who?.startsWith("engine") || who?.startsWith("level"));
    const opponent =
      this.wish.opponent ??
      (seatWish.includes("open") ? "friend" : seatWish[0] === "me" && seatWish[1] === "me" ? "here" : "engine");
    this.level = engineWish?.split(":")[1] ?? "3";
    this.mySide = seatWish[1] === "me" && seatWish[0] !== "me" ? "second" : "first";
    fill(
      this.form,
      this.group(
        "Game",
        this.keys(
          "game",
          all.map((game) => [game.id, game.title]),
          chosen.id,
        ),
      ),
      this.group("Opponent", this.keys("opponent", OPPONENTS, opponent), this.details),
      this.group("Time", this.keys("time", TIMES, "none"), this.time),
      this.more,
      this.wish.position ? h("p", { class: "quiet" }, "The game starts from the position in the link.") : null,
      h("div", { class: "setup-end" }, h("button", { class: "button primary large", id: "start" }, "Start"), this.told),
    );
    this.form.addEventListener("change", (event) => this.changed(/** @type {HTMLInputElement} */ (event.target).name));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    const given = this.wish.spec ? optionsOf(this.wish.spec) : {};
    fill(this.more, h("summary", {}, "Board, side and more"), this.options, this.group("You play", this.side), this.extras);
    this.more.open = Object.keys(given).length > 0;
    this.pick(chosen, given);
    // The form has fields for the options that there are; of others in the link only the server can tell.
    if (this.wish.spec && this.more.open) get(`/api/games/${inPath(this.wish.spec)}`).catch(showError);
    this.showOpponent();
    this.showClock();
  }

  /** @param {string} legend @param {...Node} parts */
  group(legend, ...parts) {
    return h("fieldset", {}, h("legend", {}, legend), ...parts);
  }

  /** @param {string} name @param {string[][]} choices @param {string} chosen */
  keys(name, choices, chosen) {
    return h(
      "div",
      { class: "keys" },
      ...choices.map(([value, label]) =>
        h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), label),
      ),
    );
  }

  /** @param {string} name */
  value(name) {
    return String(new FormData(this.form).get(name) ?? "");
  }

  /** @param {string} name */
  changed(name) {
    if (name === "game") this.pick(/** @type {GameOut} */ (this.games.find((game) => game.id === this.value("game"))), {});
    else if (name === "opponent" || name === "strength") this.showOpponent();
    else if (name === "time" || name === "clock" || name === "uneven") this.showClock();
    else if (name.startsWith("option-")) void this.look();
  }

  /** @param {GameOut} game @param {Record<string, string>} values */
  pick(game, values) {
    this.game = game;
    fill(
      this.options,
      ...Object.entries(game.options.properties).map(([name, option]) => optionField(name, option, values[name])),
    );
    const [first, second] = game.view.colors;
    const chosen = this.value("side") || this.mySide;
    fill(
      this.side,
      ...[
        ["first", `First (${colorName(first)})`],
        ["second", `Second (${colorName(second)})`],
        ["chance", "Random"],
      ].map(([value, label]) =>
        h("label", {}, h("input", { type: "radio", name: "side", value, checked: value === chosen }), label),
      ),
    );
    say(this.summary, game.summary);
    this.board.setAttribute("label", `${game.title} board`);
    void this.look();
  }

  get spec() {
    const game = /** @type {GameOut} */ (this.game);
    const values = Object.fromEntries(
      Object.keys(game.options.properties).map((name) => [name, this.value(`option-${name}`)]),
    );
    return specWith(game, values);
  }

  /** Show the board as it will be; say what cannot be. */
  async look() {
    const game = /** @type {GameOut} */ (this.game);
    const spec = this.spec;
    try {
      const shown = spec === game.id ? game : /** @type {GameOut} */ (await get(`/api/games/${inPath(spec)}`));
      if (this.spec !== spec) return;
      this.board.layout = shown.layout;
      await this.board.show({ scene: shown.view.scene });
      this.board.redraw();
      this.levels = shown.levels;
      if (this.value("opponent") === "engine") this.showOpponent();
      say(this.told, "");
    } catch (error) {
      say(this.told, errorMessage(error));
    }
  }

  showOpponent() {
    const opponent = this.value("opponent");
    const strength = this.value("strength") || "level";
    const output = h("output", { class: "level-words" });
    const describe = () => {
      const level = this.levels[Number(this.level) - 1];
      const rated = level?.elo == null ? "" : `, rated ${Math.round(level.elo)}`;
      fill(output, ...(level ? [h("strong", {}, `${level.number}. ${level.name}${rated}`), h("span", {}, level.about)] : []));
    };
    if (opponent === "engine") {
      /** @type {HTMLInputElement} */
      const range = h("input", {
        type: "range",
        name: "level",
        min: 1,
        max: 10,
        value: this.level,
        oninput: () => {
          this.level = range.value;
          describe();
        },
      });
      describe();
      fill(
        this.details,
        strength === "level"
          ? h(
              "label",
              { class: "field" },
              h(
                "span",
                { title: "A rating of 0 moves at random; 200 more wins about three games of four." },
                "Level",
              ),
              h("span", { class: "strength" }, range, output),
            )
          : h(
              "label",
              { class: "field" },
              h("span", {}, "Seconds per move"),
              h("input", { type: "number", name: "seconds", min: 0.1, max: 30, step: 0.1, value: 2 }),
            ),
      );
    } else if (opponent === "here") {
      fill(
        this.details,
        ...["First", "Second"].map((who, at) =>
          h(
            "label",
            { class: "field" },
            h("span", {}, `${who} player's name`),
            h("input", { name: `name${at}`, maxlength: 40, placeholder: who }),
          ),
        ),
      );
    } else if (opponent === "friend") {
      fill(
        this.details,
        h(
          "label",
          { class: "field" },
          h("span", {}, "Invite one account only (optional)"),
          h("input", { name: "account", maxlength: 20, placeholder: "Anyone with the link", value: this.wish.account ?? "" }),
        ),
      );
    } else fill(this.details);
    const checks = [];
    if (opponent === "engine")
      checks.push(
        this.group(
          "Strength",
          this.keys(
            "strength",
            [
              ["level", "By level"],
              ["seconds", "By time for each move"],
            ],
            strength,
          ),
        ),
      );
    if (opponent === "friend" || opponent === "lobby") {
      checks.push(
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "rated", disabled: !this.account }),
          this.account ? "Rated (with a clock, on the standard board)" : "Rated (needs an account)",
        ),
      );
    }
    if (opponent !== "lobby")
      checks.push(
        h(
          "label",
          { class: "check" },
          h("input", { type: "checkbox", name: "public" }),
          "Let others watch, and list the game in the library",
        ),
      );
    fill(this.extras, ...checks);
    /** @type {HTMLElement} */ (this.side.parentElement).hidden = opponent === "here";
  }

  showClock() {
    if (this.value("time") !== "own") {
      fill(this.time);
      return;
    }
    const kind = this.value("clock") || "fischer";
    const uneven = this.value("uneven") === "on";
    const number = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {number} */ value,
      /** @type {number} */ min,
      /** @type {number} */ max,
      /** @type {number | string} */ step,
    ) =>
      h(
        "label",
        { class: "field" },
        h("span", {}, label),
        h("input", { type: "number", name, min, max, step, value, required: true }),
      );
    const side = (/** @type {string} */ who, /** @type {string} */ words) => {
      if (kind === "fischer")
        return [
          number(`${who}-time`, `Minutes${words}`, 10, 0.1, 600, "any"),
          number(`${who}-increment`, `Seconds added per move${words}`, 5, 0, 600, "any"),
        ];
      if (kind === "move") return [number(`${who}-time`, `Seconds per move${words}`, 30, 1, 3600, "any")];
      return [number(`${who}-time`, `Days per move${words}`, 2, 1, 60, 1)];
    };
    fill(
      this.time,
      this.keys("clock", CLOCKS, kind),
      ...side("first", uneven ? ", first player" : ""),
      ...(uneven ? side("second", ", second player") : []),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "uneven", checked: uneven }),
        "Different time for each side",
      ),
    );
  }

  /** The message that asks for this game. */
  message() {
    const opponent = this.value("opponent");
    const me = { kind: "me" };
    const engine =
      this.value("strength") === "seconds"
        ? { kind: "engine", seconds: Number(this.value("seconds")) }
        : { kind: "engine", level: Number(this.value("level")) };
    const named = (/** @type {number} */ at) =>
      this.value(`name${at}`).trim()
        ? { ...me, name: this.value(`name${at}`).trim() }
        : { ...me, name: at ? "Second" : "First" };
    const account = this.value("account").trim();
    const other = opponent === "engine" ? engine : account ? { kind: "account", account } : { kind: "open" };
    const mine = this.value("side");
    const seats = opponent === "here" ? [named(0), named(1)] : mine === "second" ? [other, me] : [me, other];
    return {
      spec: this.spec,
      ...(this.wish.position ? { position: this.wish.position } : {}),
      ...(this.wish.moves.length ? { moves: this.wish.moves } : {}),
      seats,
      shuffle: mine === "chance" && opponent !== "here",
      ...(this.value("time") === "none" ? {} : { clock: this.clock() }),
      rated: this.value("rated") === "on",
      private: !(opponent === "lobby" || this.value("public") === "on"),
    };
  }

  clock() {
    const preset = PRESETS[this.value("time")];
    const kind = preset?.[0] ?? this.value("clock");
    const unit = { fischer: 60, move: 1, days: 86400 }[kind] ?? 1;
    if (preset) return { kind, first: { seconds: preset[1] * unit, increment: preset[2] } };
    const side = (/** @type {string} */ who) => ({
      seconds: Number(this.value(`${who}-time`)) * unit,
      increment: kind === "fischer" ? Number(this.value(`${who}-increment`)) : 0,
    });
    return { kind, first: side("first"), ...(this.value("uneven") === "on" ? { second: side("second") } : {}) };
  }

  async start() {
    const key = /** @type {HTMLButtonElement} */ (this.form.querySelector("#start"));
    say(this.told, "Setting up the board.");
    key.disabled = true;
    try {
      const match = /** @type {MatchView} */ (await post("/api/matches", this.message()));
      await navigate(match.url);
      say(this.told, "");
    } catch (error) {
      say(this.told, errorMessage(error));
    }
    key.disabled = false;
  }
}
