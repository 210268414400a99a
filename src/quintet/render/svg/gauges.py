"""What stands beside a board: coordinates, gauges, and in a file the counters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from quintet.core.scene import Gauge, Label, Scene
from quintet.core.types import Color
from quintet.render.marks import CLOSE
from quintet.render.svg.frame import Extent, PictureFrame
from quintet.render.svg.palette import PIECES
from quintet.render.svg.shapes import UNIT, Shape, Shapes, path, shape, use
from quintet.render.words import counters_by_color

TEXT, LINE = 1.12, 2.1
"""The size of counters and the height of a line of them, for the size of a coordinate."""
LETTER = 0.56
"""About how wide a letter is for its size."""


def labels(frame: PictureFrame) -> list[Shape]:
    """The coordinates, quiet, one group a side."""
    walls, size = frame.walls, UNIT * frame.label
    above = 0.35 * size + 0.14 * UNIT * frame.zoom * frame.falls
    drawn = []
    for side, anchor, across, shift in (
        ("top", "middle", True, walls.top - above),
        ("bottom", "middle", True, walls.bottom + size),
        ("left", "end", False, walls.left - 0.3 * size),
        ("right", "start", False, walls.right + 0.3 * size),
    ):
        texts = [
            shape("text", label.text, x=UNIT * label.at, y=shift + UNIT * _inwards(frame, label))
            if across
            else shape("text", label.text, x=shift + UNIT * _inwards(frame, label), y=UNIT * label.at + 0.35 * size)
            for label in frame.layout.labels
            if label.side == side
        ]
        if texts:
            drawn.append(shape("g", *texts, fill="quiet", font_size=size, text_anchor=anchor))
    return drawn


def _inwards(frame: PictureFrame, label: Label) -> float:
    """How much further right or down a coordinate is beside the row that it names, where that ends before the board."""
    if frame.layout.surface != "hexagonal":
        return 0
    x_or_y, along = ("y", "x") if label.side in ("left", "right") else ("x", "y")
    row = [getattr(spot, along) for spot in frame.layout.spots if abs(getattr(spot, x_or_y) - label.at) < CLOSE]
    every = [getattr(spot, along) for spot in frame.layout.spots]
    outermost = min if label.side in ("left", "top") else max
    return float(outermost(row) - outermost(every)) if row else 0


# Gauges


@dataclass(frozen=True)
class GaugeDrawing:
    """A gauge: what is always seen of it, faint at 0; what is under that at any other number; and the number.

    Where it has a `stamp`, that is used as often as the number says, one `step` above the other, within `reach`.
    """

    counter: str
    color: Color
    x: float
    y: float
    parts: Shapes
    number: Any
    """The shape of its number, which stands on what is stacked."""
    zero: str = ""
    """What stands for the number 0."""
    faint: float = 1
    """How opaque the parts are at 0."""
    glow: Shapes = field(default_factory=list)
    target: str = ""
    """The button that it stands for."""
    stamp: str | None = None
    step: float = 0
    reach: float = 0

    def at(self, value: int) -> list[Shape]:
        """As it stands at this value."""
        step = min(self.step, self.reach / max(1, value))
        stack = [use(self.stamp, self.x, self.y - level * step) for level in range(1, value + 1)] if self.stamp else []
        text = str(value) if value else self.zero
        place = {"x": self.x, "y": self.y - value * step}
        number = [Shape("text", {**self.number.attributes, **place}, (text,))] if text else []
        parts = self.parts if value or self.faint == 1 else [shape("g", *self.parts, opacity=self.faint)]
        return [*(self.glow if value else []), *parts, *stack, *number]


def gauges(frame: PictureFrame) -> list[GaugeDrawing]:
    kinds = {"magnet": _magnet, "column": _column}
    return [kinds[gauge.kind](frame, gauge) for gauge in frame.layout.gauges if gauge.kind in kinds]


def _magnet(frame: PictureFrame, gauge: Gauge) -> GaugeDrawing:
    """A horseshoe on the wall, poles to the board; while it is on it glows and shows the turns it stays on."""
    size, paint = UNIT * frame.zoom, PIECES[gauge.color]
    out = -1 if gauge.side == "left" else 1
    wall = frame.board.left if out < 0 else frame.board.right
    middle = UNIT * (frame.top + frame.bottom) / 2

    def point(away: float, down: float) -> str:
        return path(wall + out * away * size, middle + down * size)

    def shoe(stroke: str, width: float, **attributes: object) -> Shape:
        return shape("path", d=bow, fill="none", stroke=stroke, stroke_width=width * size, **attributes)

    r = 0.26 * size
    bow = f"M{point(0, -0.26)}L{point(0.24, -0.26)}A{path(r, r, 0, 0, out > 0)} {point(0.24, 0.26)}L{point(0, 0.26)}"
    tips = " ".join(f"M{point(0, down)}L{point(0.1, down)}" for down in (-0.26, 0.26))
    parts = [
        shoe(paint.thin, 0.22),
        shoe(paint.fill, 0.17),
        shape("path", d=tips, stroke=paint.thin, stroke_width=0.17 * size),
    ]
    return GaugeDrawing(
        counter=gauge.counter,
        color=gauge.color,
        x=wall + out * 0.34 * size,
        y=middle + 0.8 * size,
        parts=parts,
        number=_number(0.36 * size, "accent"),
        faint=0.45,
        glow=[shoe("accent", 0.38, class_="glow")],
        target=gauge.target,
    )


def _column(frame: PictureFrame, gauge: Gauge) -> GaugeDrawing:
    """Flat pieces on a line, as many as the number says."""
    x = frame.board.left - 0.42 * UNIT if gauge.side == "left" else frame.board.right + 0.42 * UNIT
    y = UNIT * (frame.bottom + frame.rim + 0.1)
    base = shape("path", d=f"M{path(x - 34, y + 3)}h68", stroke="quiet", stroke_width=5, stroke_linecap="round")
    return GaugeDrawing(
        counter=gauge.counter,
        color=gauge.color,
        x=x,
        y=y,
        parts=[base],
        number=_number(0.38 * UNIT, "ink", 0.14 * UNIT),
        zero="0",
        stamp=f"flat-{gauge.color}",
        step=0.2 * UNIT,
        reach=UNIT * (frame.bottom - frame.top - 0.6),
    )


def _number(size: float, fill: str, up: float = 0) -> Shape:
    return shape("text", fill=fill, font_size=size, font_weight=700, text_anchor="middle", dy=-up)


def gauges_at(frame: PictureFrame, scene: Scene) -> list[Shape]:
    """The gauges as they stand; one whose number counts pieces is not seen where the scene has no such counter."""
    values = {counter.id: counter.value for counter in scene.counters}
    drawn = [gauge for gauge in gauges(frame) if gauge.counter in values or not gauge.stamp]
    return [part for gauge in drawn for part in gauge.at(values.get(gauge.counter, 0))]


# Counters


def captioned(frame: PictureFrame, extent: Extent, scene: Scene) -> tuple[Extent, list[Shape]]:
    """The counters below the board, and how far the picture reaches with them.

    Each colour's has a piece beside it; two stand at the two ends of one line where the board is wide enough.
    """
    sides = [(color, ", ".join(texts)) for color, texts in counters_by_color(scene).items()]
    if not sides:
        return extent, []
    text_size, line = TEXT * frame.label * UNIT, LINE * frame.label * UNIT
    left, right = frame.board.left, extent.right
    widths = [(len(f"{color.title} {text}") * LETTER + 2) * text_size for color, text in sides]
    one_line = len(sides) == 2 and sum(widths) + text_size <= right - left
    drawn: list[Shape] = []
    for row, (color, text) in enumerate(sides):
        from_right = one_line and row == 1
        x, inwards = (right, -1) if from_right else (left, 1)
        y = extent.bottom + line * (1 if one_line else row + 1)
        middle = {"cx": x + inwards * text_size * 0.5, "cy": y - text_size * 0.36}
        place = f"translate({path(*middle.values())}) scale({path(text_size * 0.5 / (0.4 * UNIT * frame.room))})"
        drawn += [
            shape("use", href=f"#~{color}", transform=place),
            shape("circle", fill="none", stroke="quiet", stroke_width=2, r=text_size * 0.56, **middle),
            shape(
                "text",
                shape("tspan", color.title, font_weight=600),
                f" {text}",
                x=x + inwards * text_size * 1.4,
                y=y,
                font_size=text_size,
                text_anchor="end" if from_right else "start",
                fill="ink",
            ),
        ]
    lines = 1 if one_line else len(sides)
    if not one_line:
        right = max(right, left + max(widths))
    return extent._replace(right=right, bottom=extent.bottom + line * lines), drawn
