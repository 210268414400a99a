// @ts-check
/** @file The pages of an account (Profile, Security, Bots), the ways to get one or back into one, and the profiles of players. */
/** @import {MeOut, PlayerOut} from "../../types.js" */

import { button, byId, fill, h } from "../../dom.js";
import { errorMessage, guarded } from "../../ui/feedback.js";
import { date } from "../../ui/format.js";
import { challengeLink, friendButton, friends } from "../../ui/friends.js";
import { head, me } from "../../ui/head.js";
import { Refusal, get, post } from "../../ui/http.js";
import { bots } from "./bots.js";
import { accountNav } from "./forms.js";
import { profile } from "./profile.js";
import { security } from "./security.js";
import { confirmAddress, recover, visitor } from "./visitor.js";

const place = byId("account");

/** One of the account's own pages. @param {MeOut} someone @param {string | undefined} part */
async function own(someone, part) {
  const username = someone.username ?? "";
  const content = part === "security" ? [await security(username)] : part === "bots" ? [await bots(someone)] : await ownProfile(username);
  fill(place, h("h1", {}, someone.name), accountNav(), ...content);
}

/** @param {string} username */
async function ownProfile(username) {
  const logOut = async () => {
    await post("/api/logout");
    location.href = "/";
  };
  const path = `/player/${encodeURIComponent(username)}`;
  const [person, mine, state] = await Promise.all([
    /** @type {Promise<PlayerOut>} */ (get(`/api/players/${encodeURIComponent(username)}`)),
    friends(),
    /** @type {Promise<import("../../types.js").SecurityOut>} */ (get("/api/account/security")),
  ]);
  return [
    h(
      "div",
      { class: "row apart" },
      h("p", { class: "quiet" }, `Joined on ${date(person.created)}. `, h("a", { href: path }, "What others see")),
      button("Log out", guarded(logOut)),
    ),
    !state.email && !state.codes
      ? h("p", { class: "advice" }, "If you forget your password, nobody can let you in again. ", h("a", { href: "/account/security" }, "Make recovery codes"), " now.")
      : null,
    mine,
    ...profile(person),
  ];
}

/** @param {string} username */
async function player(username) {
  const [person, someone] = await Promise.all([/** @type {Promise<PlayerOut>} */ (get(`/api/players/${encodeURIComponent(username)}`)), me()]);
  document.title = `${person.username} · Quintet`;
  const keys = person.you
    ? [h("a", { class: "button", href: "/account" }, "Your account")]
    : [
        h("a", { class: "button primary", href: challengeLink(person.username) }, `Challenge ${person.username}`),
        someone.kind === "visitor" ? null : friendButton(person),
      ];
  fill(
    place,
    h("h1", {}, person.username, person.bot ? h("span", { class: "quiet" }, " bot") : null),
    h("div", { class: "row apart" }, h("p", { class: "quiet" }, `Joined on ${date(person.created)}.`), h("div", { class: "row" }, ...keys)),
    ...profile(person),
  );
}

async function page() {
  const [, kind, part] = location.pathname.split("/");
  if (kind === "player") return player(decodeURIComponent(part));
  if (part === "recover") return fill(place, ...recover());
  if (part === "confirm") return fill(place, ...confirmAddress());
  const someone = await me();
  return someone.kind === "visitor" ? fill(place, ...visitor(someone)) : own(someone, part);
}

/** Said once: there is nothing else to do here. @param {unknown} error */
function failed(error) {
  const isNobody = error instanceof Refusal && error.status === 404;
  fill(
    place,
    h("h1", {}, isNobody ? "No such player" : "This page cannot be shown"),
    h("p", {}, isNobody ? "The name may be misspelt, or the account is gone." : errorMessage(error)),
    isNobody ? h("a", { class: "button", href: "/lobby" }, "Go to the lobby") : null,
  );
}

head();
page().catch(failed);
