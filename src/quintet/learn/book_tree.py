"""Best-first growth of an opening book: which position to study next, and the value of each position so far.

A studied position has a few moves with the values of a deep search. Where the position after a move was studied itself,
its own value counts instead. Next come the positions with the cheapest path from the start: each move costs its loss
against the best move there, and a small constant, so that good play is studied deeply and bad play not at all.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

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
    """The studied positions of a growing book."""

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
