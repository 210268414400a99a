// @ts-check
/** @file Renders the Markdown of the rules: headings, lists, tables, paragraphs, bold, code, links. */

import { h } from "../../dom.js";
import { grid } from "../../ui/tables.js";

/** @param {string} text @returns {HTMLElement[]} */
export function markdown(text) {
  return blocks(text.split("\n"));
}

/** @param {string[]} lines */
function blocks(lines) {
  /** @type {HTMLElement[]} */
  const elements = [];
  let index = 0;
  const take = (/** @type {(line: string) => boolean} */ test) => {
    const start = index;
    while (index < lines.length && test(lines[index])) index += 1;
    return lines.slice(start, index);
  };
  while (index < lines.length) {
    const line = lines[index];
    const heading = line.match(/^(#{1,4}) (.*)/);
    if (!line.trim()) index += 1;
    else if (heading) {
      const level = /** @type {"h1" | "h2" | "h3"} */ (`h${Math.min(3, heading[1].length)}`);
      elements.push(h(level, {}, ...inline(heading[2])));
      index += 1;
    } else if (line.startsWith("```")) {
      index += 1;
      const code = take((text) => !text.startsWith("```"));
      index += 1;
      elements.push(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (line.startsWith("|")) elements.push(table(take((text) => text.startsWith("|"))));
    else if (/^    /.test(line))
      elements.push(
        h(
          "pre",
          { tabindex: 0 },
          take((text) => /^    /.test(text) || !text.trim())
            .map((text) => text.slice(4))
            .join("\n")
            .trimEnd(),
        ),
      );
    else if (ITEM.test(line))
      elements.push(
        list(
          take(
            (text) =>
              ITEM.test(text) ||
              /^\s+\S/.test(text) ||
              (!text.trim() && ITEM.test(lines[lines.indexOf(text, index) + 1] ?? "")),
          ),
        ),
      );
    else
      elements.push(
        h(
          "p",
          {},
          ...inline(take((text) => text.trim() !== "" && !/^(#|\||```)/.test(text) && !ITEM.test(text)).join(" ")),
        ),
      );
  }
  return elements;
}

const ITEM = /^([-*]|\d+\.) +/;

/** @param {string[]} lines */
function list(lines) {
  /** @type {string[][]} */
  const items = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.replace(ITEM, "")]);
    else items[items.length - 1]?.push(line.trim());
  }
  const kind = /^\d/.test(lines[0]) ? "ol" : "ul";
  return h(kind, {}, ...items.map((words) => h("li", {}, ...inline(words.join(" ").trim()))));
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [first, ...rest] = rows.map((row) => row.map(inline));
  return h("div", { class: "scroll", tabindex: 0 }, grid(first, rest));
}

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let rest = text;
  while (rest) {
    const next = rest.match(/\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*|\[(.+?)\]\((https?:[^)\s]+|\/[^)\s]*)\)/);
    if (!next || next.index === undefined) return [...parts, rest];
    if (next.index) parts.push(rest.slice(0, next.index));
    if (next[1]) parts.push(h("strong", {}, ...inline(next[1])));
    else if (next[2]) parts.push(h("code", {}, next[2]));
    else if (next[3]) parts.push(h("em", {}, ...inline(next[3])));
    else parts.push(h("a", { href: next[5], rel: "noreferrer" }, next[4]));
    rest = rest.slice(next.index + next[0].length);
  }
  return parts;
}
