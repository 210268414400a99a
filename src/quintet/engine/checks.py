"""One clear sentence for every argument that makes no sense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quintet.core.game import AnyGame
from quintet.engine.bounds import MOST_SEED


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number in its range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, got {_shown(value)}")
    return value


def seed_of(value: object) -> int:
    """The seed of all random choices."""
    return whole("seed", value, 0, MOST_SEED)


def number(name: str, value: object, high: float) -> float:
    """A number above 0."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= high:
        return float(value)
    raise ValueError(f"{name} must be a number above 0 and at most {high:g}, got {_shown(value)}")


def game_like(game: object) -> AnyGame:
    """A game; its name alone is a common mistake."""
    if not hasattr(game, "legal_moves"):
        raise ValueError(f"game must be a game, as quintet.load gives it, got {_shown(game)}")
    return game  # type: ignore[return-value]


def one_of(name: str, value: object, words: Sequence[str]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, got {_shown(value)}")
    return value


def callback(name: str, value: object) -> None:
    """A function or ``None``."""
    if value is not None and not callable(value):
        raise ValueError(f"{name} must be a function, got {_shown(value)}")


def position_of(game: AnyGame, given: object) -> Any:
    """A position of this very game, options included; the start when it is ``None``."""
    start = game.start()
    if given is None:
        return start
    if not isinstance(given, type(start)):
        raise ValueError(
            f"position must be a position of {game.id}, from game.start(), game.parse(text) or a match,"
            f" got {_shown(given)}"
        )
    # A position does not know the options of its game: reading its text refuses one of another board.
    return game.parse(game.text(given))


def unfinished(game: AnyGame, given: object) -> Any:
    """A position in which there is something left to decide."""
    position = position_of(game, given)
    outcome = game.outcome(position)
    if outcome is not None:
        result = "a draw" if outcome.winner is None else f"{outcome.winner.name.lower()} has won"
        raise ValueError(f"the game is over: {result}, {outcome.reason}")
    return position


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) >= 10**60:
        return "a huge number"  # Python refuses to print some of them
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
