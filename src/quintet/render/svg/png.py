"""Drawings as dots: one as a PNG, a game as a GIF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from quintet.core.match import Match
from quintet.render.svg.animated import Shot, shots
from quintet.render.svg.palette import DARK, LIGHT
from quintet.render.svg.position import svg

COLORS = 128
"""Of a GIF: boards have few, and with these the edges between them are smooth enough."""


def png(drawing: str, width: int, background: str | None = None) -> bytes:
    """An SVG as a PNG of that many pixels; ModuleNotFoundError says how to get what makes it."""
    return bytes(_imported("resvg_py").svg_to_bytes(svg_string=drawing, width=width, background=background))


def gif(match: Match, width: int, *, dark: bool = False) -> bytes:
    """A match as a GIF of that many pixels that shows it again and again."""
    images = _imported("PIL.Image")
    layout, taken = match.game.layout(), shots(match)
    paper = (DARK if dark else LIGHT).page.paper

    def dots(shot: Shot) -> Any:
        drawing = svg(layout, shot.scene, last=shot.last, title=match.game.title, dark=dark)
        return images.open(io.BytesIO(png(drawing, width, paper))).convert("RGB")

    first, last = dots(taken[0]), dots(taken[-1])
    size = (width, max(first.height, last.height))
    both = images.new("RGB", (width, 2 * size[1]), paper)
    both.paste(first, (0, 0))
    both.paste(last, (0, size[1]))
    palette = both.quantize(COLORS)

    def few(picture: Any) -> Any:
        sheet = images.new("RGB", size, paper)  # counters may take a line more in some positions
        sheet.paste(picture, (0, 0))
        return sheet.quantize(palette=palette, dither=images.Dither.NONE)

    def rest() -> Iterator[Any]:
        for shot in taken[1:]:
            yield few(last if shot is taken[-1] else dots(shot))

    file = io.BytesIO()
    durations = [round(1000 * shot.seconds) for shot in taken]
    few(first).save(file, "GIF", save_all=True, append_images=rest(), duration=durations, loop=0, optimize=True)
    return file.getvalue()


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        needed = "pictures of dots need resvg-py and pillow: pip install 'quintet-games[pictures]'"
        raise ModuleNotFoundError(needed) from missing
