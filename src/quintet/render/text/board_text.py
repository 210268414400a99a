"""Boards and counters for a terminal: plain characters, or colours where it has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quintet.core.scene import Label, Layout, Scene
from quintet.render.marks import Marks, find_marks
from quintet.render.text.canvas import Canvas
from quintet.render.text.char_grid import WINDOW, Cells, CharGrid, Margins, symbol, symbol_width
from quintet.render.text.color_board import LINE_MODE, ColorBoard, Pointers
from quintet.render.words import counters

__all__ = ["board", "counters"]


def board(
    layout: Layout,
    scene: Scene,
    *,
    color: bool = False,
    depth: int = 24,
    last: tuple[str, ...] = (),
    legal: tuple[str, ...] = (),
) -> str:
    """A position as lines of text.

    `last` is the targets that the last move pressed, `legal` those that can be pressed now; `depth` is the bits of
    colour that the terminal has, 24 or 8 (256 colours). A sign always says what a colour says.
    """
    if depth not in (8, 24):
        raise ValueError(f"depth must be 8 or 24, got {depth!r}")
    if not layout.spots:
        return ""
    marks = find_marks(layout, scene, last, legal)
    if color:
        return ColorBoard(layout, LINE_MODE).draw(scene, Pointers(marks)).ansi(depth)
    return plain_board(layout, scene, marks)


def plain_board(layout: Layout, scene: Scene, marks: Marks) -> str:
    """A board without any colour."""
    cells = Cells(layout)
    if layout.surface in READY_MADE and _is_simple(cells):
        return _ready_made(cells, scene, marks)
    canvas = Canvas()
    grid = _tiles(cells) if layout.surface == "tiles" else _points(cells, marks)
    for (row, column), spot in cells.places.items():
        canvas.put(grid.line(row), grid.column(column), symbol(layout, scene, marks, spot))
    grid.write_lines(canvas, scene)
    for edge in layout.edges:
        grid.write_edge(canvas, edge, 1, 2)
    grid.write_labels(canvas)
    grid.write_parts(canvas)
    grid.write_marks(canvas, marks)
    return canvas.plain()


# Whole boards of one-letter cells, as the games' documents draw them.


def ruled(rows: Sequence[Sequence[str]], left: Sequence[str], bottom: Sequence[str]) -> str:
    """Cells in a grid of dashes and bars, letters below: the display of a board with squares."""
    rule = "\t   " + "--- " * len(bottom)
    lines = [rule]
    for label, row in zip(left, rows, strict=True):
        lines += [f"\t{label} | " + " | ".join(row) + " |", rule]
    lines.append("\t    " + "   ".join(bottom) + "   ")
    return "\n".join(lines)


def slots(rows: Sequence[Sequence[str]], left: Sequence[str], top: Sequence[str]) -> str:
    """Cells in brackets with numbers above: the display of an upright rack."""
    lines = [("  " + "".join(f" {label} " for label in top)).rstrip()]
    lines += [f"{label} " + "".join(f"[{cell}]" for cell in row) for label, row in zip(left, rows, strict=True)]
    return "\n".join(lines)


def bare(rows: Sequence[Sequence[str]], left: Sequence[str], top: Sequence[str]) -> str:
    """Cells alone, labels above and an empty line between: the densest display."""
    lines = ["  " + "".join(top), ""]
    lines += [f"{label} " + "".join(row) for label, row in zip(left, rows, strict=True)]
    return "\n".join(lines)


READY_MADE = {
    "felt": (ruled, "bottom", 4, 2, Margins(left=3, top=1, bottom=1), 1),
    "rack": (slots, "top", 3, 1, Margins(left=2), 0),
    "steel": (bare, "top", 1, 1, Margins(left=1, top=1), 0),
}
"""Surface to its drawing, the side of its column labels, and the measures of its grid."""


def _is_simple(cells: Cells) -> bool:
    """Whether a ready-made drawing fits: a whole rectangle, every symbol and label one letter."""
    letters = [*cells.layout.symbols, *(label.text for label in cells.layout.labels)]
    return cells.is_full and all(len(letter) == 1 for letter in letters)


def _ready_made(cells: Cells, scene: Scene, marks: Marks) -> str:
    draw_rows, side, pitch, leading, margins, indent = READY_MADE[cells.layout.surface]
    left = _letters(cells, "left", "right")
    ends = _letters(cells, side, "top" if side == "bottom" else "bottom")
    labels = [Label(text, "left", y) for text, y in zip(left, cells.ys, strict=True)]
    labels += [Label(text, side, x) for text, x in zip(ends, cells.xs, strict=True)]
    grid = CharGrid(Cells(replace(cells.layout, labels=tuple(labels))), pitch, margins, leading, indent=indent)
    rows = [
        [symbol(cells.layout, scene, marks, cells.places[row, column]) for column in range(cells.width)]
        for row in range(cells.height)
    ]
    canvas = Canvas()
    for line, written in enumerate(draw_rows(rows, left, ends).splitlines()):
        canvas.put(line, 0, written)
    grid.write_marks(canvas, marks)
    return canvas.plain()


def _letters(cells: Cells, side: str, other: str) -> list[str]:
    """A letter for every row or column, from the side that has them."""
    return [label or " " for label in cells.labels(side if any(cells.labels(side)) else other)]


# Every other surface: symbols at a distance.


def _tiles(cells: Cells) -> CharGrid:
    """Three spaces between symbols, the parts set apart."""
    return CharGrid(cells, symbol_width(cells.layout) + 3, Margins(3, 3, 1, 1), column_gap=2, row_gap=1)


def _points(cells: Cells, marks: Marks) -> CharGrid:
    """Two spaces between symbols, fewer where the window is too narrow; edges between them and the labels."""
    owned = {edge.side for edge in cells.layout.edges}
    left, right = (2 + 2 * (side in owned) for side in ("left", "right"))
    margins = Margins(left, right, int("top" in owned or bool(marks.columns)), int("bottom" in owned))
    wide = symbol_width(cells.layout)
    for pitch in (wide + 3, wide + 1) if cells.is_staggered else (wide + 2, wide + 1, wide):
        grid = CharGrid(cells, pitch, margins)
        if grid.end_column + right < WINDOW:
            break
    return grid
