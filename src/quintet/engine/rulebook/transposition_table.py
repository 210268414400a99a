"""The memory of a search: a bounded table of positions already looked at."""

from __future__ import annotations

from typing import Any, NamedTuple

BYTES_AN_ENTRY = 800
"""About what a position, its entry and their places in a dict take."""

EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class Entry(NamedTuple):
    """What was found out about a position."""

    value: int
    """For the player to move there, counted from there."""
    bound: int
    """Whether the value is `EXACT`, `AT_LEAST` or `AT_MOST` that."""
    depth: int
    proved: bool
    """Whether it holds at every depth, because no guess is in it."""
    move: Any

    def cuts(self, depth: int, alpha: int, beta: int, value: int) -> bool:
        """Whether it answers a search of this depth and window; `value` is its value at the asking ply."""
        if self.depth < depth and not self.proved:
            return False
        if self.bound == EXACT:
            return True
        return value >= beta if self.bound == AT_LEAST else value <= alpha


class TranspositionTable:
    """Two halves: when the young one is full it becomes the old one, and what was old is forgotten."""

    def __init__(self, memory_mb: int) -> None:
        self._half = memory_mb * 2**20 // BYTES_AN_ENTRY // 2
        self._young: dict[Any, Entry] = {}
        self._old: dict[Any, Entry] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def find(self, pos: Any) -> Entry | None:
        return self._young.get(pos) or self._old.get(pos)

    def store(self, pos: Any, entry: Entry) -> None:
        if len(self._young) >= self._half:
            self._young, self._old = {}, self._young
        self._young[pos] = entry
