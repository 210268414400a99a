"""Boards in colour for a terminal: once for a line at a time, and at three sizes to be redrawn in place.

Every part of a board is painted as what it is made of. A piece is a small block of its colour with its symbol on it, so
that nothing depends on the colour; without colours the same shapes are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from quintet.core.scene import Button, Edge, Layout, Scene, Spot
from quintet.core.types import Color
from quintet.render.marks import Marks
from quintet.render.svg import palette
from quintet.render.svg.palette import Surface
from quintet.render.text.canvas import Canvas
from quintet.render.text.char_grid import (
    ALONG,
    LINES,
    WINDOW,
    Cells,
    CharGrid,
    Margins,
    line_sign,
    piece_symbol,
    rank,
    symbol_width,
)

LINE_MODE = "line mode"
"""The roomiest drawing for a usual window; the others are the sizes of the app."""
SMALL, MEDIUM, LARGE = SIZES = ("small", "medium", "large")
STEPS = {SMALL: (1, 1, 1), MEDIUM: (3, 2, 1), LARGE: (5, 3, 2)}
"""Columns between two symbols, lines from row to row, lines that a piece takes."""
TALLEST = 10
"""Rows of the tallest board that line mode draws with a line between its rows."""

QUIET = "#8a857d"
"""Coordinates: readable on a dark window and on a light one."""
BRIGHT = "#2a9d93"
"""A marked coordinate, on both again."""
HOLES = ("tiles", "rack", "steel")
"""Surfaces whose empty places are holes."""
HINT = "◦"
TURNS = {1: "↻", -1: "↺"}
CURSOR, WINNING, LAST, CHANGED = "[]", "<>", "()", "::"
"""What stands around a spot in the app, the first of these that is true of it."""
PIECES: dict[Color | None, tuple[str, str]] = {
    Color.BLACK: (palette.BLACK, "#b9b3a8"),
    Color.WHITE: (palette.WHITE, "#4a453d"),
    None: (palette.NEUTRAL, "#fff1e2"),
}
"""The block of a piece and the symbol on it."""
CROSSINGS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Lines that meet at a point; up counts 1, down 2, left 4, right 8."""


@dataclass(frozen=True)
class Pointers:
    """What is pointed out on a board besides the position itself."""

    marks: Marks
    cursor: frozenset[str] = frozenset()
    """Spots and buttons."""
    changed: frozenset[str] = frozenset()
    """Spots that the last step of a move changed."""
    buttons: tuple[Button, ...] = ()
    """Those on the board that can be pressed now."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Spot or button to a sign on it and its colour: what is known about a move."""

    def around(self, spot: str) -> str:
        """The two characters beside a spot; empty for one that is like any other."""
        for is_so, pair in (
            (spot in self.cursor, CURSOR),
            (spot in self.marks.winning, WINNING),
            (spot in self.changed, CHANGED),
            (spot in self.marks.last, LAST),
        ):
            if is_so:
                return pair
        return ""


@dataclass(frozen=True)
class ColorBoard:
    """A layout at one of the sizes."""

    layout: Layout
    size: str
    color: bool = True

    @cached_property
    def grid(self) -> CharGrid:
        return self._line_grid() if self.size == LINE_MODE else self._app_grid()

    def _line_grid(self) -> CharGrid:
        """The roomiest grid that fits a usual window."""
        cells, wide = Cells(self.layout), symbol_width(self.layout)
        left, right = (3 + 2 * (side in self._owned_sides) for side in ("left", "right"))
        is_apart = len(cells.parts) > 1
        is_roomy = self.layout.surface != "wood" and cells.height <= TALLEST and not cells.points
        dense = [(wide + 3, 1), (wide + 1, 1)] if cells.is_staggered else [(wide + 2, 1), (wide + 1, 1), (wide, 1)]
        for pitch, leading in [(wide + 3, 2)] * is_roomy + dense:
            gaps = is_apart * (wide + 6 - pitch), is_apart * (3 - leading)
            grid = CharGrid(cells, pitch, Margins(left, right, 1, 1), leading, *gaps)
            if grid.end_column + right < WINDOW:
                break
        return grid

    def _app_grid(self) -> CharGrid:
        between, leading, tall = STEPS[self.size]
        over = max(2, (between + 1) // 2)
        outside = [max(2 * (side in self._owned_sides), 3 * self.has_handles) for side in ("left", "right")]
        left, right = (over + 1 + columns for columns in outside)
        high = 1 + self.has_handles
        cells = Cells(self.layout)
        is_apart = len(cells.parts) > 1
        return CharGrid(
            cells,
            symbol_width(self.layout) + between,
            Margins(left, right, high, high),
            leading,
            column_gap=is_apart * (2 * over + 1 - between),
            row_gap=is_apart * (tall + 2 - leading),
            tall=tall,
        )

    @property
    def _owned_sides(self) -> set[str]:
        """Sides of the board that have a bar."""
        magnets = {gauge.side for gauge in self.layout.gauges if gauge.kind == "magnet"}
        return magnets | {edge.side for edge in self.layout.edges}

    @property
    def has_handles(self) -> bool:
        """Whether buttons are drawn on the board; the smallest has no room for them."""
        return self.size in (MEDIUM, LARGE) and any(button.x is not None for button in self.layout.buttons)

    @property
    def width(self) -> int:
        labels = max((len(label.text) for label in self.layout.labels if label.side == "right"), default=0)
        return self.grid.end_column + self.grid.margins.right + labels

    @property
    def height(self) -> int:
        return self.grid.end_line + self.grid.margins.bottom + any(self.grid.cells.labels("bottom"))

    def target_at(self, line: int, column: int) -> str | None:
        """What is pressed there."""
        for button in self.layout.buttons:
            handle = self.handle(button)
            if handle and line == handle[0] and abs(column - handle[1]) <= 1:
                return button.id
        grid = self.grid
        for (row, place), spot in grid.cells.places.items():
            top, left = grid.line(row), grid.column(place) - (grid.pitch - grid.wide) // 2
            if top <= line < top + max(grid.tall, grid.leading - 1) and left <= column < left + grid.pitch:
                return spot.target
        return None

    def handle(self, button: Button) -> tuple[int, int] | None:
        """Where a button on the board is: its line and column."""
        if button.x is None or button.y is None or not self.layout.spots or not self.has_handles:
            return None
        grid = self.grid
        line = _between(button.y, grid.cells.ys, grid.line, grid.top - 2, grid.end_line + 1)
        before, behind = grid.left - grid.over - 2, grid.end_column + grid.over + 1
        return line, _between(button.x, grid.cells.xs, grid.column, before, behind)

    def draw(self, scene: Scene, pointers: Pointers) -> Canvas:
        """The board as it stands."""
        return _Painter(self, scene, pointers).draw()


def _between(value: float, along: list[float], place: Callable[[int], int], before: int, behind: int) -> int:
    """A coordinate on the grid: the nearest row, or beyond the first and the last one between the board and its
    labels."""
    if value <= along[0] or value >= along[-1]:
        return before if value <= along[0] else behind
    return place(min(range(len(along)), key=lambda number: abs(along[number] - value)))


class _Painter:
    """One drawing of a board."""

    def __init__(self, board: ColorBoard, scene: Scene, pointers: Pointers) -> None:
        self.board, self.scene, self.pointers = board, scene, pointers
        self.grid, self.layout, self.canvas = board.grid, board.layout, Canvas()
        self.surface: Surface = palette.DARK.surface(board.layout.surface)
        self.is_line_mode = board.size == LINE_MODE

    def draw(self) -> Canvas:
        canvas, grid, marks = self.canvas, self.grid, self.pointers.marks
        if self.board.color and grid.cells.is_staggered:
            self._paint_rows()
        elif self.board.color:
            for rows, columns in grid.cells.parts.values():
                self._paint_panel(rows, columns)
        if self.layout.surface == "felt" and grid.leading > 1:
            self._paint_grid()
        if self.layout.surface == "wood":
            self._paint_lines()
        for (row, column), spot in grid.cells.places.items():
            self._paint_spot(grid.line(row), grid.column(column), spot)
        grid.write_lines(canvas, self.scene, {color: block for color, (block, _) in PIECES.items()}, self.surface.line)
        for edge in (*self.layout.edges, *(Edge(gauge.side, gauge.color) for gauge in marks.magnets)):
            block, on_it = PIECES[edge.color]
            grid.write_edge(canvas, edge, grid.over, grid.over, on_it, block)
        if not self.is_line_mode:
            self._paint_pairs()
        grid.write_labels(canvas, QUIET)
        grid.write_parts(canvas, QUIET)
        if self.is_line_mode:
            grid.write_marks(canvas, marks, BRIGHT, self.surface.outline, self.surface.board)
            return canvas
        for x in marks.columns:
            canvas.put(max(0, grid.top - 1), grid.column(rank(grid.cells.xs, x)), "▾", BRIGHT, bold=True)
        for button in sorted(self.pointers.buttons, key=lambda button: button.id in self.pointers.cursor):
            self._paint_handle(button)
        return canvas

    # The board.

    def _paint_panel(self, rows: range, columns: range) -> None:
        grid, canvas, ink = self.grid, self.canvas, self.surface.board
        left, right = grid.column(columns[0]) - grid.over, grid.column(columns[-1]) + grid.wide + grid.over
        top, bottom = grid.line(rows[0]), grid.line(rows[-1]) + grid.tall
        canvas.put(top - 1, left, "▄" * (right - left), ink)
        canvas.fill(top, left, bottom - top, right - left, ink)
        canvas.put(bottom, left, "▀" * (right - left), ink)

    def _paint_rows(self) -> None:
        """A board that follows its rows, which lie half a cell apart."""
        grid = self.grid
        for line, row in enumerate(grid.rows_of_lines, grid.top):
            start = grid.row_start(row) - grid.over
            self.canvas.fill(line, start, 1, grid.row_end(row) + grid.over - start, self.surface.board)

    def _paint_grid(self) -> None:
        """Thin lines around every square."""
        grid, canvas, surface = self.grid, self.canvas, self.surface
        height, width = grid.cells.height, grid.cells.width
        for row in range(height + 1):
            line = grid.top + grid.leading * row - 1
            for column in range(width + 1):
                start = grid.left + grid.pitch * column - grid.beside
                crossing = (row > 0) + 2 * (row < height) + 4 * (column > 0) + 8 * (column < width)
                rest = "─" * (grid.pitch - 1) if column < width else ""
                canvas.put(line, start, CROSSINGS[crossing] + rest, surface.line, surface.board)
                for below in range(1, grid.leading) if row < height else ():
                    canvas.put(line + below, start, "│", surface.line)

    def _paint_lines(self) -> None:
        """Fine lines between the points, which meet on them."""
        grid, canvas, ink = self.grid, self.canvas, self.surface.line
        places = grid.cells.places
        for (row, column), spot in places.items():
            line, start = grid.line(row), grid.column(column)
            up, down = (row - 1, column) in places, (row + 1, column) in places
            left, right = (row, column - 1) in places, (row, column + 1) in places
            canvas.put(line, start, CROSSINGS[up + 2 * down + 4 * left + 8 * right], ink)
            is_cut = self.is_line_mode and grid.is_dense and spot.id in self.scene.pieces
            if right and not is_cut:
                canvas.put(line, start + grid.wide, "─" * (grid.column(column + 1) - start - grid.wide), ink)
            for below in range(1, grid.line(row + 1) - line) if down else ():
                canvas.put(line + below, start, "│", ink)

    # Its places.

    def _paint_spot(self, line: int, column: int, spot: Spot) -> None:
        grid, surface, piece = self.grid, self.surface, self.scene.pieces.get(spot.id)
        if piece and spot.line:
            self.canvas.put(
                line, column, line_sign(spot, piece.color).center(grid.wide), PIECES[piece.color][0], bold=True
            )
            return
        if piece:
            sign = piece_symbol(self.layout, piece).center(grid.wide)
            block, on_it = PIECES[piece.color]
            self._paint_block(line, column, sign, on_it, block)
            if piece.mark and not (self.is_line_mode and grid.is_dense):
                self.canvas.put(line, column + grid.wide, "'", surface.outline)
            return
        if spot.line is None:
            self._paint_empty(line, column)
        if spot.id in self.pointers.marks.legal:
            self.canvas.put(line, column, HINT, surface.hint, bold=not self.is_line_mode)
        if spot.id in self.pointers.signs:
            sign, color = self.pointers.signs[spot.id]
            self.canvas.put(line, column, sign, color, "#000000" if self.board.color else None, bold=True)

    def _paint_empty(self, line: int, column: int) -> None:
        grid, surface, is_dense = self.grid, self.layout.surface, self.grid.is_dense
        empty = self.layout.symbols[0]
        if surface in HOLES and self.board.color and not (is_dense and self.is_line_mode):
            self._paint_block(line, column, " " * grid.wide, None, self.surface.hole)
        elif surface not in ("wood", "felt", "paper"):
            shown = empty if self.is_line_mode else empty.strip() or "·"
            self.canvas.put(line, column, shown.center(grid.wide), self.surface.line)
        elif surface == "felt" and grid.leading == 1 and not self.is_line_mode:
            self.canvas.put(line, column, (empty.strip() or "·").center(grid.wide), self.surface.line)

    def _paint_block(self, line: int, column: int, text: str, fg: str | None, bg: str) -> None:
        """A text on a block that is half a column wider on either side, where there is room; a large one is round."""
        grid, canvas = self.grid, self.canvas
        if self.board.color and not grid.is_dense:
            if grid.tall == 1:
                canvas.put(line, column - 1, "▐", bg)
                canvas.put(line, column + grid.wide, "▌", bg)
            else:
                canvas.put(line, column - 2, "▟█" + "█" * grid.wide + "█▙", bg)
                canvas.put(line + 1, column - 2, "▜█" + "█" * grid.wide + "█▛", bg)
        canvas.put(line, column, text, fg, bg if self.board.color else None, bold=fg is not None)

    # What the app points out.

    def _paint_pairs(self) -> None:
        """The two characters around a spot; those of the cursor last, because neighbours share a column."""
        marked = [(place, self.pointers.around(spot.id)) for place, spot in self.grid.cells.places.items()]
        for (row, column), pair in sorted(marked, key=lambda mark: mark[1] is CURSOR):
            if pair:
                self._paint_pair(self.grid.line(row), self.grid.column(column), pair)

    def _paint_pair(self, line: int, column: int, pair: str) -> None:
        grid, is_cursor = self.grid, pair is CURSOR
        fg = BRIGHT if is_cursor else self.surface.outline
        bg = "#000000" if is_cursor and self.board.color else None
        over = grid.beside if grid.tall > 1 else 1
        for below in range(grid.tall):
            self.canvas.put(line + below, column - over, pair[0], fg, bg, bold=True)
            self.canvas.put(line + below, column + grid.wide - 1 + over, pair[1], fg, bg, bold=True)

    def _paint_handle(self, button: Button) -> None:
        if (place := self.board.handle(button)) is None:
            return
        line, column = place
        sign = TURNS.get(button.quarter, button.label[:1])
        if button.id in self.pointers.cursor:
            self.canvas.put(line, max(0, column - 1), f"[{sign}]", BRIGHT, bold=True)
        else:
            self.canvas.put(line, column, sign, BRIGHT)
        if button.id in self.pointers.signs:
            mark, color = self.pointers.signs[button.id]
            self.canvas.put(line, column + 2, mark, color, "#000000" if self.board.color else None, bold=True)


DISCS = {1: (" ● ",), 2: ("▗▄▄▖", "▝▀▀▘")}
"""Lines of a spot to the drawing of a piece; the next spot is twice as many columns away."""


def little(layout: Layout, scene: Scene, width: int = 0, height: int = 0) -> Canvas:
    """The largest board within these columns and lines; if none fits, half a character for each spot."""
    cells, canvas = Cells(layout), Canvas()
    if not layout.spots:
        return canvas
    columns = [number + gaps for number, gaps in enumerate(cells.column_gaps)]
    rows = [number + gaps for number, gaps in enumerate(cells.row_gaps)]
    wide, tall, step = columns[-1] + 1, rows[-1] + 1, 1 if cells.is_staggered else 2
    tallest = max((lines for lines in DISCS if step * lines * wide + 1 <= width and lines * tall <= height), default=0)
    surface = palette.DARK.surface(layout.surface)
    has_holes = layout.surface in HOLES
    paint: dict[tuple[int, int], str | None] = {}
    lines: dict[tuple[int, int], str] = {}
    for (row, column), spot in cells.places.items():
        piece, place = scene.pieces.get(spot.id), (rows[row], columns[column])
        empty = surface.hole if has_holes else None
        paint[place] = palette.PIECES[piece.color].fill if piece else empty
        if spot.line and piece:
            lines[place] = line_sign(spot, piece.color)
    if tallest:
        _draw_discs(canvas, paint, lines, surface.board, DISCS[tallest], step)
        return canvas
    halves = {place: color or surface.board for place, color in paint.items()}
    if cells.is_staggered:
        halves |= {(row, column + 1): color for (row, column), color in halves.items()}
    _draw_halves(canvas, halves, wide + cells.is_staggered, tall)
    return canvas


def _draw_discs(
    canvas: Canvas,
    paint: dict[tuple[int, int], str | None],
    lines: dict[tuple[int, int], str],
    board: str,
    disc: tuple[str, ...],
    step: int,
) -> None:
    for (row, column), color in sorted(paint.items()):  # each leaves room at the left of the next one
        for down, text in enumerate(disc):
            if sign := lines.get((row, column)):
                is_along = sign in (signs[ALONG] for signs in LINES.values())
                text = (sign if not down else " ") * len(text) if is_along else sign.center(len(text))
            shown = text if color else " " * len(text)
            canvas.put(row * len(disc) + down, column * step * len(disc), shown, color, board)


def _draw_halves(canvas: Canvas, paint: dict[tuple[int, int], str], wide: int, tall: int) -> None:
    for line in range((tall + 1) // 2):
        for column in range(wide):
            upper, lower = paint.get((2 * line, column)), paint.get((2 * line + 1, column))
            if upper or lower:
                canvas.put(line, column, "▀" if upper else "▄", upper or lower, lower if upper else None)
