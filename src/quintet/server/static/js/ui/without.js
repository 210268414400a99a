// @ts-check
/** @file A page whose subject is not there: why, and what there is. */

import { byId, fill, h } from "../dom.js";
import { errorMessage } from "./feedback.js";
import { isAway } from "./http.js";

/** @param {unknown} error @param {string} what "puzzle" @param {string} all the address of all of them @param {string} label of the link there */
export async function without(error, what, all, label) {
  const pages = h("ul", {});
  const title = !isAway(error) ? `No such ${what}` : navigator.onLine ? "The server is not answering" : "You are offline";
  const words = isAway(error) ? `This ${what} needs a connection. What you have opened before on this device works without one.` : errorMessage(error);
  fill(byId("main"), h("section", { class: "panel narrow" }, h("h1", {}, title), h("p", {}, words), pages, h("a", { class: "button primary", href: all }, label)));
  if (!isAway(error)) return;
  const { offlinePages } = await import("./offline_pages.js");
  fill(pages, ...(await offlinePages()));
}
