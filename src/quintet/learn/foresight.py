"""Foresight: how a shallow search foretells a deep one, from searches of many positions to every depth.

For each phase and each depth a line is fitted through (shallow value, deep value), and the spread around it measured.
A search that knows it may leave a position alone whose shallow value is far enough beyond the window (multi-probcut).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LEAST_DEPTH = 3
LEAST_ROWS = 40
"""Pairs of values that a line needs at least."""
DECIDED = 20_000
"""Values from here on are results, not estimates (cpp/core/search/value.hpp)."""


class ForesightLine(NamedTuple):
    """One line: deep = slope * shallow + offset, give or take the spread; depth 0 means that none is known."""

    shallow: int = 0
    slope: float = 1.0
    offset: float = 0.0
    spread: float = 0.0


def shallow_depth(depth: int) -> int:
    """The depth that foretells: about half, and of the same parity, because estimates swing with who moves last."""
    return 2 * (depth // 4) + depth % 2


def fit(rows: Sequence[Sequence[int]], phases: int, depth: int) -> list[list[ForesightLine]]:
    """Lines by phase and depth (0 to `depth`); a phase borrows from its neighbours."""
    return [
        [_line([row for row in rows if abs(row[0] - phase) <= 1], deep) for deep in range(depth + 1)]
        for phase in range(phases)
    ]


def numbers(lines: Iterable[Sequence[ForesightLine]], depth: int) -> bytes:
    """As the kernel reads them: the deepest depth, then for each phase and depth shallow, slope, offset, spread."""
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
