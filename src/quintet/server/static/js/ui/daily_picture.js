// @ts-check
/** @file A picture of the puzzle of the day to send to others: its first position and how it went, never the answer. */
/** @import {DailyResultOut, PuzzleOut} from "../types.js" */

import { stillBoard } from "./little_board.js";

const [WIDTH, HEIGHT, BOARD, MARGIN] = [1200, 630, 500, 65];
const PIECES = /** @type {[string, string][]} */ ([["#1b1a18", "--black-piece"], ["#fbf8f1", "--white-piece"]]);

/** How the day went, in words. @param {DailyResultOut} daily */
export function dailyWords({ misses, streak }) {
  const tries = misses ? `Solved after ${misses} ${misses === 1 ? "miss" : "misses"}` : "Solved at the first try";
  return streak.current > 1 ? [tries, `${streak.current} days in a row`] : [tries];
}

/** @param {string} day 2026-11-18 */
export function dayName(day) {
  return new Date(`${day}T12:00`).toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric" });
}

/** The picture as a PNG file. @param {PuzzleOut} puzzle @param {DailyResultOut} daily */
export async function dailyPicture(puzzle, daily) {
  const board = await drawnBoard(puzzle);
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const style = getComputedStyle(document.body);
  context.fillStyle = style.backgroundColor;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const scale = BOARD / Math.max(board.width, board.height);
  const [width, height] = [board.width * scale, board.height * scale];
  context.drawImage(board, MARGIN + (BOARD - width) / 2, (HEIGHT - height) / 2, width, height);
  const left = MARGIN + BOARD + 55;
  const [first, ...row] = dailyWords(daily);
  const lines = /** @type {[string, number, number][]} */ ([
    ["Quintet", 400, 28],
    ["Puzzle of the day", 700, 50],
    [`${dayName(daily.day)} · ${puzzle.title}`, 400, 28],
    [puzzle.task, 400, 28],
    ["", 400, 12],
    ...[first, ...row].map((words) => /** @type {[string, number, number]} */ ([words, 700, 34])),
  ]);
  context.fillStyle = style.color;
  context.textBaseline = "middle";
  const wrapped = lines.flatMap(([words, weight, size]) => {
    context.font = `${weight} ${size}px ${style.fontFamily}`;
    return broken(context, words, WIDTH - MARGIN - left).map((text) => ({ text, font: context.font, size }));
  });
  let y = (HEIGHT - wrapped.reduce((sum, { size }) => sum + size * 1.45, 0)) / 2;
  for (const { text, font, size } of wrapped) {
    context.font = font;
    context.fillText(text, left, y + size * 0.72);
    y += size * 1.45;
  }
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([/** @type {Blob} */ (blob)], `quintet-${daily.day}.png`, { type: "image/png" });
}

/** Lines that fit into a width. @param {CanvasRenderingContext2D} context @param {string} words @param {number} width */
function broken(context, words, width) {
  const lines = [""];
  for (const word of words.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (lines[0] && context.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** The first position of a puzzle as an image, in the colours of this page. @param {PuzzleOut} puzzle @returns {Promise<HTMLImageElement>} */
async function drawnBoard(puzzle) {
  const board = stillBoard("");
  board.classList.add("unseen");
  document.body.append(board);
  try {
    board.layout = puzzle.layout;
    await board.show({ scene: puzzle.view.scene });
    const svg = /** @type {SVGSVGElement} */ (/** @type {Element} */ (board.querySelector("svg.picture")).cloneNode(true));
    const [, , width, height] = /** @type {string} */ (svg.getAttribute("viewBox")).split(" ").map(Number);
    svg.setAttribute("width", String(width));
    svg.setAttribute("height", String(height));
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(withColours(new XMLSerializer().serializeToString(svg), board))}`;
    await image.decode();
    return image;
  } finally {
    board.remove();
  }
}

/** A drawing whose colours stand in it: an image does not see the styles of the page. @param {string} drawing @param {HTMLElement} board */
function withColours(drawing, board) {
  const probe = document.createElement("span");
  board.append(probe);
  const colour = (/** @type {string} */ name, /** @type {string} */ otherwise) => {
    probe.style.color = `var(${name}, ${otherwise})`;
    return getComputedStyle(probe).color;
  };
  const themed = PIECES.reduce((text, [usual, name]) => text.replaceAll(`"${usual}"`, `"${colour(name, usual)}"`), drawing);
  return themed.replace(/var\((--[\w-]+)(?:,\s*([^()]+))?\)/g, (_, name, otherwise = "currentColor") => colour(name, otherwise));
}
