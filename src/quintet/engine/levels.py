"""Levels 1 to 10: how many nodes a move may cost, and how often a random move is played instead."""

from __future__ import annotations

from dataclasses import dataclass

from quintet.engine import checks
from quintet.engine.limits import Limits

KERNEL_PATIENCE = 0.5
PATIENCE = 3.0
"""Seconds after which even a very slow game gets its move; elsewhere nodes end it, so that a level is repeatable."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well an engine plays."""

    number: int
    nodes: int
    """The budget of a move by the rulebook."""
    kernel_nodes: int
    """The budget of a move by a kernel."""
    slips: float
    """How often it plays a random move."""
    solver_seconds: float = 0.0
    """How long a kernel's solver may try to prove the move before the search begins."""

    def limits(self, kernel: bool) -> Limits:
        """What a move may cost; the seconds are for games so slow that the nodes would take too long."""
        if kernel:
            return Limits(nodes=self.kernel_nodes, seconds=KERNEL_PATIENCE)
        return Limits(nodes=self.nodes, seconds=PATIENCE)


LEVELS = (
    Level(1, 20, 40, 0.6),
    Level(2, 50, 120, 0.4),
    Level(3, 100, 300, 0.25),
    Level(4, 200, 800, 0.15),
    Level(5, 400, 2_500, 0.08),
    Level(6, 800, 8_000, 0.03),
    Level(7, 1_500, 25_000, 0.0),
    Level(8, 3_000, 80_000, 0.0),
    Level(9, 6_000, 250_000, 0.0),
    Level(10, 10_000, 800_000, 0.0, solver_seconds=0.25),
)
"""Level 10 thinks about a second by the rulebook, at most half a second by a kernel, and plays perfectly where the
solver reaches: there the clock decides, not the nodes."""


def level(number: object) -> Level:
    """The level with this number."""
    return LEVELS[checks.whole("level", number, 1, len(LEVELS)) - 1]
