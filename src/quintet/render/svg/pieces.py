"""Pieces, marks and the outline of winning spots: each is drawn once around the origin, as a stamp, and then used.

Black and white differ in more than lightness: a light inner ring on black pieces, a dark rim on white ones.
"""

from __future__ import annotations

from math import hypot, pi

from quintet.core.scene import Kind, Layout, Piece, Spot
from quintet.core.types import Color
from quintet.render.svg.frame import PictureFrame
from quintet.render.svg.palette import PIECES
from quintet.render.svg.shapes import ROUND, UNIT, Shape, gradient, path, shape

RADII = {"marble": 0.38, "stone": 0.42, "token": 0.41}
"""In cells; any other piece has 0.4."""
GLOSS = {"marble": 0.75, "stone": 0.35}
"""How much light lies on a piece; any other has little."""
RAISED = 0.26
"""How far above the middle a dot is where a quiet sign has the middle."""


NEUTRAL = "neutral"
"""What stands for a colour in the stamp of a piece that belongs to nobody."""


def piece_stamps(layout: Layout, spot: Spot, piece: Piece) -> list[str]:
    """The stamps that make a piece on a spot, from below, but for a quiet sign on it."""
    color = piece.color or NEUTRAL
    bare = color if spot.line is None else f"line{line_ways(layout)[spot.id]}-{color}"
    return [bare] if piece.kind is None else [bare, f"kind-{piece.kind}-{color}"]


def line_ways(layout: Layout) -> dict[str, int]:
    """Spots that are lines, each with the number of the way it runs: lines that run alike have one stamp."""
    ways: dict[tuple[float, ...], int] = {}
    return {spot.id: ways.setdefault(_way(spot), len(ways)) for spot in layout.spots if spot.line}


def _way(spot: Spot) -> tuple[float, ...]:
    """From the middle of a line to its ends."""
    assert spot.line is not None
    return tuple(round(end - middle, 3) for end, middle in zip(spot.line, (spot.x, spot.y) * 2, strict=True))


def stamps(frame: PictureFrame) -> list[Shape]:
    """Everything that is used at spots, at columns and at handles; each has an id of its own."""
    unit, layout = frame.room * UNIT, frame.layout
    colors = [*Color, *[None] * bool(layout.neutral)]
    drawn = [_piece(layout.piece, color, unit) for color in colors]
    ways = dict.fromkeys(_way(spot) for spot in layout.spots if spot.line)
    drawn += [_line(f"~line{number}-", way, color, unit) for number, way in enumerate(ways) for color in colors]
    drawn += [_sign(kind, color, unit) for kind in layout.kinds for color in colors]
    drawn += [
        _dot("~last", "outline", unit),
        *(_dot(f"~last-{color or NEUTRAL}", PIECES[color].dot, unit) for color in colors),
        *(_horseshoe(f"~mark-{color or NEUTRAL}", PIECES[color].sign, 0.1 * unit) for color in colors),
        shape("circle", id="~legal", r=0.11 * unit, fill="none", stroke="hint", stroke_width=0.045 * unit, opacity=0.8),
        _cross("~closed", 0.09 * unit),
        _square("~shown", unit, stroke_dasharray=path(0.16 * unit, 0.08 * unit)),
        _square("~changed", unit, stroke_dasharray=path(2, 0.07 * unit), stroke_linecap="round", opacity=0.75),
        _arrow("~arrow", 0.13 * frame.zoom * UNIT),
        *(_curve(f"~turn{quarter}", quarter, 0.2 * UNIT) for quarter in (1, -1)),
    ]
    flat = {"x": -28, "y": 0, "width": 56, "height": 17, "rx": 7, "stroke_width": 3}
    for gauge in frame.layout.gauges:
        if gauge.kind == "column":
            paint = PIECES[gauge.color]
            drawn.append(shape("rect", id=f"~flat-{gauge.color}", fill=paint.fill, stroke=paint.thin, **flat))
    return drawn


def _line(id_: str, way: tuple[float, ...], color: Color | None, unit: float) -> Shape:
    """A piece on a spot that is a line: a bar from one end to the other, short of the dots there."""
    paint = PIECES[color]
    ends = [UNIT * end * (1 - 0.16 / hypot(*way[:2])) for end in way]
    d = f"M{path(*ends[:2])}L{path(*ends[2:])}"
    bars = ((paint.thin, 0.2), (paint.fill, 0.14))
    parts = [shape("path", d=d, stroke=ink, stroke_width=wide * unit, stroke_linecap="round") for ink, wide in bars]
    return shape("g", *parts, id=f"{id_}{color or NEUTRAL}")


def _sign(kind: Kind, color: Color | None, unit: float) -> Shape:
    """What is written on a piece of a kind."""
    size = 0.5 * unit
    letter = {"y": 0.36 * size, "font_size": size, "font_weight": 700, "text_anchor": "middle"}
    return shape("text", kind.sign, id=f"~kind-{kind.id}-{color or NEUTRAL}", fill=PIECES[color].sign, **letter)


def _piece(kind: str, color: Color | None, unit: float) -> Shape:
    r, paint, gloss = RADII.get(kind, 0.4) * unit, PIECES[color], GLOSS.get(kind, 0.15)
    is_black, name = color is Color.BLACK, color or NEUTRAL
    notches = {"stroke_dasharray": r * 0.76 * pi / 12} if kind == "token" else {}
    stops = (
        (0, "#fff", gloss * (0.6 if is_black else 1)),
        (0.55, "#fff", 0),
        (1, "#000", 0 if is_black else gloss * 0.3),
    )
    parts = [
        gradient("radial", stops, id=f"~light-{name}", cx=0.36, cy=0.3, r=0.75),
        shape("circle", r=r, fill=paint.fill, stroke=paint.rim, stroke_width=0.045 * unit),
        shape("circle", r=r, fill=f"url(#~light-{name})"),
        shape("circle", r=r * 0.76, fill="none", stroke=paint.ring, stroke_width=0.035 * unit, **notches),
    ]
    return shape("g", *parts, id=f"~{name}")


def _dot(id_: str, fill: str, unit: float) -> Shape:
    return shape("circle", id=id_, r=0.115 * unit, fill=fill)


def _horseshoe(id_: str, stroke: str, s: float) -> Shape:
    """For a piece that has a mark."""
    d = f"M{path(-s, s)}v{path(-s)}a{path(s, s, 0, 0, 1, 2 * s, 0)}v{path(s)}"
    return shape("path", id=id_, d=d, fill="none", stroke=stroke, stroke_width=0.6 * s)


def _cross(id_: str, r: float) -> Shape:
    """Where one may not go."""
    d = f"M{path(-r, -r, r, r)}M{path(-r, r, r, -r)}"
    return shape("path", id=id_, d=d, stroke="line", stroke_width=0.4 * r, stroke_linecap="round", opacity=0.7)


def _square(id_: str, unit: float, **attributes: object) -> Shape:
    """Around a place that is pointed out."""
    half = 0.46 * unit
    box = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 0.15 * unit}
    return shape("rect", id=id_, fill="none", stroke="outline", stroke_width=0.06 * unit, **box, **attributes)


def _arrow(id_: str, size: float) -> Shape:
    """At a column that was pressed, above the origin; its colour is set where it is used."""
    return shape("path", id=id_, d=f"M0-3l{path(-size, -size)}h{path(2 * size)}z")


def _curve(id_: str, quarter: int, r: float) -> Shape:
    """A curved arrow for a handle; its colour is set where it is used."""

    def point(x: float, y: float) -> str:
        return path(quarter * r * x, r * y)

    arc = f"M{point(-0.8, 0.6)}A{path(r, r, 0, 1, quarter > 0)} {point(0.8, 0.6)}"
    head = f"M{point(1.45, 0.35)}L{point(0.8, 0.6)}L{point(0.75, -0.1)}"
    return shape("path", id=id_, d=arc + head, fill="none", stroke_width=0.055 * UNIT, **ROUND)


BESIDE, DIAGONAL = 1.4, 1.9
"""How far apart neighbours are at most; larger than 1 and its diagonal because boards have gaps."""
BANDS = (("halo", 1.1, 0.88), ("outline", 1.06, 0.92))
"""Two bands, wide and narrow side in cells; the halo is light under a dark outline and dark under a light one."""


def winning_outline(frame: PictureFrame, winning: frozenset[str], which: str = "") -> list[Shape]:
    """A band drawn through the winning spots, less a narrower one; `which` tells several in one picture apart."""
    won = [spot for spot in frame.layout.spots if spot.id in winning]
    if not won:
        return []
    reach = reach_of(frame)
    links = [
        (first, other)
        for number, first in enumerate(won)
        for other in won[number:]
        if _joined(first, other, won, *reach)
    ]
    band = "".join(f"M{path(*_at(first))}L{path(*_at(other))}" for first, other in links)
    return [part for name, wide, narrow in BANDS for part in _band(frame, band, name, which, wide, narrow)]


def _band(frame: PictureFrame, band: str, name: str, which: str, wide: float, narrow: float) -> list[Shape]:
    """Everything within `wide` of the path but not within `narrow`."""
    box = frame.box(0.6)
    inside = [
        shape("path", d=band, stroke=color, stroke_width=UNIT * width * frame.room, **ROUND)
        for color, width in (("#fff", wide), ("#000", narrow))
    ]
    return [
        shape("mask", *inside, id=f"~{name}{which}", maskUnits="userSpaceOnUse", **box),
        shape("rect", fill=name, mask=f"url(#~{name}{which})", **box),
    ]


def reach_of(frame: PictureFrame) -> tuple[float, float]:
    """How far apart neighbours are at most, and those that are corner to corner: on six sides there are none."""
    return BESIDE * frame.room, (BESIDE if frame.layout.surface == "hexagonal" else DIAGONAL) * frame.room


def _joined(spot: Spot, other: Spot, won: list[Spot], near: float, diagonal: float) -> bool:
    """Neighbours, and those corner to corner unless that would cut the inside of a bend."""
    if (distance := _distance(spot, other)) > diagonal:
        return False
    return distance <= near or sum(_distance(spot, by) <= near >= _distance(by, other) for by in won) != 1


def _distance(spot: Spot, other: Spot) -> float:
    return float(((spot.x - other.x) ** 2 + (spot.y - other.y) ** 2) ** 0.5)


def _at(spot: Spot) -> tuple[float, float]:
    return UNIT * spot.x, UNIT * spot.y
