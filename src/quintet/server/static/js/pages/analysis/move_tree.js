// @ts-check
/** @file A game with variations: what was played, what else might have been, and the same as one line of text. */

/**
 * A moment of a game; its children are the moves that were tried from there, the main one first.
 * @template T
 * @typedef {object} Node
 * @property {string} text the move that led here; empty at the start
 * @property {T} data
 * @property {Node<T> | null} parent
 * @property {Node<T>[]} children
 */

/** @template T */
export class Tree {
  /** @param {T} start */
  constructor(start) {
    this.root = node("", start, null);
  }

  /** A move played at a node: the child that is there already, or a new one behind the others. @param {Node<T>} at @param {string} text @param {T} data */
  add(at, text, data) {
    const there = this.find(at, text);
    if (there) return there;
    const child = node(text, data, at);
    at.children.push(child);
    return child;
  }

  /** @param {Node<T>} at @param {string} text */
  find(at, text) {
    return at.children.find((child) => child.text.toLowerCase() === text.trim().toLowerCase()) ?? null;
  }

  /** From the first move to a node. @param {Node<T>} at @returns {Node<T>[]} */
  path(at) {
    const nodes = [];
    for (let one = at; one.parent; one = one.parent) nodes.unshift(one);
    return nodes;
  }

  /** The moves that lead to a node and go on from it, the main one each time. @param {Node<T>} at @returns {Node<T>[]} */
  line(at) {
    const nodes = this.path(at);
    for (let one = at; one.children.length; ) {
      one = one.children[0];
      nodes.push(one);
    }
    return nodes;
  }

  /** The main line. */
  get main() {
    return this.line(this.root);
  }

  /** @param {Node<T>} at */
  isMain(at) {
    return this.path(at).every((one) => one.parent?.children[0] === one);
  }

  /** Let the line to a node be the main one. @param {Node<T>} at */
  promote(at) {
    for (const one of this.path(at)) {
      const siblings = /** @type {Node<T>} */ (one.parent).children;
      siblings.splice(siblings.indexOf(one), 1);
      siblings.unshift(one);
    }
  }

  /** Take a move and all that follows out; where one is then. @param {Node<T>} at @returns {Node<T>} */
  remove(at) {
    if (!at.parent) return at;
    at.parent.children.splice(at.parent.children.indexOf(at), 1);
    return at.parent;
  }

  /** The node beside, among what was tried instead of it. @param {Node<T>} at @param {number} step */
  beside(at, step) {
    const siblings = at.parent?.children ?? [at];
    return siblings[siblings.indexOf(at) + step] ?? at;
  }

  /** "d3 c3 (c5 d6) c4": what stands in brackets might have been played instead of the move before it. */
  toString() {
    return order(this.root)
      .map((token) => (typeof token === "string" ? token : token.text))
      .join(" ")
      .replaceAll("( ", "(")
      .replaceAll(" )", ")");
  }

  /** The number of a node among the moves of the text; 0 is the start. @param {Node<T>} at */
  number(at) {
    return 1 + this.all.indexOf(at);
  }

  /** @param {number} number @returns {Node<T>} */
  numbered(number) {
    return this.all[number - 1] ?? this.root;
  }

  /** Every move, in the order of the text. @returns {Node<T>[]} */
  get all() {
    return /** @type {Node<T>[]} */ (order(this.root).filter((token) => typeof token !== "string"));
  }
}

/** @template T @param {string} text @param {T} data @param {Node<T> | null} parent @returns {Node<T>} */
function node(text, data, parent) {
  return { text, data, parent, children: [] };
}

/** The moves after a node with brackets around what else was tried. @template T @param {Node<T>} at @param {(Node<T> | string)[]} [into] */
function order(at, into = []) {
  for (let one = at; one.children.length; ) {
    const [main, ...others] = one.children;
    into.push(main);
    for (const other of others) {
      into.push("(", other);
      order(other, into);
      into.push(")");
    }
    one = main;
  }
  return into;
}

/**
 * The lines of a text with brackets, each from the start: the main line first, then the others so that each begins in one before it.
 * @param {string} text
 * @returns {string[][]}
 */
export function linesOf(text) {
  /** @type {string[][]} */
  const done = [];
  /** @type {{moves: string[], inner: string[][]}[]} */
  const open = [{ moves: [], inner: [] }];
  const close = () => {
    const line = open.pop();
    if (line) (open.at(-1)?.inner ?? done).push(line.moves, ...line.inner);
  };
  for (const token of text.match(/[()]|[^\s()]+/g) ?? []) {
    const line = open[open.length - 1];
    if (token === "(") open.push({ moves: line.moves.slice(0, -1), inner: [] });
    else if (token === ")") open.length > 1 && close();
    else line.moves.push(token);
  }
  while (open.length) close();
  return done;
}
