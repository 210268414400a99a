"""Stored progress of learners: chapters of lessons, results of puzzles, and the ratings of learners and puzzles."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from quintet.server.errors import Conflict, Unknown
from quintet.server.storage.database import StoragePart
from quintet.server.storage.tables import (
    daily_results,
    inserting,
    lessons,
    put,
    puzzle_grades,
    puzzle_players,
    puzzle_runs,
    puzzle_tries,
)
from quintet.study.daily import DailyResult
from quintet.study.glicko2 import GlickoRating, updated
from quintet.study.progress import UNTRIED, PuzzleProgress, PuzzleStanding
from quintet.study.puzzle_run import Run


class Settled(NamedTuple):
    """A result that counted."""

    standing: PuzzleStanding
    change: int
    """How much the rating changed."""


class StoredRun(NamedTuple):
    """A run as it is stored."""

    player: str
    game: str | None
    began: float
    run: Run


class Teaching(StoragePart):
    """The progress of all learners."""

    # Lessons

    def chapters(self, player: str) -> dict[str, int]:
        """How many chapters of each game's lesson are done."""
        query = select(lessons.c.game, lessons.c.chapters).where(lessons.c.player == player)
        return {row.game: row.chapters for row in self._rows(query)}

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

    def settle(
        self, player: str, game: str, puzzle: str, grade: int, right: bool | None, now: float, today: date | None = None
    ) -> Settled | None:
        """Count a player's first result on a puzzle; `grade` is the rating of a puzzle that nobody has tried.

        `right` is None where the solution was asked for; `today` is given with the puzzle of the day.
        """
        solved = bool(right)
        with self._writing.begin() as connection:
            if today is not None:
                _settle_daily(connection, player, today, right)
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

    # The puzzle of the day

    def dailies(self, player: str) -> dict[date, DailyResult]:
        """What a player made of the puzzles of the day, each on its day."""
        query = select(daily_results).where(daily_results.c.player == player)
        rows = self._rows(query)
        return {date.fromisoformat(row.day): DailyResult(row.misses, row.solved, row.given_up) for row in rows}

    # Runs

    def begin_run(self, run_id: str, player: str, game: str | None, now: float) -> StoredRun:
        row = {"id": run_id, "player": player, "game": game, "began": now, **asdict(Run())}
        self._write(puzzle_runs.insert().values(row))
        return StoredRun(player, game, now, Run())

    def run(self, run_id: str, player: str) -> StoredRun:
        """A run of this player."""
        query = select(puzzle_runs).where(puzzle_runs.c.id == run_id, puzzle_runs.c.player == player)
        row = self._row(query)
        if row is None:
            raise Unknown("there is no such run")
        return StoredRun(row.player, row.game, row.began, Run(row.number, row.solved, row.misses))

    def count_run(self, run_id: str, before: Run, after: Run) -> None:
        """Store how far a run is, unless another try of the same puzzle came first."""
        where = (puzzle_runs.c.id == run_id, puzzle_runs.c.number == before.number)
        if not self._write(puzzle_runs.update().where(*where).values(asdict(after))):
            raise Conflict("this puzzle of the run is over already")

    def best_run(self, player: str, game: str | None, but: str = "") -> int:
        """The most puzzles solved in a run of this player, without the run `but`."""
        of_game = puzzle_runs.c.game.is_(None) if game is None else puzzle_runs.c.game == game
        query = select(func.max(puzzle_runs.c.solved)).where(puzzle_runs.c.player == player, puzzle_runs.c.id != but)
        return self._scalar(query.where(of_game)) or 0


def _settle_daily(connection: Connection, player: str, today: date, right: bool | None) -> None:
    """Count a try on the puzzle of today."""
    where = (daily_results.c.player == player, daily_results.c.day == today.isoformat())
    row = connection.execute(select(daily_results).where(*where)).one_or_none()
    before = DailyResult(row.misses, row.solved, row.given_up) if row else DailyResult()
    after = before.after(right)
    if after != before:
        put(connection, daily_results, {"player": player, "day": today.isoformat(), **asdict(after)})


def _standing(row: Any) -> PuzzleStanding:
    rating = GlickoRating(row.rating, row.deviation, row.volatility)
    return PuzzleStanding(rating, row.tried, row.solved, row.streak, row.longest)
