"""Levels 1 to 10: their names, their search settings and their measured strength.

A weak level searches fewer positions and chooses at random among moves that it takes to be about equal. How many
positions and how much chance depends on the game. Tuned and measured settings are in ``<id>.levels`` beside the game's
module, made by ``quintet levels``; other games get the settings here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from quintet.core import files
from quintet.core.game import AnyGame, spec
from quintet.core.registry import data_file, place_for
from quintet.engine import bounds
from quintet.engine.limits import Limits

PATIENCE = 10.0
"""Seconds after which a very slow game gets its move. Elsewhere the limit of nodes ends the search, so that a busy
machine makes a level slower and not weaker."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level as it is presented to players."""

    number: int
    name: str
    about: str
    """What to expect of it, in a sentence."""

    @property
    def title(self) -> str:
        """``Learner (level 3)``."""
        return f"{self.name} (level {self.number})"


LEVELS = (
    Level(1, "Beginner", "Knows the rules, tries things out and overlooks a win on the next move."),
    Level(2, "Novice", "Takes a win when it sees one, stops yours, and has no plan."),
    Level(3, "Learner", "Compares a few moves and is often wrong about them."),
    Level(4, "Casual player", "Sees short threats and misses the quiet ones."),
    Level(5, "Hobby player", "Makes sensible moves; a plan of three moves surprises it."),
    Level(6, "Club player", "Rarely blunders and looks a few moves ahead."),
    Level(7, "Strong club player", "Punishes mistakes and makes few."),
    Level(8, "Expert", "Looks further ahead than most people do."),
    Level(9, "Master", "Loses to very good players only."),
    Level(10, "The machine", "Gives each move two seconds of the computer, and plays perfectly where it has a proof."),
)


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """How an engine plays a level."""

    nodes: int | None
    """Nodes of a move; ``None`` where time alone ends the search."""
    lines: int = 1
    """The number of best moves it chooses among."""
    temperature: float = 0.0
    """Temperature of that choice: a move that is worse by this value is chosen about a third as often."""
    careful: bool = True
    """Whether it always sees a win in one move and a loss to the reply."""
    method: str = "auto"
    pie: bool = False
    """Whether it decides separately on the swap that a pie rule offers."""
    seconds: float = PATIENCE
    solver_seconds: float = 0.0
    """How long a kernel's solver may try to prove the move before the search begins."""

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes, seconds=self.seconds)

    def as_json(self) -> dict[str, Any]:
        """The settings that differ from the defaults, for a file of levels."""
        usual = LevelSettings(None)
        return {name: value for name, value in asdict(self).items() if value != getattr(usual, name)}


BY_RULEBOOK = (
    LevelSettings(10, 8, 0.4, careful=False),
    LevelSettings(20, 8, 0.3),
    LevelSettings(60, 6, 0.2),
    LevelSettings(150, 5, 0.12),
    LevelSettings(400, 4, 0.08),
    LevelSettings(800, 3, 0.05),
    LevelSettings(1_500, 2, 0.03),
    LevelSettings(3_000),
    LevelSettings(6_000),
    LevelSettings(10_000),
)
"""The highest takes about a second a move."""
BY_KERNEL = (
    LevelSettings(10, 8, 0.4, careful=False, method="alphabeta"),
    LevelSettings(16, 8, 0.3, method="alphabeta"),
    LevelSettings(64, 8, 0.2, method="alphabeta"),
    LevelSettings(256, 6, 0.12),
    LevelSettings(1_000, 4, 0.08),
    LevelSettings(3_000, 3, 0.05),
    LevelSettings(8_000, 2, 0.03),
    LevelSettings(20_000),
    LevelSettings(60_000),
)
"""For a game whose levels were not measured."""
HIGHEST = LevelSettings(None, careful=False, pie=True, seconds=2.0, solver_seconds=4.0)
"""By a kernel: all of the time, and more for the solver where the answer is within its reach. Level 10 skips the
one-ply check: a proved result may be worth more than the nearest win."""


@dataclass(frozen=True, slots=True)
class LevelRating:
    """The measured strength of a level."""

    elo: float
    """Elo above the random mover."""
    error: float
    """Half the width of the 95 % interval."""


def level(number: object) -> Level:
    """The level with this number."""
    return LEVELS[bounds.whole("level", number, 1, len(LEVELS)) - 1]


def settings(game: AnyGame, number: int, kernel: bool) -> LevelSettings:
    """The settings of a level; a board that was not measured has those of the game's first measured board."""
    if not kernel:
        return BY_RULEBOOK[number - 1]
    if number == len(LEVELS):
        return HIGHEST
    measured = board(game) or next(iter(_boards(type(game)).values()), None)
    return BY_KERNEL[number - 1] if measured is None else measured.settings[number - 1]


def ratings(game: AnyGame) -> tuple[LevelRating, ...] | None:
    """The strength of each level on this board; ``None`` where it was not measured."""
    measured = board(game)
    return None if measured is None else measured.ratings or None


def described(game: AnyGame) -> list[dict[str, Any]]:
    """Every level of a game as JSON, for lists of opponents: number, name, about, elo and error."""
    unknown = {"elo": None, "error": None}
    measured = [asdict(rating) for rating in ratings(game) or ()] or [unknown] * len(LEVELS)
    return [asdict(level) | rating for level, rating in zip(LEVELS, measured, strict=True)]


@dataclass(frozen=True, slots=True)
class LevelBoard:
    """Settings and ratings of the levels for one game with its options."""

    settings: tuple[LevelSettings, ...]
    """Of all levels except the highest."""
    ratings: tuple[LevelRating, ...] = ()
    """Of all levels; empty while they are not measured."""
    about: Mapping[str, Any] | None = None
    """How they were measured, for a report."""


def board(game: AnyGame) -> LevelBoard | None:
    """The settings and ratings of this board, where they were measured."""
    return _boards(type(game)).get(spec(game))


def measured_boards(game: AnyGame) -> list[str]:
    """The specs of the boards of a game whose levels were measured."""
    return list(_boards(type(game)))


@cache
def _boards(cls: type[AnyGame]) -> dict[str, LevelBoard]:
    path = data_file(cls, "levels")
    return {} if path is None else read(path)


def read(path: Path) -> dict[str, LevelBoard]:
    """The boards of a file by their specs; ValueError for one that is damaged."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        boards = {
            name: LevelBoard(
                tuple(LevelSettings(**{"nodes": None} | settings) for settings in row["settings"]),
                tuple(LevelRating(*rating) for rating in row["ratings"]),
                row["about"],
            )
            for name, row in rows.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(f"{path.name} must be a file made by 'quintet levels', got something else") from None
    for name, board in boards.items():
        if len(board.settings) != len(LEVELS) - 1 or len(board.ratings) not in (0, len(LEVELS)):
            raise ValueError(f"{path.name} must have {len(LEVELS) - 1} settings and {len(LEVELS)} ratings for {name}")
    return boards


def write(game: AnyGame, measured: LevelBoard) -> Path:
    """Add a board to the file of its game, or replace it; this process uses it from then on."""
    path = place_for(type(game), "levels")
    boards = (read(path) if path.is_file() else {}) | {spec(game): measured}
    rows = [f"{json.dumps(name)}: {_row(boards[name])}" for name in boards]
    files.save(path, "{\n" + ",\n".join(rows) + "\n}\n")
    _boards.cache_clear()
    return path


def _row(board: LevelBoard) -> str:
    def listed(items: Sequence[Any]) -> str:
        return "[" + ",".join(f"\n  {json.dumps(item)}" for item in items) + "]"

    settings = listed([level.as_json() for level in board.settings])
    ratings = listed([[round(rating.elo), round(rating.error)] for rating in board.ratings])
    return f'{{"about": {json.dumps(board.about)},\n "settings": {settings},\n "ratings": {ratings}}}'
