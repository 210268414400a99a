"""The neutral picture: what is on the board, never how it is drawn.

A `Layout` is made once a match and says where things can be; a `Scene` is made once a position and
says what is there. Coordinates are in cell units from the top left corner of the board, so a cell
at column 2 of row 0 has its centre at (2.5, 0.5); a gap between two groups shows as a larger step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quintet.core.types import Color


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a piece can be."""

    id: str
    """Unique on the board: ``d3``."""
    x: float
    y: float
    target: str
    """What pressing this spot presses: the spot itself, or the column it stands in."""
    label: str
    """How it is read aloud: ``d3``, ``column 2, row 5``."""
    group: str | None = None
    """The part of the board that it belongs to, where parts can turn."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press that is not a spot."""

    id: str
    label: str
    """``Pass``, ``Turn sub-board 1 clockwise``."""
    x: float | None = None
    """Where on the board it sits; ``None`` puts it beside the board."""
    y: float | None = None
    group: str | None = None
    """The group it turns, for a rotation handle."""
    quarter: int = 0
    """+1 turns that group clockwise, -1 anti-clockwise."""


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate outside the board."""

    text: str
    side: str
    """``top``, ``bottom``, ``left`` or ``right``."""
    at: float
    """Its place along that side, in cell units."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of the board that belongs to a colour."""

    side: str
    color: Color


@dataclass(frozen=True, slots=True)
class Gauge:
    """A counter that is also seen as a thing beside the board."""

    counter: str
    """The id of the counter."""
    kind: str
    """``magnet``: on while the counter is not 0; ``column``: a column of that many pieces."""
    side: str
    """``left`` or ``right``."""
    color: Color


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything about the board that stays the same for a whole match."""

    surface: str
    """The look of the board: ``felt``, ``tiles``, ``wood``, ``rack``, ``steel``, ``chequered``, ``hexagonal``,
    ``plain``; any other name looks plain."""
    piece: str
    """What pieces are called: ``disc``, ``marble``, ``stone``, ``token``, ``piece``."""
    width: float
    height: float
    spots: tuple[Spot, ...]
    """In reading order."""
    labels: tuple[Label, ...] = ()
    buttons: tuple[Button, ...] = ()
    edges: tuple[Edge, ...] = ()
    symbols: tuple[str, str, str] = (".", "x", "o")
    """Empty, black and white where only letters can be drawn."""
    gauges: tuple[Gauge, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a spot."""

    color: Color
    mark: str | None = None
    """A quiet sign on it: ``held`` for a piece that a magnet holds."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number beside the board."""

    id: str
    label: str
    """``points``, ``tokens left``; a ``#`` stands where the number is to be: ``misses # turns``."""
    color: Color
    """Whose number it is."""
    value: int
    total: int | None = None
    """What it counts down from, where there is such a number."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A group of spots that turns by a quarter."""

    group: str
    quarter: int
    """+1 clockwise, -1 anti-clockwise."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What one position shows."""

    pieces: Mapping[str, Piece]
    """Spot id to piece; empty spots are not listed."""
    counters: tuple[Counter, ...] = ()
    winning: tuple[str, ...] = ()
    """The spots of a winning line, block or chain."""
    turn: Turn | None = field(default=None, compare=False)
    """In a stage: the group whose turning led here. It is about the way, not the position."""
