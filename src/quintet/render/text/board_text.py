"""Boards and counters for a terminal: plain characters, or colours where it has them."""

from __future__ import annotations

from quintet.core.scene import Layout, Scene
from quintet.render.marks import find_marks
from quintet.render.text import plain
from quintet.render.text.color_board import LINE_MODE, ColorBoard, Pointers
from quintet.render.words import counters

__all__ = ["board", "counters"]


def board(
    layout: Layout,
    scene: Scene,
    *,
    color: bool = False,
    depth: int = 24,
    last: tuple[str, ...] = (),
    legal: tuple[str, ...] = (),
) -> str:
    """A position as lines of text.

    `last` is the targets that the last move pressed, `legal` those that can be pressed now; `depth` is the bits of
    colour that the terminal has, 24 or 8 (256 colours). A sign always says what a colour says.
    """
    if depth not in (8, 24):
        raise ValueError(f"depth must be 8 or 24, got {depth!r}")
    if not layout.spots:
        return ""
    marks = find_marks(layout, scene, last, legal)
    if color:
        return ColorBoard(layout, LINE_MODE).draw(scene, Pointers(marks)).ansi(depth)
    return plain.draw(layout, scene, marks)
