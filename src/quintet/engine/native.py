"""The door to the engine room: the fast kernel of a game, where one is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from quintet.core.game import AnyGame

if TYPE_CHECKING:
    from quintet.engine.analysis import Report, Search, Solution
    from quintet.engine.counting import Playouts
    from quintet.engine.limits import Clock


class Kernel(Protocol):
    """What a kernel offers instead of the Python code over the rulebook; arguments come checked."""

    def perft(self, position: Any, depth: int) -> int: ...

    def playouts(self, count: int, seed: int, limit: int) -> Playouts: ...

    def search(self, method: str, threads: int, memory_mb: int, seed: int) -> Search: ...

    def solve(self, position: Any, clock: Clock, report: Report | None, threads: int, memory_mb: int) -> Solution: ...


def kernel_for(game: AnyGame) -> Kernel | None:
    """The kernel of a game, or ``None``: then the rulebook does the work, slower."""
    return None
