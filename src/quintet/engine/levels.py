"""Levels 1 to 10: who they are, what a move of each may cost, and how strong they were measured to be.

A level is weak like a person: it looks at fewer positions, and among moves that it takes to be about as good it is not
sure. How many positions and how unsure is a matter of the game. Where that was tuned and measured the file
``<id>.levels`` beside the game's module says so, made by ``quintet levels``; other games get the settings here.
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
from quintet.core.registry import beside
from quintet.engine import checks
from quintet.engine.limits import Limits

PATIENCE = 10.0
"""Seconds after which even a very slow game gets its move; elsewhere nodes end it, so that a busy machine makes a level
slow and not weak."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level as a player is told of it."""

    number: int
    name: str
    about: str
    """What to expect of it, in a sentence."""


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
class Settings:
    """How an engine plays."""

    nodes: int | None
    """What a move may cost; ``None`` where time alone ends it."""
    lines: int = 1
    """How many of the best moves it chooses among."""
    temperature: float = 0.0
    """How unsure it is of their values: a move that is worse by so much is chosen a third as often."""
    careful: bool = True
    """Whether it always sees a win in one move, and a loss to the next."""
    method: str = "auto"
    pie: bool = False
    """Whether it weighs apart what a pie rule offers: to exchange the colours after one move."""
    seconds: float = PATIENCE
    solver_seconds: float = 0.0
    """How long a kernel's solver may try to prove the move before the search begins."""

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes, seconds=self.seconds)

    def as_json(self) -> dict[str, Any]:
        """What a file of levels has: all that is not as usual."""
        usual = Settings(None)
        return {name: value for name, value in asdict(self).items() if value != getattr(usual, name)}


BY_RULEBOOK = (
    Settings(10, 8, 0.4, careful=False),
    Settings(20, 8, 0.3),
    Settings(60, 6, 0.2),
    Settings(150, 5, 0.12),
    Settings(400, 4, 0.08),
    Settings(800, 3, 0.05),
    Settings(1_500, 2, 0.03),
    Settings(3_000),
    Settings(6_000),
    Settings(10_000),
)
"""About a second for a move of the highest."""
BY_KERNEL = (
    Settings(10, 8, 0.4, careful=False, method="alphabeta"),
    Settings(16, 8, 0.3, method="alphabeta"),
    Settings(64, 8, 0.2, method="alphabeta"),
    Settings(256, 6, 0.12),
    Settings(1_000, 4, 0.08),
    Settings(3_000, 3, 0.05),
    Settings(8_000, 2, 0.03),
    Settings(20_000),
    Settings(60_000),
)
"""For a game that was not measured."""
HIGHEST = Settings(None, careful=False, pie=True, seconds=2.0, solver_seconds=4.0)
"""By a kernel, everything that the time gives; a solver that has the answer in reach may take longer to begin with. It
needs no extra look at what is near, and a win that is near may be worth less than a proved one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a level was measured to be."""

    elo: float
    """Above the random mover."""
    error: float
    """Half the width of the 95 % interval."""


def level(number: object) -> Level:
    """The level with this number."""
    return LEVELS[checks.whole("level", number, 1, len(LEVELS)) - 1]


def settings(game: AnyGame, number: int, kernel: bool) -> Settings:
    """How a level plays a game; on a board that was not measured, as on the game's first board that was."""
    if not kernel:
        return BY_RULEBOOK[number - 1]
    if number == len(LEVELS):
        return HIGHEST
    found = board(game) or next(iter(_boards(type(game)).values()), None)
    return BY_KERNEL[number - 1] if found is None else found.settings[number - 1]


def ratings(game: AnyGame) -> tuple[Rating, ...] | None:
    """The strength of each level on this board; ``None`` where it was not measured."""
    found = board(game)
    return None if found is None else found.ratings or None


def described(game: AnyGame) -> list[dict[str, Any]]:
    """Every level of a game as JSON, for whoever lets a player choose: number, name, about, elo and error."""
    measured = ratings(game)
    return [
        {
            "number": level.number,
            "name": level.name,
            "about": level.about,
            "elo": None if measured is None else measured[level.number - 1].elo,
            "error": None if measured is None else measured[level.number - 1].error,
        }
        for level in LEVELS
    ]


@dataclass(frozen=True, slots=True)
class Board:
    """What is known about the levels of one game with its options."""

    settings: tuple[Settings, ...]
    """Of all levels but the highest."""
    ratings: tuple[Rating, ...] = ()
    """Of all levels, or of none while they are not measured."""
    about: Mapping[str, Any] | None = None
    """How they were measured, for a report."""


def board(game: AnyGame) -> Board | None:
    """What was measured of this board."""
    return _boards(type(game)).get(spec(game))


def path_of(cls: type[AnyGame]) -> Path | None:
    """Where the levels of a game are, or would be; ``None`` for a game without a module in a file."""
    return beside(cls, "levels")


@cache
def _boards(cls: type[AnyGame]) -> dict[str, Board]:
    path = path_of(cls)
    return {} if path is None or not path.is_file() else read(path)


def read(path: Path) -> dict[str, Board]:
    """The boards of a file by their specs; ValueError for one that is damaged."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        boards = {
            name: Board(
                tuple(Settings(**{"nodes": None} | one) for one in row["settings"]),
                tuple(Rating(*one) for one in row["ratings"]),
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


def write(game: AnyGame, measured: Board) -> Path:
    """Put a board into the file of its game, beside what is there; from now on it counts."""
    path = path_of(type(game))
    if path is None:
        raise ValueError(f"the levels of {spec(game)} cannot be written: its rules are in no file")
    boards = (read(path) if path.is_file() else {}) | {spec(game): measured}
    rows = [f"{json.dumps(name)}: {_row(boards[name])}" for name in boards]
    files.save(path, "{\n" + ",\n".join(rows) + "\n}\n")
    _boards.cache_clear()
    return path


def _row(board: Board) -> str:
    def listed(items: Sequence[Any]) -> str:
        return "[" + ",".join(f"\n  {json.dumps(item)}" for item in items) + "]"

    settings = listed([one.as_json() for one in board.settings])
    ratings = listed([[round(one.elo), round(one.error)] for one in board.ratings])
    return f'{{"about": {json.dumps(board.about)},\n "settings": {settings},\n "ratings": {ratings}}}'
