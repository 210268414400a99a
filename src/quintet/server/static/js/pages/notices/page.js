// @ts-check
/** @file How somebody is told of their turns while they are away: by push on this device and others, and by e-mail. */
/** @import {NoticesOut} from "../../types.js" */

import { button, byId, fill, h, keys, say } from "../../dom.js";
import { errorMessage, guarded, notice } from "../../ui/feedback.js";
import { date } from "../../ui/format.js";
import { head, me } from "../../ui/head.js";
import { get, post, put, remove } from "../../ui/http.js";
import { deviceName, ownEndpoint, subscribe, unsubscribe } from "../../ui/push.js";
import { notifySwitch } from "../../ui/notifications.js";
import { accountNav } from "../account/forms.js";

const PACES = /** @type {[NoticesOut["push"], string][]} */ ([["off", "Off"], ["daily", "One line a day at most"], ["every", "Every turn"]]);
const place = byId("notices");

/** @param {string} title @param {...(Node | string | null)} parts */
function panel(title, ...parts) {
  return h("section", { class: "panel", "aria-label": title }, h("h2", {}, title), ...parts);
}

/** The choice of a pace. @param {"email" | "push"} channel @param {NoticesOut} shown */
function paces(channel, shown) {
  return keys(channel, PACES, shown[channel], guarded(async (pace) => {
    await show(await put("/api/notices", { channel, pace }));
    notice("Saved.");
  }), "How often");
}

/** @param {NoticesOut} shown @param {string | null} endpoint of this browser */
function push(shown, endpoint) {
  const status = h("p", { class: "quiet", role: "status" });
  const own = endpoint !== null && shown.devices.length > 0;
  const add = guarded(async () => {
    try {
      const subscription = await subscribe(shown.push_key);
      await show(await post("/api/notices/devices", { ...subscription, label: deviceName() }));
      notice("You will be told of your turns on this device.");
    } catch (error) {
      say(status, errorMessage(error));
    }
  });
  return panel(
    "On this device",
    h("p", {}, "Your browser shows a notification, also while this site is closed."),
    own ? paces("push", shown) : button("Tell me on this device", add, { class: "button primary" }),
    status,
    shown.devices.length
      ? h(
          "ul",
          { class: "devices", "aria-label": "Devices" },
          ...shown.devices.map(({ id, label, created }) =>
            h(
              "li",
              {},
              h("span", {}, label, h("span", { class: "quiet" }, ` since ${date(created)}`)),
              button("Remove", guarded(async () => {
                if (shown.devices.length === 1) await unsubscribe();
                await show(await remove(`/api/notices/devices/${id}`));
              }), { "aria-label": `Remove ${label}` }),
            ),
          ),
        )
      : null,
  );
}

/** @param {NoticesOut} shown @param {boolean} visitor */
function email(shown, visitor) {
  if (!shown.can_email) return panel("By e-mail", h("p", {}, "This site sends no e-mail."));
  if (visitor) return panel("By e-mail", h("p", {}, "For that you need an account with an e-mail address."), h("a", { class: "button", href: "/account" }, "Log in or sign up"));
  if (!shown.address) return panel("By e-mail", h("p", {}, "Add an e-mail address to your account and confirm it."), h("a", { class: "button", href: "/account/security" }, "Add an address"));
  return panel("By e-mail", h("p", {}, `To ${shown.address}`), paces("email", shown));
}

/** @param {NoticesOut} shown */
async function show(shown) {
  const [endpoint, { kind }] = await Promise.all([ownEndpoint(), me()]);
  fill(byId("pages"), kind === "account" ? accountNav() : "");
  fill(place, push(shown, endpoint), email(shown, kind === "visitor"), panel("While a page is open", ...notifySwitch()));
}

/** From an e-mail: one press stops them, and nobody has to log in. @param {string} key */
function stop(key) {
  const words = h("p", {}, "Stop the e-mails about your turns?");
  const press = button("Stop them", guarded(async () => {
    await post("/api/notices/stop", { key });
    fill(place, panel("By e-mail", h("p", { role: "status" }, "They are stopped. You can ask for them again here.")));
    history.replaceState(null, "", "/notices");
  }), { class: "button primary" });
  fill(place, panel("By e-mail", words, press));
}

async function page() {
  const key = new URLSearchParams(location.search).get("stop");
  if (key) stop(key);
  else await show(await get("/api/notices"));
}

head();
page().catch((error) => fill(place, h("p", {}, errorMessage(error))));
