"""A position as a stand-alone SVG picture: in light, in dark, or as the reader's screen is."""

from __future__ import annotations

from zlib import crc32

from quintet.core.scene import Layout, Scene
from quintet.render.beside import captioned, labels, whole_extent
from quintet.render.cells import Cells
from quintet.render.frame import Frame
from quintet.render.marks import find_marks
from quintet.render.markup import FONT, number, style, tag, words
from quintet.render.outline import winning_outline
from quintet.render.pieces import definitions, last_dots, pieces, turn_arrow
from quintet.render.surfaces import sheen, surface
from quintet.render.words import describe

MARGIN = 16.0


def svg(layout: Layout, scene: Scene, *, last: tuple[str, ...] = (), title: str = "", dark: bool | None = None) -> str:
    """The picture of a position; `last` is the targets that the last move pressed.

    With `dark` left out the picture follows the reader's screen.
    """
    marks = find_marks(layout, scene, last)
    frame, cells = Frame(layout), Cells(layout)
    title, description = words(title or "A position"), words(describe(layout, scene, marks))
    key = f"q{crc32(repr((layout, title, description, dark)).encode('utf-8', 'replace')):08x}"
    extent, captions = captioned(frame, whole_extent(frame, marks), scene, key)
    left, top = extent.left - MARGIN, extent.top - MARGIN
    width, height = extent.right + MARGIN - left, extent.bottom + MARGIN - top
    body = "\n".join(
        [
            tag("rect", class_="paper", x=left, y=top, width=width, height=height, rx=10),
            *surface(frame, cells, key, marks.magnets),
            *pieces(frame, scene, key),
            *winning_outline(frame, cells, marks.winning, key),
            *last_dots(frame, scene, marks),
            *(part for button in marks.turns for part in turn_arrow(frame, button)),
            *labels(frame, marks),
            *captions,
        ]
    )
    inside = [
        tag("title", title, id=f"{key}-title"),
        tag("desc", description, id=f"{key}-desc"),
        style(key, layout.surface, dark, body),
        tag("defs", sheen(key), *definitions(frame, key)),
        body,
    ]
    return tag(
        "svg",
        "\n" + "\n".join(inside) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        id=key,
        viewBox=" ".join(map(number, (left, top, width, height))),
        width=width,
        height=height,
        role="img",
        aria_labelledby=f"{key}-title {key}-desc",
        font_family=FONT,
    )
