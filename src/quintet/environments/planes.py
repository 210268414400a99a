"""A game as learners see it: actions as numbers, positions as planes. Derived from the rulebook, for every game alike.

An **action** is the index of a move in `all_moves`. A position is a stack of **planes**, each with a number for every
cell of the board, from the point of view of the player to move: own pieces, the other's pieces, whether the own pieces
are black, and for each counter beside the board (points, tokens left) the own and the other's number. Kernels write the
same planes, ``cpp/core/planes.hpp``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("learners need numpy: pip install 'quintet-games[vector]'") from missing

from quintet.core.game import AnyGame
from quintet.core.types import Color, Player

MOST_SHOWN = 255
"""Larger numbers are shown as this one."""


class Planes:
    """The planes and the actions of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        layout = game.layout()
        rows = {y: row for row, y in enumerate(sorted({spot.y for spot in layout.spots}))}
        columns = {x: column for column, x in enumerate(sorted({spot.x for spot in layout.spots}))}
        self.cells = {spot.id: (rows[spot.y], columns[spot.x]) for spot in layout.spots}
        """Row and column of every spot; where spots are not in straight columns, each has columns of its own."""
        self._counters = list(_counters(game))
        self.names = (
            "own pieces",
            "other's pieces",
            "own colour is black",
            *(f"{whose} {name}" for name, _ in self._counters for whose in ("own", "other's")),
        )
        """The meaning of each plane."""
        self.shape = len(self.names), len(rows), len(columns)
        self.actions = tuple(game.all_moves())
        """The move of each action."""
        self.number = {move: action for action, move in enumerate(self.actions)}
        """The action of each move."""

    def write(self, position: Any, planes: NDArray[np.uint8], player: Player | None = None) -> None:
        """Fill an array of this shape from a player's point of view (``None``: the player to move)."""
        own = self.game.color(position, self.game.to_move(position) if player is None else player)
        scene = self.game.scene(position)
        planes[:2] = 0
        for spot, piece in scene.pieces.items():
            planes[(int(piece.color is not own), *self.cells[spot])] = 1
        planes[2] = own is Color.BLACK
        values = {counter.id: counter.value for counter in scene.counters}
        for kind, (_, ids) in enumerate(self._counters):
            for plane, color in ((3 + 2 * kind, own), (4 + 2 * kind, own.other)):
                planes[plane] = min(max(values.get(ids[color], 0), 0), MOST_SHOWN)

    def of(self, position: Any, player: Player | None = None) -> NDArray[np.uint8]:
        """A position as a new array."""
        planes = np.empty(self.shape, np.uint8)
        self.write(position, planes, player)
        return planes

    def mask(self, position: Any) -> NDArray[np.bool_]:
        """Which actions are legal."""
        mask = np.zeros(len(self.actions), np.bool_)
        mask[[self.number[move] for move in self.game.legal_moves(position)]] = True
        return mask


def _counters(game: AnyGame) -> Iterator[tuple[str, dict[Color, str]]]:
    """The kinds of counters beside the board: a name, and the id of each colour's counter.

    They are those of the start, and those with a gauge on the board that is shown only at times.
    """
    names: dict[Color, dict[str, str]] = {color: {} for color in Color}
    for counter in game.scene(game.start()).counters:
        names[counter.color][counter.id] = counter.label
    for gauge in game.layout().gauges:
        names[gauge.color].setdefault(gauge.counter, gauge.kind)
    for black, white in zip_longest(*(names[color].items() for color in Color), fillvalue=("", "")):
        yield black[1] or white[1], {Color.BLACK: black[0], Color.WHITE: white[0]}
