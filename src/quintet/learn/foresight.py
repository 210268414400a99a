"""Foresight: how well a shallow search predicts a deep one, from searches of many positions to every depth.

For each phase and each depth a line is fitted through (shallow value, deep value), with the spread around it. A search
uses it to skip positions whose shallow value is far enough outside the window (multi-probcut).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LEAST_DEPTH = 3
LEAST_ROWS = 40
"""The smallest number of value pairs for a line."""
DECIDED = 20_000
"""Values from here on are proved results, not estimates (cpp/core/search/value.hpp)."""


class ForesightLine(NamedTuple):
    """deep = slope * shallow + offset, with a standard deviation of `spread`; depth 0 means that there is no line."""

    shallow: int = 0
    slope: float = 1.0
    offset: float = 0.0
    spread: float = 0.0


def shallow_depth(depth: int) -> int:
    """The depth that predicts: about half, and of the same parity, because estimates swing with the side that moves
    last."""
    return 2 * (depth // 4) + depth % 2


def fit(rows: Sequence[Sequence[int]], phases: int, depth: int) -> list[list[ForesightLine]]:
    """Lines by phase and depth (0 to `depth`); each phase also uses the rows of its neighbours."""
    return [
        [_line([row for row in rows if abs(row[0] - phase) <= 1], deep) for deep in range(depth + 1)]
        for phase in range(phases)
    ]


def numbers(lines: Iterable[Sequence[ForesightLine]], depth: int) -> bytes:
    """In the kernel's format: the deepest depth, then for each phase and depth shallow, slope, offset, spread."""
    values = [depth]
    for row in lines:
        for line in row:
            values += [line.shallow, round(line.slope * 1000), round(line.offset), round(line.spread)]
    return b"".join(number.to_bytes(2, "little", signed=True) for number in values)


def _line(rows: Sequence[Sequence[int]], deep: int) -> ForesightLine:
    if deep < LEAST_DEPTH:
        return ForesightLine()
    shallow = shallow_depth(deep)
    pairs = [
        (row[shallow], row[deep])
        for row in rows
        if len(row) > deep and abs(row[shallow]) < DECIDED and abs(row[deep]) < DECIDED
    ]
    if len(pairs) < LEAST_ROWS:
        return ForesightLine()
    mean_x = sum(x for x, _ in pairs) / len(pairs)
    mean_y = sum(y for _, y in pairs) / len(pairs)
    across = sum((x - mean_x) ** 2 for x, _ in pairs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / across if across else 0.0
    if slope <= 0.1:
        return ForesightLine()
    offset = mean_y - slope * mean_x
    spread = math.sqrt(sum((y - slope * x - offset) ** 2 for x, y in pairs) / len(pairs))
    return ForesightLine(shallow, slope, offset, spread)
