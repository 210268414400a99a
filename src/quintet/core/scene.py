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
    """Its centre, from the left."""
    y: float
    """Its centre, from the top."""
    target: str
    """What pressing this spot presses: the spot itself, or the column it stands in."""
    label: str
    """How it is read aloud: ``d3``, ``column 2, row 5``."""
    group: str | None = None
    """The part of the board that it belongs to, where parts can turn."""
    line: tuple[float, float, float, float] | None = None
    """For a spot that is a line between two points: the x and y of one end, then of the other; the spot is half way."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press that is not a spot."""

    id: str
    """What `Game.clicks` calls it."""
    label: str
    """``Pass``, ``Turn sub-board 1 clockwise``."""
    x: float | None = None
    """Where on the board it sits; ``None`` puts it beside the board."""
    y: float | None = None
    """Likewise."""
    group: str | None = None
    """The group it turns, for a rotation handle."""
    quarter: int = 0
    """+1 turns that group clockwise, -1 anti-clockwise."""


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate outside the board."""

    text: str
    """What stands there: ``a``, ``1``."""
    side: str
    """``top``, ``bottom``, ``left`` or ``right``."""
    at: float
    """Its place along that side, in cell units."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of the board that belongs to a colour."""

    side: str
    """``top``, ``bottom``, ``left`` or ``right``."""
    color: Color
    """Whose side it is."""


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
    """Whose it is."""
    target: str = ""
    """The button that it stands for, for the player of its colour: where there is a pointer, it is pressed itself."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of piece, where pieces differ in more than their colour."""

    id: str
    """What it is called: ``king``."""
    sign: str
    """One character that is written on it."""
    symbols: tuple[str, str]
    """Black and white where only letters can be drawn."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Everything about the board that stays the same for a whole match."""

    surface: str
    """The look of the board: ``felt``, ``tiles``, ``wood``, ``rack``, ``steel``, ``chequered``, ``hexagonal``,
    ``paper``, ``plain``; any other name looks plain. On a hexagonal board neighbours are 1 apart."""
    piece: str
    """What pieces are called: ``disc``, ``marble``, ``stone``, ``token``, ``piece``."""
    width: float
    """Of the board, in cell units."""
    height: float
    """Likewise."""
    spots: tuple[Spot, ...]
    """In reading order."""
    labels: tuple[Label, ...] = ()
    """The coordinates around it."""
    buttons: tuple[Button, ...] = ()
    """What else can be pressed."""
    edges: tuple[Edge, ...] = ()
    """The sides that belong to a colour."""
    symbols: tuple[str, str, str] = (".", "x", "o")
    """Empty, black and white where only letters can be drawn."""
    gauges: tuple[Gauge, ...] = ()
    """The counters that are also seen as things."""
    kinds: tuple[Kind, ...] = ()
    """Every kind of piece but the ordinary one."""
    neutral: str = ""
    """What a piece that belongs to nobody is called: ``line``; empty where there are none."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a spot."""

    color: Color | None
    """``None`` for a piece that belongs to nobody."""
    mark: str | None = None
    """A quiet sign on it: ``held`` for a piece that a magnet holds."""
    kind: str | None = None
    """The id of its kind; ``None`` for an ordinary piece."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number beside the board."""

    id: str
    """Unique in its scene."""
    label: str
    """``points``, ``tokens left``; a ``#`` stands where the number is to be: ``misses # turns``."""
    color: Color
    """Whose number it is."""
    value: int
    """The number now."""
    total: int | None = None
    """What it counts down from, where there is such a number."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A group of spots that turns by a quarter."""

    group: str
    """The `group` of its spots."""
    quarter: int
    """+1 clockwise, -1 anti-clockwise."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What one position shows."""

    pieces: Mapping[str, Piece]
    """Spot id to piece; empty spots are not listed."""
    counters: tuple[Counter, ...] = ()
    """The numbers beside the board."""
    winning: tuple[str, ...] = ()
    """The spots of a winning line, block or chain."""
    turn: Turn | None = field(default=None, compare=False)
    """In a stage: the group whose turning led here. It is about the way, not the position."""
