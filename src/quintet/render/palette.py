"""The colours of surfaces and pieces, in light and in dark."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """What is around a board."""

    paper: str
    ink: str
    quiet: str
    """Coordinates and other small text."""
    hairline: str
    accent: str


@dataclass(frozen=True)
class Surface:
    """What a board is made of."""

    board: str
    shade: str
    """Its darker side: the frame, the wall, the foot."""
    line: str
    """What separates places: grid lines, the rims of holes."""
    hole: str
    """An empty place, where places are holes."""
    outline: str
    """Around winning places; it stands out from the board."""
    halo: str
    """Beside the outline; it stands out from that."""


@dataclass(frozen=True)
class Colors:
    """Everything a picture is painted with."""

    page: Page
    surfaces: dict[str, Surface]
    other: Surface
    """For a surface that has no look of its own."""

    def surface(self, name: str) -> Surface:
        return self.surfaces.get(name, self.other)


BLACK, BLACK_EDGE, BLACK_RING = "#1b1a18", "#000000", "#8f8a81"
WHITE, WHITE_EDGE, WHITE_RING = "#fbf8f1", "#38342e", "#d5cdbf"
"""Pieces look the same by day and by night: a light inner ring on black ones, a dark rim on white ones."""

CREAM, INK = "#fff4d6", "#22201d"

LIGHT = Colors(
    page=Page("#faf7f2", "#22201d", "#6b655b", "#e3dccf", "#1f6f6b"),
    surfaces={
        "felt": Surface("#3a8a60", "#23593d", "#0f3a24", "#3a8a60", CREAM, INK),
        "tiles": Surface("#9c352e", "#6f211c", "#e39d93", "#6a1d19", CREAM, INK),
        "wood": Surface("#ecd6aa", "#cfae74", "#7a5c2e", "#ecd6aa", INK, CREAM),
        "rack": Surface("#23468c", "#162f63", "#7c99d6", "#b9c8e4", CREAM, INK),
        "steel": Surface("#8d959d", "#5f666d", "#42484e", "#737b83", INK, CREAM),
    },
    other=Surface("#e9e1d2", "#cfc4ae", "#746a58", "#e9e1d2", INK, CREAM),
)

DARK = Colors(
    page=Page("#171614", "#ece7df", "#a39b8e", "#35312b", "#5cc2b8"),
    surfaces={
        "felt": Surface("#35805a", "#1d4a33", "#0b301d", "#35805a", CREAM, INK),
        "tiles": Surface("#8f3029", "#5d1b17", "#da9389", "#5b1815", CREAM, INK),
        "wood": Surface("#d9bf8c", "#a98a55", "#664b22", "#d9bf8c", INK, CREAM),
        "rack": Surface("#2a4f9a", "#182f60", "#8aa6e0", "#7b90bd", CREAM, INK),
        "steel": Surface("#7d858d", "#4b5157", "#343a3f", "#636b72", INK, CREAM),
    },
    other=Surface("#b9ae99", "#877c68", "#554b3b", "#b9ae99", INK, CREAM),
)

EIGHT_BIT = {
    "#35805a": 29,
    "#8f3029": 88,
    "#5b1815": 52,
    "#d9bf8c": 180,
    "#664b22": 94,
    "#2a4f9a": 25,
    "#7b90bd": 67,
}
"""Where the nearest of a terminal's 256 colours is another colour to the eye, the one to take."""
