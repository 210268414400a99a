// @ts-check
/** @file The header of every page: navigation, settings, account. */
/** @import {MeOut} from "../types.js" */

import { byId, fill, h, s } from "../dom.js";
import { get, inPath } from "./http.js";
import { notifySwitch } from "./notifications.js";
import { offline } from "./offline.js";
import { SOUNDS, change, settings } from "./settings.js";
import { sound } from "./sounds.js";
import { icon } from "./icons.js";

const PLACES = [
  ["/play", "Play"],
  ["/lobby", "Lobby"],
  ["/learn", "Learn"],
  ["/puzzles", "Puzzles"],
  ["/analysis", "Analysis"],
  ["/library", "Library"],
  ["/rules", "Rules"],
];

/** Five stones as on a die. */
function quincunx() {
  const stone = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ black) => [
    s("circle", { cx: x, cy: y, r: 4.7, class: black ? "stone-black" : "stone-white", "stroke-width": 1.4 }),
  ];
  return s(
    "svg",
    { viewBox: "0 0 32 32", "aria-hidden": "true" },
    ...stone(7, 7, true),
    ...stone(25, 7, false),
    ...stone(16, 16, true),
    ...stone(7, 25, false),
    ...stone(25, 25, true),
  );
}

/** @type {Promise<MeOut> | null} */
let asked = null;

/** Who is here. @returns {Promise<MeOut>} */
export function me() {
  asked ??= get("/api/me");
  return asked;
}

/** Fill in the head of the page. */
export function head() {
  const here = location.pathname;
  const who = h("a", { class: "plain", href: "/account" }, h("span", {}, "Account"));
  const dialog = settingsDialog();
  fill(
    byId("head"),
    h("a", { class: "mark", href: "/", "aria-label": "Quintet, home" }, quincunx(), "Quintet"),
    h(
      "nav",
      { class: "site-nav", "aria-label": "Main" },
      ...PLACES.map(([path, name]) =>
        h("a", { href: path, "aria-current": here === path || here.startsWith(`${path}/`) ? "page" : null }, name),
      ),
    ),
    h(
      "button",
      { type: "button", class: "plain", "aria-label": "Settings", onclick: () => dialog.showModal() },
      icon("settings"),
    ),
    who,
  );
  document.body.append(dialog);
  offline();
  me().then(
    (someone) => {
      fill(who, h("span", {}, someone.kind === "visitor" ? "Account" : someone.name));
      if (someone.challenges) waits(someone.challenges);
    },
    () => undefined,
  );
}

/** How many challenges wait in the lobby, where one goes there. @param {number} challenges */
function waits(challenges) {
  const words = challenges === 1 ? "a challenge waits for you" : `${challenges} challenges wait for you`;
  byId("head")
    .querySelector('a[href="/lobby"]')
    ?.append(h("span", { class: "badge", "aria-hidden": "true" }, challenges), h("span", { class: "hidden" }, `: ${words}`));
}

/** Let Rules open the rules of the game that is on this page. @param {string} spec */
export function here(spec) {
  const link = byId("head").querySelector('a[href^="/rules"]');
  link?.setAttribute("href", `/rules/${inPath(spec.split("(")[0])}`);
}

function settingsDialog() {
  const radio = (
    /** @type {string} */ name,
    /** @type {string | number} */ value,
    /** @type {string} */ label,
    /** @type {boolean} */ checked,
    /** @type {() => void} */ set,
  ) => h("label", {}, h("input", { type: "radio", name, value, checked, onchange: set }), label);
  const check = (
    /** @type {string} */ label,
    /** @type {boolean} */ checked,
    /** @type {(on: boolean) => void} */ set,
  ) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked,
        onchange: (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked),
      }),
      label,
    );
  const themes = /** @type {["auto" | "light" | "dark", string][]} */ ([
    ["auto", "Same as the device"],
    ["light", "Light"],
    ["dark", "Dark"],
  ]);
  const speeds = /** @type {[number, string][]} */ ([
    [0, "Off"],
    [0.6, "Quick"],
    [1, "Calm"],
    [1.8, "Slow"],
  ]);
  const confirms = /** @type {["small" | "always" | "never", string][]} */ ([
    ["small", "On small cells by finger"],
    ["always", "Always"],
    ["never", "Never"],
  ]);
  return h(
    "dialog",
    { "aria-labelledby": "settings-title" },
    h(
      "div",
      { class: "row apart" },
      h("h2", { id: "settings-title" }, "Settings"),
      h(
        "form",
        { method: "dialog" },
        h("button", { class: "button square", "aria-label": "Close settings" }, icon("close")),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "Theme"),
      h(
        "div",
        { class: "keys" },
        ...themes.map(([value, label]) =>
          radio("theme", value, label, settings.theme === value, () => change({ theme: value })),
        ),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "Animation"),
      h(
        "div",
        { class: "keys" },
        ...speeds.map(([value, label]) =>
          radio("speed", value, label, settings.speed === value, () => change({ speed: value })),
        ),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "Press twice to move"),
      h(
        "div",
        { class: "keys" },
        ...confirms.map(([value, label]) =>
          radio("confirm", value, label, settings.confirm === value, () => change({ confirm: value })),
        ),
      ),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "Board"),
      check("Coordinates", settings.coordinates, (on) => change({ coordinates: on })),
      check("Show where I can play", settings.hints, (on) => change({ hints: on })),
    ),
    h("fieldset", {}, h("legend", {}, "Notifications"), ...notifySwitch()),
    h(
      "fieldset",
      {},
      h("legend", {}, "Sounds"),
      check("Also while this page is hidden", settings.hiddenSounds, (on) => change({ hiddenSounds: on })),
      ...Object.entries(SOUNDS).map(([name, label]) => {
        const kind = /** @type {import("./settings.js").Sound} */ (name);
        return check(label, settings.sounds[kind] !== false, (on) => {
          change({ sounds: { ...settings.sounds, [kind]: on } });
          if (on) sound(kind);
        });
      }),
    ),
  );
}
