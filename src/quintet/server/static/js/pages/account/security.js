// @ts-check
/** @file The page Security: password, e-mail address, recovery codes, sessions, the end of the account. */
/** @import {SecurityOut} from "../../types.js" */

import { button, fill, h } from "../../dom.js";
import { confirm, guarded, notice } from "../../ui/feedback.js";
import { get, post } from "../../ui/http.js";
import { NEW_PASSWORD, PASSWORD, checkedTwice, formPanel, shownOnce } from "./forms.js";

/** @param {string} username @returns {Promise<HTMLElement>} */
export async function security(username) {
  const state = /** @type {SecurityOut} */ (await get("/api/account/security"));
  return h(
    "div",
    { class: "columns" },
    formPanel(
      "Password",
      "A new password logs you out everywhere else and ends every token.",
      [PASSWORD, ...NEW_PASSWORD],
      "Change the password",
      async (values) => {
        await post("/api/account/password", checkedTwice(values));
        return "Password changed. You are logged out on every other device, and every token has ended.";
      },
    ),
    recoveryCodes(username, state.codes),
    address(state),
    h(
      "section",
      { class: "panel" },
      h("h2", {}, "Devices"),
      h("p", { class: "quiet" }, "Ends every session and every token, this one too."),
      button("Log out everywhere", guarded(logOutEverywhere)),
    ),
    formPanel(
      "Delete my account",
      "Your name is taken off your games; ratings, friends and e-mail address are deleted. This cannot be undone.",
      [PASSWORD],
      "Delete account",
      async (values) => {
        if (!(await confirm(`Delete the account ${username} for good?`, "Delete", "Keep it", "danger"))) return "";
        await post("/api/account/delete", values);
        location.href = "/";
      },
      "danger",
    ),
  );
}

async function logOutEverywhere() {
  await post("/api/logout/everywhere");
  notice("Logged out on every device.");
  location.href = "/account";
}

/** @param {string} username @param {number} left */
function recoveryCodes(username, left) {
  const place = h("div");
  const count = h("p", { role: "status" });
  const show = (/** @type {number} */ codes) =>
    fill(count, codes ? `You have ${codes} ${codes === 1 ? "code" : "codes"} left.` : h("strong", {}, "You have no recovery codes."));
  show(left);
  const form = formPanel(
    "Recovery codes",
    "Ten codes to keep on paper. Should you forget your password, each lets you choose a new one, once. New codes replace the old ones.",
    [count, PASSWORD],
    "Make new codes",
    async (values) => {
      const { codes } = /** @type {{codes: string[]}} */ (await post("/api/account/codes", values));
      fill(place, shownOnce("Your recovery codes", "They are shown only now. Write them down, or save them where others cannot read them.", codes.join("\n"), "codes", `quintet-${username}-codes.txt`));
      show(codes.length);
      return "";
    },
  );
  form.append(place);
  return form;
}

/** @param {SecurityOut} state */
function address({ email, mail }) {
  if (!mail && !email)
    return h(
      "section",
      { class: "panel" },
      h("h2", {}, "E-mail"),
      h("p", { class: "quiet" }, "This site sends no e-mail. Keep recovery codes for the case that you forget your password."),
    );
  const words = email
    ? `${email} is confirmed: a forgotten password can be replaced by e-mail.`
    : "An address lets you choose a new password by e-mail, should you forget yours. Nobody else sees it.";
  const form = formPanel(
    "E-mail",
    words,
    [{ name: "email", label: email ? "Another address" : "E-mail address", type: "email", autocomplete: "email" }, PASSWORD],
    "Send a confirmation",
    async (values) => {
      await post("/api/account/email", values);
      return `A message to ${values.email} is on its way: open its link within a day.`;
    },
  );
  if (email) {
    const remove = async () => {
      const password = /** @type {HTMLInputElement} */ (form.elements.namedItem("password"));
      if (!password.value) {
        password.focus();
        throw new Error("Type your password first.");
      }
      await post("/api/account/email", { email: null, password: password.value });
      location.reload();
    };
    form.append(h("p", { class: "below" }, button("Remove the address", guarded(remove))));
  }
  return form;
}
