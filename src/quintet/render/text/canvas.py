"""A canvas of characters with colours, as plain text or with ANSI escapes."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from quintet.render.svg.palette import EIGHT_BIT

RESET = "\x1b[0m"
CUBE = (0, 95, 135, 175, 215, 255)
"""The levels of the 6 x 6 x 6 cube of the 256 colours."""


class Ink(NamedTuple):
    """How a character is written; colours as ``#rrggbb``, ``None`` for the terminal's own."""

    fg: str | None = None
    bg: str | None = None
    bold: bool = False


NO_INK = Ink()


class Canvas:
    """Characters by line and column; it grows as needed."""

    def __init__(self) -> None:
        self._lines: list[list[tuple[str, Ink]]] = []

    def put(
        self, line: int, column: int, text: str, fg: str | None = None, bg: str | None = None, bold: bool = False
    ) -> None:
        """Write a text; without `bg` the background stays."""
        if not text:
            return
        while len(self._lines) <= line:
            self._lines.append([])
        row = self._lines[line]
        row += [(" ", NO_INK)] * (column + len(text) - len(row))
        if bg:
            ink = Ink(fg, bg, bold)
            row[column : column + len(text)] = [(character, ink) for character in text]
            return
        for place, character in enumerate(text, column):
            row[place] = (character, Ink(fg, row[place][1].bg, bold))

    def fill(self, line: int, column: int, height: int, width: int, bg: str) -> None:
        """Paint a block of lines and columns."""
        for down in range(height):
            self.put(line + down, column, " " * width, bg=bg)

    def insert(self, line: int) -> None:
        """Make room for a new line; those from there on move down."""
        self._lines.insert(line, [])

    def is_blank(self, line: int, column: int, width: int) -> bool:
        """Whether nothing is written there yet."""
        row = self._lines[line] if line < len(self._lines) else []
        return all(character == " " for character, _ in row[max(0, column) : column + width])

    def runs(self) -> list[list[tuple[str, Ink]]]:
        """Every line as texts, each written in one ink."""
        return [
            [("".join(character for character, _ in run), ink) for ink, run in groupby(row, key=itemgetter(1))]
            for row in self._lines
        ]

    def plain(self) -> str:
        return "\n".join("".join(character for character, _ in row) for row in self._lines)

    def ansi(self, depth: int) -> str:
        """With escapes for 24-bit or 8-bit colour; no style continues to the next line."""
        return "\n".join(_escaped(row, depth) for row in self._lines)


def _escaped(row: list[tuple[str, Ink]], depth: int) -> str:
    parts: list[str] = []
    ink = NO_INK
    for character, wanted in row:
        if wanted != ink:
            parts.append(_escape(wanted, depth))
            ink = wanted
        parts.append(character)
    return "".join(parts) + (RESET if ink != NO_INK else "")


def _escape(ink: Ink, depth: int) -> str:
    codes = ["0"]
    if ink.bold:
        codes.append("1")
    if ink.fg:
        codes.append(f"38;{_color(ink.fg, depth)}")
    if ink.bg:
        codes.append(f"48;{_color(ink.bg, depth)}")
    return f"\x1b[{';'.join(codes)}m"


def _color(color: str, depth: int) -> str:
    rgb = [int(color[start : start + 2], 16) for start in (1, 3, 5)]
    if depth == 24:
        return "2;" + ";".join(map(str, rgb))
    if color in EIGHT_BIT:
        return f"5;{EIGHT_BIT[color]}"
    gray = min(23, max(0, round((sum(rgb) / 3 - 8) / 10)))
    level = [min(range(6), key=lambda step: abs(CUBE[step] - part)) for part in rgb]
    in_cube = sum((CUBE[step] - part) ** 2 for step, part in zip(level, rgb, strict=True))
    in_grays = sum((8 + 10 * gray - part) ** 2 for part in rgb)
    return f"5;{232 + gray if in_grays < in_cube else 16 + 36 * level[0] + 6 * level[1] + level[2]}"
