"""Quintet: one home for two-player abstract games.

`load` makes a game, `Match` plays it, `Engine` thinks about it, and `picture` draws it:

    match = quintet.Match(quintet.load("othello"))
    match.play("d3")
    print(match)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame, checked_game, checked_position, find_move, spec
from quintet.core.match import Match
from quintet.core.registry import game_class, game_ids
from quintet.core.types import BadRecord, Color, IllegalMove, NotSolved, Outcome, Player, UnknownGame
from quintet.games import load

if TYPE_CHECKING:
    from quintet.adapters.oracle import oracle
    from quintet.adapters.pentago import Pentago
    from quintet.adapters.vector import Vector
    from quintet.engine import Analysis, Engine, Solution, perft, playouts

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "BadRecord",
    "Color",
    "Engine",
    "IllegalMove",
    "Match",
    "NotSolved",
    "Outcome",
    "Pentago",
    "Player",
    "Solution",
    "UnknownGame",
    "game_class",
    "game_ids",
    "load",
    "oracle",
    "perft",
    "picture",
    "playouts",
    "spec",
    "vector",
]

_LATER = {
    "Analysis": "quintet.engine",
    "Engine": "quintet.engine",
    "Solution": "quintet.engine",
    "perft": "quintet.engine",
    "playouts": "quintet.engine",
    "Pentago": "quintet.adapters.pentago",
    "oracle": "quintet.adapters.oracle",
}
"""Names whose modules are imported when they are first asked for, so that a small command starts at once."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'quintet' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def picture(game: AnyGame, position: Any, last: object = None) -> str:
    """The position as SVG; `last` is the move that led to it, or its text."""
    from quintet.render.svg import svg

    position = checked_position(checked_game(game), position)
    move = None if last is None else find_move(game, str(last))
    if last is not None and move is None:
        raise ValueError(f"expected a move of {spec(game)} as the last one, got {last!r}")
    return svg(game.layout(), game.scene(position), last=() if move is None else game.clicks(move), title=game.title)


def vector(game: AnyGame | str, count: int = 1024, seed: int | Sequence[int] = 0, **settings: Any) -> Vector:
    """Many games of a spec or a game, stepped at once, for learners; needs numpy.

    `seed` is one for all, or a sequence with one for each game. `threads`: how many (by itself, as many as there are
    processors where that helps); results are the same with any number. `opening`: random moves before a game is
    handed over. `limit`: a game is cut off, *truncated*, after so many moves. `position`: where games begin. `rules`:
    the rulebook even where there is a kernel.
    """
    from quintet.adapters.vector import Vector

    return Vector(load(game) if isinstance(game, str) else game, count, seed, **settings)


def _repr_svg_(match: Match) -> str:
    from quintet.render.marks import last_of
    from quintet.render.svg import svg

    game = match.game
    return svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)


def _str(match: Match) -> str:
    from quintet.render.printed import printed

    return printed(match)


# Here, so that core imports no renderer.
Match._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
Match.__str__ = _str  # type: ignore[assignment, method-assign]
