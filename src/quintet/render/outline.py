"""One outline around all winning spots, in SVG; it needs no colour to be seen."""

from __future__ import annotations

from quintet.core.scene import Spot
from quintet.render.cells import Cells
from quintet.render.frame import Frame
from quintet.render.markup import number, tag

BESIDE, DIAGONAL = 1.4, 1.9
"""How far apart neighbours are at most; larger than 1 and its diagonal because boards have gaps."""


def winning_outline(frame: Frame, cells: Cells, winning: frozenset[str], key: str) -> list[str]:
    """A band drawn through the winning spots, less a narrower one."""
    won = [spot for spot in frame.layout.spots if spot.id in winning]
    if not won:
        return []
    band = "".join(_line(frame, *link) for link in _links(won, frame.room))
    band += "".join(_line(frame, *square) + "z" for square in _squares(cells, winning))
    return [part for name, wide, narrow in BANDS for part in _band(frame, band, f"{key}-{name}", name, wide, narrow)]


BANDS = (("halo", 1.1, 0.88), ("outline", 1.06, 0.92))
"""Two bands, wide and narrow side in cells; the halo is light under a dark outline and dark under a light one."""
ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}


def _band(frame: Frame, path: str, key: str, name: str, wide: float, narrow: float) -> list[str]:
    """Everything within `wide` of the path but not within `narrow`."""
    box = frame.box(0.6)
    inside = [
        tag("path", d=path, fill=color, stroke=color, stroke_width=frame.px(width * frame.room), **ROUND)
        for color, width in (("#fff", wide), ("#000", narrow))
    ]
    return [
        tag("mask", *inside, id=key, maskUnits="userSpaceOnUse", **box),
        tag("rect", class_=name, mask=f"url(#{key})", **box),
    ]


def _links(won: list[Spot], room: float) -> list[tuple[Spot, Spot]]:
    """Every spot with itself and with its neighbours; corner to corner only where nothing else joins the two."""
    beside: dict[str, set[str]] = {spot.id: set() for spot in won}
    links = [(spot, spot) for spot in won]
    corners: list[tuple[Spot, Spot]] = []
    for number_, one in enumerate(won):
        for other in won[number_ + 1 :]:
            distance = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5 / room
            if distance <= BESIDE:
                links.append((one, other))
                beside[one.id].add(other.id)
                beside[other.id].add(one.id)
            elif distance <= DIAGONAL:
                corners.append((one, other))
    return links + [(one, other) for one, other in corners if not beside[one.id] & beside[other.id]]


def _squares(cells: Cells, winning: frozenset[str]) -> list[tuple[Spot, ...]]:
    """Four winning spots around a point, whose middle the band would leave open."""
    found = []
    for row, column in cells.places:
        around = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        spots = [cells.places[place] for place in around if place in cells.places]
        if len(spots) == 4 and all(spot.id in winning for spot in spots):
            found.append(tuple(spots))
    return found


def _line(frame: Frame, *spots: Spot) -> str:
    return "M" + "L".join(f"{number(frame.px(spot.x))} {number(frame.px(spot.y))}" for spot in spots)
