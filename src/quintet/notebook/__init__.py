"""Boards in notebooks: play, replay a match, see what an engine thinks. Needs the extra ``notebook``.

from quintet import notebook
notebook.play("othello", "level:3")
notebook.replay(match)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quintet.notebook.board import Board, play, replay

__all__ = ["Board", "play", "replay"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'quintet.notebook' has no attribute {name!r}")
    from quintet.notebook import board

    return getattr(board, name)
