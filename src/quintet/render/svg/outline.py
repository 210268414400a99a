"""One outline around all winning spots; it needs no colour to be seen."""

from __future__ import annotations

from quintet.core.scene import Spot
from quintet.render.svg.frame import Frame
from quintet.render.svg.shapes import ROUND, UNIT, Shape, path, shape

BESIDE, DIAGONAL = 1.4, 1.9
"""How far apart neighbours are at most; larger than 1 and its diagonal because boards have gaps."""
BANDS = (("halo", 1.1, 0.88), ("outline", 1.06, 0.92))
"""Two bands, wide and narrow side in cells; the halo is light under a dark outline and dark under a light one."""


def winning_outline(frame: Frame, winning: frozenset[str], which: str = "") -> list[Shape]:
    """A band drawn through the winning spots, less a narrower one; `which` tells several in one picture apart."""
    won = [spot for spot in frame.layout.spots if spot.id in winning]
    if not won:
        return []
    links = [
        (first, other)
        for number, first in enumerate(won)
        for other in won[number:]
        if _joined(first, other, won, frame.room)
    ]
    band = "".join(f"M{path(*_at(first))}L{path(*_at(other))}" for first, other in links)
    return [part for name, wide, narrow in BANDS for part in _band(frame, band, name, which, wide, narrow)]


def _band(frame: Frame, band: str, name: str, which: str, wide: float, narrow: float) -> list[Shape]:
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


def _joined(spot: Spot, other: Spot, won: list[Spot], room: float) -> bool:
    """Neighbours, and those corner to corner unless that would cut the inside of a bend."""
    if (distance := _distance(spot, other)) > DIAGONAL * room:
        return False
    near = BESIDE * room
    return distance <= near or sum(_distance(spot, by) <= near >= _distance(by, other) for by in won) != 1


def _distance(spot: Spot, other: Spot) -> float:
    return float(((spot.x - other.x) ** 2 + (spot.y - other.y) ** 2) ** 0.5)


def _at(spot: Spot) -> tuple[float, float]:
    return UNIT * spot.x, UNIT * spot.y
