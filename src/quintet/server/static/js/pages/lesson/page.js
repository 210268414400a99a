// @ts-check
/** @file A lesson: boards with text, and moves to play. */
/** @import {BoardView, ChapterOut, LessonOut, LessonStepOut, LessonsOut, MatchView, PositionOut} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { namedSpots } from "../../board/words.js";
import { button, byId, fill, h, say } from "../../dom.js";
import { place } from "../../ui/address.js";
import { listenTo, sayOfTry } from "../../ui/board_events.js";
import { head, here } from "../../ui/head.js";
import { Refusal, get, inPath, isAway, post, put } from "../../ui/http.js";
import { errorMessage, guarded, navigate, showError } from "../../ui/feedback.js";
import { later } from "../../ui/offline.js";
import { follow } from "../../ui/settings.js";
import { without } from "../../ui/without.js";

class LessonPage {
  board = /** @type {QuintetBoard} */ (byId("board"));
  /** The chapter and the step that are shown. */
  chapter = 0;
  stepIndex = 0;
  wrong = 0;
  done = 0;
  /** Whether what is asked for here was played. */
  answered = false;

  /** @param {LessonOut} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    listenTo(this.board, {
      play: (move) => this.play(move).catch(showError),
      refuse: (text) => this.refuse(text),
      partial: (words) => sayOfTry(words, ""),
    });
  }

  /** @returns {ChapterOut} */
  get story() {
    return this.lesson.chapters[this.chapter];
  }

  /** @returns {LessonStepOut} */
  get step() {
    return this.story.steps[this.stepIndex];
  }

  /** @param {number} done */
  open(done) {
    this.done = done;
    document.title = `Lesson: ${this.lesson.title} · Quintet`;
    say(byId("title"), `Lesson: ${this.lesson.title}`);
    const asked = Number(location.hash.slice(1));
    const wanted = asked ? asked - 1 : done;
    byId("table").hidden = false;
    this.go(wanted < this.lesson.chapters.length ? wanted : 0, false);
    follow(this.board);
    fill(
      byId("links"),
      h("a", { href: `/rules/${inPath(this.lesson.game)}` }, "All the rules"),
      h("a", { href: "/learn" }, "All lessons"),
    );
  }

  /** Begin a chapter. @param {number} chapter @param {boolean} [focus] */
  go(chapter, focus = true) {
    this.chapter = chapter;
    history.replaceState(null, "", `#${chapter + 1}`);
    say(byId("chapter"), this.story.title);
    this.board.setAttribute("label", `${this.lesson.title} board: ${this.story.title}`);
    this.board.layout = this.story.layout;
    here(this.story.spec);
    this.show(0, this.story.steps[0].view, false);
    if (focus) byId("chapter").focus();
  }

  /** Show a step, on its own board or on the one that the learner's move has led to. @param {number} index @param {BoardView} view @param {boolean} moving */
  show(index, view, moving) {
    this.stepIndex = index;
    this.wrong = 0;
    this.answered = false;
    void this.board.showFrame(view, { moves: this.step.prompt ? this.step.view.moves : [], moving }).then(() => this.point());
    say(byId("words"), this.step.words);
    say(byId("prompt"), this.step.prompt?.words ?? "");
    sayOfTry("", "");
    this.keep();
    this.around();
  }

  /** What can be pressed besides the board, and where in the lesson this is. */
  around() {
    const { steps, finish } = this.story;
    const last = this.stepIndex === steps.length - 1;
    const primary = (/** @type {string} */ label, /** @type {() => void} */ work, disabled = false) =>
      button(label, work, { class: "button primary", disabled });
    const onward = finish && last
      ? primary("Play the game", guarded(() => this.match()))
      : last
        ? primary("Next chapter", () => this.go(this.chapter + 1), this.chapter + 1 >= this.lesson.chapters.length)
        : primary("Next", () => this.show(this.stepIndex + 1, steps[this.stepIndex + 1].view, true), this.step.prompt !== null);
    const again = this.stepIndex > 0 ? button("Again", () => this.go(this.chapter)) : null;
    const hint = this.step.prompt ? button("Hint", () => this.hint()) : null;
    fill(byId("keys"), onward, hint, again);
    fill(
      byId("chapters"),
      ...this.lesson.chapters.map((chapter, index) =>
        h(
          "li",
          { class: index < this.done ? "done" : null },
          h(
            "button",
            {
              type: "button",
              "aria-current": index === this.chapter ? "step" : null,
              onclick: () => this.go(index),
            },
            h("span", { class: "number", "aria-hidden": "true" }, index < this.done ? "✓" : index + 1),
            h("span", {}, chapter.title, index < this.done ? h("span", { class: "hidden" }, " (done)") : null),
          ),
        ),
      ),
    );
  }

  /** Point out what the prompt speaks of: the spots it names, or those of several right moves. */
  point() {
    const { prompt } = this.step;
    if (!prompt || this.answered) return;
    const several = prompt.answers.length > 1 ? this.landings() : [];
    const named = namedSpots(this.story.layout, prompt.words);
    if (named.length || several.length) this.board.point(named.length ? named : several);
  }

  /** Where the right moves go. */
  landings() {
    const right = this.step.view.moves.filter((move) => this.step.prompt?.answers.includes(move.text));
    return right.flatMap((move) => move.preview);
  }

  hint() {
    const { prompt, view } = this.step;
    if (!prompt) return;
    sayOfTry(prompt.hint, "");
    this.board.point(this.landings(), view.moves.find((move) => move.text === prompt.answers[0])?.clicks ?? []);
  }

  /** The end of a chapter is kept. */
  keep() {
    const over = this.stepIndex === this.story.steps.length - 1 && !this.story.finish;
    if (over) this.finished(this.chapter + 1);
  }

  /** @param {number} chapters */
  finished(chapters) {
    if (chapters <= this.done) return Promise.resolve();
    this.done = chapters;
    const [path, body] = [`/api/lessons/${inPath(this.lesson.game)}/chapters`, { chapters }];
    return put(path, body).catch((error) => (isAway(error) ? later({ method: "PUT", path, body }) : showError(error)));
  }

  /** @param {string} move */
  async play(move) {
    const { prompt, view } = this.step;
    if (!prompt || this.answered) return;
    if (prompt.answers.length && !prompt.answers.includes(move)) {
      this.miss((prompt.wrong[move] ?? prompt.wrong.any).replace("{move}", move), []);
      return;
    }
    this.answered = true;
    const keyboard = this.board.contains(document.activeElement) && !this.board.pointed;
    const next = this.story.steps[this.stepIndex + 1];
    const expected = next.view.move?.text ?? "";
    const led = move === expected ? next.view : await this.led(view, move, next.view);
    this.show(this.stepIndex + 1, led, true);
    if (led === next.view && move !== expected) sayOfTry(`You are offline, so the lesson goes on with ${expected}.`, "");
    if (keyboard) /** @type {HTMLElement | null} */ (byId("keys").querySelector(".primary"))?.focus();
  }

  /** What a move leads to; without a connection, what the story's own move does. @param {BoardView} from @param {string} move @param {BoardView} fallback */
  async led(from, move, fallback) {
    try {
      const body = { spec: this.story.spec, position: from.position, moves: [move] };
      return /** @type {PositionOut} */ (await post("/api/positions", body)).view;
    } catch (error) {
      if (!isAway(error)) throw error;
      return fallback;
    }
  }

  /** What was asked for is not legal: the server says why. @param {string} text */
  async refuse(text) {
    const { prompt, view } = this.step;
    if (!prompt) return;
    try {
      await post("/api/positions", { spec: this.story.spec, position: view.position, moves: [text] });
    } catch (error) {
      const reason = errorMessage(error);
      this.miss(isAway(error) ? `${text} is not allowed here.` : reason, error instanceof Refusal ? error.spots : []);
    }
  }

  /** @param {string} reason @param {string[]} spots */
  miss(reason, spots) {
    this.wrong += 1;
    const hint = this.wrong >= this.lesson.hint_after ? ` ${this.step.prompt?.hint ?? ""}` : "";
    sayOfTry(`${reason}${hint}`, "wrong");
    this.board.point(spots);
  }

  /** The game at the end, against the easiest opponent. */
  async match() {
    const { view } = this.step;
    const mine = view.to_move === 0;
    const [me, engine] = [{ kind: "me" }, { kind: "engine", level: this.lesson.level }];
    const body = { spec: this.story.spec, position: view.position, seats: mine ? [me, engine] : [engine, me] };
    const match = /** @type {MatchView} */ (await post("/api/matches", body));
    await this.finished(this.lesson.chapters.length);
    await navigate(match.url);
  }
}

async function page() {
  const game = decodeURIComponent(place().pathname.split("/")[2]);
  const [lesson, { lessons }] = await Promise.all([
    /** @type {Promise<LessonOut>} */ (get(`/api/lessons/${inPath(game)}`)),
    /** @type {Promise<LessonsOut>} */ (get("/api/lessons")),
  ]);
  new LessonPage(lesson).open(lessons.find((line) => line.game === lesson.game)?.done ?? 0);
}

head();
page().catch((error) => without(error, "lesson", "/learn", "All lessons"));
