"""What workers do: functions of plain values, on this machine or on another."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from quintet.core import registry
from quintet.learn.plan import learner_of


def play_games(game_spec: str, numbers: bytes | None, settings: dict[str, int]) -> bytes:
    """Samples from games; `numbers` are the weights to play with, if there are any yet."""
    samples: bytes = _learner(game_spec).self_play(_weights(game_spec, numbers), **settings)
    return samples


def measure(game_spec: str, numbers: bytes, samples: bytes, depth: int) -> list[list[int]]:
    """For each sample its phase, then what searches of depth 1, 2, ... find."""
    found: list[list[int]] = _learner(game_spec).foresee(samples, depth, _weights(game_spec, numbers))
    return found


@lru_cache(1)
def _learner(game_spec: str) -> Any:
    return learner_of(registry.load(game_spec))


@lru_cache(1)
def _weights(game_spec: str, numbers: bytes | None) -> Any | None:
    return None if numbers is None else _learner(game_spec).weights(numbers)
