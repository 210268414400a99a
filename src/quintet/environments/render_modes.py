"""What environments show of a match: text, SVG, or the picture as an array."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from quintet.core.match import Match
from quintet.engine import checks
from quintet.render.marks import last_of
from quintet.render.narration import printed
from quintet.render.svg.png import png
from quintet.render.svg.position import svg

MODES = ("human", "ansi", "svg", "rgb_array")
"""``human`` prints the text."""
WIDTH = 480
"""Pixels of a picture."""


def checked_mode(mode: str | None) -> str | None:
    return mode if mode is None else checks.one_of("render_mode", mode, MODES)


def frame(match: Match, mode: str | None) -> Any:
    """The match in one of the modes; ``None`` where nothing is to be returned."""
    if mode == "ansi":
        return printed(match)
    if mode == "human":
        print(printed(match))
        return None
    game = match.game
    drawing = svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)
    return drawing if mode == "svg" else pixels(drawing)


def pixels(drawing: str) -> Any:
    """A drawing as rows, columns and three bytes a pixel."""
    dots = png(drawing, WIDTH, background="#ffffff")
    from PIL import Image

    return np.array(Image.open(io.BytesIO(dots)).convert("RGB"))
