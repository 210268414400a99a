"""Making an opening book: positions are studied best-first by deep searches on many cores, and written as a book.

The choice of positions depends on the plan and on the results, never on the number or speed of workers: positions are
chosen in rounds, and a round starts when the one before is complete.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quintet.compute import Pool
from quintet.compute.run_file import PlannedRun
from quintet.core import registry
from quintet.core.game import spec
from quintet.core.types import NotSolved
from quintet.engine import Engine
from quintet.engine import book as books
from quintet.engine.bounds import MOST_LINES, MOST_NODES, whole

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
        self.plan = plan
        game = registry.load(plan.spec)
        self.tree = BookTree(books.listed_text(game, game.start()))
        # More positions later go on from these: the rounds are the same up to there.
        super().__init__(path, {name: value for name, value in asdict(plan).items() if name != "positions"})

    def take(self, row: dict[str, Any]) -> None:
        self.tree.add(Studied.from_json(row))

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
            for _, studied in pool.values("a position could not be studied"):
                self.tree.add(studied)
                self.add(studied.as_json())
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


PLY = 0.02
"""The constant cost of a move on a path: a move that is worse by this much is studied as late as one ply more of the
best line."""
TIE = 0.005
"""Moves this close to the best count as equally good."""


@dataclass(frozen=True, slots=True)
class BookEdge:
    """A move and its value by a search, for the player who makes it."""

    move: str
    value: float
    score: float | None
    child: str | None
    """The position after it, as a book lists it; ``None`` where the game is over."""
    sign: int
    """1 where the same player moves again, else -1."""


@dataclass(frozen=True, slots=True)
class Studied:
    """A studied position."""

    position: str
    """Its text in the book."""
    edges: tuple[BookEdge, ...]
    proved: tuple[int, int | None] | None = None
    """Value and margin, where they are exact; the edges are then all best moves."""

    def as_json(self) -> dict[str, Any]:
        edges = [[edge.move, edge.value, edge.score, edge.child, edge.sign] for edge in self.edges]
        return {"position": self.position, "edges": edges, "proved": self.proved}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Studied:
        proved = row["proved"]
        return cls(row["position"], tuple(BookEdge(*edge) for edge in row["edges"]), proved and tuple(proved))


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a position for the player to move."""

    value: float
    score: float | None


class BookTree:
    """The studied positions of a growing book: which one to study next, and the value of each so far.

    A studied position has a few moves with the values of a deep search. Where the position after a move was studied
    itself, its own value counts instead. Next come the positions with the cheapest path from the start: each move costs
    its loss against the best move there, and a small constant, so that good play is studied deeply and bad play not at
    all.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self.studied: dict[str, Studied] = {}
        self._worths: dict[str, Worth] = {}

    def add(self, studied: Studied) -> None:
        self.studied[studied.position] = studied
        self._worths.clear()

    def next(self, count: int) -> list[str]:
        """The positions to study next, the cheapest first; fewer where there are no more."""
        chosen: list[str] = []
        seen: set[str] = set()
        waiting: list[tuple[float, str]] = [(0.0, self.root)]
        while waiting and len(chosen) < count:
            cost, position = heapq.heappop(waiting)
            if position in seen:
                continue
            seen.add(position)
            studied = self.studied.get(position)
            if studied is None:
                chosen.append(position)
                continue
            values = [(edge, self.along(edge).value) for edge in studied.edges]
            best = max((value for _, value in values), default=0.0)
            for edge, value in values:
                if edge.child is not None and edge.child not in seen:
                    heapq.heappush(waiting, (cost + PLY + best - value, edge.child))
        return chosen

    def worth(self, position: str) -> Worth:
        """The value of a studied position for the player to move."""
        if position not in self._worths:
            self._judge(position)
        return self._worths[position]

    def along(self, edge: BookEdge) -> Worth:
        """The value of a move for the player who makes it."""
        if edge.child in self.studied:
            self.worth(edge.child)
        return self._known(edge)

    def best(self, position: str) -> list[str]:
        """The moves that count as best, the best first."""
        studied = self.studied[position]
        if studied.proved is not None:
            return [edge.move for edge in studied.edges]
        values = {edge.move: self.along(edge).value for edge in studied.edges}
        most = max(values.values())
        return sorted((move for move, value in values.items() if most - value <= TIE), key=lambda move: -values[move])

    def _judge(self, start: str) -> None:
        """Values a position and all positions that it depends on, in post-order; without recursion, because books are
        deep. A cycle is broken by the search's own value there."""
        path = [start]
        begun: set[str] = set()
        while path:
            position = path[-1]
            studied = self.studied[position]
            if position not in begun and studied.proved is None:
                begun.add(position)
                path += [
                    edge.child
                    for edge in studied.edges
                    if edge.child in self.studied and edge.child not in self._worths and edge.child not in begun
                ]
                if path[-1] != position:
                    continue
            path.pop()
            if position not in self._worths:
                self._worths[position] = self._judged(studied)

    def _judged(self, studied: Studied) -> Worth:
        if studied.proved is not None:
            value, margin = studied.proved
            return Worth(float(value), None if margin is None else float(margin))
        return max((self._known(edge) for edge in studied.edges), key=lambda worth: worth.value)

    def _known(self, edge: BookEdge) -> Worth:
        after = None if edge.child is None else self._worths.get(edge.child)
        if after is None:
            return Worth(edge.value, edge.score)
        return Worth(edge.sign * after.value, None if after.score is None else edge.sign * after.score)
