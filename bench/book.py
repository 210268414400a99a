"""Makes the books of `quintet.engine.book` from exact answers: ``python -m bench.book``, some minutes.

``python -m bench.book --check`` solves every line of every book again and ends with status 1 on any difference.
"""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import quintet
from quintet.core.game import AnyGame, spec
from quintet.engine.book import listed_text, path_of, read

BOOKS = {"bestgame": 700_000}
"""The games with a book, and the bytes that it may have: as many plies as fit."""
MEMORY_MB = 256


class Truth:
    """Exact answers for one game; what its solver has worked out it keeps."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        core: Any = import_module("quintet._core")
        self._solver = core.Kernel(game.id, asdict(game.options)).solver(MEMORY_MB)

    def line(self, text: str) -> str:
        """The line of a book for the position with this text."""
        found = self._solver.solve(text)
        if not found.solved:
            raise ValueError(f"expected an answer for {text!r} in {MEMORY_MB} MB, got none")
        margin = "-" if found.margin is None else str(found.margin[0])
        return f"{text}|{found.value[0]}|{margin}|{' '.join(found.best)}"


def plies(game: AnyGame) -> Iterator[list[str]]:
    """The positions that are not over, ply by ply, one of each set of images, sorted by their texts."""
    seen: set[str] = set()
    now = [listed_text(game, game.start())]
    while now:
        yield now
        seen.update(now)
        after = set()
        for text in now:
            position = game.parse(text)
            for move in game.legal_moves(position):
                child = game.play(position, move)
                if game.outcome(child) is None:
                    after.add(listed_text(game, child))
        now = sorted(after - seen)


def make(game: AnyGame, most_bytes: int) -> str:
    """A book with as many whole plies as fit."""
    truth = Truth(game)
    text = (
        "# Exact answers, made by python -m bench.book: position, value, margin, best moves.\n" + f"game {spec(game)}\n"
    )
    for ply, positions in enumerate(plies(game)):
        longer = text
        for position in positions:
            longer += truth.line(position) + "\n"
            if len(longer) > most_bytes:
                print(f"{spec(game)}: {ply} plies from the start, {len(text)} bytes")
                return text
        text = longer
    return text


def differences(path: Path) -> Iterator[str]:
    """The lines of a book that are not true, and what is."""
    for heading, lines in read(path.name, path.read_text(encoding="utf-8").splitlines()).items():
        truth = Truth(quintet.load(heading))
        for position, line in lines.items():
            margin = "-" if line.margin is None else str(line.margin)
            listed = f"{position}|{line.value}|{margin}|{line.moves}"
            if truth.line(position) != listed:
                yield f"line {line.number} of {path.name}: expected {truth.line(position)}, got {listed}"


def main() -> int:
    wrong = 0
    for game_id, most_bytes in BOOKS.items():
        game = quintet.load(game_id)
        if "--check" in sys.argv[1:]:
            path = path_of(game)
            if path is None:
                print(f"{game_id} has no book")
                wrong += 1
                continue
            for difference in differences(path):
                print(difference)
                wrong += 1
        else:
            module = sys.modules[type(game).__module__].__file__
            assert module is not None
            Path(module).with_name(f"{game_id}.book").write_text(make(game, most_bytes), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
