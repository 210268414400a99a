// @ts-check
/** @file A match in a frame on another site, read-only. */
/** @import {Frame, FramesOut, LiveView, MatchView} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { called, outcomeWords } from "../../board/words.js";
import { byId, fill, say } from "../../dom.js";
import { get } from "../../ui/http.js";
import { LiveMatch } from "../../ui/live_match.js";
import { Replay } from "../../ui/replay.js";
import { follow } from "../../ui/settings.js";

const invite = new URLSearchParams(location.search).get("invite");
const secret = invite ? `?invite=${encodeURIComponent(invite)}` : "";

class Embedded {
  board = /** @type {QuintetBoard} */ (byId("board"));
  /** @type {Frame[]} */
  frames = [];
  ply = 0;
  replay = new Replay({
    at: () => this.ply,
    end: () => this.frames.length - 1,
    goTo: (ply) => this.goTo(ply),
    flip: () => this.board.flip(),
  });

  /** @param {MatchView} match */
  constructor(match) {
    this.match = match;
  }

  async open() {
    const { match, board } = this;
    for (let since = /** @type {number | null} */ (0); since !== null; ) {
      const page = /** @type {FramesOut} */ (await get(`/api/matches/${match.id}/frames?since=${since}${secret.replace("?", "&")}`));
      this.frames.push(...page.frames);
      since = page.more;
    }
    const words = `${match.title}: ${match.names.join(" against ")}`;
    document.title = `${words} · Quintet`;
    say(byId("title"), words);
    const link = /** @type {HTMLAnchorElement} */ (byId("link"));
    link.href = match.url + secret;
    say(link, words);
    board.setAttribute("label", `${match.title} board`);
    board.layout = match.layout;
    fill(byId("replay"), this.replay.element);
    byId("main").hidden = false;
    follow(board);
    this.goTo(this.frames.length - 1);
    if (match.status === "over") return;
    new LiveMatch(match.id, invite, {
      snapshot: (view) => this.hear(view),
      update: (view) => this.hear(view),
      lost: (why) => say(byId("status"), why),
    });
  }

  /** New moves are shown to those who look at the last one. @param {LiveView} view */
  hear(view) {
    const followed = this.ply === this.frames.length - 1;
    this.match = { ...this.match, ...view };
    this.frames.length = Math.min(this.frames.length, view.ply);
    this.frames[view.ply] = view;
    if (followed || this.ply > view.ply) this.goTo(view.ply);
    else this.around();
  }

  /** @param {number} ply */
  goTo(ply) {
    const frame = this.frames[ply];
    if (!frame) return;
    const moving = ply === this.ply + 1;
    this.ply = ply;
    void this.board.showFrame(frame, { moving });
    this.around();
  }

  around() {
    this.replay.update();
    const frame = this.frames[this.ply];
    say(byId("status"), `${frame.narration} ${this.sentence(frame)}`.trim());
  }

  /** @param {Frame} frame */
  sentence(frame) {
    const { match } = this;
    if (frame.outcome) return outcomeWords(frame.outcome, called(match.names, [], match.colors));
    if (frame.ply < match.ply) return `Move ${frame.ply} of ${match.ply}.`;
    return match.status === "open" ? "Waiting for an opponent." : `${match.names[frame.to_move]} to move.`;
  }
}

get(`/api/matches/${location.pathname.split("/")[2]}${secret}`)
  .then((match) => new Embedded(/** @type {MatchView} */ (match)).open())
  .catch((error) => {
    say(byId("lost"), error.message);
    byId("lost").hidden = false;
  });
