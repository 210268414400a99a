"""The measures of a picture: how large a cell is drawn, and how far the board and what frames it reach."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from quintet.core.scene import Layout

UNIT = 44.0
"""A cell of a usual board in pixels."""
LARGEST = 700.0
"""Boards of many cells have smaller ones, so that they stay about this large."""
SMALLEST_UNIT = 15.0
RIMS = {"felt": 0.32, "tiles": 0.12, "wood": 0.36, "rack": 0.24, "steel": 0.34}
"""How far a surface reaches around its cells, in cells."""


@dataclass(frozen=True)
class Frame:
    """A layout in pixels; the origin is that of the layout's own coordinates."""

    layout: Layout

    @cached_property
    def unit(self) -> float:
        """Pixels of a cell."""
        return max(SMALLEST_UNIT, min(UNIT, LARGEST / max(self.right - self.left, self.bottom - self.top)))

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
    def rim(self) -> float:
        """How far the board's frame reaches around the cells, in cells."""
        return RIMS.get(self.layout.surface, 0.2)

    @property
    def wall(self) -> float:
        """Further room at the left and the right for magnets or a foot, in cells."""
        return {"steel": 0.72 * self.magnet, "rack": 0.2}.get(self.layout.surface, 0.0)

    @property
    def magnet(self) -> float:
        """How large a magnet is drawn: larger for its cells where these are small."""
        return max(1.0, 30 / self.unit)

    @property
    def foot(self) -> float:
        """Further room at the bottom for what the board stands on, in cells."""
        return 0.16 if self.layout.surface == "rack" else 0.0

    @cached_property
    def room(self) -> float:
        """The distance between neighbouring spots in cells, at most 1: what a piece has to itself."""
        spots = sorted((spot.x, spot.y) for spot in self.layout.spots)
        nearest = 1.0
        for number, (x, y) in enumerate(spots):
            for other_x, other_y in spots[number + 1 :]:
                if other_x - x >= nearest:
                    break
                distance = ((other_x - x) ** 2 + (other_y - y) ** 2) ** 0.5
                nearest = min(nearest, distance) if distance > 0.05 else nearest
        return nearest

    def px(self, cells: float) -> float:
        return cells * self.unit

    def box(self, around: float = 0.0) -> dict[str, float]:
        """The rectangle of all cells and this much around them, as attributes."""
        return {
            "x": self.px(self.left - around),
            "y": self.px(self.top - around),
            "width": self.px(self.right - self.left + 2 * around),
            "height": self.px(self.bottom - self.top + 2 * around),
        }
