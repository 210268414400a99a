"""The measures of a picture: how far the board and what is around it reach, and how large that is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import floor, hypot
from typing import NamedTuple

from quintet.core.scene import Layout, Spot
from quintet.render.marks import CLOSE
from quintet.render.svg.shapes import UNIT

USUAL, SMALLEST, LARGEST = 400.0, 15.0, 72.0
"""Pixels of a board in a file, and the least and the most that a cell has for that."""
RIMS = {"felt": 0.32, "tiles": 0.12, "wood": 0.36, "rack": 0.24, "steel": 0.34, "chequered": 0.3, "hexagonal": 0.3}
"""How far a surface reaches around its cells, in cells; any other 0.2."""
FEET = {"rack": (0.2, 0.16)}
"""Further room beside and below, for what a board stands on."""
HANDLE = 0.48
"""Around a button on the board."""
OTHER_SIDE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


class Extent(NamedTuple):
    """A rectangle, in units."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, left: float, top: float, right: float, bottom: float) -> Extent:
        """By so many cells on each side."""
        by = (-left, -top, right, bottom)
        return Extent(*(side + UNIT * more for side, more in zip(self, by, strict=True)))

    @property
    def view(self) -> tuple[float, float, float, float]:
        """As a viewBox has it."""
        left, top, right, bottom = (round(side, 2) for side in self)
        return (left, top, right - left, bottom - top)


@dataclass(frozen=True)
class PictureFrame:
    """A layout as it is seen; the origin is that of the layout's own coordinates."""

    layout: Layout

    @cached_property
    def left(self) -> float:
        """Where the cells begin, in cells: 0 unless spots lie further out."""
        return min([0.0, *(spot.x - 0.5 for spot in self.layout.spots)])

    @cached_property
    def top(self) -> float:
        return min([0.0, *(spot.y - 0.5 for spot in self.layout.spots)])

    @cached_property
    def right(self) -> float:
        return max([1.0, self.layout.width, *(spot.x + 0.5 for spot in self.layout.spots)])

    @cached_property
    def bottom(self) -> float:
        return max([1.0, self.layout.height, *(spot.y + 0.5 for spot in self.layout.spots)])

    @property
    def size(self) -> float:
        """The longer side, in cells."""
        return max(self.right - self.left, self.bottom - self.top)

    @property
    def pixels(self) -> float:
        """Of a unit in a file."""
        return max(SMALLEST, min(LARGEST, USUAL / self.size)) / UNIT

    @property
    def zoom(self) -> float:
        """How much larger than its cells what is beside a board of many cells is drawn."""
        return max(1.0, self.size / 12)

    @property
    def label(self) -> float:
        """The size of coordinates, in cells."""
        return min(0.85, 0.036 * max(self.size, 4))

    @property
    def rim(self) -> float:
        """How far the board's frame reaches around the cells, in cells."""
        return RIMS.get(self.layout.surface, 0.2)

    @cached_property
    def room(self) -> float:
        """The distance between neighbouring spots in cells, at most 1: what a piece has to itself."""
        nearest = 1.0
        cells: dict[tuple[int, int], list[Spot]] = {}
        for spot in self.layout.spots:
            column, row = floor(spot.x), floor(spot.y)
            for cell in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
                for other in cells.get(cell, ()):
                    distance = hypot(spot.x - other.x, spot.y - other.y)
                    nearest = distance if 0.05 < distance < nearest else nearest
            cells.setdefault((column, row), []).append(spot)
        return nearest

    @cached_property
    def falls(self) -> bool:
        """Whether pressing a spot presses its whole column, so that the board stands upright."""
        first = {spot.target: spot for spot in reversed(self.layout.spots)}
        columns = [(first[spot.target], spot) for spot in self.layout.spots]
        return any(abs(top.x - spot.x) < CLOSE < abs(top.y - spot.y) for top, spot in columns)

    @cached_property
    def board(self) -> Extent:
        """The board with its frame and what it stands on."""
        beside, below = FEET.get(self.layout.surface, (0.0, 0.0))
        rim = self.rim
        return Extent(*(UNIT * side for side in (self.left, self.top, self.right, self.bottom))).grown(
            rim + beside, rim, rim + beside, rim + below
        )

    @cached_property
    def walls(self) -> Extent:
        """The board with its gauges."""
        room = {gauge.side: 0.72 * self.zoom if gauge.kind == "magnet" else 0.85 for gauge in self.layout.gauges}
        return self.board.grown(room.get("left", 0), 0, room.get("right", 0), 0)

    def whole(self, labels: bool = True) -> Extent:
        """Everything that can ever be seen, so that nothing moves when it appears."""
        extent, size = self.walls, self.label
        if labels:
            longest = {label.side: 0 for label in self.layout.labels}
            for label in self.layout.labels:
                longest[label.side] = max(longest[label.side], len(label.text))
            across = [size * (0.35 + 0.6 * longest[side]) if side in longest else 0 for side in ("left", "right")]
            down = [1.35 * size if side in longest else 0 for side in ("top", "bottom")]
            extent = extent.grown(across[0], down[0], across[1], down[1])
        extent = extent.grown(0, 0.2 * self.zoom * self.falls, 0, 0)
        for button in self.layout.buttons:
            if button.x is not None and button.y is not None:
                x, y, reach = UNIT * button.x, UNIT * button.y, UNIT * HANDLE
                extent = Extent(
                    min(extent.left, x - reach),
                    min(extent.top, y - reach),
                    max(extent.right, x + reach),
                    max(extent.bottom, y + reach),
                )
        return extent.grown(*[0.06 * self.zoom] * 4)

    def box(self, around: float = 0.0) -> dict[str, float]:
        """The rectangle of all cells and this much around them, as attributes."""
        return {
            "x": UNIT * (self.left - around),
            "y": UNIT * (self.top - around),
            "width": UNIT * (self.right - self.left + 2 * around),
            "height": UNIT * (self.bottom - self.top + 2 * around),
        }

    def turned(self) -> PictureFrame:
        """The same board from behind: turned by half, or mirrored where things fall, for down stays down."""
        across, down = self.left + self.right, self.top + self.bottom

        def y(height: float) -> float:
            return height if self.falls else down - height

        def side(name: str) -> str:
            return name if self.falls and name in ("top", "bottom") else OTHER_SIDE.get(name, name)

        layout = self.layout
        return PictureFrame(
            replace(
                layout,
                spots=tuple(
                    replace(
                        spot,
                        x=across - spot.x,
                        y=y(spot.y),
                        line=spot.line
                        and (across - spot.line[0], y(spot.line[1]), across - spot.line[2], y(spot.line[3])),
                    )
                    for spot in layout.spots
                ),
                labels=tuple(
                    replace(
                        label,
                        side=side(label.side),
                        at=across - label.at if label.side in ("top", "bottom") else y(label.at),
                    )
                    for label in layout.labels
                ),
                buttons=tuple(
                    replace(button, x=across - button.x, y=y(button.y))
                    if button.x is not None and button.y is not None
                    else button
                    for button in layout.buttons
                ),
                edges=tuple(replace(edge, side=side(edge.side)) for edge in layout.edges),
                gauges=tuple(replace(gauge, side=side(gauge.side)) for gauge in layout.gauges),
            )
        )
