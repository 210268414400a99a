"""How far somebody is with lessons and puzzles: kept in the user's data folder, for line mode and the app alike."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from quintet.core import files, registry
from quintet.study.glicko2 import Rating, updated
from quintet.study.puzzle import BEGINNER, UNTRIED, Puzzle, Theme, find, puzzles
from quintet.terminal import saves

NEAR = 12
"""The next puzzle is one of so many whose ratings are next to the player's."""


@dataclass
class Standing:
    """How somebody does with the puzzles of a game."""

    rating: Rating = field(default_factory=lambda: Rating(*BEGINNER))
    solved: int = 0
    streak: int = 0
    tried: list[str] = field(default_factory=list)
    """The ids of puzzles that count no more."""

    @property
    def words(self) -> str:
        row = f", {self.streak} in a row" if self.streak > 1 else ""
        about = "about " if self.rating.provisional else ""
        return f"Your rating: {about}{self.rating.rating:.0f}, {self.solved} of {len(self.tried)} solved{row}."

    def settle(self, puzzle: Puzzle, solved: bool) -> None:
        """The first result on a puzzle counts."""
        if puzzle.id not in self.tried:
            self.tried.append(puzzle.id)
            self.rating = updated(self.rating, [(Rating(puzzle.rating, UNTRIED), float(solved))])
            self.solved += solved
            self.streak = self.streak + 1 if solved else 0


Standings = dict[str, Standing]
"""By game."""


def standings() -> Standings:
    """A file that cannot be read counts as none."""
    try:
        rows: dict[str, Any] = json.loads(_puzzles().read_text(encoding="utf-8"))
        return {game: Standing(**row | {"rating": Rating(**row["rating"])}) for game, row in rows.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def keep_standings(kept: Standings) -> str | None:
    """A sentence where that is not possible."""
    told = json.dumps({game: asdict(standing) for game, standing in kept.items()})
    return _keep(_puzzles(), told, "Your rating")


def next_puzzle(puzzle_id: str | None, game: str | None, theme: Theme | None, kept: Standings) -> Puzzle:
    """The puzzle of this id, or one that was not tried and is about as hard as the player is good."""
    if puzzle_id is not None:
        found = find(puzzle_id)
        if found is None:
            raise ValueError(f"there is no puzzle {puzzle_id!r}")
        return found
    wanted = [registry.load(game).id] if game else registry.game_ids()
    fitting = [one for game_id in wanted for one in puzzles(game_id).values() if theme in (None, one.theme)]
    if not fitting:
        what = f" with the theme {theme}" if theme else ""
        raise ValueError(f"there are no puzzles of {game or 'any game'}{what}: see 'quintet puzzles list GAME'")
    fresh = [one for one in fitting if one.id not in kept.get(one.game_id, Standing()).tried] or fitting

    def distance(puzzle: Puzzle) -> float:
        return abs(puzzle.rating - kept.get(puzzle.game_id, Standing()).rating.rating)

    return random.choice(sorted(fresh, key=distance)[:NEAR])


def chapters_done(game_id: str) -> int:
    """Chapters of a lesson that are done; a file that cannot be read counts as none."""
    try:
        found = json.loads(_lessons().read_text(encoding="utf-8"))[game_id]
    except (OSError, ValueError, KeyError, TypeError):
        return 0
    return found if isinstance(found, int) and found >= 0 else 0


def keep_chapters(game_id: str, chapters: int) -> str | None:
    """A sentence where that is not possible."""
    try:
        kept = json.loads(_lessons().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = {}
    told = json.dumps((kept if isinstance(kept, dict) else {}) | {game_id: chapters})
    return _keep(_lessons(), told, "How far you are")


def _keep(path: Path, text: str, what: str) -> str | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, text)
    except OSError as error:
        return f"{what} cannot be kept in {path}: {files.reason(error)}."
    return None


def _puzzles() -> Path:
    return saves.home() / "puzzles.json"


def _lessons() -> Path:
    return saves.home() / "lessons.json"
