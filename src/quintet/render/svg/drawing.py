"""The drawing of a layout for a browser, which adds pieces in motion, marks and input: the same shapes as in a file.

Everything in it is plain: a shape is a list ``[name, attributes, ...inside]``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace

from quintet.core.narration import press_names
from quintet.core.scene import Layout
from quintet.render.svg.frame import PictureFrame
from quintet.render.svg.gauges import GaugeDrawing, gauges, labels
from quintet.render.svg.palette import DARK, LIGHT
from quintet.render.svg.pieces import BANDS, RAISED, line_ways, reach_of, stamps
from quintet.render.svg.shapes import UNIT, Shapes, plain
from quintet.render.svg.surfaces import cell, sheen, surface


@dataclass(frozen=True)
class SideDrawing:
    """The board as it is seen from one side."""

    view: tuple[float, float, float, float]
    """The view box."""
    bare: tuple[float, float, float, float]
    """The view box without coordinates."""
    left: float
    top: float
    """Where arrows point to, at rows and at columns."""
    under: Shapes
    over: Shapes
    labels: Shapes
    gauges: list[GaugeDrawing]


@dataclass(frozen=True)
class OutlineDrawing:
    """How winning spots are outlined: see `winning_outline`."""

    beside: float
    diagonal: float
    bands: list[tuple[str, float, float]]


@dataclass(frozen=True)
class Drawing:
    """Everything that can be drawn before there is a scene."""

    colors: dict[str, tuple[str, str]]
    """By light and by dark, of the names that shapes use; those of the page are the page's own."""
    stamps: Shapes
    raised: float
    """How far above the middle a dot is where a quiet sign has the middle."""
    outline: OutlineDrawing
    cell: list[tuple[float, float]]
    """The corners of what is pressed around a spot."""
    lines: dict[str, int]
    """Spots that are lines, each with the number of its stamp."""
    sides: tuple[SideDrawing, SideDrawing]
    """From the front and from behind."""


@dataclass(frozen=True, slots=True)
class DrawnLayout(Layout):
    """A layout with its drawing, as a browser gets it."""

    drawing: Drawing = field(kw_only=True)
    names: dict[str, str] = field(kw_only=True)
    """What moves of one press are called within a sentence, where that is not their text: ``column 3``."""


def drawn(layout: Layout) -> DrawnLayout:
    own = {each.name: getattr(layout, each.name) for each in fields(layout)}
    return DrawnLayout(**own, drawing=drawing(layout), names=press_names(layout))


def drawing(layout: Layout) -> Drawing:
    frame = PictureFrame(layout)
    light, dark = (asdict(colors.surface(layout.surface)) for colors in (LIGHT, DARK))
    unit = frame.room * UNIT
    beside, diagonal = (UNIT * reach for reach in reach_of(frame))
    return Drawing(
        colors={name: (light[name], dark[name]) for name in light},
        stamps=plain([sheen(), *stamps(frame), *surface(frame).place]),
        raised=RAISED * unit,
        outline=OutlineDrawing(beside, diagonal, [(name, wide * unit, narrow * unit) for name, wide, narrow in BANDS]),
        cell=cell(frame),
        lines=line_ways(layout),
        sides=(_side(frame), _side(frame.turned())),
    )


def _side(frame: PictureFrame) -> SideDrawing:
    board = surface(frame)
    return SideDrawing(
        view=frame.whole().view,
        bare=frame.whole(labels=False).view,
        left=frame.board.left,
        top=frame.board.top,
        under=plain(board.under),
        over=plain(board.over),
        labels=plain(labels(frame)),
        gauges=[_plain(gauge) for gauge in gauges(frame)],
    )


def _plain(gauge: GaugeDrawing) -> GaugeDrawing:
    return replace(gauge, parts=plain(gauge.parts), glow=plain(gauge.glow), number=plain(gauge.number))
