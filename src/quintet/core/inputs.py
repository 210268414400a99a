"""What callers may hand in, everywhere: a game or its spec, a position or its text, a move or its text, any integer."""

from __future__ import annotations

from operator import index
from typing import Any

from quintet.core.game import AnyGame, find_move, spec
from quintet.core.registry import load


def checked_game(game: object) -> AnyGame:
    """The game that is given, or that a spec names; ValueError for anything else."""
    if isinstance(game, str):
        return load(game)
    if isinstance(game, type) or not hasattr(game, "legal_moves"):
        raise ValueError(f"game must be a game, as quintet.load gives it, or its spec, got {short(game)}")
    return game  # type: ignore[return-value]


def checked_position(game: AnyGame, position: object) -> Any:
    """A position of this very game, from itself or its text; ValueError for one of another game or board."""
    if isinstance(position, str):
        return game.parse(position)
    if not isinstance(position, type(game.start())):
        raise ValueError(
            f"position must be a position of {game.id}, from game.start(), game.parse(text) or a match, or its text,"
            f" got {short(position)}"
        )
    # A position does not know the options of its game: reading its text refuses one of another board.
    try:
        return game.parse(game.text(position))
    except ValueError as wrong:
        raise ValueError(f"position must be a position of {spec(game)}: {wrong}") from wrong


def checked_move(name: str, game: AnyGame, move: object) -> Any:
    """A move of the action space, from itself or its text, legal or not."""
    listed = find_move(game, str(move))
    if listed is None or not isinstance(move, str | type(listed)):
        raise ValueError(f"{name} must be a move of {spec(game)} or its text, got {short(move)}")
    return listed


def integer(value: object) -> int | None:
    """Any integer as an int, numpy's and arrays of no dimension included; ``None`` for what is none, and for a bool."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def short(value: object) -> str:
    """A value in a message."""
    if isinstance(value, int) and abs(value) >= 10**60:
        return "a huge number"  # Python refuses to print some of them
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
