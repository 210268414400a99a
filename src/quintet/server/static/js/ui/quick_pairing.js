// @ts-check
/** @file Quick pairing: choose a game and a time control, and wait for an opponent who chose the same. */
/** @import {GameOut, PairingIn, PairingLine, SeeksOut} from "../types.js" */

import { button, fill, h, keys, say } from "../dom.js";
import { PACES, paceWords } from "./clock.js";
import { errorMessage } from "./feedback.js";
import { me } from "./head.js";
import { get, inPath, isAway, sentence, stream } from "./http.js";
import { notifyHidden } from "./notifications.js";
import { change, settings } from "./settings.js";
import { sound } from "./sounds.js";

/** Before asking again, when the server or the connection has gone away in the middle. */
const AGAIN = 2_000;
/** Between looks who waits. */
const OTHERS = 2_000;

export class QuickPairing {
  #games;
  #status = h("p", { role: "status", class: "quiet" });
  #rated = h("input", { type: "checkbox", name: "rated" });
  #ratedLabel = h("label", { class: "check", hidden: true }, this.#rated, "Rated");
  #others = h("ul", { class: "seeks", "aria-label": "Others are waiting" });
  #choice = h("div", { class: "quick-choice" });
  #waiting = h("div", { class: "quick-waiting", hidden: true });
  /** @type {AbortController | null} */
  #asking = null;
  /** Who waited at the last look. */
  #seen = "[]";
  element = h(
    "section",
    { class: "panel quick", "aria-labelledby": "quick-title" },
    h("h2", { id: "quick-title" }, "Quick game"),
    this.#choice,
    this.#waiting,
    this.#status,
  );

  /** @param {GameOut[]} games */
  constructor(games) {
    this.#games = games;
    const chosen = games.find((game) => game.id === settings.quick) ?? games[0];
    fill(
      this.#choice,
      this.#others,
      keys("quick-game", games.map(({ id, title }) => [id, title]), chosen.id, (quick) => change({ quick }), "Game"),
      h(
        "div",
        { class: "paces" },
        ...PACES.map(([pace, , words]) => button(words, () => this.look(this.#game, pace))),
      ),
      this.#ratedLabel,
    );
    addEventListener("pagehide", () => this.cancel());
    const look = () => void this.#look().catch(() => undefined);
    setInterval(look, OTHERS);
    document.addEventListener("visibilitychange", look);
    look();
    me().then(
      (someone) => (this.#ratedLabel.hidden = someone.kind === "visitor"),
      () => undefined,
    );
  }

  get #game() {
    const checked = /** @type {HTMLInputElement} */ (this.#choice.querySelector("input[name=quick-game]:checked"));
    return /** @type {GameOut} */ (this.#games.find((game) => game.id === checked.value));
  }

  /** What others wait for, while somebody might want the same. */
  async #look() {
    if (document.hidden || this.#asking) return;
    const { seeking } = /** @type {SeeksOut} */ (await get("/api/pairing"));
    const now = JSON.stringify(seeking);
    if (now === this.#seen) return;
    this.#seen = now;
    fill(
      this.#others,
      ...seeking.map((seek) => {
        const game = this.#games.find((game) => game.id === seek.game);
        const words = `${seek.title}, ${paceWords(seek.pace)}${seek.rated ? ", rated" : ""}`;
        const many = seek.count === 1 ? "Someone is" : `${seek.count} people are`;
        return (
          game &&
          h(
            "li",
            {},
            h("span", {}, `${many} waiting to play ${words}.`),
            button("Play", () => this.look(game, seek.pace, seek.rated), { class: "button primary", "aria-label": `Play ${words}` }),
          )
        );
      }),
    );
  }

  /** Wait for somebody who wants the same. @param {GameOut} game @param {PairingIn["pace"]} pace @param {boolean} [rated] */
  look(game, pace, rated = this.#rated.checked && !this.#ratedLabel.hidden) {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    say(this.#status, "");
    const cancel = button("Cancel", () => this.cancel());
    fill(
      this.#waiting,
      h("p", { class: "looking" }, `Looking for someone to play ${game.title}, ${paceWords(pace)}${rated ? ", rated" : ""}.`),
      h("p", { class: "quiet" }, "Keep this page open: the game begins as soon as someone wants the same."),
      h(
        "div",
        { class: "row" },
        cancel,
        h("a", { class: "button", href: `/play/${inPath(game.id)}` }, "Play the computer instead"),
      ),
    );
    this.#show(true);
    cancel.focus();
    void this.#ask({ game: game.id, pace, rated }, asking);
  }

  cancel() {
    if (!this.#asking) return;
    say(this.#status, "");
    this.#asking.abort();
    this.#asking = null;
    this.#show(false);
  }

  /** @param {boolean} waiting */
  #show(waiting) {
    this.#choice.hidden = waiting;
    this.#waiting.hidden = !waiting;
  }

  /** @param {PairingIn} request @param {AbortController} asking */
  async #ask(request, asking) {
    let paired = false;
    try {
      await stream(
        "/api/pairing",
        request,
        (/** @type {PairingLine} */ line) => {
          if (line.type === "error") throw new Error(sentence(line.error));
          say(this.#status, "");
          if (line.type !== "paired") return;
          paired = true;
          sound("notice");
          notifyHidden("Someone wants to play", "Your quick game begins.", line.url);
          location.href = line.url;
        },
        asking.signal,
      );
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!isAway(error)) this.cancel();
      say(this.#status, isAway(error) ? "Connection lost. Trying again." : errorMessage(error));
    }
    if (!paired && !asking.signal.aborted) setTimeout(() => !asking.signal.aborted && this.#ask(request, asking), AGAIN);
  }
}
