// @ts-check
/** @file A solved board: the proved value of every move, position by position. */
/** @import {BoardView, MapOut, Move, PositionOut} from "../../types.js" */
/** @import {Truth} from "../../board/state.js" */

import { QuintetBoard } from "../../board/element.js";
import { standing } from "../../board/words.js";
import { button, byId, fill, h, say } from "../../dom.js";
import { link, place } from "../../ui/address.js";
import { head, here } from "../../ui/head.js";
import { get, inPath, post } from "../../ui/http.js";
import { guarded, showError } from "../../ui/feedback.js";
import { analyse, firstTruths, truths } from "../../ui/move_values.js";
import { follow } from "../../ui/settings.js";
import { without } from "../../ui/without.js";

/** Seconds that the solver may take for one position: at first, and when it is asked to look longer. */
const [SECONDS, LONGER] = [5, 60];
const ORDER = ["wins", "draws", "loses"];

class MapPage {
  board = /** @type {QuintetBoard} */ (byId("board"));
  /** @type {string[]} */
  moves = [];
  /** @type {AbortController | null} */
  asking = null;

  /** @param {MapOut} map */
  constructor(map) {
    this.map = map;
    this.view = map.view;
    here(map.spec);
    document.title = `${map.name}, solved · Quintet`;
    say(byId("title"), `${map.name}, solved`);
    say(byId("about"), map.name);
    this.board.layout = map.layout;
    this.board.setAttribute("label", `${map.name} board`);
    follow(this.board);
    this.board.addEventListener("quintet-move", (event) => {
      void this.goTo([...this.moves, /** @type {CustomEvent<Move>} */ (event).detail.text]).catch(showError);
    });
    byId("table").hidden = false;
  }

  /** @param {string[]} moves */
  async goTo(moves) {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const before = moves.length === this.moves.length + 1 ? this.view.scene : null;
    const looked = moves.length
      ? /** @type {PositionOut} */ (await post("/api/positions", { spec: this.map.spec, moves, since: moves.length }))
      : null;
    if (asking.signal.aborted) return;
    this.moves = moves;
    this.view = looked?.view ?? this.map.view;
    history.replaceState(null, "", link(place().pathname + (moves.length ? `?moves=${encodeURIComponent(moves.join(" "))}` : "")));
    this.around();
    await this.board.showFrame(this.view, { before, moves: this.view.moves, moving: before !== null });
    if (asking.signal.aborted) return;
    if (this.view.outcome) this.show(new Map(), true);
    else if (!moves.length && this.map.moves.length) this.show(firstTruths(this.map), true);
    else await this.ask(this.view, asking);
  }

  /** What the solver says of every move here. @param {BoardView} view @param {AbortController} asking @param {number} [seconds] */
  async ask(view, asking, seconds = SECONDS) {
    this.show(new Map(), false);
    await analyse(
      { spec: this.map.spec, position: view.position, seconds, every: true },
      ({ lines, done }) => this.show(truths(lines.filter((line) => line.exact), view), done, seconds),
      asking.signal,
    );
  }

  /** Ask again for what was not known in time. */
  async longer() {
    this.asking?.abort();
    this.asking = new AbortController();
    await this.ask(this.view, this.asking, LONGER);
  }

  /** @param {Map<string, Truth>} known @param {boolean} done @param {number} [seconds] that were allowed */
  show(known, done, seconds = SECONDS) {
    this.board.mark(known);
    const total = this.view.moves.length;
    const left = total - known.size;
    const more = !left
      ? "Every move is proved."
      : done
        ? `${left} of ${total} moves take longer than ${seconds} seconds to prove.`
        : `${left} of ${total} moves are being worked out, for up to ${seconds} seconds.`;
    const start = this.moves.length ? "" : `With best play ${this.map.result}.`;
    fill(
      byId("known"),
      total ? `${start} ${more} `.trim() : "",
      left > 0 && done && seconds < LONGER
        ? [" ", button("Look longer", guarded(() => this.longer()))]
        : left > 0 && !done && h("progress", { max: total, value: known.size, "aria-label": "Moves that are proved" }),
    );
    /** In the order of the rulebook where they are worth the same. @type {[string, Truth][]} */
    const listed = this.view.moves.flatMap(({ text }) => (known.has(text) ? [[text, /** @type {Truth} */ (known.get(text))]] : []));
    const groups = ORDER.map((kind) => listed.filter(([, truth]) => truth.kind === kind).sort(([, truth], [, other]) => other.rank - truth.rank));
    fill(
      byId("values"),
      ...groups.flatMap((group, index) =>
        group.length
          ? h(
              "li",
              { class: `value-${ORDER[index]}` },
              h("span", {}, ORDER[index][0].toUpperCase() + ORDER[index].slice(1)),
              ...group.map(([move, truth]) =>
                this.key(truth.label ? `${move} ${truth.label}` : move, [...this.moves, move], { title: truth.words }),
              ),
            )
          : [],
      ),
    );
  }

  /** A button that leads to a position. @param {string} label @param {string[]} moves @param {Record<string, any>} attributes */
  key(label, moves, attributes) {
    return button(label, () => void this.goTo(moves).catch(showError), attributes);
  }

  around() {
    say(byId("status"), standing(this.view));
    fill(
      byId("path"),
      ...this.moves.map((move, index) =>
        h("li", {}, this.key(move, this.moves.slice(0, index + 1), { "aria-current": index === this.moves.length - 1 ? "step" : null })),
      ),
    );
    const study = new URLSearchParams(this.moves.length ? { moves: this.moves.join(" ") } : {});
    fill(
      byId("actions"),
      this.key("Back", this.moves.slice(0, -1), { disabled: !this.moves.length }),
      this.key("To the start", [], { disabled: !this.moves.length }),
      h("a", { class: "button", href: `/analysis/${inPath(this.map.spec)}?${study}` }, "Analyse"),
      h("a", { class: "button", href: `/play/${inPath(this.map.spec)}` }, "Play this board"),
    );
  }
}

async function page() {
  const spec = decodeURIComponent(place().pathname.split("/")[2]);
  const map = /** @type {MapOut} */ (await get(`/api/solved/${inPath(spec)}`));
  const asked = new URLSearchParams(location.search).get("moves");
  await new MapPage(map).goTo(asked?.split(" ").filter(Boolean) ?? []);
}

head();
page().catch((error) => without(error, "solved board", "/solved", "All solved boards"));
