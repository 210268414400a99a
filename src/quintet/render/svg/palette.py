"""The colours of surfaces and pieces, in light and in dark."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from quintet.core.types import Color


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
    hint: str
    """Where one may go; it stands out from an empty place."""


@dataclass(frozen=True)
class Colors:
    """Everything a picture is painted with."""

    page: Page
    surfaces: dict[str, Surface]
    other: Surface
    """For a surface that has no look of its own."""

    def surface(self, name: str) -> Surface:
        return self.surfaces.get(name, self.other)

    def named(self, surface: str) -> dict[str, str]:
        """Every colour of a picture on this surface, by its name."""
        return asdict(self.page) | asdict(self.surface(surface))


@dataclass(frozen=True)
class Paint:
    """A piece, the same by day and by night: a light inner ring on black ones, a dark rim on white ones."""

    fill: str
    rim: str
    ring: str
    thin: str
    """Around flat things of this colour."""
    sign: str
    """A quiet sign on it."""
    dot: str
    """The dot of the last move on it."""


BLACK, WHITE, NEUTRAL = "#1b1a18", "#fbf8f1", "#a8511f"
PIECES: dict[Color | None, Paint] = {
    Color.BLACK: Paint(BLACK, "#000000", "#8f8a81", "#8f8a81", "#cfc8bb", "#5cc2b8"),
    Color.WHITE: Paint(WHITE, "#38342e", "#d5cdbf", "#38342e", "#38342e", "#1f6f6b"),
    None: Paint(NEUTRAL, "#3a1502", "#ffdcb8", "#3a1502", "#fff1e2", "#ffe9c9"),
}

CREAM, INK = "#fff4d6", "#22201d"

LIGHT = Colors(
    page=Page("#faf7f2", "#22201d", "#6b655b", "#e3dccf", "#1f6f6b"),
    surfaces={
        "felt": Surface("#3a8a60", "#23593d", "#0f3a24", "#3a8a60", CREAM, INK, CREAM),
        "tiles": Surface("#9c352e", "#6f211c", "#e39d93", "#6a1d19", CREAM, INK, CREAM),
        "wood": Surface("#ecd6aa", "#cfae74", "#7a5c2e", "#ecd6aa", INK, CREAM, INK),
        "rack": Surface("#23468c", "#162f63", "#7c99d6", "#b9c8e4", CREAM, INK, "#162f63"),
        "steel": Surface("#8d959d", "#5f666d", "#42484e", "#737b83", INK, CREAM, INK),
        "chequered": Surface("#ecd9b8", "#7d5836", "#6e4b2b", "#b98d5c", INK, CREAM, INK),
        "hexagonal": Surface("#cfd9cd", "#8d9f90", "#55695b", "#cfd9cd", INK, CREAM, INK),
        "paper": Surface("#dfe6ec", "#b4c2ce", "#56697a", "#dfe6ec", INK, CREAM, INK),
    },
    other=Surface("#e9e1d2", "#cfc4ae", "#746a58", "#e9e1d2", INK, CREAM, INK),
)

DARK = Colors(
    page=Page("#171614", "#ece7df", "#a39b8e", "#35312b", "#5cc2b8"),
    surfaces={
        "felt": Surface("#35805a", "#1d4a33", "#0b301d", "#35805a", CREAM, INK, CREAM),
        "tiles": Surface("#8f3029", "#5d1b17", "#da9389", "#5b1815", CREAM, INK, CREAM),
        "wood": Surface("#d9bf8c", "#a98a55", "#664b22", "#d9bf8c", INK, CREAM, INK),
        "rack": Surface("#2a4f9a", "#182f60", "#8aa6e0", "#7b90bd", CREAM, INK, "#182f60"),
        "steel": Surface("#7d858d", "#4b5157", "#343a3f", "#646c73", INK, CREAM, INK),
        "chequered": Surface("#d3bd98", "#5e4128", "#5a3d22", "#a27a4c", INK, CREAM, INK),
        "hexagonal": Surface("#a3b0a2", "#6d7d70", "#3c4d42", "#a3b0a2", INK, CREAM, INK),
        "paper": Surface("#a9b8c4", "#6f8191", "#3d4f5f", "#a9b8c4", INK, CREAM, INK),
    },
    other=Surface("#b9ae99", "#877c68", "#554b3b", "#b9ae99", INK, CREAM, INK),
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

SIXTEEN = {
    BLACK: "black",
    WHITE: "white",
    "#b9b3a8": "white",
    "#4a453d": "black",
    CREAM: "bright_white",
    INK: "black",
    "#000000": "black",
    "#35805a": "green",
    "#0b301d": "black",
    "#8f3029": "red",
    "#da9389": "black",
    "#5b1815": "red",
    "#d9bf8c": "yellow",
    "#664b22": "black",
    "#2a4f9a": "blue",
    "#7b90bd": "blue",
    "#8aa6e0": "black",
    "#7d858d": "cyan",
    "#646c73": "cyan",
    "#343a3f": "black",
}
"""For a terminal with no more than 16 colours; pieces stand out from every board, and empty holes do not."""
