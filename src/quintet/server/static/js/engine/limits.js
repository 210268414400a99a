// @ts-check
/** @file What ends a search, and the clock of one question: `engine/limits.py`. */

/** Nodes and seconds; null does not limit. @typedef {{nodes: number | null, seconds: number | null}} Limits */

export class Clock {
  nodes = 0;
  #began = performance.now();

  /** @param {Limits} limits */
  constructor(limits) {
    this.limits = limits;
  }

  get seconds() {
    return (performance.now() - this.#began) / 1000;
  }

  get ended() {
    const { nodes, seconds } = this.limits;
    return (seconds !== null && this.seconds >= seconds) || (nodes !== null && this.nodes >= nodes);
  }

  /** A share of the limits, at most what is left of them. @param {number} share @returns {Limits} */
  part(share) {
    const { nodes, seconds } = this.limits;
    return {
      nodes: nodes === null ? null : Math.max(1, Math.min(Math.trunc(nodes * share), nodes - this.nodes)),
      seconds: seconds === null ? null : Math.max(0.001, Math.min(seconds * share, seconds - this.seconds)),
    };
  }
}

/** Limits as the kernels are asked. @param {Limits} limits */
export function asked({ nodes, seconds }) {
  return { nodes, milliseconds: seconds === null ? null : Math.max(1, Math.round(1000 * seconds)) };
}

/** The tighter of two. @param {Limits} some @param {Limits} other @returns {Limits} */
export function least(some, other) {
  const lower = (/** @type {number | null} */ limit, /** @type {number | null} */ second) => (limit === null || second === null ? (limit ?? second) : Math.min(limit, second));
  return { nodes: lower(some.nodes, other.nodes), seconds: lower(some.seconds, other.seconds) };
}
