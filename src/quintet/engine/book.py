"""Books: positions whose exact value is known beforehand, as a file of text beside a game's module.

``<id>.book`` has a heading for each set of options, ``game name(option=value)``, and a line for each position:
its text, the value for the player to move (1, 0 or -1), the margin (``-`` in a game without scores) and every
best move, set apart by ``|``. Of positions that are mirror images one is listed. ``python -m bench.book`` makes
such files from exact answers and checks them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quintet.core.game import AnyGame, Symmetries, find_move, spec


class Known(NamedTuple):
    """The exact value of a position, for the player to move."""

    value: int
    """1 won, 0 drawn, -1 lost."""
    margin: int | None
    """The final score difference, in a game with scores."""
    best: tuple[Any, ...]
    """Every move that keeps the value, and the margin where there is one; in the order of the rulebook."""


def look_up(game: AnyGame, position: Any) -> Known | None:
    """What the game's book has for a position; ``None`` where it has nothing, or where there is no book."""
    path = path_of(game)
    if path is None:
        return None
    lines = _read(path).get(spec(game))
    if lines is None:
        return None
    listed = listed_text(game, position)
    line = lines.get(listed)
    if line is None:
        return None
    number, value, margin, texts = line
    best = {text: find_move(game, text) for text in texts.split()}
    wrong = next((text for text, move in best.items() if move is None), None)
    if wrong is not None:
        raise ValueError(f"line {number} of {path.name} must end in moves of {spec(game)}, got {wrong!r}")
    moves = set(best.values())
    if listed != game.text(position):
        # Symmetries are of positions: a move is best if it leads to an image of what a listed best move leads to.
        origin = game.parse(listed)
        reached = {listed_text(game, game.play(origin, move)) for move in moves}
        moves = {move for move in game.legal_moves(position) if listed_text(game, game.play(position, move)) in reached}
    return Known(value, margin, tuple(move for move in game.legal_moves(position) if move in moves))


def path_of(game: AnyGame) -> Path | None:
    """Where the game's book is; ``None`` when it has none."""
    return _path_of(type(game))


@cache
def _path_of(cls: type[AnyGame]) -> Path | None:
    source = getattr(sys.modules.get(cls.__module__), "__file__", None)
    path = None if source is None else Path(source).with_name(f"{cls.id}.book")
    return path if path is not None and path.is_file() else None


def listed_text(game: AnyGame, position: Any) -> str:
    """The text under which a book lists a position: the first of all its images."""
    images: Sequence[Any] = game.symmetries(position) if isinstance(game, Symmetries) else (position,)
    return min(game.text(image) for image in images)


class Line(NamedTuple):
    """One line of a book; its moves are read when they are asked for."""

    number: int
    value: int
    margin: int | None
    moves: str


@cache
def _read(path: Path) -> dict[str, dict[str, Line]]:
    return read(path.name, path.read_text(encoding="utf-8").splitlines())


def read(name: str, lines: Iterable[str]) -> dict[str, dict[str, Line]]:
    """The lines of a book by spec and position; ValueError names the first that is damaged."""
    books: dict[str, dict[str, Line]] = {}
    book: dict[str, Line] | None = None
    for number, text in enumerate(lines, 1):
        if not text or text.startswith("#"):
            continue
        if text.startswith("game "):
            book = books.setdefault(text.removeprefix("game "), {})
            continue
        if book is None:
            raise ValueError(
                f"line {number} of {name} must follow a heading like 'game name(option=value)', got {text!r}"
            )
        position, line = _line(name, number, text)
        book[position] = line
    return books


def _line(name: str, number: int, text: str) -> tuple[str, Line]:
    fields = text.split("|")
    if len(fields) == 4:
        position, value, margin, moves = fields
        if position and moves and value in ("1", "0", "-1") and (margin == "-" or margin.removeprefix("-").isdecimal()):
            return position, Line(number, int(value), None if margin == "-" else int(margin), moves)
    raise ValueError(f"line {number} of {name} must be 'position|value|margin|moves', got {text!r}")
