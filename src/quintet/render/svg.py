"""A position as a stand-alone SVG picture: in light, in dark, or as the reader's screen is."""

from __future__ import annotations

from zlib import crc32

from quintet.core.scene import Layout, Scene
from quintet.render.beside import captioned, gauges_at, labels
from quintet.render.frame import Frame
from quintet.render.marks import Marks, find_marks
from quintet.render.outline import winning_outline
from quintet.render.pieces import RAISED, stamps
from quintet.render.shapes import FONT, UNIT, Shape, markup, path, shape, spread, style, use
from quintet.render.surfaces import sheen, surface
from quintet.render.words import describe

MARGIN = 1.0
"""Around everything, for the size of a coordinate."""


def svg(layout: Layout, scene: Scene, *, last: tuple[str, ...] = (), title: str = "", dark: bool | None = None) -> str:
    """The picture of a position; `last` is the targets that the last move pressed.

    With `dark` left out the picture follows the reader's screen.
    """
    marks = find_marks(layout, scene, last)
    frame = Frame(layout)
    title, description = title or "A position", describe(layout, scene, marks)
    board = surface(frame)
    extent, captions = captioned(frame, frame.whole(), scene)
    left, top, width, height = extent.grown(*[MARGIN * frame.label] * 4).view
    shapes = [
        shape("rect", fill="paper", x=left, y=top, width=width, height=height, rx=0.7 * UNIT * frame.label),
        *board.under,
        *pieces(layout, scene),
        *board.over,
        *gauges_at(frame, scene),
        *winning_outline(frame, marks.winning),
        *last_marks(frame, scene, marks),
        *labels(frame),
        *captions,
    ]
    key = f"q{crc32(repr((shapes, title, description, dark)).encode('utf-8', 'replace')):08x}"
    body = "\n".join(markup(part, key) for part in spread(layout, shapes))
    stamped = [*stamps(frame), *board.place]
    used = [stamp for stamp in stamped if f'"{stamp.attributes["id"].replace("~", f"#{key}-")}"' in body]
    defs = markup(shape("defs", sheen(), *used), key)
    inside = [
        markup(shape("title", title, id="~title"), key),
        markup(shape("desc", description, id="~desc"), key),
        style(key, layout.surface, dark, defs + body),
        defs,
        body,
    ]
    root = shape(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        id=key,
        viewBox=path(left, top, width, height),
        width=width * frame.pixels,
        height=height * frame.pixels,
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
            drawn.append(use(piece.color, UNIT * spot.x, UNIT * spot.y))
            if piece.mark:
                drawn.append(use(f"mark-{piece.color}", UNIT * spot.x, UNIT * spot.y))
    return drawn


def last_marks(frame: Frame, scene: Scene, marks: Marks) -> list[Shape]:
    """A dot on every spot of the last move, above a sign that is there already; arrows at what else it pressed."""
    drawn = []
    for spot in frame.layout.spots:
        if spot.id in marks.last:
            piece = scene.pieces.get(spot.id)
            up = RAISED * frame.room if piece and piece.mark else 0
            drawn.append(use(f"last-{piece.color}" if piece else "last", UNIT * spot.x, UNIT * (spot.y - up)))
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
