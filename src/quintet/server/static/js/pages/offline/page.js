// @ts-check
/** @file The page for an address that is not kept, while there is no connection: what else is there. */

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
