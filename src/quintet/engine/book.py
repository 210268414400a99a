"""Books: positions whose value is known in advance, as a text file beside a game's module.

``<id>.book`` has a heading for each set of options, ``game name(option=value)``, and a line for each position: its
text, the value for the player to move (1, 0 or -1), the margin (``-`` in a game without scores) and every best move,
separated by ``|``. Values that are not proved but estimated by long searches begin with ``~``: a value between -1 and
1, a score, and the moves that are about as good as the best. Of positions that are mirror images, only one is listed.
``python -m bench.book`` makes and checks lines from exact answers, ``quintet book make`` by best-first search.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quintet.core import files
from quintet.core.game import AnyGame, Symmetries, find_move, spec
from quintet.core.registry import data_file
from quintet.core.types import Player
from quintet.engine.analysis import Solution

ESTIMATE = r"~-?[0-9]{1,9}(\.[0-9]{1,9})?"


class Known(NamedTuple):
    """The exact value of a position, for the player to move."""

    value: int
    """1 won, 0 drawn, -1 lost."""
    margin: int | None
    """The final score difference, in a game with scores."""
    best: tuple[Any, ...]
    """Every move that keeps the value, and the margin where there is one; in the order of the rulebook."""

    def solution(self, player: Player) -> Solution:
        """The same as a solver's answer, without a line of play; `player` is the one to move."""
        return Solution(player, self.value, self.margin, self.best, (), None, 0, 0.0)


class Estimate(NamedTuple):
    """The estimate of long searches for a position, for the player to move."""

    value: float
    """From -1 (lost) to 1 (won)."""
    margin: float | None
    """The final score difference that is expected, in a game with scores."""
    best: tuple[Any, ...]
    """The moves that are about as good as the best, the best first."""


def find_entry(game: AnyGame, position: Any) -> Known | Estimate | None:
    """The entry of a position in the game's book; ``None`` where it has none, or where there is no book."""
    entry = _entry(game, position)
    if entry is None:
        return None
    line, moves = entry
    if not line.exact:
        return Estimate(line.value, line.margin, tuple(moves))
    best = tuple(move for move in game.legal_moves(position) if move in moves)
    return Known(int(line.value), None if line.margin is None else int(line.margin), best)


def look_up(game: AnyGame, position: Any) -> Known | None:
    """What the game's book proves of a position."""
    entry = find_entry(game, position)
    return entry if isinstance(entry, Known) else None


def _entry(game: AnyGame, position: Any) -> tuple[BookLine, list[Any]] | None:
    """The line of a position or of an image of it, and its moves in this position, in the line's order."""
    path = data_file(type(game), "book")
    if path is None:
        return None
    lines = load(path).get(spec(game))
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
    return line, mirrored(game, game.parse(listed), list(best.values()), position)


def mirrored(game: AnyGame, origin: Any, moves: Sequence[Any], position: Any) -> list[Any]:
    """The moves of a position that do what these do in its mirror image `origin`, in their order."""
    # Symmetries are of positions: a move does the same if it leads to an image of the position after the other.
    places = {listed_text(game, game.play(origin, move)): place for place, move in enumerate(moves)}
    reached = {move: places.get(listed_text(game, game.play(position, move))) for move in game.legal_moves(position)}
    return sorted((move for move in reached if reached[move] is not None), key=lambda move: reached[move] or 0)


def listed_text(game: AnyGame, position: Any) -> str:
    """The text under which a book lists a position: the smallest text of all its mirror images."""
    images: Sequence[Any] = game.symmetries(position) if isinstance(game, Symmetries) else (position,)
    return min(game.text(image) for image in images)


class BookLine(NamedTuple):
    """One line of a book; its moves are parsed when they are asked for."""

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
def load(path: Path) -> dict[str, dict[str, BookLine]]:
    """The lines of a book by spec and position, read once; ValueError names the first that is damaged."""
    return read(path.name, files.read_text(path, "the book").splitlines())


def read(name: str, lines: Iterable[str]) -> dict[str, dict[str, BookLine]]:
    """The lines of a book from its text."""
    books: dict[str, dict[str, BookLine]] = {}
    book: dict[str, BookLine] | None = None
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


def _line(name: str, number: int, text: str) -> tuple[str, BookLine]:
    fields = text.split("|")
    if len(fields) == 4 and fields[0] and fields[3]:
        position, value, margin, moves = fields
        if re.fullmatch("[01]|-1", value) and re.fullmatch("-|-?[0-9]{1,9}", margin):
            return position, BookLine(number, int(value), None if margin == "-" else int(margin), moves)
        if re.fullmatch(ESTIMATE, value) and re.fullmatch(f"-|{ESTIMATE}", margin) and abs(float(value[1:])) <= 1:
            score = None if margin == "-" else float(margin[1:])
            return position, BookLine(number, float(value[1:]), score, moves, exact=False)
    raise ValueError(f"line {number} of {name} must be 'position|value|margin|moves', got {text!r}")


def write(path: Path, boards: Mapping[str, Mapping[str, BookLine]]) -> None:
    """Write a book whole or not at all; this process reads the new one from then on."""
    rows = ["# position|value|margin|best moves; ~ marks what is estimated, all else is proved"]
    for heading, lines in boards.items():
        rows += [f"game {heading}", *(line.text(position) for position, line in lines.items())]
    files.save(path, "\n".join(rows) + "\n")
    load.cache_clear()
