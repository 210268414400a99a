// @ts-check
/** @file The form for a new game. */
/** @import {GameOut, LevelOut, MatchView, Option, PositionOut} from "../../types.js" */
/** @import {Setup} from "./match_request.js" */

import { QuintetBoard } from "../../board/element.js";
import { colorName } from "../../board/words.js";
import { byId, check, field, fill, group, h, keys, radios, say } from "../../dom.js";
import { isExported, place } from "../../ui/address.js";
import { PACES } from "../../ui/clock.js";
import { errorMessage, navigate, showError } from "../../ui/feedback.js";
import { FLAGS, boardWords, games, idOf, optionsOf, specWith } from "../../ui/games.js";
import { head, me } from "../../ui/head.js";
import { get, inPath, post } from "../../ui/http.js";
import { choicesOf, matchRequest, setupOf } from "./match_request.js";

/** @type {[string, string][]} */
const OPPONENTS = [
  ["engine", "The computer"],
  ["friend", "A friend, by link"],
  ["lobby", "Someone in the lobby"],
  ["here", "Two players, one device"],
];
/** With a server alone. */
const ELSEWHERE = ["friend", "lobby"];
/** @type {[string, string][]} */
const TIMES = [["none", "No clock"], ...PACES.map(([pace, words]) => /** @type {[string, string]} */ ([pace, words])), ["own", "Other"]];
/** @type {[string, string][]} */
const CLOCKS = [
  ["fischer", "Minutes"],
  ["move", "Seconds per move"],
  ["days", "Days per move"],
];
/** @type {[string, string][]} */
const STRENGTHS = [
  ["level", "By level"],
  ["seconds", "By time for each move"],
];

class NewMatchForm {
  /** @type {GameOut[]} */
  games = [];
  /** The specs of the boards, where there is no server to make others. @type {string[]} */
  boards = [];
  /** @type {GameOut | null} */
  game = null;
  options = h("div", { class: "options" });
  details = h("div", { class: "sub" });
  time = h("div", { class: "sub" });
  side = h("div", { class: "keys" });
  extras = h("div");
  more = h("details", { class: "more" });
  status = h("p", { role: "status", class: "quiet" });
  startButton = h("button", { class: "button primary large", id: "start" }, "Start");
  board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  summary = h("p");
  form = h("form", { class: "panel" });
  element = h(
    "div",
    { class: "setup" },
    this.form,
    h("aside", { class: "preview", "aria-label": "The board" }, this.board, this.summary),
  );
  hasAccount = false;
  /** The levels of the game as it is set up. @type {LevelOut[]} */
  levels = [];

  /** @param {Setup} setup */
  constructor(setup) {
    this.setup = setup;
    this.choices = choicesOf(setup);
    /** Of the computer. */
    this.level = this.choices.level;
    this.board.setAttribute("still", "");
  }

  async build() {
    const { setup } = this;
    const [all, someone, boards] = await Promise.all([games(), me(), isExported ? get("/api/boards") : []]);
    this.games = all;
    this.boards = boards;
    this.hasAccount = someone.kind !== "visitor";
    const id = setup.spec ? idOf(setup.spec) : all[0].id;
    const chosen = all.find((game) => game.id === id);
    if (!chosen) {
      const links = all.flatMap((game) => [h("a", { href: `/play/${inPath(game.id)}` }, game.title), " "]);
      fill(this.element, h("p", {}, `There is no game called ${id}. These can be played: `, ...links));
      return;
    }
    const opponents = OPPONENTS.filter(([kind]) => !isExported || !ELSEWHERE.includes(kind));
    const titles = all.map((game) => /** @type {[string, string]} */ ([game.id, game.title]));
    fill(
      this.form,
      group("Game", keys("game", titles, chosen.id)),
      group("Opponent", keys("opponent", opponents, this.choices.opponent), this.details),
      isExported ? h("input", { type: "hidden", name: "time", value: "none" }) : group("Time", keys("time", TIMES, "none"), this.time),
      this.more,
      setup.position || setup.moves.length ? h("p", { class: "quiet" }, "The game starts from the position in the link.") : null,
      h("div", { class: "setup-end" }, this.startButton, this.status),
    );
    this.form.addEventListener("change", (event) => this.changed(/** @type {HTMLInputElement} */ (event.target).name));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    const given = setup.spec ? optionsOf(setup.spec) : {};
    fill(this.more, h("summary", {}, "Board, side and more"), this.options, group("You play", this.side), this.extras);
    this.more.open = Object.keys(given).length > 0;
    this.pick(chosen, given);
    // The form has fields for the options that there are; of others in the link only the server can tell.
    if (setup.spec && this.more.open) get(`/api/games/${inPath(setup.spec)}`).catch(showError);
    this.showOpponent();
    this.showClock();
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
    const options = Object.entries(game.options.properties);
    fill(this.options, isExported ? this.boardField(game, values) : options.map(([name, option]) => optionField(name, option, values[name])));
    const [first, second] = game.view.colors.map(colorName);
    /** @type {[string, string][]} */
    const sides = [
      ["first", `First (${first})`],
      ["second", `Second (${second})`],
      ["chance", "Random"],
    ];
    fill(this.side, ...radios("side", sides, this.value("side") || this.choices.side));
    say(this.summary, game.summary);
    this.board.setAttribute("label", `${game.title} board`);
    void this.look();
  }

  get spec() {
    const game = /** @type {GameOut} */ (this.game);
    if (isExported) return this.value("option-board");
    const names = Object.keys(game.options.properties);
    return specWith(game, Object.fromEntries(names.map((name) => [name, this.value(`option-${name}`)])));
  }

  /** The boards that there are. @param {GameOut} game @param {Record<string, string>} values */
  boardField(game, values) {
    const own = this.boards.filter((spec) => idOf(spec) === game.id);
    own.sort((spec, other) => boardWords(spec).localeCompare(boardWords(other), "en", { numeric: true }));
    const wanted = specWith(game, values);
    const items = [game.id, ...own.filter((spec) => spec !== game.id)].map((spec) => h("option", { value: spec, selected: spec === wanted }, boardWords(spec)));
    return h("label", { class: "field" }, h("span", {}, "Board"), h("select", { name: "option-board" }, ...items));
  }

  /** Show the board as it will be; say what cannot be. */
  async look() {
    const game = /** @type {GameOut} */ (this.game);
    const spec = this.spec;
    try {
      const { position, moves } = this.setup;
      const chosen = spec === game.id ? game : /** @type {GameOut} */ (await get(`/api/games/${inPath(spec)}`));
      const linked = position || moves.length ? /** @type {PositionOut} */ (await post("/api/positions", { spec, position, moves, since: moves.length })) : null;
      if (this.spec !== spec) return;
      this.board.layout = chosen.layout;
      await this.board.show({ scene: (linked ?? chosen).view.scene });
      this.board.redraw();
      this.levels = chosen.levels;
      if (this.value("opponent") === "engine") this.showOpponent();
      say(this.status, "");
    } catch (error) {
      say(this.status, errorMessage(error));
    }
  }

  showOpponent() {
    const opponent = this.value("opponent");
    const strength = this.value("strength") || "level";
    const [engine, person] = [opponent === "engine", opponent === "friend" || opponent === "lobby"];
    const seconds = { type: "number", name: "seconds", min: 0.1, max: 30, step: 0.1, value: 2 };
    const account = { name: "account", maxlength: 20, placeholder: "Anyone with the link", value: this.setup.account ?? "" };
    fill(
      this.details,
      engine && strength === "level" && this.levelField(),
      engine && strength === "seconds" && field("Seconds per move", seconds),
      opponent === "here" && ["First", "Second"].map((who, seat) => field(`${who} player's name`, { name: `name${seat}`, maxlength: 40, placeholder: who })),
      opponent === "friend" && field("Invite one account only (optional)", account),
    );
    const rated = this.hasAccount ? "Rated (with a clock, on the standard board)" : "Rated (needs an account)";
    fill(
      this.extras,
      engine && group("Strength", keys("strength", STRENGTHS, strength)),
      person && check(rated, { name: "rated", disabled: !this.hasAccount }),
      opponent !== "lobby" && !isExported && check("Let others watch, and list the game in the library", { name: "public" }),
    );
    /** @type {HTMLElement} */ (this.side.parentElement).hidden = opponent === "here";
  }

  levelField() {
    const output = h("output", { class: "level-words" });
    const describe = () => {
      const level = this.levels[Number(this.level) - 1];
      const rated = level?.elo == null ? "" : `, rated ${Math.round(level.elo)}`;
      fill(output, ...(level ? [h("strong", {}, `${level.number}. ${level.name}${rated}`), h("span", {}, level.about)] : []));
    };
    const range = h("input", { type: "range", name: "level", min: 1, max: 10, value: this.level });
    range.addEventListener("input", () => {
      this.level = range.value;
      describe();
    });
    describe();
    const about = "A rating of 0 moves at random; 200 more wins about three games of four.";
    return h("label", { class: "field" }, h("span", { title: about }, "Level"), h("span", { class: "strength" }, range, output));
  }

  showClock() {
    if (this.value("time") !== "own") {
      fill(this.time);
      return;
    }
    const kind = this.value("clock") || "fischer";
    const uneven = this.value("uneven") === "on";
    const number = (/** @type {string} */ label, /** @type {Record<string, any>} */ attributes) =>
      field(label, { type: "number", step: "any", required: true, ...attributes });
    const side = (/** @type {string} */ who, /** @type {string} */ words) => {
      const name = `${who}-time`;
      if (kind === "move") return number(`Seconds per move${words}`, { name, min: 1, max: 3600, value: 30 });
      if (kind === "days") return number(`Days per move${words}`, { name, min: 1, max: 60, step: 1, value: 2 });
      return [
        number(`Minutes${words}`, { name, min: 0.1, max: 600, value: 10 }),
        number(`Seconds added per move${words}`, { name: `${who}-increment`, min: 0, max: 600, value: 5 }),
      ];
    };
    fill(
      this.time,
      keys("clock", CLOCKS, kind),
      side("first", uneven ? ", first player" : ""),
      uneven && side("second", ", second player"),
      check("Different time for each side", { name: "uneven", checked: uneven }),
    );
  }

  async start() {
    say(this.status, "Setting up the board.");
    this.startButton.disabled = true;
    try {
      const request = matchRequest((name) => this.value(name), this.spec, this.setup);
      await navigate(/** @type {MatchView} */ (await post("/api/matches", request)).url);
      say(this.status, "");
    } catch (error) {
      say(this.status, errorMessage(error));
    }
    this.startButton.disabled = false;
  }
}

/** An option of a game, from its JSON Schema. @param {string} name @param {Option} option @param {string | undefined} value */
function optionField(name, option, value) {
  const given = value ?? String(option.default);
  const label = name.replace(/_/g, " ");
  const hint = option.description[0].toUpperCase() + option.description.slice(1);
  const { minimum: min = 0, maximum: max = 0, multipleOf: step } = option;
  if (option.type === "integer" && !step) {
    return field(label, { type: "number", name: `option-${name}`, min, max, value: given, required: true }, `${hint}, ${min} to ${max}`);
  }
  const numbers = step ? Array.from({ length: (max - min) / step + 1 }, (_, i) => String(min + i * step)) : undefined;
  const choices = (option.enum ?? numbers)?.map((word) => [word, word]) ?? Object.entries(FLAGS);
  const items = choices.map(([choice, word]) => h("option", { value: choice, selected: choice === given }, word));
  return h("label", { class: "field" }, h("span", {}, label), h("select", { name: `option-${name}` }, ...items), h("small", {}, hint));
}

head();
const form = new NewMatchForm(setupOf(place().href));
form.build().then(() => byId("setup").append(form.element), showError);
