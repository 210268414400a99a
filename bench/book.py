"""Makes the books of `quintet.engine.book` from exact answers: ``python -m bench.book``, some minutes.

``python -m bench.book --check`` solves every line of every book again and ends with status 1 on any difference.
"""

import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import quintet
from quintet.core.game import AnyGame, spec
from quintet.core.registry import data_file
from quintet.engine.book import listed_text, read

BOOKS = {"bestgame": 9, "quentin(size=5)": 3, "quentin(size=5,pie=false)": 3}
"""What has a book, and how many plies it goes from the start: one more would be too large, or take hours."""
MEMORY_MB = 256
HEAD = "# Exact answers, made by python -m bench.book: position, value, margin, best moves.\n"


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


def make(game: AnyGame, most_plies: int) -> str:
    """The lines of so many plies, the start among them. The last are solved first: that makes the others quick."""
    truth, found = Truth(game), dict[str, str]()
    wanted = list(islice(plies(game), most_plies))
    for ply, positions in reversed(list(enumerate(wanted))):
        found |= {position: truth.line(position) for position in positions}
        print(f"{spec(game)}: ply {ply}, {len(positions)} positions", flush=True)
    return "\n".join([f"game {spec(game)}", *(found[one] for positions in wanted for one in positions)]) + "\n"


def differences(path: Path) -> Iterator[str]:
    """The lines of a book that are not true, and what is."""
    for heading, lines in read(path.name, path.read_text(encoding="utf-8").splitlines()).items():
        truth = Truth(quintet.load(heading))
        for position, line in lines.items():
            margin = "-" if line.margin is None else str(line.margin)
            listed = f"{position}|{line.value}|{margin}|{line.moves}"
            if truth.line(position) != listed:
                yield f"line {line.number} of {path.name}: expected {truth.line(position)}, got {listed}"


def check(paths: set[Path]) -> int:
    wrong = [difference for path in sorted(paths) for difference in differences(path)]
    print("\n".join(wrong))
    return 1 if wrong else 0


def main() -> int:
    games = [quintet.load(heading) for heading in BOOKS]
    if "--check" in sys.argv[1:]:
        return check({path for game in games if (path := data_file(type(game), "book"))})
    books: dict[Path, str] = {}
    for game, most_plies in zip(games, BOOKS.values(), strict=True):
        module = sys.modules[type(game).__module__].__file__
        assert module is not None
        path = Path(module).with_name(f"{game.id}.book")
        books[path] = books.get(path, HEAD) + make(game, most_plies)
    for path, text in books.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
