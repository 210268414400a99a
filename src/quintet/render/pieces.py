"""Pieces and the marks on them, in SVG.

Black and white differ in more than lightness: a light inner ring on black pieces, a dark rim on white ones.
"""

from __future__ import annotations

from quintet.core.scene import Button, Scene
from quintet.core.types import Color
from quintet.render.frame import Frame
from quintet.render.marks import Marks
from quintet.render.markup import number, tag
from quintet.render.palette import BLACK, BLACK_EDGE, BLACK_RING, DARK, LIGHT, WHITE, WHITE_EDGE, WHITE_RING

RADII = {"marble": 0.38, "stone": 0.42, "token": 0.41}
"""In cells; any other piece has 0.4."""
ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}
DOTS = {Color.BLACK: DARK.page.accent, Color.WHITE: LIGHT.page.accent}
"""The last move's dot stands out from its piece."""
GLOSS = {"marble": 0.75, "stone": 0.35}
"""How much light lies on a piece; any other has little."""


def definitions(frame: Frame, key: str) -> list[str]:
    """A black and a white piece at the origin, to be used at every spot."""
    return [part for color in Color for part in _definition(frame, key, color)]


def _definition(frame: Frame, key: str, color: Color) -> list[str]:
    kind = frame.layout.piece
    r = frame.px(RADII.get(kind, 0.4) * frame.room)
    is_black = color is Color.BLACK
    fill, edge, ring = (BLACK, BLACK_EDGE, BLACK_RING) if is_black else (WHITE, WHITE_EDGE, WHITE_RING)
    gloss = GLOSS.get(kind, 0.15)
    light = tag("stop", offset=0, stop_color="#fff", stop_opacity=gloss * (0.6 if is_black else 1))
    dark = tag("stop", offset=1, stop_color="#000", stop_opacity=0 if is_black else gloss * 0.3)
    shine = tag("stop", offset=0.55, stop_color="#fff", stop_opacity=0)
    parts = [
        tag("circle", r=r, fill=fill, stroke=edge, stroke_width=frame.px(0.045 * frame.room)),
        tag("circle", r=r, fill=f"url(#{key}-{color}-light)"),
        tag(
            "circle",
            r=r * 0.76,
            fill="none",
            stroke=ring,
            stroke_width=frame.px(0.035 * frame.room),
            **_dashes(kind, r),
        ),
    ]
    return [
        tag("radialGradient", light, shine, dark, id=f"{key}-{color}-light", cx=0.36, cy=0.3, r=0.75),
        tag("g", *parts, id=f"{key}-{color}"),
    ]


def _dashes(kind: str, r: float) -> dict[str, str]:
    """The ring of a token is notched."""
    dash = r * 0.76 * 3.14159 / 12
    return {"stroke_dasharray": number(dash)} if kind == "token" else {}


def pieces(frame: Frame, scene: Scene, key: str) -> list[str]:
    """Every piece at its spot."""
    drawn = []
    for spot in frame.layout.spots:
        piece = scene.pieces.get(spot.id)
        if piece:
            at = {"x": frame.px(spot.x), "y": frame.px(spot.y)}
            drawn.append(tag("use", href=f"#{key}-{piece.color}", **at))
            if piece.mark:
                drawn.append(_quiet_sign(frame, piece.color, at["x"], at["y"]))
    return drawn


def _quiet_sign(frame: Frame, color: Color, x: float, y: float) -> str:
    """A small horseshoe for a piece that has a mark."""
    s = frame.px(0.1 * frame.room)
    path = f"M{number(x - s)} {number(y + s)}v-{number(s)}a{number(s)} {number(s)} 0 0 1 {number(2 * s)} 0v{number(s)}"
    stroke = "#cfc8bb" if color is Color.BLACK else WHITE_EDGE
    return tag("path", d=path, fill="none", stroke=stroke, stroke_width=frame.px(0.06 * frame.room))


def last_dots(frame: Frame, scene: Scene, marks: Marks) -> list[str]:
    """A dot on every spot of the last move; a sign that is there already keeps the middle."""
    drawn = []
    for spot in frame.layout.spots:
        if spot.id not in marks.last:
            continue
        piece = scene.pieces.get(spot.id)
        up = 0.25 * frame.room if piece and piece.mark else 0
        at = {"cx": frame.px(spot.x), "cy": frame.px(spot.y - up), "r": frame.px(0.115 * frame.room)}
        paint = {"fill": DOTS[piece.color]} if piece else {"class_": "outline"}
        drawn.append(tag("circle", **paint, **at))
    return drawn


def turn_arrow(frame: Frame, button: Button) -> list[str]:
    """A curved arrow at a handle that was pressed."""
    if button.x is None or button.y is None:
        return []
    r, flip = 0.22, 1 if button.quarter > 0 else -1

    def point(x: float, y: float) -> str:
        return f"{number(frame.px(flip * r * x))} {number(frame.px(r * y))}"

    arc = f"M{point(-0.8, 0.6)}A{number(frame.px(r))} {number(frame.px(r))} 0 1 {int(flip > 0)} {point(0.8, 0.6)}"
    head = f"M{point(1.45, 0.35)}L{point(0.8, 0.6)}L{point(0.75, -0.1)}"
    place = f"translate({number(frame.px(button.x))} {number(frame.px(button.y))})"
    return [tag("path", d=arc + head, class_="accent-line", stroke_width=frame.px(0.06), transform=place, **ROUND)]
