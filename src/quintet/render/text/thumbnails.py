"""Thumbnails of boards: as large as a card allows, the smallest with two rows of spots in a line."""

from __future__ import annotations

from quintet.core.scene import Layout, Scene
from quintet.render.svg import palette
from quintet.render.text.canvas import Canvas
from quintet.render.text.char_grid import Cells
from quintet.render.text.color_board import HOLES

DISCS = {1: (" ● ",), 2: ("▗▄▄▖", "▝▀▀▘")}
"""Lines of a spot to the drawing of a piece; the next spot is twice as many columns away."""


def little(layout: Layout, scene: Scene, width: int = 0, height: int = 0) -> Canvas:
    """The largest board within these columns and lines; if none fits, half a character for each spot."""
    cells, canvas = Cells(layout), Canvas()
    if not layout.spots:
        return canvas
    columns = [number + gaps for number, gaps in enumerate(cells.column_gaps)]
    rows = [number + gaps for number, gaps in enumerate(cells.row_gaps)]
    wide, tall = columns[-1] + 1, rows[-1] + 1
    tallest = max((lines for lines in DISCS if 2 * lines * wide + 1 <= width and lines * tall <= height), default=0)
    surface = palette.DARK.surface(layout.surface)
    has_holes = layout.surface in HOLES
    paint: dict[tuple[int, int], str | None] = {}
    for (row, column), spot in cells.places.items():
        piece = scene.pieces.get(spot.id)
        empty = surface.hole if has_holes else None
        paint[rows[row], columns[column]] = palette.PIECES[piece.color].fill if piece else empty
    if tallest:
        _draw_discs(canvas, paint, surface.board, DISCS[tallest])
    else:
        _draw_halves(canvas, {place: color or surface.board for place, color in paint.items()}, wide, tall)
    return canvas


def _draw_discs(canvas: Canvas, paint: dict[tuple[int, int], str | None], board: str, disc: tuple[str, ...]) -> None:
    for (row, column), color in sorted(paint.items()):  # each leaves room at the left of the next one
        for down, text in enumerate(disc):
            shown = text if color else " " * len(text)
            canvas.put(row * len(disc) + down, column * 2 * len(disc), shown, color, board)


def _draw_halves(canvas: Canvas, paint: dict[tuple[int, int], str], wide: int, tall: int) -> None:
    for line in range((tall + 1) // 2):
        for column in range(wide):
            upper, lower = paint.get((2 * line, column)), paint.get((2 * line + 1, column))
            if upper or lower:
                canvas.put(line, column, "▀" if upper else "▄", upper or lower, lower if upper else None)
