// @ts-check
/** @file Friends: who they are, who of them is online, and a challenge. */
/** @import {FriendOut, FriendsOut, PlayerOut} from "../types.js" */

import { button, fill, h } from "../dom.js";
import { guarded, notice } from "./feedback.js";
import { get, put, remove } from "./http.js";

const AGAIN = 30_000;

/** @param {string} username */
export function challengeLink(username) {
  return `/play?opponent=friend&account=${encodeURIComponent(username)}`;
}

/** @param {FriendOut} friend */
function row({ username, online, mutual }) {
  return h(
    "li",
    {},
    h("span", { class: online ? "presence on" : "presence", "aria-hidden": "true" }),
    h("a", { href: `/player/${encodeURIComponent(username)}` }, username),
    h("span", { class: "quiet" }, online ? "online" : mutual ? "away" : "has not added you"),
    h("a", { class: "button", href: challengeLink(username), "aria-label": `Challenge ${username}` }, "Challenge"),
  );
}

/**
 * The friends of the caller, those who are online first, looked at again now and then; or only those who are online.
 * @param {boolean} onlyOnline nothing is shown where nobody is
 */
export async function friends(onlyOnline = false) {
  const list = h("div");
  const title = onlyOnline ? "Friends online" : "Friends";
  const panel = h("section", { class: "panel", "aria-labelledby": "friends-title" }, h("h2", { id: "friends-title" }, title), list);
  const look = async () => {
    const { friends } = /** @type {FriendsOut} */ (await get("/api/friends"));
    const shown = friends.filter((friend) => friend.online || !onlyOnline).sort((a, b) => Number(b.online) - Number(a.online));
    panel.hidden = onlyOnline && !shown.length;
    fill(
      list,
      shown.length
        ? h("ul", { class: "friends" }, ...shown.map(row))
        : h("p", { class: "empty" }, "Nobody yet. Open somebody's profile and add them; once they have added you, too, you see each other online."),
    );
  };
  await look();
  setInterval(() => {
    if (!document.hidden) look().catch(() => undefined);
  }, AGAIN);
  return panel;
}

/** Add somebody, or take them off the list. @param {PlayerOut} person */
export function friendButton(person) {
  let added = person.friend;
  const words = () => (added ? "Remove from friends" : "Add to friends");
  const toggle = async () => {
    const path = `/api/friends/${encodeURIComponent(person.username)}`;
    await (added ? remove(path) : put(path, {}));
    added = !added;
    key.textContent = words();
    notice(added ? `${person.username} is among your friends. You see each other online once they have added you, too.` : `${person.username} is no longer among your friends.`);
  };
  const key = button(words(), guarded(toggle));
  return key;
}
