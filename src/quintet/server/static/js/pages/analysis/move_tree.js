// @ts-check
/** @file A tree of moves: main line and variations, and its text form "d3 c3 (c5 d6) c4". */

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

  /** A move played at a node: the child that is there already, or a new one behind the others. @param {Node<T>} parent @param {string} text @param {T} data */
  add(parent, text, data) {
    const there = this.find(parent, text);
    if (there) return there;
    const child = node(text, data, parent);
    parent.children.push(child);
    return child;
  }

  /** @param {Node<T>} node @param {string} text */
  find(node, text) {
    return node.children.find((child) => child.text.toLowerCase() === text.trim().toLowerCase()) ?? null;
  }

  /** From the first move to a node. @param {Node<T>} node @returns {Node<T>[]} */
  path(node) {
    const nodes = [];
    for (let step = node; step.parent; step = step.parent) nodes.unshift(step);
    return nodes;
  }

  /** The moves that lead to a node and go on from it, the main one each time. @param {Node<T>} node @returns {Node<T>[]} */
  line(node) {
    const nodes = this.path(node);
    for (let step = node; step.children.length; ) {
      step = step.children[0];
      nodes.push(step);
    }
    return nodes;
  }

  /** The main line. */
  get main() {
    return this.line(this.root);
  }

  /** The node of the main line after so many moves; the start where it has fewer. @param {number} ply */
  mainAt(ply) {
    return this.main[ply - 1] ?? this.root;
  }

  /** @param {Node<T>} node */
  isMain(node) {
    return this.path(node).every((node) => node.parent?.children[0] === node);
  }

  /** Let the line to a node be the main one. @param {Node<T>} node */
  promote(node) {
    for (const step of this.path(node)) {
      const siblings = /** @type {Node<T>} */ (step.parent).children;
      siblings.splice(siblings.indexOf(step), 1);
      siblings.unshift(step);
    }
  }

  /** Take a move and all that follows out; the node that is left. @param {Node<T>} node @returns {Node<T>} */
  remove(node) {
    if (!node.parent) return node;
    node.parent.children.splice(node.parent.children.indexOf(node), 1);
    return node.parent;
  }

  /** The node beside, among what was tried instead of it. @param {Node<T>} node @param {number} step */
  beside(node, step) {
    const siblings = node.parent?.children ?? [node];
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  /** "d3 c3 (c5 d6) c4": what stands in brackets might have been played instead of the move before it. */
  toString() {
    return order(this.root)
      .map((token) => (typeof token === "string" ? token : token.text))
      .join(" ")
      .replaceAll("( ", "(")
      .replaceAll(" )", ")");
  }

  /** The number of a node among the moves of the text; 0 is the start. @param {Node<T>} node */
  number(node) {
    return 1 + this.all.indexOf(node);
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

/** The moves after a node with brackets around what else was tried. @template T @param {Node<T>} node @param {(Node<T> | string)[]} [into] */
function order(node, into = []) {
  for (let step = node; step.children.length; ) {
    const [main, ...others] = step.children;
    into.push(main);
    for (const other of others) {
      into.push("(", other);
      order(other, into);
      into.push(")");
    }
    step = main;
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
