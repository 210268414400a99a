"""Making an opening book: positions are studied best-first by deep searches on many cores, and written as a book.

The choice of positions depends on the plan and on the results, never on the number or speed of workers: positions are
chosen in rounds, and a round starts when the one before is complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from quintet.compute import Pool
from quintet.compute.run_file import PlannedRun
from quintet.core import registry
from quintet.core.game import spec
from quintet.core.types import NotSolved
from quintet.engine import Engine
from quintet.engine import book as books
from quintet.engine.bounds import MOST_LINES, MOST_NODES
from quintet.engine.checks import whole
from quintet.learn.book_tree import BookEdge, BookTree, Studied

MOST_POSITIONS = 1_000_000
LEAST_ROUND = 8
ROUNDS = 16
"""A round has the size of the book so far divided by this, so that the choice is not repeated too often for a large
book."""
MEMORY_MB = 64
Report = Callable[[int, int], None]
"""Called with the number of positions that are studied and the number that is planned."""


@dataclass(frozen=True, slots=True)
class BookPlan:
    """Everything that decides the book: equal plans make equal books."""

    spec: str
    positions: int
    nodes: int
    """Nodes of the search of each position."""
    lines: int
    """Moves of each position that are followed."""

    def __post_init__(self) -> None:
        registry.load(self.spec)
        whole("positions", self.positions, 1, MOST_POSITIONS)
        whole("nodes", self.nodes, 1, MOST_NODES)
        whole("lines", self.lines, 1, MOST_LINES)


class BookRun(PlannedRun):
    """A run in its file, which can be stopped and continued; a context manager."""

    def __init__(self, path: Path, plan: BookPlan) -> None:
        super().__init__(path, asdict(plan))
        self.plan = plan
        game = registry.load(plan.spec)
        self.tree = BookTree(books.listed_text(game, game.start()))
        try:
            for row in self.rows:
                self.tree.add(Studied.from_json(row))
        except (TypeError, KeyError):
            self.close()
            raise self.damaged() from None

    def run(self, pool: Pool, report: Report) -> None:
        """Study the planned number of positions, or fewer where there are no more."""
        count = self.plan.positions
        tree = BookTree(self.tree.root)  # grows in the same rounds as in the run that was stopped
        while len(tree.studied) < count:
            size = min(max(LEAST_ROUND, len(tree.studied) // ROUNDS), count - len(tree.studied))
            chosen = tree.next(size)
            if not chosen:
                break
            for position in chosen:
                if position not in self.tree.studied:
                    pool.submit(position, study, self.plan.spec, position, self.plan.nodes, self.plan.lines)
            for answer in pool.gather():
                if answer.error is not None:
                    raise ValueError(f"a position could not be studied: {answer.error}")
                self.tree.add(answer.value)
                self.add(answer.value.as_json())
                report(len(self.tree.studied), count)
            for position in chosen:
                tree.add(self.tree.studied[position])
        self.tree = tree

    def book_lines(self) -> dict[str, books.BookLine]:
        """The studied positions as lines of a book."""
        lines: dict[str, books.BookLine] = {}
        for position, studied in sorted(self.tree.studied.items()):
            moves = " ".join(self.tree.best(position))
            if studied.proved is not None:
                lines[position] = books.BookLine(0, *studied.proved, moves)
            else:
                worth = self.tree.worth(position)
                score = None if worth.score is None else round(worth.score, 1)
                lines[position] = books.BookLine(0, round(worth.value, 3), score, moves, exact=False)
        return lines


def study(game_spec: str, text: str, nodes: int, lines: int) -> Studied:
    """The value of a position and of its best moves, by a search or proved; workers run it."""
    engine = _engine(game_spec)
    game = engine.game
    position = game.parse(text)
    analysis = engine.analyze(position, nodes=nodes, lines=lines)
    moves = {line.moves[0]: (line.value, line.score) for line in analysis.lines}
    proved = None
    if analysis.exact:
        try:
            solution = engine.solve(position, nodes=nodes, seconds=None)
        except NotSolved:
            pass
        else:
            margin = None if solution.margin is None else float(solution.margin)
            proved = solution.value, solution.margin
            moves = {move: (float(solution.value), margin) for move in solution.best}
    edges = []
    for move, (value, score) in moves.items():
        after = game.play(position, move)
        over = game.outcome(after) is not None
        child = None if over else books.listed_text(game, after)
        sign = 1 if not over and game.to_move(after) is game.to_move(position) else -1
        edges.append(BookEdge(str(move), value, score, child, sign))
    return Studied(text, tuple(edges), proved)


@lru_cache(1)
def _engine(game_spec: str) -> Engine:
    # An existing book would only confirm itself.
    return Engine(registry.load(game_spec), memory_mb=MEMORY_MB, book=False)


def write(run: BookRun) -> Path:
    """Put the studied positions into the book of the game; lines of other boards and proved lines stay."""
    game = registry.load(run.plan.spec)
    path = registry.place_for(type(game), "book")
    there = books.load(path) if path.is_file() else {}
    known = {text: line for text, line in there.get(spec(game), {}).items() if line.exact}
    books.write(path, there | {spec(game): run.book_lines() | known})
    return path
