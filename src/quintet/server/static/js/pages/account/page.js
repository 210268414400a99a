// @ts-check
/** @file The account page, and the public profile of a player. */
/** @import {MeOut, PlayerOut} from "../../types.js" */

import { button, byId, field, fill, h, say } from "../../dom.js";
import { confirm, errorMessage, guarded, notice, showError } from "../../ui/feedback.js";
import { head, me } from "../../ui/head.js";
import { get, post, put, remove } from "../../ui/http.js";
import { date } from "../../ui/format.js";
import { profile, ratingsTable } from "./profile.js";

const place = byId("account");

/**
 * A form that posts its fields, once at a time, and says why not, or the words that sending gives back; none where the page is left.
 * @param {string} title @param {string} words @param {[string, string, string, string][]} fields name, label, type, autocomplete
 * @param {string} button @param {(values: Record<string, string>) => Promise<string | void>} send
 */
function formPanel(title, words, fields, button, send) {
  const status = h("p", { role: "status" });
  const key = h("button", { class: "button" }, button);
  const form = h(
    "form",
    { class: "panel" },
    h("h2", {}, title),
    words ? h("p", { class: "quiet" }, words) : null,
    ...fields.map(([name, label, type, autocomplete]) => field(label, { name, type, autocomplete, required: true, maxlength: 200 })),
    status,
    key,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    say(status, "");
    key.disabled = true;
    try {
      const words = await send(values);
      if (words === undefined) return;
      form.reset();
      say(status, words);
    } catch (error) {
      say(status, errorMessage(error));
    }
    key.disabled = false;
  });
  return form;
}

/** @param {MeOut} someone */
function visitor(someone) {
  const reload = () => location.reload();
  fill(
    place,
    h("h1", {}, "Account"),
    h("p", {}, "You can play without one. An account keeps your games together and gives you ratings."),
    h(
      "div",
      { class: "columns" },
      formPanel(
        "Log in",
        "",
        [
          ["username", "Username", "text", "username"],
          ["password", "Password", "password", "current-password"],
        ],
        "Log in",
        (values) => post("/api/login", values).then(reload),
      ),
      formPanel(
        "New account",
        "The games you have played here move to your account.",
        [
          ["username", "Username: 2 to 20 letters from a to z, digits, - or _", "text", "username"],
          ["password", "Password, at least 8 characters", "password", "new-password"],
        ],
        "Create account",
        (values) => post("/api/accounts", values).then(reload),
      ),
      formPanel(
        `Your name is ${someone.name}`,
        "The name that others see while you have no account.",
        [["name", "New name", "text", "nickname"]],
        "Change",
        (values) => put("/api/me/name", values).then(reload),
      ),
    ),
  );
}

/** @param {MeOut} someone */
async function account(someone) {
  const secret = h("p", { role: "status", class: "mono" });
  const list = h("ul", {});
  const showTokens = async () => {
    const { tokens } = /** @type {{tokens: {id: string, label: string, created: string}[]}} */ (await get("/api/tokens"));
    fill(
      list,
      ...tokens.map((token) =>
        h(
          "li",
          {},
          `${token.label}, ${date(token.created)} `,
          button("Remove", guarded(() => remove(`/api/tokens/${token.id}`).then(showTokens))),
        ),
      ),
    );
  };
  await showTokens();
  const newToken = formPanel(
    "Tokens for programs",
    "A program needs a token to play in your name. Each is shown only once, and ends after half a year.",
    [
      ["label", "What it is for", "text", "off"],
      ["password", "Your password", "password", "current-password"],
    ],
    "Create a token",
    async (values) => {
      const made = /** @type {{token: string}} */ (await post("/api/tokens", values));
      say(secret, made.token);
      await showTokens();
      return "";
    },
  );
  newToken.append(secret, list);
  const newPassword = formPanel(
    "Password",
    "A new password logs you out everywhere else and ends every token.",
    [
      ["password", "Your password", "password", "current-password"],
      ["new", "New password, at least 8 characters", "password", "new-password"],
    ],
    "Change the password",
    async (values) => {
      await post("/api/account/password", values);
      say(secret, "");
      await showTokens(); // they have ended
      return "Password changed.";
    },
  );
  const away = async () => {
    await post("/api/logout");
    location.href = "/";
  };
  const everywhere = async () => {
    await post("/api/logout/everywhere");
    notice("Logged out on every device.");
    location.href = "/account";
  };
  fill(
    place,
    h("h1", {}, someone.name),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "panel" },
        h("h2", {}, "Ratings"),
        ratingsTable(someone.ratings),
        h("a", { href: `/player/${someone.username}` }, "Your profile, with results and games"),
      ),
      h(
        "section",
        { class: "panel" },
        h("h2", {}, "This device"),
        h("div", { class: "row" }, button("Log out", guarded(away)), button("Log out everywhere", guarded(everywhere))),
      ),
      newToken,
      newPassword,
      formPanel(
        "Delete my account",
        "Your name is taken off your games. This cannot be undone.",
        [["password", "Your password", "password", "current-password"]],
        "Delete account",
        async (values) => {
          if (!(await confirm("Delete your account for good?", "Delete", "Keep it"))) return "";
          await post("/api/account/delete", values);
          location.href = "/";
        },
      ),
    ),
  );
}

/** @param {string} username */
async function player(username) {
  const person = /** @type {PlayerOut} */ (await get(`/api/players/${encodeURIComponent(username)}`));
  document.title = `${person.username} · Quintet`;
  fill(
    place,
    h("h1", {}, person.username, person.bot ? h("span", { class: "quiet" }, " bot") : null),
    h(
      "p",
      { class: "quiet" },
      `Joined on ${date(person.created)}. `,
      person.you ? h("a", { href: "/account" }, "Your account") : h("a", { href: `/play?opponent=friend&account=${encodeURIComponent(person.username)}` }, `Challenge ${person.username}`),
    ),
    ...profile(person),
  );
}

async function page() {
  const [, kind, username] = location.pathname.split("/");
  if (kind === "player") return player(decodeURIComponent(username));
  const someone = await me();
  return someone.kind === "visitor" ? visitor(someone) : account(someone);
}

head();
page().catch((error) => {
  fill(place, h("h1", {}, "No such player"), h("p", {}, errorMessage(error)));
  showError(error);
});
