"""A game as learners see it: actions as numbers, positions as planes, and its rotations and reflections.

An **action** is the index of a move in `all_moves`. A position is a stack of **planes**, each with a number for every
cell of the board, from the point of view of the player to move: own pieces, the other's pieces, whether the own pieces
are black, and for each counter beside the board (points, tokens left) the own and the other's number; then, where a
game has such pieces, those of nobody, and for each kind of piece the own, the other's and nobody's. Kernels write the
same planes, ``cpp/core/planes.hpp``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from random import Random
from typing import Any, TypeVar

from quintet.core.game import AnyGame, Symmetries, spec
from quintet.core.grid import ROW
from quintet.core.inputs import checked_game, checked_position
from quintet.core.scene import Layout
from quintet.core.sentences import several
from quintet.core.types import Color, Player

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("learners need numpy: pip install 'quintet-games[vector]'") from missing

MOST_SHOWN = 255
"""Larger numbers are shown as this one."""


class Planes:
    """The planes and the actions of one game."""

    def __init__(self, game: AnyGame | str) -> None:
        self.game = game = checked_game(game)
        layout = game.layout()
        self.cells = _hexagon_cells(layout) if layout.surface == "hexagonal" else _cells_in_rows(layout)
        """Row and column of every spot: by its place, and on a hexagonal board by its row and its slanting column."""
        rows, columns = (1 + max((cell[axis] for cell in self.cells.values()), default=-1) for axis in (0, 1))
        self._counters = list(_counters(game))
        owners = ("own", "other's", *["nobody's"] * bool(layout.neutral))
        self.names = (
            "own pieces",
            "other's pieces",
            "own colour is black",
            *(f"{whose} {name}" for name, _ in self._counters for whose in ("own", "other's")),
            *[f"{several(layout.neutral)} of nobody"] * bool(layout.neutral),
            *(f"{several(kind.id)}, {whose}" for kind in layout.kinds for whose in owners),
        )
        """The meaning of each plane."""
        self.shape = len(self.names), rows, columns
        self._neutral = 3 + 2 * len(self._counters)
        first = self._neutral + bool(layout.neutral)
        self._kinds = {kind.id: first + len(owners) * number for number, kind in enumerate(layout.kinds)}
        self.actions = tuple(game.all_moves())
        """The move of each action."""
        self.number = {move: action for action, move in enumerate(self.actions)}
        """The action of each move."""

    def __repr__(self) -> str:
        return f"<Planes of {spec(self.game)}: {self.shape}, {len(self.actions)} actions>"

    def write(self, position: Any, planes: NDArray[np.uint8], player: Player | None = None) -> None:
        """Fill an array of this shape from a player's point of view (``None``: the player to move)."""
        own = self.game.color(position, self.game.to_move(position) if player is None else player)
        scene = self.game.scene(position)
        planes[:2] = planes[self._neutral :] = 0
        for spot, piece in scene.pieces.items():
            row, column = self.cells[spot]
            owner = 2 if piece.color is None else int(piece.color is not own)
            planes[self._neutral if piece.color is None else owner, row, column] = 1
            if piece.kind is not None:
                planes[self._kinds[piece.kind] + owner, row, column] = 1
        planes[2] = own is Color.BLACK
        values = {counter.id: counter.value for counter in scene.counters}
        for kind, (_, ids) in enumerate(self._counters):
            for plane, color in ((3 + 2 * kind, own), (4 + 2 * kind, own.other)):
                planes[plane] = min(max(values.get(ids[color], 0), 0), MOST_SHOWN)

    def write_mask(self, position: Any, mask: NDArray[np.bool_]) -> None:
        """Fill an array with which actions are legal. This and `write` trust the position: learners ask often."""
        mask[:] = False
        mask[[self.number[move] for move in self.game.legal_moves(position)]] = True

    def of(self, position: Any, player: Player | None = None) -> NDArray[np.uint8]:
        """A position or its text as a new array."""
        planes = np.empty(self.shape, np.uint8)
        self.write(checked_position(self.game, position), planes, player)
        return planes

    def mask(self, position: Any) -> NDArray[np.bool_]:
        """Which actions are legal in a position or its text, as a new array."""
        mask = np.empty(len(self.actions), np.bool_)
        self.write_mask(checked_position(self.game, position), mask)
        return mask


def _cells_in_rows(layout: Layout) -> dict[str, tuple[int, int]]:
    """Row and column by the order of coordinates; where spots are not in straight columns, each has its own."""
    rows = {y: row for row, y in enumerate(sorted({spot.y for spot in layout.spots}))}
    columns = {x: column for column, x in enumerate(sorted({spot.x for spot in layout.spots}))}
    return {spot.id: (rows[spot.y], columns[spot.x]) for spot in layout.spots}


def _hexagon_cells(layout: Layout) -> dict[str, tuple[int, int]]:
    """Row and slanting column, as a rhombus has them; on boards of another shape some cells of the array have no spot.

    Columns slant to the side that makes the array smaller. Where neighbours are straight above each other, rows and
    columns change places.
    """
    upright = [(spot.x, spot.y) for spot in layout.spots]
    steps = [min(_steps(along), default=1.0) for along in zip(*upright, strict=True)] or [0.5, 1.0]
    places = upright if steps[0] < steps[1] else [(y, x) for x, y in upright]
    left, top = (min(along, default=0.0) for along in zip(*places, strict=True)) if places else (0.0, 0.0)
    halves = [(round((y - top) / ROW), round(2 * (x - left))) for x, y in places]

    def slanted(way: int) -> list[tuple[int, int]]:
        columns = [(half + way * row) // 2 for row, half in halves]
        return [(row, column - min(columns)) for (row, _), column in zip(halves, columns, strict=True)]

    cells = min((slanted(way) for way in (-1, 1)), key=lambda cells: max((column for _, column in cells), default=0))
    turned = [cell if places is upright else cell[::-1] for cell in cells]
    return {spot.id: cell for spot, cell in zip(layout.spots, turned, strict=True)}


def _steps(along: Iterable[float]) -> list[float]:
    return [after - before for before, after in pairwise(sorted(along)) if after - before > 0.01]


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
        label = " ".join((black[1] or white[1]).replace("#", "").split())  # where the number stands in it
        yield label, {Color.BLACK: black[0], Color.WHITE: white[0]}


GAMES, PLIES = 3, 12
"""Random games, and moves of each, on which the rotations and reflections are tested."""

T = TypeVar("T", bound=np.generic)
Way = Callable[[float, float], tuple[float, float]]
WAYS: list[tuple[Way, bool]] = [
    (lambda x, y: (x, y), False),
    (lambda x, y: (-x, y), True),
    (lambda x, y: (x, -y), True),
    (lambda x, y: (-x, -y), False),
    (lambda x, y: (y, x), True),
    (lambda x, y: (-y, x), False),
    (lambda x, y: (y, -x), False),
    (lambda x, y: (-y, -x), True),
]
"""Where a point goes, relative to the centre of the board; and whether that is a reflection."""


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """A rotation or reflection of the board."""

    cells: NDArray[np.intp]
    """For each cell of the image, in reading order, the cell that goes there."""
    actions: NDArray[np.intp]
    """For each action of the image the original action."""

    def __repr__(self) -> str:
        return f"<Symmetry of {len(self.cells)} cells and {len(self.actions)} actions>"

    def observations(self, planes: NDArray[T]) -> NDArray[T]:
        """The image of one observation or of many: the last two dimensions are rows and columns."""
        flat = planes.reshape(*planes.shape[:-2], -1)
        return flat[..., self.cells].reshape(planes.shape)

    def masks(self, masks: NDArray[T]) -> NDArray[T]:
        """The image of masks, or of any array with a number for each action in its last dimension."""
        return masks[..., self.actions]

    def played(self, actions: NDArray[np.int64]) -> NDArray[np.intp]:
        """The images of actions."""
        return np.argsort(self.actions)[actions]


def symmetries(planes: Planes) -> tuple[Symmetry, ...]:
    """The rotations and reflections that are symmetries of a game, for augmentation; the identity is first.

    A game lists equivalent positions (`Symmetries`). The permutation of the cells follows from the layout of the board,
    that of the actions from their clicks; a rotation or reflection is used where it always gives one of the equivalent
    positions.
    """
    game = planes.game
    seen = list(_positions(game)) if isinstance(game, Symmetries) else []
    ways = []
    for number, (way, mirrored) in enumerate(WAYS):
        spots = _moved(game.layout(), way)
        actions = None if spots is None else _actions(planes, spots, mirrored)
        if spots is None or actions is None:
            continue
        if number == 0 or (seen and all(_pieces(game, pos, spots) in images for pos, images in seen)):
            came = {planes.cells[to]: planes.cells[spot] for spot, to in spots.items()}
            ways.append(Symmetry(_cells(planes, came), actions))
    return tuple(ways)


def _positions(game: AnyGame) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Positions from random games, each with the pieces of its equivalent positions."""
    assert isinstance(game, Symmetries)
    for seed in range(GAMES):
        random, position = Random(seed), game.start()
        for _ in range(PLIES):
            if not (legal := game.legal_moves(position)):
                break
            position = game.play(position, random.choice(legal))
        yield position, [dict(game.scene(image).pieces) for image in game.symmetries(position)]


def _moved(layout: Layout, way: Way) -> dict[str, str] | None:
    """Where each spot goes; ``None`` where the board is not mapped onto itself."""
    xs, ys = [spot.x for spot in layout.spots], [spot.y for spot in layout.spots]
    x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    spot_at = {_key(spot.x - x0, spot.y - y0): spot.id for spot in layout.spots}
    moved = {spot.id: spot_at.get(_key(*way(spot.x - x0, spot.y - y0))) for spot in layout.spots}
    return None if None in moved.values() else moved  # type: ignore[return-value]


def _key(x: float, y: float) -> tuple[int, int]:
    return round(x * 1000), round(y * 1000)


def _pieces(game: AnyGame, position: Any, spots: Mapping[str, str]) -> dict[str, Any]:
    return {spots[spot]: piece for spot, piece in game.scene(position).pieces.items()}


def _cells(planes: Planes, came: Mapping[tuple[int, int], tuple[int, int]]) -> NDArray[np.intp]:
    """Indices in reading order; cells without a spot stay where they are."""
    _, rows, columns = planes.shape
    cells = np.arange(rows * columns)
    for (row, column), (from_row, from_column) in came.items():
        cells[row * columns + column] = from_row * columns + from_column
    return cells


def _actions(planes: Planes, spots: Mapping[str, str], mirrored: bool) -> NDArray[np.intp] | None:
    """For each action of the image the original action; ``None`` where one has no image."""
    game = planes.game
    presses = _presses(game.layout(), spots, mirrored)
    number = {game.clicks(move): action for action, move in enumerate(planes.actions)}
    actions = np.empty(len(planes.actions), np.intp)
    for action, move in enumerate(planes.actions):
        image = number.get(tuple(presses.get(press, "") for press in game.clicks(move)))
        if image is None:
            return None
        actions[image] = action
    return actions


def _presses(layout: Layout, spots: Mapping[str, str], mirrored: bool) -> dict[str, str]:
    """The image of each click target: spot, column or button."""
    target = {spot.id: spot.target for spot in layout.spots}
    group = {spot.id: spot.group for spot in layout.spots}
    presses: dict[str, str] = {}
    groups: dict[str | None, str | None] = {}
    for spot, to in spots.items():
        if presses.setdefault(target[spot], target[to]) != target[to]:
            return {}  # a column would be mapped onto several
        groups[group[spot]] = group[to]
    for button in layout.buttons:
        quarter = -button.quarter if mirrored else button.quarter
        image = (groups.get(button.group), quarter) if button.group else None
        for other in layout.buttons:
            if other is button if image is None else (other.group, other.quarter) == image:
                presses[button.id] = other.id
    return presses
