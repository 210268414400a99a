"""Little boards: two rows of places a line, a character each, for shelves and lists."""

from __future__ import annotations

from quintet.core.scene import Layout, Scene
from quintet.render import palette
from quintet.render.ansi import HOLES
from quintet.render.canvas import Canvas
from quintet.render.cells import Cells


def little(layout: Layout, scene: Scene) -> Canvas:
    """A board with half a character a place."""
    cells, canvas = Cells(layout), Canvas()
    if not layout.spots:
        return canvas
    surface = palette.DARK.surface(layout.surface)
    empty = surface.hole if layout.surface in HOLES else surface.board
    columns = [at + gaps for at, gaps in enumerate(cells.column_gaps)]
    rows = [at + gaps for at, gaps in enumerate(cells.row_gaps)]
    paint: dict[tuple[int, int], str] = {}
    for (row, column), spot in cells.places.items():
        piece = scene.pieces.get(spot.id)
        paint[rows[row], columns[column]] = palette.PIECES[piece.color].fill if piece else empty
    for line in range((rows[-1] + 2) // 2):
        for column in range(columns[-1] + 1):
            upper, lower = paint.get((2 * line, column)), paint.get((2 * line + 1, column))
            if upper or lower:
                canvas.put(line, column, "▀" if upper else "▄", upper or lower, lower if upper else None)
    return canvas
