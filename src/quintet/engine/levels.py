"""Levels 1 to 10: how many nodes a player may look at, and how often it does not look at all."""

from __future__ import annotations

from dataclasses import dataclass

from quintet.engine import checks
from quintet.engine.limits import Limits

PATIENCE = 3.0
"""Seconds after which even a very slow game gets its move; elsewhere nodes end it, so that a level is repeatable."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well an engine plays."""

    number: int
    nodes: int
    """The budget of a move."""
    slips: float
    """How often it plays any move, as a child does."""

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes, seconds=PATIENCE)


LEVELS = (
    Level(1, 20, 0.6),
    Level(2, 50, 0.4),
    Level(3, 100, 0.25),
    Level(4, 200, 0.15),
    Level(5, 400, 0.08),
    Level(6, 800, 0.03),
    Level(7, 1_500, 0.0),
    Level(8, 3_000, 0.0),
    Level(9, 6_000, 0.0),
    Level(10, 10_000, 0.0),
)
"""Level 10 thinks about a second in the slower games."""


def level(number: object) -> Level:
    """The level with this number."""
    return LEVELS[checks.whole("level", number, 1, len(LEVELS)) - 1]
