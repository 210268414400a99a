"""The largest numbers that a caller may ask for, as `cpp/core/bounds.hpp` has them, and sentences for any other."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.inputs import checked_position, integer, short

MOST_NODES = 10**15
MOST_DEPTH = 100
"""Deep enough for every line a Python search can finish, and far from the end of its stack."""
MOST_SECONDS = 10.0**6
MOST_LINES = 1000
MOST_THREADS = 256
MOST_MEMORY_MB = 2**20
MEMORY_MB = 256
"""For the tables of a search or a solver, where nobody says how much."""
MOST_SEED = 2**63 - 1
MOST_PLAYOUTS = 10**12
LONGEST_PLAYOUT = 10**6
"""Moves of one random game."""


NUMBER = r"[0-9]*\.?[0-9]+(e-?[0-9]+)?"
"""A regular expression: what `parse_number` reads."""


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number in its range."""
    given = integer(value)
    if given is not None and low <= given <= high:
        return given
    raise ValueError(f"{name} must be a whole number from {low} to {high}, got {short(value)}")


def parse_whole(name: str, text: str, low: int, high: int) -> int:
    """A whole number in its range, from its text."""
    if re.fullmatch(r"-?[0-9]{1,18}", text) and low <= int(text) <= high:
        return int(text)
    return whole(name, text, low, high)  # which refuses a text


def seed_of(value: object) -> int:
    """The seed of all random choices."""
    return whole("seed", value, 0, MOST_SEED)


def number(name: str, value: object, high: float = MOST_SECONDS) -> float:
    """A number above 0."""
    given = _float(value)
    if 0 < given <= high:
        return given
    raise ValueError(f"{name} must be a number above 0 and at most {high:g}, got {short(value)}")


def _float(value: object) -> float:
    """Any number as a float, numpy's included; NaN for what is none."""
    if isinstance(value, bool | str | bytes) or getattr(value, "ndim", 0) != 0:
        return math.nan
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return math.nan


def parse_number(name: str, text: str, high: float = MOST_SECONDS) -> float:
    """A number above 0, from its text."""
    if re.fullmatch(NUMBER, text) and 0 < float(text) <= high:
        return float(text)
    return number(name, text, high)  # which refuses a text


def one_of(name: str, value: object, words: Sequence[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, got {short(value)}")
    return value


def callback(name: str, value: object) -> None:
    """A function or ``None``."""
    if value is not None and not callable(value):
        raise ValueError(f"{name} must be a function, got {short(value)}")


def position_of(game: AnyGame, given: object) -> Any:
    """A position of this very game, options included; the start when it is ``None``."""
    return game.start() if given is None else checked_position(game, given)


def unfinished(game: AnyGame, given: object) -> Any:
    """A position in which there is something left to decide."""
    position = position_of(game, given)
    outcome = game.outcome(position)
    if outcome is not None:
        result = "a draw" if outcome.winner is None else f"{outcome.winner.name.lower()} has won"
        raise ValueError(f"the game is over: {result}, {outcome.reason}")
    return position
