"""The time of a running server: what the system clock said at its start, and the seconds that have passed since.

Whoever sets the system clock, or a time service that corrects it by half an hour, costs nobody a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Time = Callable[[], float]


def steady_time(wall: Time | None = None, passed: Time | None = None) -> Time:
    passing = passed or time.monotonic
    ahead = (wall or time.time)() - passing()
    return lambda: ahead + passing()
