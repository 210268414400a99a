// @ts-check
/** @file The page shown offline for an address that is not in the cache. */

import { byId, fill, h } from "../../dom.js";
import { head } from "../../ui/head.js";
import { offlinePages } from "../../ui/offline_pages.js";

async function listPages() {
  const pages = await offlinePages();
  if (pages.length) fill(byId("kept"), ...pages);
  else byId("kept").replaceWith(h("p", { class: "quiet" }, "Nothing yet: lessons, puzzles, rules and boards are kept once you open them."));
}

/** As soon as the server answers, what was asked for. */
async function look() {
  const answer = await fetch("/livez").catch(() => null);
  if (answer?.ok) location.reload();
}

head();
byId("again").onclick = () => location.reload();
setInterval(look, 3000);
void listPages();
