"""Quintet: one home for two-player abstract games.

`load` makes a game, `Match` plays it, `Engine` thinks about it, and `picture` draws it:

    match = quintet.Match(quintet.load("othello"))
    match.play("d3")
    print(match)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex, Unpack, overload

from quintet.core.game import VALUE_METHODS, AnyGame, spec
from quintet.core.match import Match
from quintet.core.registry import game_class, game_ids
from quintet.core.types import BadRecord, Color, IllegalMove, NotSolved, Outcome, Player, UnknownGame
from quintet.games import load

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from quintet.arena.in_python import arena
    from quintet.engine import Analysis, Engine, Solution, perft, playouts
    from quintet.environments.measure import measure
    from quintet.environments.network_search import search
    from quintet.environments.oracle import oracle
    from quintet.environments.pentago_class import Pentago
    from quintet.environments.vector import Vector, VectorSettings
    from quintet.environments.vector_opponent import Opponent, OpponentVector
    from quintet.render.picture import animation, picture, pictures

__version__ = "1.0.0"

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
    "arena",
    "game_class",
    "game_ids",
    "load",
    "measure",
    "oracle",
    "perft",
    "picture",
    "pictures",
    "playouts",
    "search",
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
    "measure": "quintet.environments.measure",
    "oracle": "quintet.environments.oracle",
    "search": "quintet.environments.network_search",
    "notebook": "quintet.notebook",
    "animation": "quintet.render.picture",
    "arena": "quintet.arena",
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


@overload
def vector(
    game: AnyGame | str,
    count: SupportsIndex | None = None,
    seed: ArrayLike = 0,
    **settings: Unpack[VectorSettings],
) -> Vector: ...


@overload
def vector(
    game: AnyGame | str,
    count: SupportsIndex | None = None,
    seed: ArrayLike = 0,
    *,
    opponent: str | Opponent,
    seat: str = "first",
    **settings: Unpack[VectorSettings],
) -> OpponentVector: ...


def vector(
    game: AnyGame | str,
    count: SupportsIndex | None = None,
    seed: ArrayLike = 0,
    *,
    opponent: str | Opponent | None = None,
    seat: str = "first",
    **settings: Unpack[VectorSettings],
) -> Vector:
    """Many games of a spec or a game, stepped at once, for learners; needs numpy.

    `count` is 1024, or as many as there are positions. `seed` is one for all, or one for each game. `threads`: how many
    (by itself, as many as there are processors where that helps); results are the same with any number. `opening`:
    random moves before a game is handed over. `limit`: a game is cut off, *truncated*, after so many moves. `position`:
    where games begin, one for all or one for each. `rules`: the rulebook even where there is a kernel. `opponent`: a
    player such as ``level:1``, or a function from observations and masks to actions, that answers inside the step; the
    learner has the `seat` ``first``, ``second`` or, drawn for each game, ``random``.

    >>> games = quintet.vector("othello", count=3, seed=1)
    >>> arrays = games.step(games.sample())
    >>> arrays.observations.shape, arrays.masks.shape
    ((3, 5, 8, 8), (3, 65))
    """
    from quintet.environments import planes  # noqa: F401  # says what to install where numpy is missing
    from quintet.environments.vector import Vector

    if opponent is None:
        return Vector(game, count, seed, **settings)
    from quintet.environments.vector_opponent import OpponentVector

    return OpponentVector(game, count, seed, opponent=opponent, seat=seat, **settings)


def _repr_svg_(match: Match) -> str:
    from quintet.render.marks import last_of
    from quintet.render.svg.position import svg

    game = match.game
    return svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)


def _str(match: Match) -> str:
    from quintet.render.match_text import printed

    return printed(match)


def _start_svg(game: AnyGame) -> str:
    from quintet.render.svg.position import svg

    return svg(game.layout(), game.scene(game.start()), title=game.title)


# Here, so that core imports no renderer.
VALUE_METHODS["_repr_svg_"] = _start_svg
Match._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]
Match.__str__ = _str  # type: ignore[assignment, method-assign]
