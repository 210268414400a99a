"""Who was here a moment ago, and where from: what searches of live matches are counted by."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MOST = 20_000
RECENT = 60.0
"""Seconds after their last request in which somebody without an open page still counts as there."""


class Attendance:
    """In memory alone; a server that has just started knows nobody."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._seen: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def note(self, person: str, address: str) -> None:
        self._seen[person] = (address, self._now())
        self._seen.move_to_end(person)
        if len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def address(self, person: str) -> str:
        """Where somebody was last seen; who was not seen yet counts alone."""
        return self._seen[person][0] if person in self._seen else person

    def recent(self, person: str) -> bool:
        return person in self._seen and self._now() - self._seen[person][1] < RECENT
