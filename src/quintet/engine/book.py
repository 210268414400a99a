"""Books: positions whose value is known beforehand, as a file of text beside a game's module.

``<id>.book`` has a heading for each set of options, ``game name(option=value)``, and a line for each position:
its text, the value for the player to move (1, 0 or -1), the margin (``-`` in a game without scores) and every
best move, set apart by ``|``. What is not proved but estimated by long searches begins with ``~``: a value between
-1 and 1, a score, and the moves that are about as good as the best. Of positions that are mirror images one is listed.
``python -m bench.book`` makes lines from exact answers and checks them, ``quintet book make`` by best-first search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quintet.core import files
from quintet.core.game import AnyGame, Symmetries, find_move, spec
from quintet.core.registry import beside

ESTIMATE = r"~-?[0-9]{1,9}(\.[0-9]{1,9})?"


class Known(NamedTuple):
    """The exact value of a position, for the player to move."""

    value: int
    """1 won, 0 drawn, -1 lost."""
    margin: int | None
    """The final score difference, in a game with scores."""
    best: tuple[Any, ...]
    """Every move that keeps the value, and the margin where there is one; in the order of the rulebook."""


class Estimate(NamedTuple):
    """What long searches said of a position, for the player to move."""

    value: float
    """From -1 (lost) to 1 (won)."""
    score: float | None
    """The final score difference that is expected, in a game with scores."""
    moves: tuple[Any, ...]
    """Those that are about as good as the best, the best first."""


def look_up(game: AnyGame, position: Any) -> Known | None:
    """What the game's book proves of a position; ``None`` where it has nothing, or where there is no book."""
    found = _entry(game, position)
    if found is None or not found[0].exact:
        return None
    line, moves = found
    best = tuple(move for move in game.legal_moves(position) if move in moves)
    return Known(int(line.value), None if line.margin is None else int(line.margin), best)


def estimate(game: AnyGame, position: Any) -> Estimate | None:
    """What the game's book estimates; ``None`` where it has nothing, or knows better."""
    found = _entry(game, position)
    if found is None or found[0].exact:
        return None
    line, moves = found
    return Estimate(line.value, line.margin, tuple(moves))


def _entry(game: AnyGame, position: Any) -> tuple[Line, list[Any]] | None:
    """The line of a position or of an image of it, and its moves in this position, in the line's order."""
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
    best = {text: find_move(game, text) for text in line.moves.split()}
    wrong = next((text for text, move in best.items() if move is None), None)
    if wrong is not None:
        raise ValueError(f"line {line.number} of {path.name} must end in moves of {spec(game)}, got {wrong!r}")
    if listed == game.text(position):
        return line, list(best.values())
    # Symmetries are of positions: a move is best if it leads to an image of what a listed best move leads to.
    origin = game.parse(listed)
    places = {listed_text(game, game.play(origin, move)): place for place, move in enumerate(best.values())}
    reached = {move: places.get(listed_text(game, game.play(position, move))) for move in game.legal_moves(position)}
    return line, sorted((move for move in reached if reached[move] is not None), key=lambda move: reached[move] or 0)


def path_of(game: AnyGame) -> Path | None:
    """Where the game's book is; ``None`` when it has none."""
    return _path_of(type(game))


def where(cls: type[AnyGame]) -> Path | None:
    """Where a game's book is or would be; ``None`` where its module is no file."""
    return beside(cls, "book")


@cache
def _path_of(cls: type[AnyGame]) -> Path | None:
    path = where(cls)
    return path if path is not None and path.is_file() else None


def listed_text(game: AnyGame, position: Any) -> str:
    """The text under which a book lists a position: the first of all its images."""
    images: Sequence[Any] = game.symmetries(position) if isinstance(game, Symmetries) else (position,)
    return min(game.text(image) for image in images)


class Line(NamedTuple):
    """One line of a book; its moves are read when they are asked for."""

    number: int
    value: float
    margin: float | None
    moves: str
    exact: bool = True

    def text(self, position: str) -> str:
        mark = "" if self.exact else "~"
        margin = "-" if self.margin is None else f"{mark}{self.margin}"
        return f"{position}|{mark}{self.value}|{margin}|{self.moves}"


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
    if len(fields) == 4 and fields[0] and fields[3]:
        position, value, margin, moves = fields
        if re.fullmatch("[01]|-1", value) and re.fullmatch("-|-?[0-9]{1,9}", margin):
            return position, Line(number, int(value), None if margin == "-" else int(margin), moves)
        if re.fullmatch(ESTIMATE, value) and re.fullmatch(f"-|{ESTIMATE}", margin) and abs(float(value[1:])) <= 1:
            score = None if margin == "-" else float(margin[1:])
            return position, Line(number, float(value[1:]), score, moves, exact=False)
    raise ValueError(f"line {number} of {name} must be 'position|value|margin|moves', got {text!r}")


def write(path: Path, boards: Mapping[str, Mapping[str, Line]]) -> None:
    """Whole or not at all; readers of this process see the new one."""
    rows = ["# position|value|margin|best moves; ~ marks what is estimated, all else is proved"]
    for heading, lines in boards.items():
        rows += [f"game {heading}", *(line.text(position) for position, line in lines.items())]
    files.save(path, "\n".join(rows) + "\n")
    _read.cache_clear()
    _path_of.cache_clear()
