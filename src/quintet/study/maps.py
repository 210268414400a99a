"""Boards that are solved from the start, from the file ``<id>.maps`` beside a game's module.

``python -m bench.solved`` makes it. An entry is a board with its name, the result of best play, and the proved result
of each first move where these were worked out one by one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quintet.core import registry


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The proved result of a first move."""

    value: int
    """For its player: 1 wins, 0 draws, -1 loses."""
    margin: int | None
    """The player's margin, in a game with scores."""
    swap: bool
    """Whether best play answers it with the pie rule's swap."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A board whose start is solved."""

    name: str
    spec: str
    result: str
    """The result of best play: ``White draws``."""
    moves: Mapping[str, FirstMove]
    """By text; empty where they were not worked out one by one."""


def solved(game_id: str) -> tuple[Solved, ...]:
    """The solved boards of a game."""
    path = registry.data_file(registry.game_class(game_id), "maps")
    return () if path is None else _read(path)


def find(spec: str) -> Solved | None:
    """The entry of a board, if it is solved."""
    return next((board for board in solved(spec.partition("(")[0]) if board.spec == spec), None)


@cache
def _read(path: Path) -> tuple[Solved, ...]:
    return tuple(
        Solved(
            row["name"], row["spec"], row["result"], {move: FirstMove(*value) for move, value in row["moves"].items()}
        )
        for row in json.loads(path.read_text("utf-8"))
    )
