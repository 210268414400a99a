"""What a move may cost: nodes, time a move, a clock for the whole game, or processor time a move."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import Any

MOST_NODES = 10**15
MOST_DEPTH = 100
MOST_SECONDS = 10.0**6
NUMBER = r"[0-9]*\.?[0-9]+(e-?[0-9]+)?"


def whole(name: str, value: str, high: int, low: int = 1) -> int:
    """A whole number from its text."""
    if re.fullmatch(r"[0-9]{1,18}", value) and low <= int(value) <= high:
        return int(value)
    raise ValueError(f"{name} must be a whole number from {low} to {high}, got {value!r}")


def number(name: str, value: str, high: float = MOST_SECONDS) -> float:
    """A number above 0 from its text."""
    if re.fullmatch(NUMBER, value) and 0 < float(value) <= high:
        return float(value)
    raise ValueError(f"{name} must be a number above 0 and at most {high:g}, got {value!r}")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a player may use; a field that is ``None`` does not limit."""

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    """Time a move."""
    cpu: float | None = None
    """Seconds of processor time a move: the same on a busy machine as on an idle one."""
    clock: float | None = None
    """Seconds for the whole game ..."""
    increment: float = 0.0
    """... and what each move adds to them."""

    @property
    def given(self) -> bool:
        return self != NO_LIMIT

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value}

    def __str__(self) -> str:
        words = {
            "nodes": f"{self.nodes} nodes",
            "depth": f"depth {self.depth}",
            "seconds": f"{self.seconds} s a move",
            "cpu": f"{self.cpu} s of processor time a move",
            "clock": f"{self.clock} s a game and {self.increment} s a move",
        }
        return ", ".join(text for name, text in words.items() if getattr(self, name) is not None)


NO_LIMIT = Limit()


def parse_clock(text: str) -> Limit:
    """``60+0.5``: a minute for the game and half a second for each move."""
    if not re.fullmatch(rf"{NUMBER}(\+{NUMBER})?", text):
        raise ValueError(f"--clock must be SECONDS or SECONDS+INCREMENT such as 60+0.5, got {text!r}")
    base, _, more = text.partition("+")
    return Limit(
        clock=number("SECONDS of --clock", base),
        increment=number("INCREMENT of --clock", more) if float(more or 0) else 0.0,
    )


@dataclass(frozen=True, slots=True)
class Budget:
    """What the next move may cost, as a player is told."""

    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    cpu: float | None = None
    clocks: tuple[float, float] | None = None
    """Seconds that FIRST and SECOND have left."""
    increment: float = 0.0
