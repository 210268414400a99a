"""Best-first growth of an opening book: which position to look at next, and what a position is worth by now.

A studied position has a few lines, each with what a deep search said of it. Where the position after a line was studied
itself, what is known there counts instead. Next come the positions whose path from the start costs least: each move
costs what it is worse than the best one there, and a little for being a move, so that good play is studied deeply and
bad play not at all.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import Any

PLY = 0.02
"""What each move of a path costs: a line that is worse by so much is put off as long as a further move of the best."""
TIE = 0.005
"""Moves this close to the best are as good."""


@dataclass(frozen=True, slots=True)
class BookEdge:
    """A move, and what a search said of it to the player who makes it."""

    move: str
    value: float
    score: float | None
    child: str | None
    """The position after it, as a book lists it; ``None`` where the game is over."""
    sign: int
    """1 where the same player moves again, else -1."""


@dataclass(frozen=True, slots=True)
class Studied:
    """A position that was looked at."""

    position: str
    """As a book lists it."""
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
    """What a position is worth to the player to move."""

    value: float
    score: float | None


class BookTree:
    """The positions of a book that grows."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.studied: dict[str, Studied] = {}
        self._worths: dict[str, Worth] = {}

    def add(self, studied: Studied) -> None:
        self.studied[studied.position] = studied
        self._worths.clear()

    def next(self, count: int) -> list[str]:
        """The positions to look at next, the cheapest first; fewer where there are no more."""
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
        """Of a studied position, to the player to move."""
        if position not in self._worths:
            self._judge(position)
        return self._worths[position]

    def along(self, edge: BookEdge) -> Worth:
        """Of a line, to the player who begins it."""
        if edge.child in self.studied:
            self.worth(edge.child)
        return self._known(edge)

    def best(self, position: str) -> list[str]:
        """The moves that are as good as the best, the best first."""
        studied = self.studied[position]
        if studied.proved is not None:
            return [edge.move for edge in studied.edges]
        values = {edge.move: self.along(edge).value for edge in studied.edges}
        most = max(values.values())
        return sorted((move for move, value in values.items() if most - value <= TIE), key=lambda move: -values[move])

    def _judge(self, start: str) -> None:
        """Works out a position and all that it rests on, those first that rest on nothing; no recursion, because books
        are deep. Where play goes round in a circle, what the search said there breaks it."""
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
