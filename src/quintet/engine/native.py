"""The door to the engine room: the kernel of a game, where one is built."""

from __future__ import annotations

import logging
import time
from dataclasses import asdict
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame
from quintet.core.types import NotSolved

if TYPE_CHECKING:
    from quintet.engine.analysis import Analysis, Line, Report, Search, Solution
    from quintet.engine.counting import Playouts
    from quintet.engine.limits import Clock

log = logging.getLogger(__name__)


def kernel_for(game: AnyGame) -> Kernel | None:
    """The kernel of a game, or ``None``: then the rulebook does the work, slower."""
    core = _core()
    return Kernel(game, core) if core is not None and game.id in core.ids() else None


@cache
def _core() -> Any | None:
    """The extension module, where it is built."""
    try:
        return import_module("quintet._core")
    except ImportError as error:
        log.info("the engine room is not built (%s): the engines search the rulebook instead, slower", error)
        return None


class Kernel:
    """One game in the engine room; it answers like the Python code over the rulebook, and arguments come checked.

    Positions and moves cross as text. What one search by the clock finds, the next may use; a search limited by
    nodes begins anew, so that equal questions get equal answers.
    """

    def __init__(self, game: AnyGame, core: Any) -> None:
        self.game = game
        self._kernel = core.Kernel(game.id, asdict(game.options))
        self._moves = {str(move): move for move in game.all_moves()}
        self._searcher: Any = None
        self._searcher_mb = 0

    def perft(self, position: Any, depth: int) -> int:
        count: int = self._kernel.perft(self.game.text(position), depth)
        return count

    def playouts(self, count: int, seed: int, limit: int) -> Playouts:
        from quintet.engine.counting import Playouts

        began = time.perf_counter()
        tally = self._kernel.playouts(count, seed, limit)
        seconds = time.perf_counter() - began
        return Playouts(tally.wins, tally.losses, tally.draws, tally.truncated, tally.moves, seconds)

    def search(self, method: str, threads: int, memory_mb: int, seed: int) -> Search:
        return KernelSearch(self, method, threads, memory_mb, seed)

    def searcher(self, memory_mb: int, fresh: bool) -> Any:
        """A searcher of the engine room: a fresh one, or the one that remembers."""
        if fresh:
            return self._kernel.searcher(memory_mb)
        if self._searcher is None or self._searcher_mb != memory_mb:
            self._searcher, self._searcher_mb = self._kernel.searcher(memory_mb), memory_mb
        return self._searcher

    def solve(self, position: Any, clock: Clock, report: Report | None, threads: int, memory_mb: int) -> Solution:
        from quintet.engine.analysis import Solution

        solver = self._kernel.solver(memory_mb)
        clock.on_stop(solver.stop)

        def progress(found: Any) -> None:
            if report is not None:
                report(self.known(position, found))
            if clock.stopped:  # asked for before the solver had begun to listen
                solver.stop()

        found = solver.solve(
            self.game.text(position),
            nodes=clock.limits.nodes,
            seconds=clock.limits.seconds,
            threads=threads,
            progress=progress,
        )
        if not found.solved:
            raise NotSolved(_unsolved(found))
        return Solution(
            player=self.game.to_move(position),
            value=found.value[0],
            margin=None if found.margin is None else found.margin[0],
            best=self.moves(found.best),
            line=self.moves(found.line),
            moves_to_win=found.moves_to_win,
            nodes=found.nodes,
            seconds=found.seconds,
        )

    def known(self, position: Any, found: Any) -> Analysis:
        """What a solver that is still at work knows."""
        from quintet.engine.analysis import Analysis

        low, high = found.value
        player = self.game.to_move(position)
        return Analysis(player, None, (low + high) / 2, None, False, 0, found.nodes, found.seconds, ())

    def moves(self, texts: list[str]) -> tuple[Any, ...]:
        return tuple(self._moves[text] for text in texts)

    def line(self, found: Any) -> Line:
        from quintet.engine.analysis import Line

        return Line(self.moves(found.moves), found.value, found.score, found.exact)

    def analysis(self, position: Any, found: Any) -> Analysis:
        from quintet.engine.analysis import Analysis

        return Analysis(
            player=self.game.to_move(position),
            move=self._moves[found.move],
            value=found.value,
            score=found.score,
            exact=found.exact,
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            lines=tuple(self.line(line) for line in found.lines),
        )


class KernelSearch:
    """A search of the engine room behind the same face as the Python ones."""

    def __init__(self, kernel: Kernel, method: str, threads: int, memory_mb: int, seed: int) -> None:
        self._kernel = kernel
        self._method = method
        self._threads = threads
        self._memory_mb = memory_mb
        self._seed = seed

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        limits = clock.limits
        searcher = self._kernel.searcher(self._memory_mb, fresh=limits.nodes is not None)
        clock.on_stop(searcher.stop)
        latest: list[Analysis] = []

        def progress(found: Any) -> None:
            latest[:] = [self._kernel.analysis(position, found)]
            if report is not None:
                report(latest[0])
            if clock.stopped:  # asked for before the search had begun to listen
                searcher.stop()

        try:
            found = searcher.search(
                self._kernel.game.text(position),
                self._method,
                nodes=limits.nodes,
                depth=limits.depth,
                seconds=limits.seconds,
                lines=lines,
                threads=self._threads,
                seed=self._seed,
                progress=progress,
            )
        except KeyboardInterrupt:
            if not latest:
                raise
            clock.interrupt()
            return latest[0]
        return self._kernel.analysis(position, found)


def _unsolved(found: Any) -> str:
    """What a solver knows when it could not finish."""
    words = {1: "a win", 0: "a draw", -1: "a loss"}
    low, high = found.value
    known = words[low] if low == high else f"at least {words[low]} and at most {words[high]}"
    if found.margin is not None and found.margin[0] > -1000:
        known += f", by {found.margin[0]} to {found.margin[1]}"
    ended = {"nodes": "the nodes ran out", "seconds": "time ran out", "memory": "memory ran out"}
    why = ended.get(found.ending, "it was stopped")
    return f"not solved, because {why} after {found.nodes} nodes: {known} for the player to move"
