"""Moves and boards in GTP coordinates: columns are letters without I, rows are numbers, the highest row is on top.

A move that is a letter and a number is renamed by its column; every other move keeps its text. A board whose rows are
numbered from the top is shown upside down, so that names and picture agree.
"""

from __future__ import annotations

import re

from quintet.core.game import AnyGame, spec
from quintet.core.types import Color

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
NAMED = re.compile(r"([a-z])([0-9]{1,2})", re.IGNORECASE)
IN_WORDS = re.compile(r"(?<![\w-])[a-z][0-9]{1,2}(?![\w-])")
"""A move that is a letter and a number, in a sentence."""


def vertex(move: object) -> str:
    """The text of a move in GTP."""
    named = NAMED.fullmatch(str(move))
    column = ord(named[1].lower()) - ord("a") if named else len(LETTERS)
    return f"{LETTERS[column]}{named[2]}" if named and column < len(LETTERS) else str(move)


def move_text(vertex: str) -> str:
    """The text of the move at a vertex; ValueError for a column that GTP does not have."""
    named = NAMED.fullmatch(vertex)
    if named is None:
        return vertex
    column = LETTERS.find(named[1].upper())
    if column < 0:
        raise ValueError(f"invalid coordinate {vertex!r}: GTP has no column I")
    return f"{chr(ord('a') + column)}{int(named[2])}"


def in_vertices(words: str) -> str:
    """A sentence with its moves in GTP coordinates."""
    return IN_WORDS.sub(lambda named: vertex(named[0]).lower(), words)


def check_columns(game: AnyGame) -> None:
    """ValueError for a board with a named column that GTP does not have."""
    last = chr(ord("a") + len(LETTERS) - 1)
    if any(NAMED.fullmatch(spot.id) and spot.id[0].lower() > last for spot in game.layout().spots):
        raise ValueError(f"GTP has {len(LETTERS)} columns, got {spec(game)}")


def side(game: AnyGame) -> int:
    """The number of rows or columns of a board, whichever is larger."""
    spots = game.layout().spots
    return max(len({spot.x for spot in spots}), len({spot.y for spot in spots}))


def rows(game: AnyGame, position: object) -> list[str]:
    """The board in GoGui's letters, the top row first."""
    layout, pieces = game.layout(), game.scene(position).pieces
    lines: dict[float, list[str]] = {}
    for spot in sorted(layout.spots, key=lambda spot: (spot.y, spot.x)):
        piece = pieces.get(spot.id)
        lines.setdefault(spot.y, []).append(
            "." if piece is None or piece.color is None else "X" if piece.color is Color.BLACK else "O"
        )
    shown = [" ".join(line) for line in lines.values()]
    return shown[::-1] if _numbered_from_the_top(game) else shown


def _numbered_from_the_top(game: AnyGame) -> bool:
    """Whether the row numbers grow downwards, unlike GTP's."""
    numbers: dict[float, set[int]] = {}
    for spot in game.layout().spots:
        if named := NAMED.fullmatch(spot.id):
            numbers.setdefault(spot.y, set()).add(int(named[2]))
    rows = [numbers[y] for y in sorted(numbers)]
    return len(rows) > 1 and all(len(row) == 1 for row in rows) and rows == sorted(rows, key=min)
