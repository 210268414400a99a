"""What ends a search and what a move may cost; the clock of one search."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, SupportsIndex

from quintet.engine import bounds
from quintet.engine.bounds import MOST_DEPTH, MOST_NODES, MOST_SECONDS


class Stopped(Exception):
    """The clock says that the search is over; never leaves the engine."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a search, whichever comes first; without any, only a stop does."""

    nodes: int | None = None
    """Positions to look at; the only limit that gives the same answer on every machine."""
    depth: int | None = None
    """Moves to look ahead."""
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None:
            bounds.whole("nodes", self.nodes, 1, MOST_NODES)
        if self.depth is not None:
            bounds.whole("depth", self.depth, 1, MOST_DEPTH)
        if self.seconds is not None:
            bounds.number("seconds", self.seconds, MOST_SECONDS)


def limits_of(
    nodes: SupportsIndex | None = None, depth: SupportsIndex | None = None, seconds: float | None = None
) -> Limits:
    """Limits from a caller's numbers, which may be those of another library."""
    return Limits(
        None if nodes is None else bounds.whole("nodes", nodes, 1, MOST_NODES),
        None if depth is None else bounds.whole("depth", depth, 1, MOST_DEPTH),
        None if seconds is None else bounds.number("seconds", seconds, MOST_SECONDS),
    )


@dataclass(frozen=True, slots=True)
class Budget(Limits):
    """What a player may use for its next move; a field that is ``None`` does not limit."""

    cpu: float | None = None
    """Seconds of processor time: the same on a busy machine as on an idle one."""
    clocks: tuple[float, float] | None = None
    """Seconds that FIRST and SECOND have left for the whole game ..."""
    increment: float = 0.0
    """... and what each move adds to them."""


@dataclass(frozen=True, slots=True)
class TimeControl(Limits):
    """What a player may use in a game; a field that is ``None`` does not limit."""

    cpu: float | None = None
    """Seconds of processor time a move."""
    clock: float | None = None
    """Seconds for the whole game ..."""
    increment: float = 0.0
    """... and what each move adds to them."""

    def budget(self, clocks: tuple[float, float] | None = None) -> Budget:
        """For the next move, with what the players have left on their clocks."""
        if self.clock is None:
            return Budget(self.nodes, self.depth, self.seconds, self.cpu)
        return Budget(self.nodes, self.depth, self.seconds, self.cpu, clocks, self.increment)

    def __str__(self) -> str:
        words = {
            "nodes": f"{self.nodes} nodes",
            "depth": f"depth {self.depth}",
            "seconds": f"{self.seconds} s a move",
            "cpu": f"{self.cpu} s of processor time a move",
            "clock": f"{self.clock} s a game and {self.increment} s a move",
        }
        return ", ".join(text for name, text in words.items() if getattr(self, name) is not None)


UNLIMITED = TimeControl()


def parse_clock(text: str) -> TimeControl:
    """``60+0.5``: a minute for the game and half a second for each move."""
    if not re.fullmatch(rf"{bounds.NUMBER}(\+{bounds.NUMBER})?", text):
        raise ValueError(f"--clock must be SECONDS or SECONDS+INCREMENT such as 60+0.5, got {text!r}")
    base, _, increment = text.partition("+")
    return TimeControl(
        clock=bounds.parse_number("SECONDS of --clock", base),
        increment=bounds.parse_number("INCREMENT of --clock", increment) if float(increment or 0) else 0.0,
    )


KINDS = ("nodes", "seconds", "clock", "cpu")
"""The ways to limit a move, as a caller names them."""


def one_limit(given: Mapping[str, Any], dashes: str = "") -> TimeControl:
    """The one limit that was given, or 1000 nodes; `dashes` stand before a name that is a flag."""
    *others, last = [dashes + kind for kind in KINDS]
    limits = [kind for kind in KINDS if given.get(kind) is not None]
    if len(limits) > 1:
        got = " and ".join(dashes + kind for kind in limits)
        raise ValueError(f"expected one of {', '.join(others)} and {last}, got {got}")
    if not limits:
        return TimeControl(nodes=1000)
    (kind,) = limits
    if kind == "clock":
        return parse_clock(str(given[kind]))
    if kind == "nodes":
        return TimeControl(nodes=bounds.whole(dashes + kind, given[kind], 1, MOST_NODES))
    seconds = bounds.number(dashes + kind, given[kind])
    return TimeControl(cpu=seconds) if kind == "cpu" else TimeControl(seconds=seconds)


@dataclass(frozen=True, slots=True)
class Means:
    """What an engine gives each of its searches."""

    threads: int
    memory_mb: int
    seed: int
    pace: float
    """The share of a processor that it gets; it decides what is within the solver's reach in a given time."""


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
