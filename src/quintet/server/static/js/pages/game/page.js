// @ts-check
/** @file The page of a match, for players and spectators. */
/** @import {LiveView, MatchEvent, MatchView} from "../../types.js" */

import { QuintetBoard } from "../../board/element.js";
import { moveName } from "../../board/words.js";
import { byId, say } from "../../dom.js";
import { isExported, link, place } from "../../ui/address.js";
import { listenTo, refuse } from "../../ui/board_events.js";
import { heardTime } from "../../ui/clock.js";
import { confirm, errorMessage, navigate, showError } from "../../ui/feedback.js";
import { head, here } from "../../ui/head.js";
import { inPath, post } from "../../ui/http.js";
import { LiveMatch } from "../../ui/live_match.js";
import { notifyHidden } from "../../ui/notifications.js";
import { follow } from "../../ui/settings.js";
import { share } from "../../ui/share.js";
import { sound } from "../../ui/sounds.js";
import { Chat } from "./chat.js";
import { findHint } from "./engine_help.js";
import { MatchBoard } from "./match_board.js";
import { MatchModel } from "./match_model.js";
import { MatchPanel } from "./match_panel.js";
import { Plan } from "./plan.js";

const parameters = new URLSearchParams(location.search);

class MatchPage {
  board = /** @type {QuintetBoard} */ (byId("board"));

  /** @param {string} id */
  constructor(id) {
    const invite = parameters.get("invite");
    this.model = new MatchModel(id, invite);
    this.shown = new MatchBoard(this.board, this.model, () => this.panel.update());
    this.chat = new Chat(id, invite, () => this.panel.updateActions());
    this.plan = new Plan(this.model, this.shown, () => this.panel.update());
    this.panel = new MatchPanel(this.model, this.shown, this.chat, this.plan, {
      plan: () => this.startPlan(),
      act: (action) => this.act(action),
      hint: () => this.hint(),
      mark: () => this.shown.switchMarks(),
      resign: (early) => this.resign(early),
      share: () => this.share(),
      chat: async () => this.chat.toggle(),
      join: () => this.join(),
      decline: () => post(`/api/matches/${id}/decline`, this.invitation),
    });
    byId("connection").hidden = isExported;
    listenTo(this.board, { play: (text) => this.play(text), partial: (words) => this.say(words) });
    this.live = new LiveMatch(id, invite, {
      snapshot: (view) => this.snapshot(view),
      update: (view, since, events) => this.update(view, since, events),
      spectators: (count, online) => {
        if (!this.model.isLoaded) return;
        this.model.watched(count, online);
        this.panel.update();
      },
      said: (line) => {
        this.chat.hear(line);
        if (!this.chat.isOpen) sound("notice");
      },
      connection: (state) => {
        if (isExported) return;
        this.panel.connection(state);
        if (state === "connected" && this.model.isLoaded) this.lookAtChat();
      },
      refused: (error) => this.say(errorMessage(error)),
      lost: (why) => this.panel.lost(why),
    });
  }

  /** @param {MatchView} view */
  snapshot(view) {
    const before = this.model.isLoaded ? this.model.view.scene : null;
    const step = this.model.snapshot(view);
    this.live.playing = this.model.isPlaying;
    heardTime(view.clock.at);
    if (!before) {
      this.open(view);
      this.lookAtChat();
    }
    this.shown.frames.keep(view);
    this.shown.showLatest(step, before);
    if (this.model.cursor !== null) void this.shown.goTo(this.model.cursor);
    void this.plan.follow().catch(showError);
  }

  /** What was said meanwhile. */
  lookAtChat() {
    void this.chat.look().then(() => this.panel.updateActions(), showError);
  }

  /** Put the board on the table, at the ply that the address names. @param {MatchView} view */
  open(view) {
    say(byId("title"), `${view.title}: ${view.names.join(" against ")}`);
    this.board.setAttribute("label", `${view.title} board`);
    this.board.layout = view.layout;
    here(view.game);
    follow(this.board);
    byId("table").hidden = false;
    const ply = parameters.get("ply");
    if (ply !== null && Number(ply) < view.ply) this.model.cursor = Math.max(0, Number(ply));
    if (view.private && view.invite) history.replaceState(null, "", this.model.link()); // so that a copied address can be shared
  }

  /** @param {LiveView} live @param {number} since @param {MatchEvent[]} events */
  update(live, since, events) {
    const change = this.model.update(live, since, events);
    if (!change) return;
    this.live.playing = this.model.isPlaying;
    const { before, onBoard, step, ended, myTurn, heard, rematch } = change;
    heardTime(live.clock.at);
    this.shown.frames.keep(live);
    void this.plan.follow().catch(showError);
    if (myTurn) notifyHidden("Your move", `${before.title}: ${live.names.join(" against ")}`, `/game/${this.model.id}`);
    if (onBoard) this.shown.showLatest(step, step ? before.scene : null, ended);
    else this.panel.update();
    if (heard) sound("notice");
    if (rematch) void navigate(`/game/${live.rematch}${before.you.length ? "" : this.model.secret}`);
  }

  /** The invitation, for what is asked of the server. */
  get invitation() {
    return this.model.invite ? { invite: this.model.invite } : {};
  }

  /** Say this in place of the usual sentence. @param {string} message */
  say(message) {
    this.model.message = message;
    this.panel.update();
  }

  /** Plan from the latest position, whichever is looked at. */
  async startPlan() {
    if (this.model.cursor !== null) await this.shown.goTo(this.model.view.ply);
    await this.plan.begin();
  }

  /** @param {string} text */
  async play(text) {
    const { model } = this;
    if (this.plan.draft) return this.plan.play(text).catch(showError);
    const { ply } = model.view;
    model.message = "";
    model.sending = moveName(model.view.layout, text);
    if (model.away) this.panel.update();
    try {
      await this.live.move(text, ply);
    } catch (error) {
      if (model.view.history[ply]?.text === text) return; // a second copy of a move that did arrive is no news
      this.say(refuse(this.board, error));
    } finally {
      model.sending = "";
    }
  }

  async hint() {
    const { view } = this.model;
    this.say("The engine is looking for a move.");
    const { words, spots, presses } = await findHint(view);
    if (this.model.view.ply !== view.ply || this.model.cursor !== null || !words) return;
    this.board.point(spots, presses);
    this.board.announce(words);
    this.say(words);
  }

  /** @param {string} action */
  act(action) {
    return this.live.action(action, this.model.isLoaded ? this.model.view.ply : 0);
  }

  /** @param {boolean} early */
  async resign(early) {
    if (early) await this.act("abort");
    else if (await confirm("Resign this game?", "Resign")) await this.act("resign");
  }

  async join() {
    this.model.join(/** @type {MatchView} */ (await post(`/api/matches/${this.model.id}/join`, this.invitation)));
    this.live.playing = this.model.isPlaying;
    this.shown.frames.keep(this.model.view);
    this.shown.showLatest(false, null);
    await this.chat.look(); // players have a room of their own
  }

  async share() {
    if (isExported) await this.shown.frames.need(0);
    const { view, ply, id } = this.model;
    const address = isExported ? this.movesLink() : this.model.link();
    const { searchParams } = new URL(address);
    const waiting = view.status === "open";
    share({
      link: address,
      title: `${view.title}: ${view.names.join(" against ")}`,
      words: isExported
        ? "Everybody who has this link can go through the moves."
        : !view.private
        ? "Everybody can see this game."
        : waiting
          ? "Whoever has this link can join the game."
          : "Only people with this link can see the game.",
      picture: (kind) => `/api/matches/${id}/picture?${new URLSearchParams([...searchParams, ["kind", kind]])}`,
      moves: ply > 0,
      ...(waiting || isExported ? {} : { embed: address.replace("/game/", "/embed/") }),
    });
  }

  /** A link to the moves themselves: a match without a server is in one browser only. */
  movesLink() {
    const { spec, history, names } = this.model.view;
    const start = this.shown.frames.at(0)?.position;
    const query = new URLSearchParams({ ...(start ? { position: start } : {}), moves: history.map((move) => move.text).join(" ") });
    for (const name of names) query.append("name", name);
    return link(`/analysis/${inPath(spec)}?${query}`);
  }
}

head();
new MatchPage(decodeURIComponent(place().pathname.split("/")[2] ?? ""));
