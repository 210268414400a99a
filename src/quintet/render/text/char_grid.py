"""The rows and columns of a board in a grid of characters, with its labels and marks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from quintet.core.scene import Edge, Layout, Piece, Scene, Spot
from quintet.core.types import Color
from quintet.render.marks import CLOSE, Marks
from quintet.render.text.canvas import Canvas

WINDOW = 80
"""Columns of a usual window."""
LAST = ("(", ")")
WINNING = ("<", ">")
"""What stands around a marked piece."""
HINTS = ".+-,"
"""Signs for a legal spot: the first one that is not a symbol of the board."""

NEUTRAL = "#*@&"
"""Signs for a piece that belongs to nobody: the first one that is not a symbol of the board."""
LINES: dict[Color | None, str] = {None: "─│╲╱", Color.BLACK: "━┃╲╱", Color.WHITE: "═║╲╱"}
"""Lines between points by their owner: along a row, down a column, and slanting, which looks alike for all."""
ALONG, DOWN = 0, 1
DOT = "•"
"""The points."""

APART = 1.15
"""A step this much larger than the usual one sets two parts of a board apart."""


class Margins(NamedTuple):
    """Lines and columns between the symbols and the coordinates on each side."""

    left: int = 1
    right: int = 1
    top: int = 0
    bottom: int = 0


@dataclass(frozen=True)
class CharGrid:
    """Maps rows to lines and columns to columns of characters."""

    cells: Cells
    pitch: int
    """Columns from one symbol to the next."""
    margins: Margins
    leading: int = 1
    """Lines from one row to the next."""
    column_gap: int = 0
    """Further columns where parts are set apart."""
    row_gap: int = 0
    indent: int = 0
    """Columns before everything else."""
    tall: int = 1
    """Lines that a piece takes."""

    @property
    def wide(self) -> int:
        """Columns that a symbol takes."""
        return symbol_width(self.cells.layout)

    @property
    def is_dense(self) -> bool:
        """Whether there is no room beside a symbol; marks then go on lines of their own."""
        return self.pitch < self.wide + 2

    @property
    def beside(self) -> int:
        """Columns from the middle between two symbols to the second."""
        return (self.pitch - self.wide + 1) // 2

    @property
    def over(self) -> int:
        """Columns of the board beside its first and its last symbol."""
        return max(2, self.beside)

    @property
    def step(self) -> int:
        """Columns from one column of the board to the next: half a symbol's where rows lie half a cell apart."""
        return max(1, self.pitch // 2) if self.cells.is_staggered else self.pitch

    @property
    def rows_of_lines(self) -> list[int]:
        """The row of each line from the first to the last, that above it where a line is between two."""
        lines = [self.line(row) for row in range(self.cells.height)]
        return [bisect_right(lines, line) - 1 for line in range(self.top, self.end_line)]

    def row_start(self, row: int) -> int:
        """The column of the first symbol of a row."""
        return self.column(self.cells.row_ends[row][0]) if self.cells.is_staggered else self.left

    def row_end(self, row: int) -> int:
        """The first column to the right of the symbols of a row."""
        return self.column(self.cells.row_ends[row][1]) + self.wide if self.cells.is_staggered else self.end_column

    @cached_property
    def left(self) -> int:
        """The column of the first symbol."""
        return self.indent + max(map(len, self.cells.labels("left")), default=0) + self.margins.left

    @cached_property
    def top(self) -> int:
        """The line of the first row."""
        return any(self.cells.labels("top")) + self.margins.top

    @property
    def end_line(self) -> int:
        """The first line below the rows."""
        return self.line(self.cells.height - 1) + self.tall

    @property
    def end_column(self) -> int:
        """The first column to the right of the symbols."""
        return self.column(self.cells.width - 1) + self.wide

    def column(self, number: int) -> int:
        return self.left + number * self.step + self.cells.column_gaps[number] * self.column_gap

    def line(self, number: int) -> int:
        return self.top + number * self.leading + self.cells.row_gaps[number] * self.row_gap

    def write_labels(self, canvas: Canvas, fg: str | None = None) -> None:
        """The coordinates; one that has no room is left out."""
        for side in ("left", "right"):
            for row, text in enumerate(self.cells.labels(side)):
                end = self.row_start(row) - self.margins.left
                start = end - len(text) if side == "left" else self.row_end(row) + self.margins.right
                canvas.put(self.line(row), start, text, fg)
        for side in ("top", "bottom"):
            for column, text in enumerate(self.cells.labels(side)):
                line, start = self._label_line(side), self._start(column, text)
                apart = 0 if self.is_dense and len(text) == 1 else 1
                if canvas.is_blank(line, start - apart, len(text) + apart):
                    canvas.put(line, start, text, fg)

    def write_parts(self, canvas: Canvas, fg: str | None = None) -> None:
        """The name of every part of a board, outside the part's corner that is nearest to a corner of the board."""
        for group, (rows, columns) in self.cells.parts.items():
            if group is None or len(self.cells.parts) == 1:
                continue
            is_upper = rows[0] + rows[-1] < self.cells.height
            is_left = columns[0] + columns[-1] < self.cells.width
            line = self.line(rows[0]) - 1 if is_upper else self.line(rows[-1]) + self.tall
            before, behind = self.column(columns[0]) - self.over - len(group), self.column(columns[-1]) + self.wide
            canvas.put(max(0, line), max(0, before) if is_left else behind + self.over, group, fg)

    def write_edge(
        self, canvas: Canvas, edge: Edge, over: int, apart: int, fg: str | None = None, bg: str | None = None
    ) -> None:
        """A bar of the symbol of its colour: `over` columns longer than a row, or beside the rows, `apart` columns from
        the board."""
        sign = self.cells.layout.symbols[1 if edge.color is Color.BLACK else 2]
        if edge.side in ("top", "bottom"):
            line, row = (self.top - 1, 0) if edge.side == "top" else (self.end_line, self.cells.height - 1)
            start, end = self.row_start(row) - over, self.row_end(row) + over
            canvas.put(line, start, (sign * (end - start))[: end - start], fg, bg)
        elif edge.side in ("left", "right"):
            bar = sign.ljust(2)[:2] if bg else sign
            for line, row in enumerate(self.rows_of_lines, self.top):
                left, right = self.row_start(row) - apart - len(bar), self.row_end(row) + apart
                canvas.put(line, left if edge.side == "left" else right, bar, fg, bg)

    def write_lines(
        self, canvas: Canvas, scene: Scene, inks: Mapping[Color | None, str] | None = None, dots: str | None = None
    ) -> None:
        """The lines that are drawn between points, from one to the other, and the points; `inks` by their owners."""
        for (row, column), spot in self.cells.places.items():
            piece = scene.pieces.get(spot.id)
            if not spot.line or not piece:
                continue
            sign, fg = line_sign(spot, piece.color), inks[piece.color] if inks else None
            (first, last), (top, bottom) = (sorted(spot.line[axis::2]) for axis in (0, 1))
            if line_way(spot) == ALONG:
                start = self.column(rank(self.cells.xs, first)) + self.wide
                end = self.column(rank(self.cells.xs, last))
                canvas.put(self.line(row), start, sign * (end - start), fg)
            elif line_way(spot) == DOWN:
                for line in range(self.line(rank(self.cells.ys, top)) + 1, self.line(rank(self.cells.ys, bottom))):
                    canvas.put(line, self.column(column), sign, fg)
        for x, y in self.cells.points:
            canvas.put(self.line(rank(self.cells.ys, y)), self.column(rank(self.cells.xs, x)), DOT, dots)

    def write_marks(
        self, canvas: Canvas, marks: Marks, label: str | None = None, fg: str | None = None, bg: str | None = None
    ) -> None:
        """Brackets around marked pieces and labels; on a dense board arrows and lines of signs. Write them last.

        `label` is the colour beside the board, `fg` and `bg` are those on it.
        """
        for x in marks.columns:
            self._mark_column(canvas, rank(self.cells.xs, x), label)
        for y in marks.rows:
            canvas.put(self.line(rank(self.cells.ys, y)), self.left - self.margins.left, ">", label, bold=True)
        if self.is_dense:
            self._underline(canvas, marks, fg, bg)
            return
        for (row, column), spot in self.cells.places.items():
            if spot.id in marks.winning or spot.id in marks.last:
                before, after = WINNING if spot.id in marks.winning else LAST
                canvas.put(self.line(row), self.column(column) - 1, before, fg, bold=True)
                canvas.put(self.line(row), self.column(column) + self.wide, after, fg, bold=True)

    def _label_line(self, side: str) -> int:
        return 0 if side == "top" else self.end_line + self.margins.bottom

    def _start(self, column: int, label: str) -> int:
        """Where a label begins so that it stands over the middle of its column."""
        return max(0, self.column(column) - (len(label) - self.wide) // 2)

    def _mark_column(self, canvas: Canvas, column: int, fg: str | None) -> None:
        labels = {side: self.cells.labels(side)[column].strip() for side in ("top", "bottom")}
        if self.is_dense or not any(labels.values()):
            canvas.put(max(0, self.top - 1), self.column(column), "v", fg, bold=True)
            return
        for side, text in labels.items():
            if text:
                start = self._start(column, text)
                canvas.put(self._label_line(side), max(0, start - 1), LAST[0], fg, bold=True)
                canvas.put(self._label_line(side), start, text + LAST[1], fg, bold=True)

    def _underline(self, canvas: Canvas, marks: Marks, fg: str | None, bg: str | None) -> None:
        """A line below each row that has marks, the lowest row first: ``^`` the last move, ``=`` a win."""
        signs: dict[int, list[tuple[int, str]]] = {}
        for (row, column), spot in self.cells.places.items():
            if spot.id in marks.winning or spot.id in marks.last:
                signs.setdefault(row, []).append((column, "=" if spot.id in marks.winning else "^"))
        for row in sorted(signs, reverse=True):
            canvas.insert(self.line(row) + 1)
            if bg:
                canvas.fill(self.line(row) + 1, self.left - 2, 1, self.end_column - self.left + 4, bg)
            for column, sign in signs[row]:
                canvas.put(self.line(row) + 1, self.column(column), sign, fg, bold=True)


def symbol(layout: Layout, scene: Scene, marks: Marks, spot: Spot) -> str:
    """What stands for a spot, as wide as the widest of the layout's symbols."""
    piece = scene.pieces.get(spot.id)
    if piece:
        shown = line_sign(spot, piece.color) if spot.line else piece_symbol(layout, piece)
    else:
        shown = hint(layout) if spot.id in marks.legal else " " if spot.line else layout.symbols[0]
    return shown.center(symbol_width(layout))


def piece_symbol(layout: Layout, piece: Piece) -> str:
    """What stands for a piece: the symbol of its colour, or that of its kind."""
    if piece.color is None:
        return neutral_symbol(layout)
    symbols = {kind.id: kind.symbols for kind in layout.kinds}
    return symbols.get(piece.kind or "", layout.symbols[1:])[piece.color is Color.WHITE]


def symbol_width(layout: Layout) -> int:
    return max(1, *map(len, layout.symbols), *(len(symbol) for kind in layout.kinds for symbol in kind.symbols))


def hint(layout: Layout) -> str:
    """A sign for an empty spot that can be pressed."""
    return next(sign for sign in HINTS if sign not in layout.symbols)


def neutral_symbol(layout: Layout) -> str:
    """A sign for a piece that belongs to nobody."""
    return next(sign for sign in NEUTRAL if sign not in layout.symbols)


def line_sign(spot: Spot, color: Color | None) -> str:
    """A character that runs as a line between two points does."""
    return LINES[color][line_way(spot)]


def line_way(spot: Spot) -> int:
    """How a line between two points runs, as a place in `LINES`."""
    x0, y0, x1, y1 = spot.line or (0, 0, 0, 0)
    if abs(y1 - y0) < CLOSE or abs(x1 - x0) < CLOSE:
        return ALONG if abs(y1 - y0) < CLOSE else DOWN
    return 2 if (x1 - x0) * (y1 - y0) > 0 else 3


@dataclass(frozen=True)
class Cells:
    """Every spot in its row and column, by the rank of its coordinates."""

    layout: Layout

    @cached_property
    def xs(self) -> list[float]:
        return _ranked([*(spot.x for spot in self.layout.spots), *(x for x, _ in self.points)])

    @cached_property
    def ys(self) -> list[float]:
        return _ranked([*(spot.y for spot in self.layout.spots), *(y for _, y in self.points)])

    @cached_property
    def points(self) -> list[tuple[float, float]]:
        """The points between which lines can be, each once."""
        lines = [spot.line for spot in self.layout.spots if spot.line]
        return list(dict.fromkeys(point for line in lines for point in (line[:2], line[2:])))

    @cached_property
    def is_staggered(self) -> bool:
        """Whether every other row lies half a cell further, as on a hexagonal board with its neighbours in rows."""
        steps = [min(_steps(along), default=0.0) for along in (self.xs, self.ys)]
        return self.layout.surface == "hexagonal" and steps[0] < steps[1]

    @cached_property
    def row_ends(self) -> list[tuple[int, int]]:
        """The first and the last column of every row that have a spot."""
        rows: list[list[int]] = [[] for _ in self.ys]
        for row, column in self.places:
            rows[row].append(column)
        return [(min(columns, default=0), max(columns, default=0)) for columns in rows]

    @cached_property
    def places(self) -> dict[tuple[int, int], Spot]:
        """(row, column) to the spot there; a place without a spot is not listed."""
        places: dict[tuple[int, int], Spot] = {}
        for spot in self.layout.spots:
            places.setdefault((rank(self.ys, spot.y), rank(self.xs, spot.x)), spot)
        return places

    @property
    def height(self) -> int:
        return len(self.ys)

    @property
    def width(self) -> int:
        return len(self.xs)

    @property
    def is_full(self) -> bool:
        """Whether the spots make a whole rectangle."""
        return len(self.places) == self.height * self.width > 0

    @cached_property
    def column_gaps(self) -> list[int]:
        """For every column, how many gaps are to the left of it."""
        return _gaps(self.xs)

    @cached_property
    def row_gaps(self) -> list[int]:
        """For every row, how many gaps are above it."""
        return _gaps(self.ys)

    @cached_property
    def parts(self) -> dict[str | None, tuple[range, range]]:
        """The rows and columns of each part of the board, by its name; of a board in one piece it is ``None``."""
        parts: dict[str | None, list[tuple[int, int]]] = {}
        for place, spot in self.places.items():
            parts.setdefault(spot.group, []).append(place)
        return {
            group: tuple(range(min(along), max(along) + 1) for along in zip(*places, strict=True))  # type: ignore[misc]
            for group, places in parts.items()
        }

    def labels(self, side: str) -> list[str]:
        """The label of every row or column on that side; an empty one where there is none."""
        along = self.xs if side in ("top", "bottom") else self.ys
        texts = [""] * len(along)
        for label in self.layout.labels:
            if label.side == side and (nearest := _find_nearest(along, label.at)) is not None:
                texts[nearest] = label.text
        return texts


def _find_nearest(along: Sequence[float], value: float) -> int | None:
    """The row or column that is nearest, if it is within half a cell."""
    nearest = min(range(len(along)), key=lambda number: abs(along[number] - value), default=None)
    return nearest if nearest is not None and abs(along[nearest] - value) <= 0.5 else None


def _ranked(values: Iterable[float]) -> list[float]:
    """The different coordinates, smallest first."""
    ranked: list[float] = []
    for value in sorted(values):
        if not ranked or value - ranked[-1] > CLOSE:
            ranked.append(value)
    return ranked


def rank(along: Sequence[float], value: float) -> int:
    """The row or column of a coordinate; `along` has the smallest coordinate of each."""
    return bisect_right(along, value) - 1


def _steps(along: Sequence[float]) -> list[float]:
    return [after - before for before, after in pairwise(along)]


def _gaps(along: Sequence[float]) -> list[int]:
    steps = _steps(along)
    usual = sorted(steps)[len(steps) // 2] if steps else 1.0
    counts = [0] * min(1, len(along))
    for step in steps:
        counts.append(counts[-1] + (step > APART * usual))
    return counts
