"""What boards are made of: one drawing a surface, and a plain one for any other."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from quintet.core.scene import Spot
from quintet.core.types import Color
from quintet.render.marks import CLOSE
from quintet.render.svg.frame import FEET, PictureFrame
from quintet.render.svg.palette import PIECES
from quintet.render.svg.shapes import ROUND, UNIT, Shape, gradient, path, shape
from quintet.render.text.char_grid import Cells

THIN = 0.028 * UNIT
"""How wide lines are."""


class SurfaceDrawing(NamedTuple):
    """A board without its pieces."""

    under: list[Shape]
    """What lies under the pieces."""
    over: list[Shape]
    """What lies over them."""
    place: list[Shape]
    """The stamp that is drawn at every place, if there is one."""


def surface(frame: PictureFrame) -> SurfaceDrawing:
    under, over, place = DRAWINGS.get(frame.layout.surface, _plain)(frame)
    edges = _hexagon_edges(frame) if frame.layout.surface == "hexagonal" else _edges(frame)
    return SurfaceDrawing(under + edges + _lines(frame), over, place)


def cell(frame: PictureFrame) -> list[tuple[float, float]]:
    """The corners of the place around a spot: a square, or a hexagon."""
    if frame.layout.surface == "hexagonal":
        return _corners(frame)
    half = UNIT / 2
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


def sheen() -> Shape:
    """Light from above, over any colour."""
    stops = ((0, "#fff", 0.14), (0.5, "#fff", 0), (1, "#000", 0.12))
    return gradient("linear", stops, id="~sheen", x1=0, y1=0, x2=0, y2=1)


def _slab(frame: PictureFrame, fill: str, around: float, corner: float) -> list[Shape]:
    """A rounded slab with light on it."""
    return _lit(fill, corner, frame.box(around))


def _lit(fill: str, corner: float, box: dict[str, float]) -> list[Shape]:
    return [shape("rect", fill=paint, rx=UNIT * corner, **box) for paint in (fill, "url(#~sheen)")]


def _place(*parts: Shape) -> list[Shape]:
    return [shape("g", *parts, id="~place")]


def _places(group: str | None = None) -> Shape:
    return shape("places", href="#~place", **({"group": group} if group is not None else {}))


def _felt(frame: PictureFrame) -> SurfaceDrawing:
    """Squares in a grid, a star at the four inner points."""
    width, height = frame.layout.width, frame.layout.height
    stars = [(x, y) for y in (2, height - 2) for x in (2, width - 2)] if min(width, height) >= 6 else []
    drawn = [shape("circle", cx=UNIT * x, cy=UNIT * y, r=0.085 * UNIT, fill="line") for x, y in stars]
    under = [*_slab(frame, "shade", frame.rim, 0.2), *_slab(frame, "board", 0, 0.04), _places(), *drawn]
    square = shape("path", d="M-50-50h100v100h-100z", fill="none", stroke="line", stroke_width=THIN)
    return SurfaceDrawing(under, [], _place(square))


PART_NAME, PART_INSET = 0.2, 0.13
"""The size of the name of a part, and how far it stands from both sides, in cells."""


def _tiles(frame: PictureFrame) -> SurfaceDrawing:
    """A slab a group, with dimples; each can turn."""
    groups: dict[str | None, list[Spot]] = {}
    for spot in frame.layout.spots:
        groups.setdefault(spot.group, []).append(spot)
    under = []
    for group, spots in groups.items():
        left, top = min(spot.x for spot in spots) - 0.5, min(spot.y for spot in spots) - 0.5
        right, bottom = max(spot.x for spot in spots) + 0.5, max(spot.y for spot in spots) + 0.5
        box = {"x": UNIT * left, "y": UNIT * top, "width": UNIT * (right - left), "height": UNIT * (bottom - top)}
        shadow = shape("rect", fill="shade", rx=0.22 * UNIT, **{**box, "y": box["y"] + 0.07 * UNIT})
        parts = [shadow, *_lit("board", 0.22, box), _places(group)]
        under.append(shape("g", *parts, class_="tile", data_group=group or ""))
        if group is not None and len(groups) > 1:
            under.append(_part_name(frame, group, left, top, right, bottom))
    r = 0.31 * frame.room * UNIT
    return SurfaceDrawing(under, [], _place(shape("circle", fill="hole", r=r), _rim(r)))


def _part_name(frame: PictureFrame, name: str, left: float, top: float, right: float, bottom: float) -> Shape:
    """The name of a part of the board, in its corner that is nearest to a corner of the whole; it does not turn."""
    x = left + PART_INSET if left + right < frame.layout.width else right - PART_INSET
    y = top + PART_INSET if top + bottom < frame.layout.height else bottom - PART_INSET
    size = PART_NAME * UNIT
    return shape("text", name, x=UNIT * x, y=UNIT * y + 0.35 * size, fill="line", font_size=size, text_anchor="middle")


def _wood(frame: PictureFrame) -> SurfaceDrawing:
    """Fine lines between points."""
    places = Cells(frame.layout).places
    lines = ""
    for down, right in ((0, 1), (1, 0)):
        for (row, column), spot in places.items():
            if (row - down, column - right) not in places:
                end = spot
                while after := places.get((row, column)):
                    end, row, column = after, row + down, column + right
                if end is not spot:
                    lines += f"M{path(UNIT * spot.x, UNIT * spot.y)}L{path(UNIT * end.x, UNIT * end.y)}"
    drawn = shape("path", d=lines, fill="none", stroke="line", stroke_width=THIN, stroke_linecap="round")
    board = _slab(frame, "board", 0 if frame.layout.edges else frame.rim, 0.04)
    return SurfaceDrawing([*_slab(frame, "shade", frame.rim, 0.14), *board, drawn], [], [])


def _rack(frame: PictureFrame) -> SurfaceDrawing:
    """An upright board with round windows, on a foot; pieces are behind its front."""
    box, r = frame.box(frame.rim), 0.43 * frame.room * UNIT
    beside, below = (UNIT * reach for reach in FEET["rack"])
    foot = {"x": box["x"] - beside, "width": box["width"] + 2 * beside, "height": 0.36 * UNIT, "rx": 0.12 * UNIT}
    standing = shape("rect", fill="shade", y=box["y"] + box["height"] + below - foot["height"], **foot)
    back = shape("rect", fill="hole", rx=0.1 * UNIT, **frame.box(frame.rim - 0.1))
    cut = [shape("rect", fill="#fff", **box), shape("places", href="#~window")]
    windows = shape("mask", *cut, id="~windows", maskUnits="userSpaceOnUse", **box)
    front = shape("g", *_slab(frame, "board", frame.rim, 0.26), mask="url(#~windows)")
    stamps = [*_place(_rim(r)), shape("circle", id="~window", r=r)]
    return SurfaceDrawing([standing, back], [windows, front, _places()], stamps)


def _steel(frame: PictureFrame) -> SurfaceDrawing:
    """A riveted rack."""
    inset = frame.rim / 2 - 0.04
    rivets = [
        shape("circle", cx=UNIT * x, cy=UNIT * y, r=0.06 * UNIT, fill="shade")
        for x in (frame.left - inset, frame.right + inset)
        for y in (frame.top - inset, frame.bottom + inset)
    ]
    half, corner = 0.44 * frame.room * UNIT, 0.14 * frame.room * UNIT
    hole = shape("rect", fill="hole", x=-half, y=-half, width=2 * half, height=2 * half, rx=corner)
    rim = f"M{path(-half, corner - half)}q{path(0, -corner, corner, -corner)}h{path(2 * (half - corner))}"
    rim += f"q{path(corner, 0, corner, corner)}"
    lit = shape("path", d=rim, fill="none", stroke="line", stroke_width=THIN)
    under = [*_slab(frame, "shade", frame.rim, 0.16), *_slab(frame, "board", frame.rim - 0.1, 0.1), *rivets, _places()]
    return SurfaceDrawing(under, [], _place(hole, lit))


def _chequered(frame: PictureFrame) -> SurfaceDrawing:
    """Light and dark squares by turns; the first spot is light, from both sides."""
    half, side = frame.room / 2 * UNIT, path(frame.room * UNIT)
    dark = ""
    places = Cells(frame.layout).places
    first = next((row + column for (row, column), spot in places.items() if spot is frame.layout.spots[0]), 0)
    for (row, column), spot in places.items():
        if (row + column - first) % 2:
            dark += f"M{path(UNIT * spot.x - half, UNIT * spot.y - half)}h{side}v{side}h-{side}z"
    border = shape("rect", fill="none", stroke="line", stroke_width=THIN, **frame.box())
    under = [*_slab(frame, "shade", frame.rim, 0.16), *_slab(frame, "board", 0, 0)]
    return SurfaceDrawing([*under, shape("path", d=dark, fill="hole"), border], [], [])


def _hexagonal(frame: PictureFrame) -> SurfaceDrawing:
    """Six-sided cells, with a rim that follows them."""
    points = " ".join(path(x, y) for x, y in _corners(frame))
    rim = shape(
        "polygon", id="~rim", points=points, fill="shade", stroke="shade", stroke_width=UNIT * frame.rim, **ROUND
    )
    hexagon = shape("polygon", points=points, fill="board", stroke="line", stroke_width=THIN, **ROUND)
    return SurfaceDrawing([shape("places", href="#~rim"), _places()], [], [rim, *_place(hexagon)])


def _corners(frame: PictureFrame) -> list[tuple[float, float]]:
    """Of a hexagon around the origin: points up where neighbours are in rows, flat tops where they are in columns."""
    far, near = UNIT * frame.room / 3**0.5, UNIT * frame.room / 2
    corners = [(0.0, -far), (near, -far / 2), (near, far / 2), (0.0, far), (-near, far / 2), (-near, -far / 2)]
    return [(y, x) for x, y in corners] if _in_columns(frame) else corners


def _in_columns(frame: PictureFrame) -> bool:
    """Whether a hexagonal board has neighbours straight above each other."""
    spots = pairwise(sorted((spot.x, spot.y) for spot in frame.layout.spots))
    return any(b[0] - a[0] < CLOSE and abs(b[1] - a[1] - frame.room) < CLOSE for a, b in spots)


def _hexagon_edges(frame: PictureFrame) -> list[Shape]:
    """Along the outer cells, on the sides that have no neighbour, in the colour that owns that side of the board."""
    colors = {edge.side: edge.color for edge in frame.layout.edges}
    spots, corners = frame.layout.spots, _corners(frame)
    if not colors or not spots:
        return []
    there = {(round(spot.x / frame.room, 1), round(spot.y / frame.room, 1)) for spot in spots}
    in_columns = _in_columns(frame)
    ends = [op(getattr(spot, "xy"[not in_columns]) for spot in spots) for op in (min, max)]
    bars: dict[Color, str] = dict.fromkeys(colors.values(), "")
    for spot in spots:
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            dx, dy = (start[0] + end[0]) / UNIT, (start[1] + end[1]) / UNIT  # to the neighbour across this side
            if (round((spot.x + dx) / frame.room, 1), round((spot.y + dy) / frame.room, 1)) in there:
                continue
            along, across = (dx, dy) if in_columns else (dy, dx)
            place = spot.x if in_columns else spot.y
            is_end = abs(along) > CLOSE and abs(place - ends[along > 0]) < CLOSE
            names = ("left", "right", "top", "bottom") if in_columns else ("top", "bottom", "left", "right")
            side = names[along > 0] if is_end else names[2 + (across > 0)]
            if side in colors:
                x, y = UNIT * spot.x, UNIT * spot.y
                bars[colors[side]] += f"M{path(x + start[0], y + start[1])}L{path(x + end[0], y + end[1])}"
    return [
        shape("path", d=d, fill="none", stroke=ink, stroke_width=wide * UNIT * frame.room, **ROUND)
        for color, d in bars.items()
        for ink, wide in ((PIECES[color].thin, 0.17), (PIECES[color].fill, 0.13))
    ]


def _paper(frame: PictureFrame) -> SurfaceDrawing:
    """A sheet with nothing on it but the lines between points."""
    return SurfaceDrawing(
        [*_slab(frame, "shade", frame.rim, 0.2), *_slab(frame, "board", frame.rim - 0.06, 0.16)], [], []
    )


def _lines(frame: PictureFrame) -> list[Shape]:
    """Where lines between points can be, faint, and a dot at either end."""
    lines = [spot.line for spot in frame.layout.spots if spot.line]
    if not lines:
        return []
    points = dict.fromkeys(point for line in lines for point in (line[:2], line[2:]))
    d = "".join(f"M{path(UNIT * x0, UNIT * y0)}L{path(UNIT * x1, UNIT * y1)}" for x0, y0, x1, y1 in lines)
    faint = shape("path", d=d, fill="none", stroke="line", stroke_width=THIN, stroke_dasharray="2 12", **ROUND)
    r = 0.11 * frame.room * UNIT
    return [faint, *(shape("circle", cx=UNIT * x, cy=UNIT * y, r=r, fill="line") for x, y in points)]


def _plain(frame: PictureFrame) -> SurfaceDrawing:
    """A quiet board with a ring at every spot."""
    ring = shape("circle", r=0.36 * frame.room * UNIT, fill="none", stroke="line", stroke_width=THIN)
    return SurfaceDrawing([*_slab(frame, "board", frame.rim, 0.2), _places()], [], _place(ring))


DRAWINGS: dict[str, Callable[[PictureFrame], SurfaceDrawing]] = {
    "felt": _felt,
    "tiles": _tiles,
    "wood": _wood,
    "rack": _rack,
    "steel": _steel,
    "chequered": _chequered,
    "hexagonal": _hexagonal,
    "paper": _paper,
}


def _rim(r: float) -> Shape:
    """The rim of a round hole, which catches the light below."""
    return shape(
        "path", d=f"M{path(-r, 0)}a{path(r, r, 0, 0, 0, 2 * r, 0)}", fill="none", stroke="line", stroke_width=THIN
    )


def _edges(frame: PictureFrame) -> list[Shape]:
    """Bars beside the board in the colour that owns the side, joined at the corners."""
    (x0, y0, x1, y1), (X0, Y0, X1, Y1) = (
        (frame.left - away, frame.top - away, frame.right + away, frame.bottom + away)
        for away in (0.06, frame.rim - 0.04)
    )
    bars = {
        "top": ((x0, y0), (x1, y0), (X1, Y0), (X0, Y0)),
        "bottom": ((x0, y1), (x1, y1), (X1, Y1), (X0, Y1)),
        "left": ((x0, y0), (x0, y1), (X0, Y1), (X0, Y0)),
        "right": ((x1, y0), (x1, y1), (X1, Y1), (X1, Y0)),
    }
    drawn = []
    for edge in (edge for edge in frame.layout.edges if edge.side in bars):
        corners = " ".join(path(UNIT * x, UNIT * y) for x, y in bars[edge.side])
        paint = PIECES[edge.color]
        drawn.append(shape("polygon", points=corners, fill=paint.fill, stroke=paint.thin, stroke_width=2, **ROUND))
    return drawn
