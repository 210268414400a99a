"""A position as a stand-alone SVG picture: in light, in dark, or as the reader's screen is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import hypot
from typing import NamedTuple
from zlib import crc32

from quintet.core.scene import Layout, Scene
from quintet.render.marks import Marks, find_marks
from quintet.render.svg.frame import Extent, PictureFrame
from quintet.render.svg.gauges import captioned, gauges_at, labels
from quintet.render.svg.palette import PIECES
from quintet.render.svg.pieces import NEUTRAL, RAISED, piece_stamps, stamps, winning_outline
from quintet.render.svg.shapes import FONT, ROUND, UNIT, Shape, markup, path, shape, spread, style, use
from quintet.render.svg.surfaces import sheen, surface
from quintet.render.words import describe

MARGIN = 1.0
"""Around everything, for the size of a coordinate."""
TEXT_SIZE, LETTER = 0.36, 0.58
"""Of a text on a spot, in cells; and the width of a letter, in its size."""


def svg(
    layout: Layout,
    scene: Scene,
    *,
    last: tuple[str, ...] = (),
    title: str = "",
    dark: bool | None = None,
    width: float | None = None,
    marked: Collection[str] = (),
    written: Mapping[str, str] = {},
    arrows: Collection[tuple[str, str]] = (),
) -> str:
    """The picture of a position; `last` is the targets that the last move pressed.

    With `dark` left out the picture follows the reader's screen. `width` is in pixels. `marked` are spots to point out,
    `written` texts on spots; `arrows` go from one spot to another.
    """
    marks = find_marks(layout, scene, last)
    frame = PictureFrame(layout)
    board = surface(frame)
    extent, captions = captioned(frame, frame.whole(), scene)
    shapes = [
        *board.under,
        *pieces(layout, scene),
        *board.over,
        *gauges_at(frame, scene),
        *winning_outline(frame, marks.winning),
        *last_marks(frame, scene, marks),
        *pointed_out(frame, marked),
        *texts_on(frame, scene, written),
        *arrows_between(frame, arrows),
        *labels(frame),
        *captions,
    ]
    described = Described(title or "A position", describe(layout, scene, marks, written))
    return document(frame, extent, shapes, described, dark, width=width)


class Described(NamedTuple):
    """A picture in words."""

    title: str
    description: str


def document(
    frame: PictureFrame,
    extent: Extent,
    shapes: Sequence[Shape],
    described: Described,
    dark: bool | None = None,
    *,
    width: float | None = None,
    rules: Callable[[str], str] = lambda key: "",
) -> str:
    """Shapes as a whole SVG on paper, with whatever stamps they use.

    `rules` gives more rules of style for the key that the ids of the picture begin with.
    """
    layout, (title, description) = frame.layout, described
    left, top, across, down = extent.grown(*[MARGIN * frame.label] * 4).view
    paper = shape("rect", fill="paper", x=left, y=top, width=across, height=down, rx=0.7 * UNIT * frame.label)
    shapes = [paper, *shapes]
    key = f"q{crc32(repr((shapes, title, description, dark)).encode('utf-8', 'replace')):08x}"
    body = "\n".join(markup(part, key) for part in spread(layout, shapes))
    stamped = [*stamps(frame), *surface(frame).place]
    used = [stamp for stamp in stamped if f'"{stamp.attributes["id"].replace("~", f"#{key}-")}"' in body]
    defs = markup(shape("defs", sheen(), *used), key)
    inside = [
        markup(shape("title", title, id="~title"), key),
        markup(shape("desc", description, id="~desc"), key),
        style(key, layout.surface, dark, defs + body, rules(key)),
        defs,
        body,
    ]
    pixels = frame.pixels if width is None else width / across
    root = shape(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        id=key,
        viewBox=path(left, top, across, down),
        width=across * pixels,
        height=down * pixels,
        role="img",
        aria_labelledby="~title ~desc",
        font_family=FONT,
    )
    return markup(root, key).removesuffix("/>") + ">\n" + "\n".join(inside) + "\n</svg>"


def pieces(layout: Layout, scene: Scene) -> list[Shape]:
    """Every piece at its spot, with its quiet sign."""
    drawn = []
    for spot in layout.spots:
        if piece := scene.pieces.get(spot.id):
            drawn += [use(stamp, UNIT * spot.x, UNIT * spot.y) for stamp in piece_stamps(layout, spot, piece)]
            if piece.mark:
                down = RAISED * UNIT if piece.kind else 0  # the sign of its kind has the middle
                drawn.append(use(f"mark-{piece.color or NEUTRAL}", UNIT * spot.x, UNIT * spot.y + down))
    return drawn


def last_marks(frame: PictureFrame, scene: Scene, marks: Marks) -> list[Shape]:
    """A dot on every spot of the last move, above a sign that is there already; arrows at what else it pressed."""
    drawn = []
    for spot in frame.layout.spots:
        if spot.id in marks.last:
            piece = scene.pieces.get(spot.id)
            up = RAISED * frame.room if piece and (piece.mark or piece.kind) else 0
            drawn.append(
                use(f"last-{piece.color or NEUTRAL}" if piece else "last", UNIT * spot.x, UNIT * (spot.y - up))
            )
    for x in marks.columns:
        drawn.append(use("arrow", UNIT * x, frame.board.top, fill="accent"))
    for y in marks.rows:
        turn = f"translate({path(frame.board.left, UNIT * y)}) rotate(-90)"
        drawn.append(shape("use", href="#~arrow", transform=turn, fill="accent"))
    for button in marks.turns:
        if button.x is not None and button.y is not None:
            drawn.append(
                use(f"turn{1 if button.quarter > 0 else -1}", UNIT * button.x, UNIT * button.y, stroke="accent")
            )
    return drawn


def pointed_out(frame: PictureFrame, marked: Collection[str]) -> list[Shape]:
    """A square of dashes around every marked spot."""
    return [use("shown", UNIT * spot.x, UNIT * spot.y) for spot in frame.layout.spots if spot.id in marked]


def texts_on(frame: PictureFrame, scene: Scene, written: Mapping[str, str]) -> list[Shape]:
    """A few letters in the middle of spots, as large as fits; on a piece in the colour of its signs."""
    unit, drawn = frame.room * UNIT, []
    for spot in frame.layout.spots:
        if text := written.get(spot.id):
            size = min(TEXT_SIZE, 0.9 / (LETTER * len(text))) * unit
            piece = scene.pieces.get(spot.id)
            paint = (
                {"fill": PIECES[piece.color].sign}
                if piece
                else {
                    "fill": "outline",
                    "stroke": "halo",
                    "stroke_width": 0.12 * size,
                    "paint_order": "stroke",
                    **ROUND,
                }
            )
            place = {"x": UNIT * spot.x, "y": UNIT * spot.y + 0.35 * size, "text_anchor": "middle"}
            drawn.append(shape("text", text, font_size=size, font_weight=700, **place, **paint))
    return drawn


def arrows_between(frame: PictureFrame, arrows: Collection[tuple[str, str]]) -> list[Shape]:
    """Straight arrows from the middle of one spot to near the middle of another."""
    spots = {spot.id: spot for spot in frame.layout.spots}
    unit, drawn = frame.room * UNIT, []
    for start, end in arrows:
        tail, other = spots[start], spots[end]
        length = UNIT * hypot(other.x - tail.x, other.y - tail.y)
        if not length:
            continue
        along, across = ((other.x - tail.x) * UNIT / length, (other.y - tail.y) * UNIT / length)
        tip = (UNIT * other.x - 0.12 * unit * along, UNIT * other.y - 0.12 * unit * across)
        neck = (tip[0] - 0.3 * unit * along, tip[1] - 0.3 * unit * across)
        sides = [(neck[0] + side * across, neck[1] - side * along) for side in (0.17 * unit, -0.17 * unit)]
        line = f"M{path(UNIT * tail.x, UNIT * tail.y)}L{path(*neck)}"
        head = f"M{path(*sides[0])}L{path(*tip)}L{path(*sides[1])}z"
        for color, wide in (("halo", 0.17), ("outline", 0.11)):
            drawn += [
                shape("path", d=line, fill="none", stroke=color, stroke_width=wide * unit, stroke_linecap="round"),
                shape("path", d=head, fill=color, stroke=color, stroke_width=(wide - 0.11) * unit, **ROUND),
            ]
    return drawn
