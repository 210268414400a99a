// @ts-check
/** @file The rules of a game, with diagrams to step through and to play on. */
/** @import {RulesOut, ExampleOut, PositionOut, BoardView, Scene} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { standing } from "../../board/words.js";
import { button, byId, fill, h, say } from "../../dom.js";
import { listenTo, refuse } from "../../ui/board_events.js";
import { link, place } from "../../ui/address.js";
import { games } from "../../ui/games.js";
import { head } from "../../ui/head.js";
import { get, inPath, post } from "../../ui/http.js";
import { icon } from "../../ui/icons.js";
import { markdown } from "./markdown.js";
import { showError } from "../../ui/feedback.js";
import { follow } from "../../ui/settings.js";

/** A worked example: its steps, and a board on which to try something else. */
class Diagram {
  stepIndex = 0;
  board = /** @type {QuintetBoard} */ (document.createElement("quintet-board"));
  words = h("p", { class: "words", role: "status" });
  first = button("From the start", () => this.go(0, true));
  back = button(icon("back"), () => this.go(this.stepIndex - 1), { class: "button square", "aria-label": "One step back" });
  forward = button("Next step", () => this.go(this.stepIndex + 1));
  reset = button("Back to the example", () => this.go(this.stepIndex, true));

  /** @param {ExampleOut} example */
  constructor(example) {
    this.example = example;
    /** @type {BoardView} */
    this.view = example.steps[0].view;
    this.board.setAttribute("label", `Diagram: ${example.title}`);
    this.board.setAttribute("untyped", "");
    this.element = h(
      "section",
      { class: "example", "aria-label": example.title },
      this.board,
      h(
        "div",
        {},
        h("h3", {}, example.title),
        this.words,
        example.steps.length > 1 ? h("div", { class: "row" }, this.first, this.back, this.forward) : null,
        h("p"),
        this.reset,
        h("p"),
        h("a", { href: this.link() }, "Study this position"),
      ),
    );
    listenTo(this.board, { play: (text) => this.play(text) });
    this.board.layout = example.layout;
  }

  start() {
    follow(this.board);
    this.go(0, true);
  }

  link() {
    return `/analysis/${inPath(this.example.spec)}?position=${encodeURIComponent(this.view.position)}`;
  }

  /** @param {number} index @param {boolean} [still] */
  go(index, still = false) {
    const steps = this.example.steps;
    const step = steps[index];
    if (!step) return;
    const forward = index === this.stepIndex + 1 && !still;
    const before = steps[index - 1]?.view.scene ?? null;
    this.stepIndex = index;
    this.show(step.view, forward, before);
    const isEnd = steps.length > 1 && index === steps.length - 1;
    say(this.words, [step.words, isEnd ? "This is the end of the example." : ""].filter(Boolean).join(" "));
    this.back.disabled = this.first.disabled = index === 0;
    this.forward.disabled = index === steps.length - 1;
    this.reset.disabled = true;
  }

  /** @param {BoardView} view @param {boolean} moving @param {Scene | null} before */
  show(view, moving, before) {
    this.view = view;
    void this.board.showFrame(view, { moves: view.moves, before, moving });
    this.element.querySelector("a")?.setAttribute("href", link(this.link()));
  }

  /** @param {string} move */
  async play(move) {
    try {
      const looked = /** @type {PositionOut} */ (
        await post("/api/positions", { spec: this.example.spec, position: this.view.position, moves: [move] })
      );
      this.show(looked.view, true, this.view.scene);
      const { narration, outcome } = looked.view;
      say(this.words, `${narration} ${outcome ? standing(looked.view) : ""}`.trim());
      this.reset.disabled = false;
    } catch (error) {
      say(this.words, refuse(this.board, error));
    }
  }
}

async function page() {
  const all = await games();
  const wanted = decodeURIComponent(place().pathname.split("/")[2] ?? "") || all[0].id;
  fill(
    byId("games"),
    ...all.map((game) =>
      h("a", { href: `/rules/${inPath(game.id)}`, "aria-current": game.id === wanted ? "page" : null }, game.title),
    ),
  );
  const rules = /** @type {RulesOut} */ (await get(`/api/games/${inPath(wanted)}/rules`));
  document.title = `Rules of ${rules.title} · Quintet`;
  const diagrams = [];
  const article = byId("rules");
  article.append(
    h(
      "p",
      { class: "row" },
      h("a", { class: "button primary", href: `/play/${inPath(wanted)}` }, `Play ${rules.title}`),
    ),
  );
  for (const part of rules.parts) {
    if (part.markdown) article.append(...markdown(part.markdown));
    if (part.example?.steps.length) {
      const diagram = new Diagram(part.example);
      article.append(diagram.element);
      diagrams.push(diagram);
    }
  }
  for (const diagram of diagrams) diagram.start();
  const title = article.querySelector("h1");
  if (title) article.prepend(title);
}

head();
page().catch(showError);
