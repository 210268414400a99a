// @ts-check
/** @file The chat beside a match. Messages are inserted as text, never as markup. */
/** @import {ChatLine, ChatOut} from "../../types.js" */

import { button, fill, h, say } from "../../dom.js";
import { get, post } from "../../ui/http.js";
import { icon } from "../../ui/icons.js";
import { errorMessage, guarded, notice } from "../../ui/feedback.js";
import { change, settings } from "../../ui/settings.js";

/** Milliseconds after which a line that was not answered may be sent again. */
const PATIENCE = 8_000;
/** People that can be muted. */
const MUTED = 200;

export class Chat {
  /** @type {Map<number, ChatLine>} */
  #lines = new Map();
  #you = "";
  #unread = 0;
  #list = h("div", { class: "chat-lines", role: "log", "aria-label": "What was said", tabindex: 0 });
  #title = h("h2", {}, "Chat");
  #text = h("input", { name: "text", maxlength: 200, autocomplete: "off", placeholder: "Say something", "aria-label": "Say something" });
  #form = h("form", { class: "row chat-form" }, this.#text, h("button", { class: "button" }, "Send"));
  #status = h("p", { class: "quiet", role: "status" });
  element = h(
    "section",
    { class: "chat panel", "aria-label": "Chat", hidden: true },
    h(
      "div",
      { class: "row apart" },
      this.#title,
      button(icon("close"), () => this.toggle(), { class: "button square", "aria-label": "Close the chat" }),
    ),
    this.#list,
    this.#status,
    this.#form,
  );

  /** @param {string} id of the match @param {string | null} invite @param {() => void} changed something new was said, or the panel was opened */
  constructor(id, invite, changed) {
    this.path = `/api/matches/${id}/chat`;
    this.invite = invite;
    this.changed = changed;
    const send = guarded(() => this.#send());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      send();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle();
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** What the button that opens it says. */
  get label() {
    return this.#unread ? `Chat (${this.#unread})` : "Chat";
  }

  /** What was said so far. */
  async look() {
    const query = this.invite ? `?invite=${encodeURIComponent(this.invite)}` : "";
    const chat = /** @type {ChatOut} */ (await get(this.path + query));
    const [before, first] = [this.#lines, this.#you === ""];
    this.#you = chat.you;
    this.#lines = new Map(chat.lines.map((line) => [line.number, line]));
    for (const line of chat.lines) if (!first && !before.has(line.number)) this.#notice(line);
    say(this.#title, chat.room === "players" ? "Players' chat" : "Spectators' chat");
    this.#form.hidden = chat.silence !== null;
    say(this.#status, chat.silence ? `${chat.silence[0].toUpperCase()}${chat.silence.slice(1)}.` : "");
    this.#draw();
  }

  /** Whether anybody has said anything. */
  get used() {
    return this.#lines.size > 0;
  }

  /** @param {ChatLine} line */
  hear(line) {
    if (this.#lines.has(line.number)) return;
    this.#lines.set(line.number, line);
    this.#notice(line);
    this.#draw();
    this.changed();
  }

  /** Something new: to be read, or one's own, which has arrived and is not to be sent again. @param {ChatLine} line */
  #notice(line) {
    if (line.by === this.#you) {
      if (line.text === this.#text.value.trim()) this.#text.value = "";
    } else if (!this.isOpen && !settings.muted.includes(line.by)) this.#unread += 1;
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    this.#unread = 0;
    this.changed();
    if (!this.isOpen) return;
    this.#list.scrollTop = this.#list.scrollHeight;
    if (!this.#form.hidden) this.#text.focus();
  }

  async #send() {
    const text = this.#text.value.trim();
    if (!text) return;
    try {
      await post(this.path, { text, ...(this.invite ? { invite: this.invite } : {}) }, AbortSignal.timeout(PATIENCE));
      if (this.#text.value.trim() === text) this.#text.value = "";
      say(this.#status, "");
    } catch (error) {
      if (this.#text.value.trim() !== text) return; // it has arrived, only the answer has not
      say(this.#status, errorMessage(error));
      this.#list.scrollTop = this.#list.scrollHeight; // the sentence takes some of its room
    }
  }

  #draw() {
    const down = this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
    const lines = [...this.#lines.values()].sort((line, other) => line.number - other.number);
    fill(this.#list, ...(lines.length ? lines.map((line, index) => this.#line(line, lines[index - 1]?.by === line.by)) : [h("div", { class: "quiet" }, "Nothing has been said yet.")]));
    if (down) this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** @param {ChatLine} line @param {boolean} again whether they said the line before it, too */
  #line(line, again) {
    const mine = line.by === this.#you;
    const muted = settings.muted.includes(line.by);
    const key = (/** @type {string} */ label, /** @type {string} */ about, /** @type {() => void} */ work) =>
      h("button", { type: "button", class: "plain small", "aria-label": `${label} ${about}`, onclick: work }, label);
    return h(
      "div",
      {},
      h("span", { class: again ? "hidden" : "chat-name" }, mine ? "You" : line.name),
      h("span", { class: "chat-text" }, muted ? h("em", { class: "quiet" }, "muted") : line.text),
      !mine &&
        h(
          "span",
          { class: "chat-keys" },
          key(muted ? "Unmute" : "Mute", line.name, () => this.#mute(line.by, !muted)),
          !muted && key("Report", `“${line.text}”`, guarded(() => this.#report(line))),
        ),
    );
  }

  /** @param {string} by @param {boolean} on */
  #mute(by, on) {
    const others = settings.muted.filter((person) => person !== by);
    change({ muted: on ? [...others, by].slice(-MUTED) : others });
    this.#draw();
    this.#list.focus(); // the button is another one now
  }

  /** @param {ChatLine} line */
  async #report(line) {
    await post(`${this.path}/${line.number}/report`, this.invite ? { invite: this.invite } : {});
    notice("Reported. Whoever runs this site will read it.");
  }
}
