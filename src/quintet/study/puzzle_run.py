"""A run: as many puzzles as one can solve in three minutes, each harder than the one before; three misses end it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from quintet.core import registry
from quintet.study.puzzle import Puzzle, puzzles

SECONDS = 180
MISSES = 3
STEPS = 60
"""Steps of the ladder: all puzzles by their rating, in parts of one size, one puzzle of each."""


@dataclass(frozen=True, slots=True)
class Run:
    """How far a run is."""

    number: int = 0
    """Puzzles that are over; the next one has this number."""
    solved: int = 0
    misses: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it is over whatever the time."""
        return self.misses >= MISSES

    def after(self, right: bool) -> Run:
        """After a puzzle."""
        return Run(self.number + 1, self.solved + right, self.misses + (not right))


@lru_cache(maxsize=64)
def ladder(game_id: str | None) -> list[list[Puzzle]]:
    """The puzzles of a game, or of all, in steps from easy to hard."""
    games = [game_id] if game_id else registry.game_ids()
    every = sorted((puzzle for game in games for puzzle in puzzles(game).values()), key=lambda each: each.rating)
    size = max(1, len(every) // STEPS)
    return [every[first : first + size] for first in range(0, len(every), size)]


def puzzle_of(run: str, number: int, game_id: str | None) -> Puzzle | None:
    """A puzzle of a run by the run's id; ``None`` after the last step of the ladder."""
    steps = ladder(game_id)
    if number >= len(steps):
        return None
    return min(steps[number], key=lambda puzzle: hashlib.sha256(f"{run} {puzzle.id}".encode()).digest())
