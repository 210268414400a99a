// @ts-check
/** @file The account page of somebody without one: log in, a new account, a name; and the ways back into an account. */
/** @import {MeOut} from "../../types.js" */

import { h } from "../../dom.js";
import { post, put } from "../../ui/http.js";
import { NEW_PASSWORD, checkedTwice, formPanel } from "./forms.js";

/** @param {MeOut} someone @returns {HTMLElement[]} */
export function visitor(someone) {
  const reload = () => location.reload();
  const logIn = formPanel(
    "Log in",
    "",
    [
      { name: "username", label: "Username", autocomplete: "username" },
      { name: "password", label: "Password", type: "password", autocomplete: "current-password" },
    ],
    "Log in",
    (values) => post("/api/login", values).then(reload),
    "primary",
  );
  logIn.append(h("p", { class: "below" }, h("a", { href: "/account/recover" }, "Forgot your password?")));
  return [
    h("h1", {}, "Account"),
    h("p", {}, "You can play without one. An account keeps your games together and gives you ratings."),
    h(
      "div",
      { class: "columns" },
      logIn,
      formPanel(
        "New account",
        "The games you have played here move to your account.",
        [
          { name: "username", label: "Username: 2 to 20 letters from a to z, digits, - or _", autocomplete: "username" },
          { name: "password", label: "Password, at least 8 characters", type: "password", autocomplete: "new-password" },
        ],
        "Create account",
        (values) => post("/api/accounts", values).then(reload),
      ),
      formPanel(
        `Your name is ${someone.name}`,
        "The name that others see while you have no account.",
        [{ name: "name", label: "New name", autocomplete: "nickname" }],
        "Change",
        (values) => put("/api/me/name", values).then(reload),
      ),
    ),
  ];
}

/** Choose a new password: by the link of a message, by a code, or after asking for a link. @returns {HTMLElement[]} */
export function recover() {
  const secret = location.hash.slice(1);
  const reset = (/** @type {Record<string, string>} */ values) =>
    post("/api/recovery", checkedTwice({ secret, ...values })).then(() => {
      location.href = "/account/security";
    });
  if (secret)
    return [
      h("h1", {}, "A new password"),
      h("div", { class: "columns" }, formPanel("Choose a new password", "It logs you out everywhere else and ends every token.", NEW_PASSWORD, "Change the password", reset, "primary")),
    ];
  const code = { name: "secret", label: "Recovery code", hint: "One of those that were shown on the page Security, such as abcd-efgh-ijkl-mnop. Each works once." };
  return [
    h("h1", {}, "Back into your account"),
    h(
      "div",
      { class: "columns" },
      formPanel("With a recovery code", "It logs you out everywhere else and ends every token.", [code, ...NEW_PASSWORD], "Change the password", reset, "primary"),
      formPanel(
        "By e-mail",
        "For accounts with a confirmed e-mail address.",
        [{ name: "account", label: "Your username or e-mail address", autocomplete: "username" }],
        "Send a link",
        async (values) => {
          await post("/api/recovery/mail", values);
          return "If there is such an account with a confirmed address, a message is on its way. Its link works for an hour.";
        },
      ),
    ),
  ];
}

/** Confirm an e-mail address by the link of a message. @returns {HTMLElement[]} */
export function confirmAddress() {
  const secret = location.hash.slice(1);
  return [
    h("h1", {}, "Your e-mail address"),
    h(
      "div",
      { class: "columns" },
      formPanel(
        "Confirm it",
        "You will be able to choose a new password by e-mail, should you forget yours.",
        [],
        "Confirm the address",
        async () => {
          const { email } = /** @type {{email: string}} */ (await post("/api/account/email/confirm", { secret }));
          return `${email} is confirmed.`;
        },
        "primary",
      ),
    ),
  ];
}
