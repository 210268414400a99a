// @ts-check
/** @file A new game. */

import { byId } from "../../dom.js";
import { head } from "../../ui/head.js";
import { showError } from "../../ui/feedback.js";
import { NewMatchForm } from "./new_match.js";

head();
const asked = new URLSearchParams(location.search);
const spec = decodeURIComponent(location.pathname.split("/").slice(2).join("/")) || null;
const setup = new NewMatchForm({
  spec,
  position: asked.get("position"),
  moves: (asked.get("moves") ?? "").split(" ").filter(Boolean),
  first: asked.get("first"),
  second: asked.get("second"),
  opponent: asked.get("opponent"),
  account: asked.get("account"),
});
byId("setup").append(setup.element);
setup.build().catch(showError);
