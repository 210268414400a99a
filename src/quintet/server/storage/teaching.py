"""Stored progress of learners: chapters of lessons, results of puzzles, and the ratings of learners and puzzles."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import select

from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import inserting, lessons, put, puzzle_grades, puzzle_players, puzzle_tries
from quintet.study.glicko2 import GlickoRating, updated
from quintet.study.progress import UNTRIED, PuzzleProgress, PuzzleStanding


class Settled(NamedTuple):
    """A result that counted."""

    standing: PuzzleStanding
    change: int
    """How much the rating changed."""


class Teaching(StoragePart):
    """The progress of all learners."""

    # Lessons

    def chapters(self, player: str) -> dict[str, int]:
        """How many chapters of each game's lesson are done."""
        query = select(lessons.c.game, lessons.c.chapters).where(lessons.c.player == player)
        with self._reading.connect() as connection:
            return {row.game: row.chapters for row in connection.execute(query)}

    def keep_chapters(self, player: str, game: str, chapters: int, now: float) -> None:
        """Store how many chapters are done; a smaller number than the stored one changes nothing."""
        with self._writing.begin() as connection:
            where = (lessons.c.player == player, lessons.c.game == game)
            stored = connection.scalar(select(lessons.c.chapters).where(*where)) or 0
            row = {"player": player, "game": game, "chapters": max(stored, chapters), "changed": now}
            put(connection, lessons, row)

    # Puzzles

    def progress(self, player: str) -> PuzzleProgress:
        by_game = select(puzzle_players).where(puzzle_players.c.player == player)
        tries = select(puzzle_tries.c.puzzle, puzzle_tries.c.solved).where(puzzle_tries.c.player == player)
        with self._reading.connect() as connection:
            standings = {row.game: _standing(row) for row in connection.execute(by_game)}
            return PuzzleProgress(standings, {row.puzzle: row.solved for row in connection.execute(tries)})

    def settle(self, player: str, game: str, puzzle: str, grade: int, solved: bool, now: float) -> Settled | None:
        """Count a player's first result on a puzzle; `grade` is the rating of a puzzle that nobody has tried."""
        with self._writing.begin() as connection:
            row = {"player": player, "puzzle": puzzle, "solved": solved, "at": now}
            added = inserting(connection, puzzle_tries).values(row).on_conflict_do_nothing()
            if not connection.execute(added).rowcount:
                return None
            where = (puzzle_players.c.player == player, puzzle_players.c.game == game)
            stored = connection.execute(select(puzzle_players).where(*where)).one_or_none()
            before = _standing(stored) if stored else PuzzleStanding()
            graded = connection.execute(select(puzzle_grades).where(puzzle_grades.c.puzzle == puzzle)).one_or_none()
            rating = GlickoRating(*graded[1:4]) if graded else GlickoRating(grade, UNTRIED)
            after = before.after(rating, solved)
            regraded = asdict(updated(rating, [(before.rating, 1.0 - solved)]))
            tries = graded.tried + 1 if graded else 1
            put(connection, puzzle_grades, {"puzzle": puzzle, **regraded, "tried": tries})
            row = {"player": player, "game": game, **asdict(after), **asdict(after.rating)}
            put(connection, puzzle_players, row)
        return Settled(after, round(after.rating.rating) - round(before.rating.rating))


def _standing(row: Any) -> PuzzleStanding:
    rating = GlickoRating(row.rating, row.deviation, row.volatility)
    return PuzzleStanding(rating, row.tried, row.solved, row.streak, row.longest)
