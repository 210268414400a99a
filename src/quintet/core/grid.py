"""Helpers that several games share: boards as letters, their notation, their picture and their symmetries.

A board is a string of ``.``, ``b`` and ``w`` in reading order (top row first, left to right).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

from quintet.core.scene import Label, Piece, Spot
from quintet.core.types import Color

EMPTY = "."
LETTERS = frozenset(".bw")

ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))


def split_rows(board: str, width: int) -> tuple[str, ...]:
    """The rows of a board from the top."""
    return tuple(board[start : start + width] for start in range(0, len(board), width))


def rows_text(board: str, width: int) -> str:
    """The board in the notation of positions: rows joined by ``/``."""
    return "/".join(split_rows(board, width))


def place(board: str, cells: Iterable[int], piece: str) -> str:
    """The board with `piece` on all of `cells`."""
    letters = list(board)
    for cell in cells:
        letters[cell] = piece
    return "".join(letters)


def parse_position(text: str, height: int, width: int, fields: Sequence[str] = ()) -> tuple[str, Color, list[str]]:
    """Board, turn and further fields of a position's text; ValueError says which part is wrong.

    `fields` names the fields after the turn, for the message.
    """
    parts = text.split(" ")
    names = ("rows", "turn", *fields)
    if len(parts) != len(names):
        raise ValueError(f"a position must be '{' '.join(f'<{name}>' for name in names)}', got {text!r}")
    rows = parts[0].split("/")
    if len(rows) != height:
        raise ValueError(f"the board must have {height} rows, got {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise ValueError(f"row {number} must have {width} cells, got {len(row)} ({row!r})")
        for letter in row:
            if letter not in LETTERS:
                raise ValueError(f"row {number} must have only '.', 'b' and 'w', got {letter!r}")
    if parts[1] not in ("b", "w"):
        raise ValueError(f"the turn must be 'b' or 'w', got {parts[1]!r}")
    return "".join(rows), Color(parts[1]), parts[2:]


def parse_count(name: str, text: str, low: int, high: int | None = None) -> int:
    """A whole number of a position's text in its canonical spelling."""
    if text.isascii() and text.isdigit() and str(int(text[:9])) == text:
        value = int(text)
        if value >= low and (high is None or value <= high):
            return value
    expected = f"{low} or more" if high is None else f"{low} to {high}"
    raise ValueError(f"{name} must be {expected}, got {text!r}")


def neighbours(cell: int, height: int, width: int, steps: Sequence[tuple[int, int]] = ORTHOGONAL) -> tuple[int, ...]:
    """The cells one step away that are on the board."""
    row, column = divmod(cell, width)
    return tuple(
        (row + down) * width + column + right
        for down, right in steps
        if 0 <= row + down < height and 0 <= column + right < width
    )


# Picture


def rectangle(columns: Sequence[object], rows: Sequence[object], by_column: bool = False) -> tuple[Spot, ...]:
    """The spots of a board whose columns and rows have these names, in reading order.

    A spot is named ``d3``. With `by_column` it is named ``4,3``, and pressing it presses its column.
    """
    spots = []
    for (y, row), (x, column) in product(enumerate(rows), enumerate(columns)):
        if by_column:
            spots.append(Spot(f"{column},{row}", x + 0.5, y + 0.5, str(column), f"column {column}, row {row}"))
        else:
            name = f"{column}{row}"
            spots.append(Spot(name, x + 0.5, y + 0.5, name, name))
    return tuple(spots)


def margins(columns: Sequence[object], rows: Sequence[object], side: str = "top") -> tuple[Label, ...]:
    """The labels of columns, above or below the board, and of rows, on its left."""
    return (
        *(Label(str(column), side, x + 0.5) for x, column in enumerate(columns)),
        *(Label(str(row), "left", y + 0.5) for y, row in enumerate(rows)),
    )


ROW = math.sqrt(3) / 2
"""From row to row of a hexagonal board whose neighbours are 1 apart."""


def rhombus(columns: Sequence[object], rows: Sequence[object]) -> tuple[Spot, ...]:
    """The spots of a hexagonal board: every row is half a cell further right than the one above it."""
    return tuple(
        Spot(name := f"{column}{row}", x + 0.5 + y / 2, ROW * y + 0.58, name, name)
        for (y, row), (x, column) in product(enumerate(rows), enumerate(columns))
    )


def rhombus_margins(columns: Sequence[object], rows: Sequence[object]) -> tuple[Label, ...]:
    """The labels of its columns above the first row, and of its rows on their left."""
    return (
        *(Label(str(column), "top", x + 0.5) for x, column in enumerate(columns)),
        *(Label(str(row), "left", ROW * y + 0.58) for y, row in enumerate(rows)),
    )


PIECES = {color.value: Piece(color) for color in Color}


def pieces(names: Iterable[str], board: str) -> dict[str, Piece]:
    """The pieces of a board, by the names of its spots."""
    return {name: PIECES[letter] for name, letter in zip(names, board, strict=True) if letter != EMPTY}


# Symmetries of a square


def clockwise(cells: Sequence[int]) -> list[int]:
    """The cells of a square in reading order, after it was turned by a quarter."""
    side = math.isqrt(len(cells))
    return [cells[(side - 1 - column) * side + row] for row in range(side) for column in range(side)]


def images(board: str) -> list[str]:
    """A square board turned and mirrored in all eight ways, itself first."""
    return ["".join([board[cell] for cell in cells]) for cells in _square_maps(math.isqrt(len(board)))]


@cache
def _square_maps(side: int) -> list[list[int]]:
    """For each image of a square board: the cell that comes to each place."""
    board = list(range(side * side))
    mirrored = [cell for row in range(side) for cell in reversed(board[row * side : (row + 1) * side])]
    maps = []
    for cells in (board, mirrored):
        for _ in range(4):
            maps.append(cells)
            cells = clockwise(cells)
    return maps
