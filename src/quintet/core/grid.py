"""Small helpers that several games share: boards as letters, and their notation.

A board is a string of ``.``, ``b`` and ``w`` in reading order (top row first, left to right).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quintet.core.types import Color

EMPTY = "."
LETTERS = frozenset(".bw")


def rows_text(board: str, width: int) -> str:
    """The board in the notation of positions: rows joined by ``/``."""
    return "/".join(board[start : start + width] for start in range(0, len(board), width))


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


def neighbours(cell: int, height: int, width: int, steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The cells one step away that are on the board."""
    row, column = divmod(cell, width)
    return tuple(
        (row + down) * width + column + right
        for down, right in steps
        if 0 <= row + down < height and 0 <= column + right < width
    )


ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
