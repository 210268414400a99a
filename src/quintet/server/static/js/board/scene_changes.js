// @ts-check
/** @file Differences between two scenes. */
/** @import {HistoryMove, Piece, Scene} from "../types.js" */

/** Whether two pieces look the same but for quiet signs. @param {Piece | undefined} piece @param {Piece | undefined} other */
export function samePiece(piece, other) {
  return piece?.color === other?.color && piece?.kind === other?.kind;
}

/** What kind of thing happened, for sounds. @param {Scene} before @param {Scene} after */
export function changeKind(before, after) {
  if (after.turn) return "turn";
  const spots = Object.keys({ ...before.pieces, ...after.pieces });
  const some = (/** @type {(was: Piece | undefined, is: Piece | undefined) => unknown} */ test) =>
    spots.some((id) => test(before.pieces[id], after.pieces[id]));
  if (some((was, is) => was && is && !samePiece(was, is))) return "capture";
  const [grown, gone] = [some((was, is) => !was && is), some((was, is) => was && !is)];
  if (grown && gone) return "slide";
  return gone ? "score" : grown ? "place" : null;
}

/** Where a piece came to be that was dropped into a column: what the first stage added. @param {Scene} before @param {Scene[]} stages @param {HistoryMove | null} last */
export function landed(before, stages, last) {
  const first = stages[0];
  if (!first || !last || first.turn) return [];
  const added = Object.keys(first.pieces).filter((id) => !before.pieces[id]);
  // A piece that slid instead has left another place.
  if (Object.keys(first.pieces).length !== Object.keys(before.pieces).length + 1) return [];
  const end = stages[stages.length - 1];
  return added.length === 1 &&
    end.pieces[added[0]]?.color === last.color &&
    !last.clicks.includes(added[0]) &&
    last.clicks.length === 1
    ? added
    : [];
}

/** The spots that changed, but for those that the move pressed. @param {Scene} before @param {Scene} after @param {HistoryMove | null} last */
export function changedSpots(before, after, last) {
  const spots = Object.keys({ ...before.pieces, ...after.pieces });
  return spots.filter((id) => !samePiece(before.pieces[id], after.pieces[id]) && !last?.clicks.includes(id));
}
