"""Quintet: one home for two-player abstract games. The public names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame, find_move, spec
from quintet.core.match import Match
from quintet.core.registry import game_class, game_ids, load
from quintet.core.types import BadRecord, Color, IllegalMove, NotSolved, Outcome, Player, UnknownGame

if TYPE_CHECKING:
    from quintet.engine import Analysis, Engine, Solution, perft, playouts
    from quintet.games.pentago import Pentago

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
    "perft",
    "picture",
    "playouts",
    "spec",
]

_LATER = {
    "Analysis": "quintet.engine",
    "Engine": "quintet.engine",
    "Solution": "quintet.engine",
    "perft": "quintet.engine",
    "playouts": "quintet.engine",
    "Pentago": "quintet.games.pentago",
}
"""Names whose modules are imported when they are first asked for, so that a small command starts at once."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'quintet' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def picture(game: AnyGame, position: Any, last: object = None) -> str:
    """The position as SVG; `last` is the move that led to it, or its text."""
    from quintet.render.svg import svg

    move = None if last is None else find_move(game, str(last))
    return svg(game.layout(), game.scene(position), last=() if move is None else game.clicks(move), title=game.title)


def _repr_svg_(match: Match) -> str:
    from quintet.render.marks import last_of
    from quintet.render.svg import svg

    game = match.game
    return svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)


Match._repr_svg_ = _repr_svg_  # type: ignore[attr-defined]  # here, so that core imports no renderer
