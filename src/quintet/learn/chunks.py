"""The games of a generation in chunks: what a worker plays, what a stopped run keeps, what is held out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chunks:
    """Numbered from 0. Few games make small chunks, so that always some are held out and most are not."""

    games: int
    most: int
    """Games of a chunk."""
    held_out: int
    """One chunk in so many is for measuring the error only; where there are fewer, the last."""

    @property
    def size(self) -> int:
        return min(self.most, -(-self.games // self.held_out))

    def __len__(self) -> int:
        return -(-self.games // self.size)

    def span(self, chunk: int) -> dict[str, int]:
        """The number of the first game of a chunk, and how many there are."""
        first = chunk * self.size
        return {"first": first, "games": min(self.size, self.games - first)}

    def held(self, chunk: int) -> bool:
        last = len(self) < self.held_out and chunk == len(self) - 1
        return last or chunk % self.held_out == self.held_out - 1
