"""How a board, its status and the panel share a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quintet.core.scene import Layout
from quintet.render.text.color_board import SIZES, ColorBoard

PANEL = 26
"""Columns of the narrowest panel; where the window has fewer beside the board the panel goes under it."""
WIDEST = 44
UNDER = 4
"""Lines of a panel under the board."""
NARROW = 60
"""Columns below which the status has at least two lines."""


MOST_STATUS = 3
"""Lines of a status that has room: a long sentence about a move, and whose turn it is."""


@dataclass(frozen=True)
class Arrangement:
    """How a board and what belongs to it share a window."""

    board: ColorBoard
    status_lines: int
    """As many as do not cost the board a size."""
    is_narrow: bool
    """Whether the panel is under the board."""

    @classmethod
    def of(cls, layout: Layout, wanted: str, width: int, height: int) -> Arrangement:
        """The largest board for a window, or the one of the `wanted` size if it fits."""
        boards = [ColorBoard(layout, size) for size in SIZES]
        fewest = 2 if width < NARROW else 1
        tall = height - 1 - fewest
        beside = _largest(boards, wanted, width - PANEL, tall) or boards[0]
        is_narrow = width - beside.width < PANEL
        across, tall = (width, tall - UNDER) if is_narrow else (width - PANEL, tall)
        board = _largest(boards, wanted, across, tall)
        if board is None:
            return cls(boards[0], fewest, is_narrow)
        spare = max(more for more in range(3) if _largest(boards, wanted, across, tall - more) is board)
        return cls(board, min(MOST_STATUS, fewest + spare), is_narrow)


def _largest(boards: Sequence[ColorBoard], wanted: str, width: int, height: int) -> ColorBoard | None:
    fitting = [board for board in boards if board.width <= width and board.height <= height]
    return next((board for board in fitting if board.size == wanted), fitting[-1] if fitting else None)
