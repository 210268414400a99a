"""Evaluations that a caller brings: a heuristic of one position, or an evaluation of many positions at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame
from quintet.core.inputs import short
from quintet.core.types import Player

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Evaluate = Callable[[NDArray[np.float32]], ArrayLike]
    """From the observations of positions (positions, planes, rows, columns) to a value for each: -1 lost to 1 won, for
    the player to move there."""

Guess = Callable[[Any, Player], float]
"""What a position is worth to a player: -1 lost to 1 won."""


def checked_guess(heuristic: Guess) -> Guess:
    """The same heuristic; ValueError for an answer that is no number from -1 to 1."""

    def guess(position: Any, player: Player) -> float:
        value = heuristic(position, player)
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = math.nan
        if not -1 <= number <= 1:
            raise ValueError(f"heuristic must give a number from -1 (lost) to 1 (won), got {short(value)}")
        return number

    return guess


def checked_values(values: ArrayLike, count: int) -> NDArray[np.float32]:
    """What an evaluation gave for so many positions; ValueError unless it is a number from -1 to 1 for each."""
    import numpy as np

    expected = f"evaluate must give {count} numbers from -1 (lost) to 1 (won), one a position"
    try:
        # An array of torch that needs gradients says itself how to detach it.
        given = np.asarray(values, np.float32)
    except (TypeError, ValueError):
        raise ValueError(f"{expected}, got {short(values)}") from None
    if given.shape not in ((count,), (count, 1)):
        raise ValueError(f"{expected}, got an array of shape {given.shape}")
    bad = ~((given >= -1) & (given <= 1))
    if bad.any():
        raise ValueError(f"{expected}, got {given[bad][0]}")
    return given.reshape(count)


def one_by_one(game: AnyGame, evaluate: Evaluate) -> Guess:
    """An evaluation as a heuristic, for searches over the rulebook."""
    import numpy as np

    from quintet.environments.planes import Planes

    planes = Planes(game)

    def guess(position: Any, player: Player) -> float:
        shown = np.empty((1, *planes.shape), np.uint8)
        planes.write(position, shown[0])
        value = float(checked_values(evaluate(shown.astype(np.float32)), 1)[0])
        return value if game.to_move(position) is player else -value

    return guess
