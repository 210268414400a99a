"""What is solved of a game, from its start: ``<id>.maps`` beside its module, made by ``python -m bench.solved``.

Each entry is a board: its name, what best play leads to, and what each first move leads to where they were worked out
one by one. Everything in it is proved.
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
    """What a first move leads to."""

    value: int
    """For whoever made it: 1 wins, 0 draws, -1 loses."""
    margin: int | None
    """Theirs, in a game with scores."""
    swap: bool
    """Whether the other side answers it by taking it over."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A board whose start is solved."""

    name: str
    spec: str
    result: str
    """With best play: ``White draws``."""
    moves: Mapping[str, FirstMove]
    """By their texts; none where they were not worked out one by one."""


def solved(game_id: str) -> tuple[Solved, ...]:
    """What is known of a game's boards, one entry each; none where nothing is."""
    path = registry.data_file(registry.game_class(game_id), "maps")
    return () if path is None else _read(path)


def find(spec: str) -> Solved | None:
    """What is known of one board."""
    return next((one for one in solved(spec.partition("(")[0]) if one.spec == spec), None)


@cache
def _read(path: Path) -> tuple[Solved, ...]:
    return tuple(
        Solved(
            row["name"], row["spec"], row["result"], {move: FirstMove(*value) for move, value in row["moves"].items()}
        )
        for row in json.loads(path.read_text("utf-8"))
    )
