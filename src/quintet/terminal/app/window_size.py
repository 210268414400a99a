"""Whether a window has room for the app, and what is seen where it has not."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widgets import Static

FEWEST = 40, 15
"""Columns and lines of the smallest window to play in."""


class TooSmall(Static):
    """The notice in place of everything else."""

    DEFAULT_CSS = "TooSmall { display: none; height: 1fr; content-align: center middle; text-align: center; }"


def has_room(screen: Screen[Any], *parts: str) -> bool:
    """Show the parts of a screen, or the notice in their place."""
    width, height = screen.size
    fits = width >= FEWEST[0] and height >= FEWEST[1]
    notice = screen.query_one(TooSmall)
    notice.display = not fits
    if not fits:
        notice.update(f"{width} x {height} is too small:\nmake it at least {FEWEST[0]} x {FEWEST[1]}.")
    for part in parts:
        screen.query_one(part).display = fits
    if fits and screen.focused is None:  # what is hidden loses the keys
        screen.focus_next()
    return fits
