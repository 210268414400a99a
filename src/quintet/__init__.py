"""Quintet: one home for two-player abstract games.

`load` makes a game, `Match` plays it, `Engine` thinks about it, and `picture` draws it:

    match = quintet.Match(quintet.load("othello"))
    match.play("d3")
    print(match)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from quintet.core.game import VALUE_METHODS, AnyGame, spec
from quintet.core.match import Match
from quintet.core.registry import game_class, game_ids
from quintet.core.types import BadRecord, Color, IllegalMove, NotSolved, Outcome, Player, UnknownGame
from quintet.games import load

if TYPE_CHECKING:
    from quintet.engine import Analysis, Engine, Solution, perft, playouts
    from quintet.environments.oracle import oracle
    from quintet.environments.pentago_class import Pentago
    from quintet.environments.vector import Vector
    from quintet.render.picture import animation, picture, pictures

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
    "animation",
    "game_class",
    "game_ids",
    "load",
    "oracle",
    "perft",
    "picture",
    "pictures",
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
    "Pentago": "quintet.environments.pentago_class",
    "oracle": "quintet.environments.oracle",
    "notebook": "quintet.notebook",
    "animation": "quintet.render.picture",
    "picture": "quintet.render.picture",
    "pictures": "quintet.render.picture",
}
"""Names whose modules are imported when they are first asked for, so that a small command starts at once."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'quintet' has no attribute {name!r}")
    from importlib import import_module

    module = import_module(_LATER[name])
    return module if module.__name__ == f"quintet.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def vector(game: AnyGame | str, count: int = 1024, seed: int | Sequence[int] = 0, **settings: Any) -> Vector:
    """Many games of a spec or a game, stepped at once, for learners; needs numpy.

    `seed` is one for all, or a sequence with one for each game. `threads`: how many (by itself, as many as there are
    processors where that helps); results are the same with any number. `opening`: random moves before a game is
    handed over. `limit`: a game is cut off, *truncated*, after so many moves. `position`: where games begin. `rules`:
    the rulebook even where there is a kernel.
    """
    from quintet.environments import planes  # noqa: F401  # says what to install where numpy is missing
    from quintet.environments.vector import Vector

    return Vector(load(game) if isinstance(game, str) else game, count, seed, **settings)


def _repr_svg_(match: Match) -> str:
    from quintet.render.marks import last_of
    from quintet.render.svg.position import svg

    game = match.game
    return svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)


def _str(match: Match) -> str:
    from quintet.render.narration import printed

    return printed(match)


def _start_svg(game: AnyGame) -> str:
    from quintet.render.svg.position import svg

    return svg(game.layout(), game.scene(game.start()), title=game.title)


# Here, so that core imports no renderer.
VALUE_METHODS["_repr_svg_"] = _start_svg
Match._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
Match.__str__ = _str  # type: ignore[assignment, method-assign]
