// @ts-check
/** @file The page for an address that is not kept, while there is no connection: what else is there. */

import { byId, fill, h } from "../dom.js";
import { head } from "../site/head.js";

const KINDS = { learn: "Lesson", puzzles: "Puzzle", rules: "Rules", analysis: "Analysis" };

async function kept() {
  const names = (await caches.keys()).filter((name) => name.startsWith("pages "));
  const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const found = new Map(keys.flat().map(({ url }) => [new URL(url).pathname, new URL(url)]));
  const rows = [...found.values()].flatMap((url) => {
    const [, kind, what] = url.pathname.split("/");
    const word = KINDS[/** @type {keyof typeof KINDS} */ (kind)];
    return word && what && what !== "daily" && what !== "next" ? [h("li", {}, h("a", { href: url.href }, `${word}: ${decodeURIComponent(what)}`))] : [];
  });
  fill(byId("kept"), ...rows);
}

/** As soon as the server answers, what was asked for. */
async function look() {
  const answer = await fetch("/livez").catch(() => null);
  if (answer?.ok) location.reload();
}

head();
byId("again").onclick = () => location.reload();
setInterval(look, 3000);
void kept();
