// @ts-check
/** @file The Markdown that rules are written in, as elements: headings, lists, tables, paragraphs, bold, code, links. */

import { h } from "../../dom.js";

/** @param {string} text @returns {HTMLElement[]} */
export function markdown(text) {
  return blocks(text.split("\n"));
}

/** @param {string[]} lines */
function blocks(lines) {
  /** @type {HTMLElement[]} */
  const found = [];
  let at = 0;
  const take = (/** @type {(line: string) => boolean} */ test) => {
    const start = at;
    while (at < lines.length && test(lines[at])) at += 1;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = line.match(/^(#{1,4}) (.*)/);
    if (!line.trim()) at += 1;
    else if (heading) {
      const level = /** @type {"h1" | "h2" | "h3"} */ (`h${Math.min(3, heading[1].length)}`);
      found.push(h(level, {}, ...inline(heading[2])));
      at += 1;
    } else if (line.startsWith("```")) {
      at += 1;
      const code = take((one) => !one.startsWith("```"));
      at += 1;
      found.push(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (line.startsWith("|")) found.push(table(take((one) => one.startsWith("|"))));
    else if (/^    /.test(line))
      found.push(
        h(
          "pre",
          { tabindex: 0 },
          take((one) => /^    /.test(one) || !one.trim())
            .map((one) => one.slice(4))
            .join("\n")
            .trimEnd(),
        ),
      );
    else if (ITEM.test(line))
      found.push(
        list(
          take(
            (one) =>
              ITEM.test(one) ||
              /^\s+\S/.test(one) ||
              (!one.trim() && ITEM.test(lines[lines.indexOf(one, at) + 1] ?? "")),
          ),
        ),
      );
    else
      found.push(
        h(
          "p",
          {},
          ...inline(take((one) => one.trim() !== "" && !/^(#|\||```)/.test(one) && !ITEM.test(one)).join(" ")),
        ),
      );
  }
  return found;
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
  const [first, ...rest] = rows;
  return h(
    "div",
    { class: "scroll", tabindex: 0 },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...first.map((cell) => h("th", { scope: "col" }, ...inline(cell))))),
      h("tbody", {}, ...rest.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, ...inline(cell)))))),
    ),
  );
}

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const found = [];
  let rest = text;
  while (rest) {
    const next = rest.match(/\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*|\[(.+?)\]\((https?:[^)\s]+|\/[^)\s]*)\)/);
    if (!next || next.index === undefined) return [...found, rest];
    if (next.index) found.push(rest.slice(0, next.index));
    if (next[1]) found.push(h("strong", {}, ...inline(next[1])));
    else if (next[2]) found.push(h("code", {}, next[2]));
    else if (next[3]) found.push(h("em", {}, ...inline(next[3])));
    else found.push(h("a", { href: next[5], rel: "noreferrer" }, next[4]));
    rest = rest.slice(next.index + next[0].length);
  }
  return found;
}
