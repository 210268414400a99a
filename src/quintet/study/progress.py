"""How a learner does with puzzles: a rating for each game, the puzzles that were tried, and which one comes next."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from quintet.study.glicko2 import GlickoRating, updated
from quintet.study.puzzle import Puzzle, Theme, puzzles

BEGINNER = GlickoRating(1200.0, 200.0)
"""The rating before the first puzzle: surer than in games, so that one miss costs little."""
UNTRIED = 120.0
"""The deviation of a puzzle that nobody has tried: its rating is computed, not measured against people."""
NEAREST = 12
"""The next puzzle is drawn from this many whose ratings are nearest to the learner's."""


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A learner's results with the puzzles of one game."""

    rating: GlickoRating = BEGINNER
    tried: int = 0
    solved: int = 0
    streak: int = 0
    """Puzzles solved in a row until now."""
    longest: int = 0
    """The longest streak so far."""

    @property
    def words(self) -> str:
        row = f", {self.streak} in a row" if self.streak > 1 else ""
        about = "about " if self.rating.provisional else ""
        return f"Your rating: {about}{self.rating.rating:.0f}, {self.solved} of {self.tried} solved{row}."

    def after(self, puzzle: GlickoRating, solved: bool) -> PuzzleStanding:
        """The standing after a result on a puzzle of this rating."""
        rating = updated(self.rating, [(puzzle, float(solved))])
        streak = self.streak + 1 if solved else 0
        return PuzzleStanding(rating, self.tried + 1, self.solved + solved, streak, max(self.longest, streak))


@dataclass
class PuzzleProgress:
    """A learner's results with all puzzles."""

    standings: dict[str, PuzzleStanding] = field(default_factory=dict)
    """By game id."""
    tried: dict[str, bool | None] = field(default_factory=dict)
    """By puzzle id: whether the first try, the one that counts, was right; ``None`` where that is not stored."""

    def standing(self, game_id: str) -> PuzzleStanding:
        return self.standings.get(game_id, PuzzleStanding())

    def settle(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the first result on a puzzle; later ones change nothing."""
        if puzzle.id not in self.tried:
            self.tried[puzzle.id] = solved
            rating = GlickoRating(puzzle.rating, UNTRIED)
            self.standings[puzzle.game_id] = self.standing(puzzle.game_id).after(rating, solved)

    def next_puzzle(self, game_ids: Iterable[str], theme: Theme | None) -> Puzzle | None:
        """A random puzzle that was not tried, about as hard as the learner is good; ``None`` where there is none."""
        listed = [puzzle for game_id in game_ids for puzzle in puzzles(game_id).values()]
        fitting = [puzzle for puzzle in listed if theme in (None, puzzle.theme)]
        fresh = [puzzle for puzzle in fitting if puzzle.id not in self.tried] or fitting

        def distance(puzzle: Puzzle) -> float:
            return abs(puzzle.rating - self.standing(puzzle.game_id).rating.rating)

        return random.choice(sorted(fresh, key=distance)[:NEAREST]) if fresh else None
