// @ts-check
/** @file The header of every page: navigation, settings, account. */
/** @import {MeOut} from "../types.js" */

import { byId, check, fill, group, h, keys, s } from "../dom.js";
import { isExported, link, place } from "./address.js";
import { get, inPath } from "./http.js";
import { openDialog } from "./feedback.js";
import { notifySwitch } from "./notifications.js";
import { offline } from "./offline.js";
import { SOUNDS, change, settings } from "./settings.js";
import { sound } from "./sounds.js";
import { icon } from "./icons.js";

/** Where only a server can help. */
const WITH_OTHERS = ["/lobby", "/library"];
const PLACES = [
  ["/play", "Play"],
  ["/lobby", "Lobby"],
  ["/learn", "Learn"],
  ["/puzzles", "Puzzles"],
  ["/analysis", "Analysis"],
  ["/solved", "Solved"],
  ["/library", "Library"],
  ["/rules", "Rules"],
].filter(([path]) => !isExported || !WITH_OTHERS.includes(path));

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

/** Unless something is being typed. @param {KeyboardEvent} event */
async function showKeysOnQuestionMark(event) {
  const typing = /** @type {Element} */ (event.target).closest?.("input, textarea, select, dialog[open]");
  if (event.key !== "?" || typing || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  (await import("./key_sheet.js")).showKeys();
}

/** Fill in the head of the page. */
export function head() {
  const here = place().pathname;
  const who = isExported ? null : h("a", { class: "plain", href: "/account" }, h("span", {}, "Account"));
  fill(
    byId("head"),
    h("a", { class: "mark", href: "/", "aria-label": "Quintet, home" }, quincunx(), "Quintet"),
    h(
      "nav",
      { class: "site-nav", "aria-label": "Main" },
      ...PLACES.map(([path, name]) =>
        h("a", { href: path, "data-place": path, "aria-current": here === path || here.startsWith(`${path}/`) ? "page" : null }, name),
      ),
    ),
    h("button", { type: "button", class: "plain", "aria-label": "Settings", onclick: showSettings }, icon("settings")),
    who,
  );
  showPlace();
  document.addEventListener("keydown", showKeysOnQuestionMark);
  offline();
  if (who) welcome(who);
}

/** On a phone the places are a row that scrolls: this one is seen. */
function showPlace() {
  const current = /** @type {HTMLElement | null} */ (byId("head").querySelector("[aria-current]"));
  const row = /** @type {HTMLElement} */ (byId("head").querySelector(".site-nav"));
  if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

/** Say who is here. @param {HTMLElement} who */
function welcome(who) {
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
    .querySelector('[data-place="/lobby"]')
    ?.append(h("span", { class: "badge", "aria-hidden": "true" }, challenges), h("span", { class: "hidden" }, `: ${words}`));
}

/** Let Rules open the rules of the game that is on this page. @param {string} spec */
export function here(spec) {
  byId("head")
    .querySelector('[data-place="/rules"]')
    ?.setAttribute("href", link(`/rules/${inPath(spec.split("(")[0])}`));
}

function showSettings() {
  const themes = /** @type {["auto" | "light" | "dark", string][]} */ ([
    ["auto", "Same as the device"],
    ["light", "Light"],
    ["dark", "Dark"],
  ]);
  const boards = /** @type {["own" | "slate" | "paper", string][]} */ ([
    ["own", "Each its own"],
    ["slate", "Slate, for colour-blind eyes"],
    ["paper", "Paper"],
  ]);
  const pieces = /** @type {["plain" | "wood" | "vivid", string][]} */ ([
    ["plain", "Black and white"],
    ["wood", "Walnut and ivory"],
    ["vivid", "Blue for Black and yellow for White, for colour-blind eyes"],
  ]);
  const volume = h("input", { type: "range", name: "volume", min: 0, max: 1, step: 0.1, value: settings.volume, onchange: () => (change({ volume: Number(volume.value) }), sound("place")) });
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
  /** @param {"coordinates" | "hints" | "hiddenSounds"} name @param {string} label */
  const setting = (name, label) => check(label, { checked: settings[name] }, (on) => change({ [name]: on }));
  const sounds = Object.entries(SOUNDS).map(([name, label]) => {
    const kind = /** @type {import("./settings.js").Sound} */ (name);
    return check(label, { checked: settings.sounds[kind] !== false }, (on) => {
      change({ sounds: { ...settings.sounds, [kind]: on } });
      if (on) sound(kind);
    });
  });
  openDialog(
    "Settings",
    "Close settings",
    group("Theme", keys("theme", themes, settings.theme, (theme) => change({ theme }))),
    group("Boards", keys("boards", boards, settings.boards, (boards) => change({ boards }))),
    group("Pieces", keys("pieces", pieces, settings.pieces, (pieces) => change({ pieces }))),
    group("Animation", keys("speed", speeds, settings.speed, (speed) => change({ speed }))),
    group("Press twice to move", keys("confirm", confirms, settings.confirm, (confirm) => change({ confirm }))),
    group("Board", setting("coordinates", "Coordinates"), setting("hints", "Show where I can play")),
    group("Notifications", ...notifySwitch(), isExported ? "" : h("a", { href: "/notices" }, "While you are away: by push or e-mail")),
    group("Sounds", h("label", { class: "volume" }, "Volume", volume), setting("hiddenSounds", "Also while this page is hidden"), ...sounds),
  );
}
