"""Boards to be redrawn in place: at one of three sizes, with a cursor, and with where every target is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from quintet.core.scene import Button, Edge, Layout, Scene, Spot
from quintet.core.types import Color
from quintet.render.marks import Marks
from quintet.render.svg import palette
from quintet.render.svg.palette import Surface
from quintet.render.text.ansi import (
    BRIGHT,
    CROSSINGS,
    HOLES,
    PIECES,
    QUIET,
    paint_edge,
    paint_grid,
    paint_panel,
    panels,
)
from quintet.render.text.canvas import Canvas
from quintet.render.text.cells import Cells, rank
from quintet.render.text.char_grid import Margins, Sheet, symbol_width

SMALL, MEDIUM, LARGE = SIZES = ("small", "medium", "large")
STEPS = {SMALL: (1, 1, 1), MEDIUM: (3, 2, 1), LARGE: (5, 3, 2)}
"""Columns between two symbols, lines from row to row, lines that a piece takes."""
CURSOR, WINNING, LAST, CHANGED = "[]", "<>", "()", "::"
"""What stands around a piece, the first of these that is true of it."""
TURNS = {1: "↻", -1: "↺"}
HINT = "◦"


@dataclass(frozen=True)
class Pointers:
    """What is pointed out on a board besides the position itself."""

    marks: Marks
    cursor: frozenset[str] = frozenset()
    """Spots and buttons."""
    changed: frozenset[str] = frozenset()
    """Spots that the step just seen has changed."""
    buttons: tuple[Button, ...] = ()
    """Those on the board that can be pressed now."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Spot to a sign on it and its colour: what is known about a move."""

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
class Sized:
    """A layout at one of the sizes."""

    layout: Layout
    size: str
    color: bool = True

    @cached_property
    def sheet(self) -> Sheet:
        cells = Cells(self.layout)
        between, leading, tall = STEPS[self.size]
        wide = symbol_width(self.layout)
        has_handles = self.has_handles
        owned = {edge.side for edge in self.layout.edges}
        owned |= {gauge.side for gauge in self.layout.gauges if gauge.kind == "magnet"}
        over = max(2, (between + 1) // 2)
        left, right = (over + 1 + max(2 * (side in owned), 3 * has_handles) for side in ("left", "right"))
        high = 1 + has_handles
        is_apart = len(panels(cells)) > 1
        return Sheet(
            cells,
            wide + between,
            Margins(left, right, high, high),
            leading,
            column_gap=is_apart * (2 * over + 1 - between),
            row_gap=is_apart * (tall + 2 - leading),
            tall=tall,
        )

    @property
    def has_handles(self) -> bool:
        """Whether buttons are drawn on the board; the smallest has no room for them."""
        return self.size != SMALL and any(button.x is not None for button in self.layout.buttons)

    @property
    def width(self) -> int:
        labels = max((len(label.text) for label in self.layout.labels if label.side == "right"), default=0)
        return self.sheet.end_column + self.sheet.margins.right + labels

    @property
    def height(self) -> int:
        return self.sheet.end_line + self.sheet.margins.bottom + any(self.sheet.cells.labels("bottom"))

    def target_at(self, line: int, column: int) -> str | None:
        """What is pressed there."""
        for button in self.layout.buttons:
            if self.handle(button) == (line, column):
                return button.id
        sheet = self.sheet
        for (row, place), spot in sheet.cells.places.items():
            top, left = sheet.line(row), sheet.column(place) - (sheet.pitch - sheet.wide) // 2
            if top <= line < top + max(sheet.tall, sheet.leading - 1) and left <= column < left + sheet.pitch:
                return spot.target
        return None

    def draw(self, scene: Scene, pointers: Pointers) -> Canvas:
        """The board as it stands."""
        return _Drawing(self, scene, pointers).draw()

    def handle(self, button: Button) -> tuple[int, int] | None:
        """Where a button on the board is: its line and column."""
        if button.x is None or button.y is None or not self.layout.spots or not self.has_handles:
            return None
        sheet = self.sheet
        line = _between(button.y, sheet.cells.ys, sheet.line, sheet.leading)
        column = _between(button.x, sheet.cells.xs, sheet.column, sheet.pitch)
        return max(0, line), max(0, column)


def _between(at: float, along: list[float], place: Callable[[int], int], step: int) -> int:
    """A coordinate on the sheet, also beyond the first and the last row."""
    if at <= along[0]:
        return place(0) - max(2, round((along[0] - at) * step))
    if at >= along[-1]:
        return place(len(along) - 1) + max(2, round((at - along[-1]) * step))
    return place(rank(along, at))


@dataclass(frozen=True)
class _Drawing:
    """One drawing of a board."""

    sized: Sized
    scene: Scene
    pointers: Pointers

    @property
    def surface(self) -> Surface:
        return palette.DARK.surface(self.sized.layout.surface)

    def draw(self) -> Canvas:
        canvas, sheet, layout = Canvas(), self.sized.sheet, self.sized.layout
        if self.sized.color:
            for rows, columns in panels(sheet.cells):
                paint_panel(canvas, sheet, self.surface, rows, columns)
        if layout.surface == "felt" and sheet.leading > 1:
            paint_grid(canvas, sheet, self.surface)
        if layout.surface == "wood":
            self._paint_lines(canvas)
        magnets = tuple(Edge(gauge.side, gauge.color) for gauge in self.pointers.marks.magnets)
        for edge in layout.edges + magnets:
            paint_edge(canvas, sheet, edge)
        for (row, column), spot in sheet.cells.places.items():
            self._paint_spot(canvas, sheet.line(row), sheet.column(column), spot)
        marked = ((place, self.pointers.around(spot.id)) for place, spot in sheet.cells.places.items())
        for (row, column), pair in sorted(marked, key=lambda one: one[1] is CURSOR):  # neighbours share a column
            if pair:
                self._paint_around(canvas, sheet.line(row), sheet.column(column), pair)
        sheet.write_labels(canvas, QUIET)
        sheet.write_parts(canvas, QUIET)
        for x in self.pointers.marks.columns:
            canvas.put(max(0, sheet.top - 1), sheet.column(rank(sheet.cells.xs, x)), "▾", BRIGHT, bold=True)
        for button in sorted(self.pointers.buttons, key=lambda button: button.id in self.pointers.cursor):
            self._paint_handle(canvas, button)
        return canvas

    def _paint_spot(self, canvas: Canvas, line: int, at: int, spot: Spot) -> None:
        sheet, surface, layout = self.sized.sheet, self.surface, self.sized.layout
        piece = self.scene.pieces.get(spot.id)
        if piece:
            sign = layout.symbols[1 if piece.color is Color.BLACK else 2].center(sheet.wide)
            self._paint_piece(canvas, line, at, sign, *PIECES[piece.color])
            if piece.mark:
                canvas.put(line, at + sheet.wide, "'", surface.outline)
        else:
            self._paint_empty(canvas, line, at, spot)
        if spot.id in self.pointers.signs:
            sign, color = self.pointers.signs[spot.id]
            if piece is None:
                canvas.put(line, at, sign, color, "#000000" if self.sized.color else None, bold=True)

    def _paint_around(self, canvas: Canvas, line: int, at: int, pair: str) -> None:
        sheet, is_cursor = self.sized.sheet, pair is CURSOR
        bright = BRIGHT if is_cursor else self.surface.outline
        on = "#000000" if is_cursor and self.sized.color else None
        over = sheet.beside if sheet.tall > 1 else 1
        for below in range(sheet.tall):
            canvas.put(line + below, at - over, pair[0], bright, on, bold=True)
            canvas.put(line + below, at + sheet.wide - 1 + over, pair[1], bright, on, bold=True)

    def _paint_piece(self, canvas: Canvas, line: int, at: int, sign: str, block: str, on_it: str) -> None:
        sheet = self.sized.sheet
        if not self.sized.color or sheet.pitch < sheet.wide + 2:
            canvas.put(line, at, sign, on_it, block if self.sized.color else None, bold=True)
            return
        if sheet.tall == 1:
            canvas.put(line, at - 1, "▐", block)
            canvas.put(line, at + sheet.wide, "▌", block)
            canvas.put(line, at, sign, on_it, block, bold=True)
            return
        canvas.put(line, at - 2, "▟█" + "█" * sheet.wide + "█▙", block)
        canvas.put(line + 1, at - 2, "▜█" + "█" * sheet.wide + "█▛", block)
        canvas.put(line, at, sign, on_it, block, bold=True)

    def _paint_empty(self, canvas: Canvas, line: int, at: int, spot: Spot) -> None:
        sheet, surface, layout = self.sized.sheet, self.surface, self.sized.layout
        is_hole = layout.surface in HOLES and self.sized.color
        if is_hole and sheet.pitch >= sheet.wide + 2:
            self._paint_piece(canvas, line, at, " " * sheet.wide, surface.hole, surface.hole)
        elif is_hole:
            canvas.put(line, at, " " * sheet.wide, None, surface.hole)
        elif layout.surface not in ("wood", "felt") or (layout.surface == "felt" and sheet.leading == 1):
            empty = layout.symbols[0].strip() or "·"
            canvas.put(line, at, empty.center(sheet.wide), surface.line)
        if spot.id in self.pointers.marks.legal:
            canvas.put(line, at, HINT, surface.hint, bold=True)

    def _paint_lines(self, canvas: Canvas) -> None:
        """Fine lines between the points, which meet on them."""
        sheet, ink = self.sized.sheet, self.surface.line
        places = sheet.cells.places
        for row, column in places:
            line, at = sheet.line(row), sheet.column(column)
            up, down = (row - 1, column) in places, (row + 1, column) in places
            left, right = (row, column - 1) in places, (row, column + 1) in places
            canvas.put(line, at, CROSSINGS[up + 2 * down + 4 * left + 8 * right], ink)
            if right:
                canvas.put(line, at + sheet.wide, "─" * (sheet.column(column + 1) - at - sheet.wide), ink)
            for below in range(1, sheet.line(row + 1) - line) if down else ():
                canvas.put(line + below, at, "│", ink)

    def _paint_handle(self, canvas: Canvas, button: Button) -> None:
        if (at := self.sized.handle(button)) is None:
            return
        sign = TURNS.get(button.quarter, button.label[:1])
        if button.id in self.pointers.cursor:
            canvas.put(at[0], max(0, at[1] - 1), f"[{sign}]", BRIGHT, bold=True)
        else:
            canvas.put(*at, sign, BRIGHT)
