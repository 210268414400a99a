"""What is kept of learners: chapters of lessons, results of puzzles, and the ratings on both sides of a puzzle."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from quintet.server.storage.tables import lessons, puzzle_grades, puzzle_players, puzzle_tries
from quintet.study.glicko2 import Rating, updated
from quintet.study.puzzle import BEGINNER, UNTRIED


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody does with the puzzles of a game."""

    rating: Rating = field(default_factory=lambda: Rating(*BEGINNER))
    tried: int = 0
    solved: int = 0
    streak: int = 0
    """Solved one after the other, until now."""
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """What a result has changed."""

    standing: Standing
    change: int | None
    """Of the rating; None where the puzzle was tried before, so that it counts no more."""


class Teaching:
    """Each method is one short transaction; call them from a thread."""

    def __init__(self, engine: Engine) -> None:
        self._writing = engine
        self._reading = engine.execution_options(reads=True)

    # Lessons

    def chapters(self, player: str) -> dict[str, int]:
        """How many chapters of each game's lesson are done."""
        query = select(lessons.c.game, lessons.c.chapters).where(lessons.c.player == player)
        with self._reading.connect() as connection:
            return {row.game: row.chapters for row in connection.execute(query)}

    def keep_chapters(self, player: str, game: str, chapters: int, now: float) -> None:
        """What is done stays done, whatever is done again."""
        with self._writing.begin() as connection:
            where = (lessons.c.player == player, lessons.c.game == game)
            there = connection.scalar(select(lessons.c.chapters).where(*where)) or 0
            row = {"player": player, "game": game, "chapters": max(there, chapters), "changed": now}
            _put(connection, lessons, row, ["player", "game"])

    # Puzzles

    def standings(self, player: str) -> dict[str, Standing]:
        """By game."""
        query = select(puzzle_players).where(puzzle_players.c.player == player)
        with self._reading.connect() as connection:
            return {
                row.game: Standing(
                    Rating(row.rating, row.deviation, row.volatility), row.tried, row.solved, row.streak, row.longest
                )
                for row in connection.execute(query)
            }

    def tried(self, player: str) -> dict[str, bool]:
        """The puzzles whose result counts already, and whether they were solved."""
        query = select(puzzle_tries.c.puzzle, puzzle_tries.c.solved).where(puzzle_tries.c.player == player)
        with self._reading.connect() as connection:
            return {row.puzzle: row.solved for row in connection.execute(query)}

    def settle(self, player: str, game: str, puzzle: str, grade: int, solved: bool, now: float) -> Settled:
        """A result: the first one of a player on a puzzle changes both ratings. `grade` is the puzzle's at first."""
        before = self.standings(player).get(game, Standing())
        with self._writing.begin() as connection:
            row = {"player": player, "puzzle": puzzle, "solved": solved, "at": now}
            added = _insert(connection, puzzle_tries).values(row).on_conflict_do_nothing()
            if not connection.execute(added).rowcount:
                return Settled(before, None)
            there = connection.execute(select(puzzle_grades).where(puzzle_grades.c.puzzle == puzzle)).one_or_none()
            theirs = Rating(grade, UNTRIED) if there is None else Rating(*there[1:4])
            score = 1.0 if solved else 0.0
            mine, fresh = updated(before.rating, [(theirs, score)]), updated(theirs, [(before.rating, 1 - score)])
            streak = before.streak + 1 if solved else 0
            after = Standing(mine, before.tried + 1, before.solved + solved, streak, max(before.longest, streak))
            tries = 0 if there is None else there.tried
            _put(connection, puzzle_grades, {"puzzle": puzzle, **asdict(fresh), "tried": tries + 1}, ["puzzle"])
            row = {"player": player, "game": game, **asdict(after), **asdict(mine)}
            _put(connection, puzzle_players, row, ["player", "game"])
        return Settled(after, round(mine.rating) - round(before.rating.rating))


def _insert(connection: Connection, table: Table) -> Any:
    return (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)


def _put(connection: Connection, table: Table, row: dict[str, object], keys: list[str]) -> None:
    values = {name: value for name, value in row.items() if name not in keys}
    connection.execute(_insert(connection, table).values(row).on_conflict_do_update(index_elements=keys, set_=values))
