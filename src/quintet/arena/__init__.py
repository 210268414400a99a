"""Contests between players of any game: pairings, ratings, reports. What chooses a move is in `players`.

The package can be called: `quintet.arena(game, players)` is `quintet.arena.in_python.arena` (decision 039).
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _CallableModule(ModuleType):
    def __call__(self, *arguments: Any, **settings: Any) -> Any:
        from quintet.arena.in_python import arena

        return arena(*arguments, **settings)


sys.modules[__name__].__class__ = _CallableModule
