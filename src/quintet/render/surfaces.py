"""What boards are made of, in SVG: one drawing a surface, and a quiet one for any other."""

from __future__ import annotations

from collections.abc import Callable

from quintet.core.scene import Spot
from quintet.core.types import Color
from quintet.render.cells import Cells
from quintet.render.frame import Frame
from quintet.render.markup import number, tag
from quintet.render.palette import BLACK, BLACK_RING, WHITE, WHITE_EDGE


def surface(frame: Frame, cells: Cells, key: str, magnets: dict[Color, int]) -> list[str]:
    """The board without its pieces."""
    drawn = DRAWINGS.get(frame.layout.surface, _plain)(frame, cells, key)
    if frame.layout.surface == "steel":
        drawn += [part for color in Color for part in _magnet(frame, color, magnets.get(color, 0))]
    return drawn + _edges(frame)


def sheen(key: str) -> str:
    """Light from above, over any colour."""
    stops = [
        tag("stop", offset=0, stop_color="#fff", stop_opacity=0.14),
        tag("stop", offset=0.5, stop_color="#fff", stop_opacity=0),
        tag("stop", offset=1, stop_color="#000", stop_opacity=0.12),
    ]
    return tag("linearGradient", *stops, id=f"{key}-sheen", x1=0, y1=0, x2=0, y2=1)


def _slab(frame: Frame, key: str, class_: str, around: float, corner: float) -> list[str]:
    """A rounded slab with light on it."""
    box = frame.box(around)
    return [
        tag("rect", class_=class_, rx=frame.px(corner), **box),
        tag("rect", fill=f"url(#{key}-sheen)", rx=frame.px(corner), **box),
    ]


# Felt: squares in a grid, a star at the four inner points.


def _felt(frame: Frame, cells: Cells, key: str) -> list[str]:
    drawn = _slab(frame, key, "shade", frame.rim, 0.2)
    drawn += _slab(frame, key, "board", 0, 0.04)
    u = number(frame.unit)
    squares = "".join(
        f"M{number(frame.px(spot.x - 0.5))} {number(frame.px(spot.y - 0.5))}h{u}v{u}h-{u}z"
        for spot in cells.layout.spots
    )
    drawn.append(tag("path", d=squares, class_="line-line", stroke_width=frame.px(0.025)))
    return drawn + [
        tag("circle", cx=frame.px(x), cy=frame.px(y), r=frame.px(0.085), class_="line") for x, y in _stars(frame)
    ]


def _stars(frame: Frame) -> list[tuple[float, float]]:
    """Two squares in from each corner, on a board that is large enough."""
    width, height = frame.layout.width, frame.layout.height
    if min(width, height) < 6:
        return []
    return [(x, y) for y in (2, height - 2) for x in (2, width - 2)]


# Tiles: a slab a group, with dimples.


def _tiles(frame: Frame, cells: Cells, key: str) -> list[str]:
    groups: dict[str | None, list[Spot]] = {}
    for spot in cells.layout.spots:
        groups.setdefault(spot.group, []).append(spot)
    drawn: list[str] = []
    for spots in groups.values():
        left, top = min(spot.x for spot in spots) - 0.5, min(spot.y for spot in spots) - 0.5
        right, bottom = max(spot.x for spot in spots) + 0.5, max(spot.y for spot in spots) + 0.5
        box = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        pixels = {name: frame.px(value) for name, value in box.items()}
        lower = {**pixels, "y": pixels["y"] + frame.px(0.07)}
        drawn.append(tag("rect", class_="shade", rx=frame.px(0.22), **lower))
        drawn.append(tag("rect", class_="board", rx=frame.px(0.22), **pixels))
        drawn.append(tag("rect", fill=f"url(#{key}-sheen)", rx=frame.px(0.22), **pixels))
    return drawn + _holes(frame, 0.31)


# Wood: fine lines between points.


def _wood(frame: Frame, cells: Cells, key: str) -> list[str]:
    drawn = _slab(frame, key, "shade", frame.rim, 0.14)
    drawn += _slab(frame, key, "board", 0 if frame.layout.edges else frame.rim, 0.04)
    lines = []
    for (row, column), spot in cells.places.items():
        for other in (cells.places.get((row, column + 1)), cells.places.get((row + 1, column))):
            if other:
                lines.append(
                    f"M{number(frame.px(spot.x))} {number(frame.px(spot.y))}"
                    f"L{number(frame.px(other.x))} {number(frame.px(other.y))}"
                )
    drawn.append(
        tag("path", d="".join(lines), class_="line-line", stroke_width=frame.px(0.025), stroke_linecap="round")
    )
    return drawn


# Rack: an upright board with round windows, on a foot.


def _rack(frame: Frame, cells: Cells, key: str) -> list[str]:
    box = frame.box(frame.rim)
    foot = {"x": box["x"] - frame.px(0.2), "y": box["y"] + box["height"] - frame.px(0.22)}
    drawn = [
        tag(
            "rect", class_="shade", rx=frame.px(0.12), width=box["width"] + frame.px(0.4), height=frame.px(0.36), **foot
        )
    ]
    return drawn + _slab(frame, key, "board", frame.rim, 0.26) + _holes(frame, 0.43)


# Steel: a riveted rack, a magnet on either wall.


def _steel(frame: Frame, cells: Cells, key: str) -> list[str]:
    drawn = _slab(frame, key, "shade", frame.rim, 0.16)
    drawn += _slab(frame, key, "board", frame.rim - 0.1, 0.1)
    at = frame.rim / 2 - 0.04
    for x in (frame.left - at, frame.right + at):
        for y in (frame.top - at, frame.bottom + at):
            drawn.append(tag("circle", cx=frame.px(x), cy=frame.px(y), r=frame.px(0.06), class_="shade"))
    side, corner = frame.px(0.88 * frame.room), frame.px(0.14 * frame.room)
    rims = ""
    for spot in frame.layout.spots:
        x, y = frame.px(spot.x) - side / 2, frame.px(spot.y) - side / 2
        drawn.append(tag("rect", class_="hole", x=x, y=y, width=side, height=side, rx=corner))
        rims += f"M{number(x)} {number(y + corner)}q0 -{number(corner)} {number(corner)} -{number(corner)}"
        rims += f"h{number(side - 2 * corner)}q{number(corner)} 0 {number(corner)} {number(corner)}"
    return [*drawn, tag("path", d=rims, class_="line-line", stroke_width=frame.px(0.03))]


def _magnet(frame: Frame, color: Color, turns: int) -> list[str]:
    """A horseshoe on its colour's wall, poles to the board; while it is on it glows and shows the turns it stays."""
    size = frame.px(frame.magnet)
    out = -1 if color is Color.BLACK else 1
    wall = frame.px(frame.left - frame.rim if out < 0 else frame.right + frame.rim)
    middle = frame.px((frame.top + frame.bottom) / 2)
    fill, edge = (BLACK, BLACK_RING) if color is Color.BLACK else (WHITE, WHITE_EDGE)

    def point(away: float, down: float) -> str:
        return f"{number(wall + out * away * size)} {number(middle + down * size)}"

    def shoe(width: float, **attributes: object) -> str:
        return tag("path", d=path, fill="none", stroke_width=width * size, **attributes)

    r = number(0.26 * size)
    path = f"M{point(0, -0.26)}L{point(0.24, -0.26)}A{r} {r} 0 0 {int(out > 0)} {point(0.24, 0.26)}L{point(0, 0.26)}"
    tips = "".join(f"M{point(0, down)}L{point(0.1, down)}" for down in (-0.26, 0.26))
    drawn = [
        shoe(0.22, stroke=edge),
        shoe(0.17, stroke=fill),
        tag("path", d=tips, stroke=edge, stroke_width=0.17 * size),
    ]
    if not turns:
        return [tag("g", *drawn, opacity=0.4)]
    glow = tag("path", d=path, class_="accent-line", stroke_width=0.36 * size)
    at = {"x": wall + out * 0.34 * size, "y": middle + 0.8 * size}
    count = tag("text", str(turns), font_size=0.34 * size, font_weight=700, text_anchor="middle", class_="accent", **at)
    return [glow, *drawn, count]


# Anything else: a quiet board with a ring at every spot.


def _plain(frame: Frame, cells: Cells, key: str) -> list[str]:
    drawn = _slab(frame, key, "board", frame.rim, 0.2)
    r, thin = frame.px(0.36 * frame.room), frame.px(0.025)
    for spot in frame.layout.spots:
        drawn.append(
            tag("circle", cx=frame.px(spot.x), cy=frame.px(spot.y), r=r, class_="line-line", stroke_width=thin)
        )
    return drawn


def _holes(frame: Frame, radius: float) -> list[str]:
    """A round hole at every spot, with a rim that catches the light below."""
    r = frame.px(radius * frame.room)
    drawn, rims = [], []
    for spot in frame.layout.spots:
        x, y = frame.px(spot.x), frame.px(spot.y)
        drawn.append(tag("circle", class_="hole", cx=x, cy=y, r=r))
        rims.append(f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 0 0 {number(2 * r)} 0")
    drawn.append(tag("path", d="".join(rims), class_="line-line", stroke_width=frame.px(0.025)))
    return drawn


def _edges(frame: Frame) -> list[str]:
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
        fill, rim = (BLACK, BLACK_RING) if edge.color is Color.BLACK else (WHITE, WHITE_EDGE)
        corners = " ".join(f"{number(frame.px(x))},{number(frame.px(y))}" for x, y in bars[edge.side])
        drawn.append(tag("polygon", points=corners, fill=fill, stroke=rim, stroke_width=1, stroke_linejoin="round"))
    return drawn


DRAWINGS: dict[str, Callable[[Frame, Cells, str], list[str]]] = {
    "felt": _felt,
    "tiles": _tiles,
    "wood": _wood,
    "rack": _rack,
    "steel": _steel,
}
