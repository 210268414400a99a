"""The spots of a layout as rows and columns, whatever their coordinates are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median

from quintet.core.scene import Layout, Spot

CLOSE = 0.01
"""Coordinates nearer than this are the same row or column."""
APART = 1.15
"""A step this much larger than the usual one sets two parts of a board apart."""


@dataclass(frozen=True)
class Cells:
    """Every spot in its row and column, by the rank of its coordinates."""

    layout: Layout

    @cached_property
    def xs(self) -> list[float]:
        return _ranked(spot.x for spot in self.layout.spots)

    @cached_property
    def ys(self) -> list[float]:
        return _ranked(spot.y for spot in self.layout.spots)

    @cached_property
    def places(self) -> dict[tuple[int, int], Spot]:
        """(row, column) to the spot there; a place without a spot is not listed."""
        places: dict[tuple[int, int], Spot] = {}
        for spot in self.layout.spots:
            places.setdefault((rank(self.ys, spot.y), rank(self.xs, spot.x)), spot)
        return places

    @property
    def height(self) -> int:
        return len(self.ys)

    @property
    def width(self) -> int:
        return len(self.xs)

    @property
    def is_full(self) -> bool:
        """Whether the spots make a whole rectangle."""
        return len(self.places) == self.height * self.width > 0

    @cached_property
    def column_gaps(self) -> list[int]:
        """For every column, how many gaps are to the left of it."""
        return _gaps(self.xs)

    @cached_property
    def row_gaps(self) -> list[int]:
        """For every row, how many gaps are above it."""
        return _gaps(self.ys)

    @cached_property
    def parts(self) -> dict[str, list[tuple[int, int]]]:
        """The places of each part of the board, by its name; none where the board is one piece."""
        parts: dict[str, list[tuple[int, int]]] = {}
        for place, spot in self.places.items():
            if spot.group is not None:
                parts.setdefault(spot.group, []).append(place)
        return parts if len(parts) > 1 else {}

    def labels(self, side: str) -> list[str]:
        """The label of every row or column on that side; an empty one where there is none."""
        along = self.xs if side in ("top", "bottom") else self.ys
        texts = [""] * len(along)
        for label in self.layout.labels:
            if label.side == side and (nearest := _find_nearest(along, label.at)) is not None:
                texts[nearest] = label.text
        return texts


def _find_nearest(along: Sequence[float], value: float) -> int | None:
    """The row or column that is nearest, if it is within half a cell."""
    nearest = min(range(len(along)), key=lambda number: abs(along[number] - value), default=None)
    return nearest if nearest is not None and abs(along[nearest] - value) <= 0.5 else None


def _ranked(values: Iterable[float]) -> list[float]:
    """The different coordinates, smallest first."""
    ranked: list[float] = []
    for value in sorted(values):
        if not ranked or value - ranked[-1] > CLOSE:
            ranked.append(value)
    return ranked


def rank(along: Sequence[float], value: float) -> int:
    """The row or column of a coordinate; `along` has the smallest coordinate of each."""
    return bisect_right(along, value) - 1


def _steps(along: Sequence[float]) -> list[float]:
    return [after - before for before, after in pairwise(along)]


def _gaps(along: Sequence[float]) -> list[int]:
    steps = _steps(along)
    usual = median(steps) if steps else 1.0
    counts = [0] * min(1, len(along))
    for step in steps:
        counts.append(counts[-1] + (step > APART * usual))
    return counts
