"""How long a search may think, and the clock that holds it to that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from quintet.engine import checks
from quintet.engine.bounds import MOST_DEPTH, MOST_NODES, MOST_SECONDS


class Stopped(Exception):
    """The clock says that the search is over; never leaves the engine."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search; whichever comes first. With none it goes on until it is stopped."""

    nodes: int | None = None
    """Positions to look at; the only limit that gives the same answer on every machine."""
    depth: int | None = None
    """Moves to look ahead."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None:
            checks.whole("nodes", self.nodes, 1, MOST_NODES)
        if self.depth is not None:
            checks.whole("depth", self.depth, 1, MOST_DEPTH)
        if self.seconds is not None:
            checks.number("seconds", self.seconds, MOST_SECONDS)


class Clock:
    """Counts the nodes and the time of one search; any thread may stop it."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.perf_counter) -> None:
        self.limits = limits
        self.nodes = 0
        self.interrupted = False
        """Whether it was the user's Ctrl-C that stopped it."""
        self._now = now
        self._began = now()
        self._most_nodes = MOST_NODES if limits.nodes is None else limits.nodes
        self._until = float("inf") if limits.seconds is None else self._began + limits.seconds
        self._stopped = False
        self._on_stop: Callable[[], object] = lambda: None

    @property
    def seconds(self) -> float:
        return self._now() - self._began

    @property
    def stopped(self) -> bool:
        """Whether somebody asked for the end."""
        return self._stopped

    def stop(self) -> None:
        """End the search at its next node; it still gives its best answer."""
        self._stopped = True
        self._on_stop()

    def on_stop(self, call: Callable[[], object]) -> None:
        """What to call on a stop, for a search that does not tick."""
        self._on_stop = call
        if self._stopped:
            call()

    def interrupt(self) -> None:
        """Stop because of a KeyboardInterrupt."""
        self.interrupted = True
        self.stop()

    def tick(self) -> None:
        """Count one node about to be looked at, or end the search."""
        if self._stopped or self.nodes >= self._most_nodes or self._now() >= self._until:
            raise Stopped
        self.nodes += 1
