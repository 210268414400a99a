"""How a board, its status and the panel share a window."""

from __future__ import annotations

from dataclasses import dataclass

from quintet.core.scene import Layout
from quintet.render.text.color_board import SIZES, ColorBoard

PANEL = 26
"""Columns of the narrowest panel; where the window has fewer beside the board the panel goes under it."""
WIDEST = 44
UNDER = 4
"""Lines of a panel under the board."""
NARROW = 60
"""Columns below which the status always has two lines."""


@dataclass(frozen=True)
class Arrangement:
    """How a board and what belongs to it share a window."""

    board: ColorBoard
    status_lines: int
    """Two where that does not cost the board a size."""
    is_narrow: bool
    """Whether the panel is under the board."""

    @classmethod
    def of(cls, layout: Layout, wanted: str, width: int, height: int) -> Arrangement:
        """The largest board for a window, or the one of the `wanted` size if it fits."""
        costs = _largest(layout, wanted, width - PANEL, height - 2) != _largest(
            layout, wanted, width - PANEL, height - 3
        )
        status_lines = 1 if costs and width >= NARROW else 2
        tall = height - status_lines - 1
        board = _largest(layout, wanted, width - PANEL, tall) or ColorBoard(layout, SIZES[0])
        if width - board.width >= PANEL:
            return cls(board, status_lines, False)
        board = _largest(layout, wanted, width, tall - UNDER) or ColorBoard(layout, SIZES[0])
        return cls(board, status_lines, True)


def _largest(layout: Layout, wanted: str, width: int, height: int) -> ColorBoard | None:
    boards = [ColorBoard(layout, size) for size in SIZES]
    fitting = [board for board in boards if board.width <= width and board.height <= height]
    return next((board for board in fitting if board.size == wanted), fitting[-1] if fitting else None)
