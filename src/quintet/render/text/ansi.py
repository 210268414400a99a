"""Boards for a terminal with colours: every part of a board painted as what it is made of.

A piece is a small block of its colour with its symbol on it, so that nothing depends on the colour.
"""

from __future__ import annotations

from quintet.core.scene import Edge, Layout, Scene
from quintet.core.types import Color
from quintet.render.marks import Marks
from quintet.render.svg import palette
from quintet.render.svg.palette import Surface
from quintet.render.text.canvas import Canvas
from quintet.render.text.cells import Cells
from quintet.render.text.char_grid import Margins, Sheet, symbol, symbol_width
from quintet.render.text.plain import WINDOW

QUIET = "#8a857d"
"""Coordinates: readable on a dark window and on a light one."""
BRIGHT = "#2a9d93"
"""A marked coordinate, on both again."""
TALLEST = 10
"""Rows of the tallest board that is drawn with a line between its rows."""
HOLES = ("tiles", "rack", "steel")
"""Surfaces whose empty places are holes."""
HINT = "◦"

PIECES = {
    Color.BLACK: (palette.BLACK, "#b9b3a8"),
    Color.WHITE: (palette.WHITE, "#4a453d"),
}
"""The block and the symbol on it."""

CROSSINGS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Lines that meet at a point; up counts 1, down 2, left 4, right 8."""


def draw(layout: Layout, scene: Scene, marks: Marks, depth: int) -> str:
    """A board in colour."""
    cells = Cells(layout)
    sheet = _sheet(cells)
    surface = palette.DARK.surface(layout.surface)
    canvas = Canvas()
    for rows, columns in panels(cells):
        paint_panel(canvas, sheet, surface, rows, columns)
    if layout.surface == "felt" and sheet.leading == 2:
        paint_grid(canvas, sheet, surface)
    for row, column in cells.places:
        _paint_place(canvas, sheet, surface, scene, marks, row, column)
    magnets = tuple(Edge(gauge.side, gauge.color) for gauge in marks.magnets)
    for edge in layout.edges + magnets:
        paint_edge(canvas, sheet, edge)
    sheet.write_labels(canvas, QUIET)
    sheet.write_parts(canvas, QUIET)
    sheet.write_marks(canvas, marks, BRIGHT, surface.outline, surface.board)
    return canvas.ansi(depth)


def _sheet(cells: Cells) -> Sheet:
    """The roomiest drawing that has its place in a usual window."""
    wide = symbol_width(cells.layout)
    magnets = {gauge.side for gauge in cells.layout.gauges if gauge.kind == "magnet"}
    owned = magnets | {edge.side for edge in cells.layout.edges}
    left, right = (3 + 2 * (side in owned) for side in ("left", "right"))
    is_apart = len(panels(cells)) > 1
    is_roomy = cells.layout.surface != "wood" and cells.height <= TALLEST
    for pitch, leading in [(wide + 3, 2)] * is_roomy + [(wide + 2, 1), (wide + 1, 1), (wide, 1)]:
        sheet = Sheet(
            cells, pitch, Margins(left, right, 1, 1), leading, is_apart * (wide + 6 - pitch), is_apart * (3 - leading)
        )
        if sheet.end_column + right < WINDOW:
            break
    return sheet


# The board.


def panels(cells: Cells) -> list[tuple[range, range]]:
    """The rows and columns of each part of the board that is a piece of its own."""
    groups: dict[str | None, list[tuple[int, int]]] = {}
    for place, spot in cells.places.items():
        groups.setdefault(spot.group, []).append(place)
    return [
        tuple(range(min(along), max(along) + 1) for along in zip(*places, strict=True))  # type: ignore[misc]
        for places in groups.values()
    ]


def paint_panel(canvas: Canvas, sheet: Sheet, surface: Surface, rows: range, columns: range) -> None:
    left, right = sheet.column(columns[0]) - sheet.over, sheet.column(columns[-1]) + sheet.wide + sheet.over
    top, bottom = sheet.line(rows[0]), sheet.line(rows[-1]) + sheet.tall
    canvas.put(top - 1, left, "▄" * (right - left), surface.board)
    canvas.fill(top, left, bottom - top, right - left, surface.board)
    canvas.put(bottom, left, "▀" * (right - left), surface.board)


def paint_grid(canvas: Canvas, sheet: Sheet, surface: Surface) -> None:
    """Thin lines around every square."""
    height, width = sheet.cells.height, sheet.cells.width
    for row in range(height + 1):
        line = sheet.top + sheet.leading * row - 1
        for column in range(width + 1):
            at = sheet.left + sheet.pitch * column - sheet.beside
            crossing = (row > 0) + 2 * (row < height) + 4 * (column > 0) + 8 * (column < width)
            rest = "─" * (sheet.pitch - 1) if column < width else ""
            canvas.put(line, at, CROSSINGS[crossing] + rest, surface.line, surface.board)
            for below in range(1, sheet.leading) if row < height else ():
                canvas.put(line + below, at, "│", surface.line)


def paint_edge(canvas: Canvas, sheet: Sheet, edge: Edge) -> None:
    """A bar beside the board, made of the symbol of the colour that owns the side or has its magnet on there."""
    _, black, white = sheet.cells.layout.symbols
    block, on_it = PIECES[edge.color]
    sign = black if edge.color is Color.BLACK else white
    if edge.side in ("top", "bottom"):
        line = sheet.top - 1 if edge.side == "top" else sheet.end_line
        width = sheet.end_column - sheet.left + 2 * sheet.over
        canvas.put(line, sheet.left - sheet.over, (sign * width)[:width], on_it, block)
    elif edge.side in ("left", "right"):
        column = sheet.left - sheet.over - 2 if edge.side == "left" else sheet.end_column + sheet.over
        for line in range(sheet.top, sheet.end_line):
            canvas.put(line, column, sign.ljust(2)[:2], on_it, block)


# Its places.


def _paint_place(
    canvas: Canvas, sheet: Sheet, surface: Surface, scene: Scene, marks: Marks, row: int, column: int
) -> None:
    layout, spot = sheet.cells.layout, sheet.cells.places[row, column]
    line, at = sheet.line(row), sheet.column(column)
    piece = scene.pieces.get(spot.id)
    shown = symbol(layout, scene, marks, spot)
    if piece:
        block, on_it = PIECES[piece.color]
        _paint_block(canvas, sheet, line, at, shown, on_it, block)
        if piece.mark and not sheet.is_dense:
            canvas.put(line, at + sheet.wide, "'", surface.outline)
        return
    if layout.surface in HOLES and not sheet.is_dense:
        _paint_block(canvas, sheet, line, at, " " * sheet.wide, None, surface.hole)
    elif layout.surface == "wood":
        _paint_crossing(canvas, sheet, surface, row, column)
    elif layout.surface != "felt":
        canvas.put(line, at, shown, surface.line)
    if spot.id in marks.legal:
        canvas.put(line, at, HINT, surface.hint)


def _paint_block(canvas: Canvas, sheet: Sheet, line: int, at: int, text: str, fg: str | None, bg: str) -> None:
    """A text on a block that is half a column wider on either side, where there is room."""
    if not sheet.is_dense:
        canvas.put(line, at - 1, "▐", bg)
        canvas.put(line, at + sheet.wide, "▌", bg)
    canvas.put(line, at, text, fg, bg, bold=fg is not None)


def _paint_crossing(canvas: Canvas, sheet: Sheet, surface: Surface, row: int, column: int) -> None:
    """A point where fine lines meet, with its share of them."""
    places, line, at = sheet.cells.places, sheet.line(row), sheet.column(column)
    up, down = (row - 1, column) in places, (row + 1, column) in places
    left, right = (row, column - 1) in places, (row, column + 1) in places
    if left and not sheet.is_dense:
        canvas.put(line, at - 1, "─", surface.line)
    canvas.put(line, at, CROSSINGS[up + 2 * down + 4 * left + 8 * right], surface.line)
    if right and sheet.pitch > sheet.wide:
        canvas.put(line, at + 1, "─" * (sheet.pitch - 1 - (not sheet.is_dense)), surface.line)
