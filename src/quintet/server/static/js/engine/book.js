// @ts-check
/** @file Books of known positions, as `engine/book.py` reads them: `position|value|margin|best moves`, under a heading for each set of options. */

/**
 * What a book has of a position, for the player to move: proved, or estimated where it is not exact.
 * @typedef {{value: number, margin: number | null, best: string[], exact: boolean}} BookEntry
 */

/** The lines of one game with its options, by position. @param {string} text @param {string} spec @returns {Map<string, BookEntry>} */
export function readBook(text, spec) {
  const entries = new Map();
  let ours = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("game ")) ours = line === `game ${spec}`;
    else if (ours && line && !line.startsWith("#")) {
      const [position, value, margin, moves] = line.split("|");
      const exact = !value.startsWith("~");
      const number = (/** @type {string} */ written) => Number(written.replace("~", ""));
      entries.set(position, { value: number(value), margin: margin === "-" ? null : number(margin), best: moves.split(" "), exact });
    }
  }
  return entries;
}

/** The smallest text of all mirror images: a book lists one of them. @param {string[]} images */
export function listedText(images) {
  return images.reduce((least, text) => (text < least ? text : least));
}

/**
 * The entry of a position, with its moves as they are in this position.
 * @param {Map<string, BookEntry>} book @param {import("./local_game.js").LocalGame} game @param {string} position @returns {BookEntry | null}
 */
export function findEntry(book, game, position) {
  if (!book.size) return null;
  const listed = listedText(game.images(position));
  const entry = book.get(listed);
  if (!entry) return null;
  const legal = game.legalMoves(position);
  if (listed === position) return { ...entry, best: entry.exact ? legal.filter((move) => entry.best.includes(move)) : entry.best };
  // Symmetries are of positions: a move is best if it leads to an image of the position after a listed best move.
  const places = entry.best.map((move) => listedText(game.images(game.play(listed, move))));
  const place = (/** @type {string} */ move) => places.indexOf(listedText(game.images(game.play(position, move))));
  const best = legal.filter((move) => place(move) >= 0);
  return { ...entry, best: entry.exact ? best : best.sort((move, other) => place(move) - place(other)) };
}
