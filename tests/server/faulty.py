"""A game with faults of its own, for the tests of what the server says then; the size of its board decides which."""

from __future__ import annotations

import os
import sys
from typing import Any, ClassVar

from connectfour import ConnectFour, Position

from quintet.core.grid import EMPTY
from quintet.core.scene import Scene

NO_SCENE, NO_TEXT = 4, 5
"""Rows of a board that cannot be shown, and of one where a disc in column 1 cannot be written down."""
BREAKS, DIES = 8, 9
"""Columns of a board where a search raises an error, and of one where its process dies."""


class Faulty(ConnectFour):
    """Connect Four that goes wrong where no caller is to blame."""

    id: ClassVar[str] = "faulty"
    title: ClassVar[str] = "Faulty"
    rules: ClassVar[str] = "# Faulty\n\nLike Connect Four.\n"

    def scene(self, pos: Position) -> Scene:
        if self.height == NO_SCENE:
            raise ValueError("the board is lost")
        return super().scene(pos)

    def text(self, pos: Position) -> str:
        if self.height == NO_TEXT and pos.board[-self.width] != EMPTY:
            raise ValueError("the first column is lost")
        return super().text(pos)

    def legal_moves(self, pos: Position) -> Any:
        if sys.argv[0].endswith("worker_process.py") and self.width == DIES:
            print("my last words", file=sys.stderr, flush=True)
            os._exit(7)
        if sys.argv[0].endswith("worker_process.py") and self.width == BREAKS:
            raise ValueError("the search is lost")
        return super().legal_moves(pos)
