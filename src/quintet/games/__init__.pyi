"""What `load` gives for each name. Made by tests/games/test_stub.py, which says how to renew it."""

from typing import Literal, overload

from quintet.core.game import AnyGame
from quintet.games.bestgame import BestGame
from quintet.games.magnetize import Magnetize
from quintet.games.othello import Othello
from quintet.games.pentago import PentagoRules
from quintet.games.quentin import Quentin

__all__ = ["load"]

@overload
def load(
    spec: Literal["bestgame"],
    *,
    columns: int = 5,
    rows: int = 7,
    tokens: int = 20,
) -> BestGame:
    """Best Game Ever Made."""

@overload
def load(
    spec: Literal["magnetize"],
    *,
    height: int = 4,
    width: int = 5,
    square: int = 2,
    maglock: int = 2,
) -> Magnetize:
    """Magnetize."""

@overload
def load(
    spec: Literal["othello"],
    *,
    size: int = 8,
    empties: Literal["nobody", "winner"] = "nobody",
) -> Othello:
    """Othello."""

@overload
def load(
    spec: Literal["pentago"],
) -> PentagoRules:
    """Pentago."""

@overload
def load(
    spec: Literal["quentin"],
    *,
    size: int = 13,
    pie: bool = True,
) -> Quentin:
    """Quentin."""

@overload
def load(spec: str, **values: object) -> AnyGame:
    """A game from its spec, ``load("quentin(size=5)")``, or from its id and options, ``load("quentin", size=5)``."""
