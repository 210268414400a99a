// @ts-check
/** @file The page Bots: tokens for programs, and marking the account as a bot. */
/** @import {MeOut, TokensOut} from "../../types.js" */

import { button, fill, group, h, radios } from "../../dom.js";
import { confirm, guarded } from "../../ui/feedback.js";
import { date } from "../../ui/format.js";
import { get, post, remove } from "../../ui/http.js";
import { table } from "../../ui/tables.js";
import { PASSWORD, formPanel, shownOnce } from "./forms.js";

/** @param {MeOut} someone @returns {Promise<HTMLElement>} */
export async function bots(someone) {
  const list = h("div");
  const show = async () => {
    const { tokens } = /** @type {TokensOut} */ (await get("/api/tokens"));
    fill(
      list,
      tokens.length
        ? table(
            "Tokens",
            ["Token", "It may", "Ends", h("span", { class: "hidden" }, "Remove")],
            tokens.map(({ id, label, expires, scope }) => [
              label,
              scope === "play" ? "play" : "read",
              expires ? date(expires) : "never",
              button("Remove", guarded(() => remove(`/api/tokens/${id}`).then(show)), { "aria-label": `Remove ${label}` }),
            ]),
          )
        : h("p", { class: "empty" }, "No tokens yet."),
    );
  };
  await show();
  const secret = h("div");
  const form = formPanel(
    "A new token",
    "A program needs a token to play in your name. It cannot change your account.",
    [
      { name: "label", label: "What it is for" },
      group("It may", h("div", { class: "row" }, ...radios("scope", [["play", "play"], ["read", "only read"]], "play"))),
      h("label", { class: "field" }, h("span", {}, "It ends after"), h("select", { name: "days" }, ...[30, 180, 366].map((days) => h("option", { value: days, selected: days === 180 }, `${days} days`)))),
      PASSWORD,
    ],
    "Create a token",
    async ({ days, ...values }) => {
      const made = /** @type {{token: string, label: string}} */ (await post("/api/tokens", { ...values, days: Number(days) }));
      fill(secret, shownOnce(`The token ${made.label}`, "It is shown only now: copy it to your program.", made.token, "token"));
      await show();
      return "";
    },
  );
  form.append(secret);
  return h(
    "div",
    { class: "columns wide" },
    h("section", { class: "panel", "aria-labelledby": "tokens-title" }, h("h2", { id: "tokens-title" }, "Tokens for programs"), list),
    form,
    asBot(someone),
  );
}

/** @param {MeOut} someone */
function asBot(someone) {
  const upgrade = async () => {
    if (!(await confirm(`Mark ${someone.name} as a bot for good?`, "Mark it", "Leave it"))) return;
    await post("/api/bot/account/upgrade");
    location.reload();
  };
  const first = `curl -N -H "Authorization: Bearer TOKEN" ${location.origin}/api/stream/event`;
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, "A bot"),
    ...(someone.kind === "bot"
      ? [h("p", {}, "This account is a bot: everybody sees that a program plays. Its games are not rated.")]
      : [
          h("p", {}, "An account that a program plays in must say so. Use one of its own: it stays a bot, and its games are not rated."),
          button("Mark this account as a bot", guarded(upgrade)),
        ]),
    h("p", { class: "below" }, "A program begins by listening for challenges:"),
    h("pre", { class: "mono", tabindex: 0 }, first),
    h("p", { class: "quiet" }, "Every address that programs can use is in ", h("a", { href: "/api/openapi.json" }, "the description of the API"), "."),
  );
}
