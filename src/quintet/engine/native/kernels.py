"""The door to the engine room: the kernel of a game, where one is built."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from quintet.core.game import AnyGame
from quintet.core.types import NotSolved

if TYPE_CHECKING:
    from quintet.engine.analysis import Analysis, Line, Playouts, Report, Solution
    from quintet.engine.limits import Clock, Limits

BENCH_MEMORY_MB = 64
ENDS, LONGEST_END = 8, 1000
"""Random games that tell how long a game goes on, and where one is cut off."""
GROUP = "quintet.kernels"
"""The entry points of kernels outside this package: the id of a game, and the module that is built for it."""
log = logging.getLogger(__name__)


def is_built() -> bool:
    """Whether there is an engine room at all."""
    return _core() is not None


def kernel_for(game: AnyGame, weights: str | None = None) -> Kernel | None:
    """The kernel of a game, or ``None``: then Python code over the rulebook does the work, slower."""
    core = _core()
    if core is None or game.id not in core.ids():
        core = _outside().get(game.id)
        if core is None:
            return None
    try:
        kernel = core.Kernel(game.id, asdict(game.options))
    except ValueError:  # the rulebook has boards that are too large for it
        return None
    return Kernel(game, kernel, weights)


def instruction_set() -> str | None:
    """What the kernels in use are compiled for: baseline, or v3 (AVX2 and BMI2); ``None`` where there are none."""
    core = _core()
    return core.instruction_set() if core is not None else None


@cache
def _core() -> Any | None:
    """The extension module that suits this processor, where one is built; QUINTET_ISA asks for a certain one."""
    asked = os.environ.get("QUINTET_ISA", "")
    if asked not in ("", "baseline", "v3"):
        raise ValueError(f"QUINTET_ISA must be baseline or v3, got {asked}")
    try:
        core = import_module("quintet._core")
    except ImportError as error:
        if asked:
            raise ValueError(f"QUINTET_ISA={asked} is not available here: the engine room is not built") from error
        log.info("the engine room is not built (%s): the engines search the rulebook instead, slower", error)
        return None
    if asked != "baseline" and core.runs_v3() and find_spec("quintet._core_v3"):
        core = import_module("quintet._core_v3")
    built = core.instruction_set()
    if asked and asked != built:
        raise ValueError(f"QUINTET_ISA={asked} is not available here, only {built}")
    return core


@cache
def _outside() -> dict[str, Any]:
    """The kernels of other packages by the ids of their games; one that cannot be loaded is left out with a warning."""
    from importlib.metadata import entry_points  # slow to import, and our own games do without it

    found: dict[str, Any] = {}
    for entry in entry_points(group=GROUP):
        try:
            module = entry.load()
            if entry.name not in module.ids():
                raise ValueError(f"it has kernels for {', '.join(module.ids()) or 'no game'}")
        except Exception as error:  # whatever a stranger's module raises, the rulebook still plays
            log.warning("the kernel %r of %s is left out: %s: %s", entry.name, entry.value, type(error).__name__, error)
        else:
            found[entry.name] = module
    return found


class Kernel:
    """One game in the engine room. It answers as the Python code over the rulebook does; callers check the arguments.

    Positions and moves cross as text. A search limited by time may use what earlier ones found; a search limited by
    nodes begins with empty tables, so that equal questions get equal answers.
    """

    def __init__(self, game: AnyGame, kernel: Any, weights: str | None = None) -> None:
        self.game = game
        self._kernel = kernel
        self._moves = {str(move): move for move in game.all_moves()}
        self._weights = weights
        """A file of weights, or ``none``; otherwise those that came with the game."""
        self._searchers = _Kept(lambda memory_mb: self._kernel.searcher(memory_mb, self._learned))
        self._solvers = _Kept(lambda memory_mb: self._kernel.solver(memory_mb, self._learned))
        if weights is not None:
            _ = self._learned  # a file that does not fit is refused now, not in the middle of a game

    @property
    def rules(self) -> Any:
        """The rules as the kernel has them: start, to_move, legal_moves, play and outcome, on texts alone."""
        return self._kernel

    @cached_property
    def _learned(self) -> Any | None:
        """Read when it is first needed: rules and counts need none."""
        from quintet.engine.weights import learned

        return learned(self.game, self._kernel, self._weights)

    @property
    def learner(self) -> Any | None:
        """Learning, where the kernel lists patterns."""
        return self._kernel.learner()

    @property
    def prior_learner(self) -> Any | None:
        """Learning which moves are likely, where the kernel lists features of moves."""
        return self._kernel.prior_learner()

    def perft(self, position: Any, depth: int) -> int:
        count: int = self._kernel.perft(self.game.text(position), depth)
        return count

    def playouts(self, count: int, seed: int, limit: int) -> Playouts:
        from quintet.engine.analysis import Playouts

        began = time.perf_counter()
        tally = self._kernel.playouts(count, seed, limit)
        seconds = time.perf_counter() - began
        return Playouts(tally.wins, tally.losses, tally.draws, tally.truncated, tally.moves, seconds)

    def moves_left(self, position: Any) -> float:
        """About how many moves are left: the mean of a few random games."""
        moves: int = self._kernel.playouts(ENDS, 0, LONGEST_END, self.game.text(position)).moves
        return moves / ENDS

    def bench(self, positions: list[str], nodes: int) -> Any:
        """Fixed searches of these positions: nodes, seconds and a signature."""
        return self._kernel.searcher(BENCH_MEMORY_MB, self._learned).bench(positions, "alphabeta", nodes)

    def solve(
        self,
        position: Any,
        clock: Clock,
        report: Report | None,
        threads: int,
        memory_mb: int,
        result_only: bool = False,
    ) -> Solution:
        """The exact answer, or NotSolved; partial work is kept for the next call."""
        with self._solvers.borrowed(memory_mb, fresh=False) as solver:
            return self._solve(solver, position, clock, clock.limits, report, threads, result_only)

    def solve_in_reach(
        self,
        position: Any,
        clock: Clock,
        limits: Limits,
        pace: float,
        threads: int,
        memory_mb: int,
        result_only: bool = False,
    ) -> Solution | None:
        """The same, or ``None`` at once where the limits, with this share of a processor, are too tight and would be
        wasted."""
        fresh = limits.nodes is not None
        with self._solvers.borrowed(memory_mb, fresh=fresh) as solver:
            affordable = limits.nodes or solver.nodes_a_second * pace * (limits.seconds or 0)
            wasted = fresh or not solver.resumes
            if wasted and solver.reach(self.game.text(position), result_only) > affordable:
                return None
            return self._solve(solver, position, clock, limits, None, threads, result_only)

    def _solve(
        self,
        solver: Any,
        position: Any,
        clock: Clock,
        limits: Limits,
        report: Report | None,
        threads: int,
        result_only: bool = False,
    ) -> Solution:
        from quintet.engine.analysis import Solution

        clock.on_stop(solver.stop)

        def progress(found: Any) -> None:
            if report is not None:
                report(self._known(position, found))
            if clock.stopped:  # a stop that came before the solver ran had no effect
                solver.stop()

        found = solver.solve(
            self.game.text(position),
            nodes=limits.nodes,
            seconds=limits.seconds,
            threads=threads,
            result_only=result_only,
            all_best=not result_only,
            progress=progress,
        )
        if not found.solved:
            raise NotSolved(_unsolved(found))
        return Solution(
            player=self.game.to_move(position),
            value=found.value[0],
            margin=found.margin[0] if found.margin is not None and found.margin[0] == found.margin[1] else None,
            best=self._moves_of(found.best),
            line=self._moves_of(found.line),
            moves_to_win=found.moves_to_win,
            nodes=found.nodes,
            seconds=found.seconds,
        )

    def analyze(
        self,
        position: Any,
        clock: Clock,
        limits: Limits,
        lines: int,
        report: Report | None,
        *,
        method: str,
        threads: int,
        memory_mb: int,
        seed: int,
        among: Sequence[Any] = (),
    ) -> Analysis:
        """The best answer within the limits; with moves in `among`, only those are tried."""
        latest: list[Analysis] = []
        with self._searchers.borrowed(memory_mb, fresh=limits.nodes is not None) as searcher:
            clock.on_stop(searcher.stop)

            def progress(found: Any) -> None:
                latest[:] = [self._analysis(position, found)]
                if report is not None:
                    report(latest[0])
                if clock.stopped:  # a stop that came before the search ran had no effect
                    searcher.stop()

            try:
                found = searcher.search(
                    self.game.text(position),
                    method,
                    nodes=limits.nodes,
                    depth=limits.depth,
                    seconds=limits.seconds,
                    lines=lines,
                    threads=threads,
                    seed=seed,
                    among=[str(move) for move in among],
                    progress=progress,
                )
            except KeyboardInterrupt:
                if not latest:
                    raise
                clock.interrupt()
                return latest[0]
        return self._analysis(position, found)

    def _known(self, position: Any, found: Any) -> Analysis:
        """What a solver knows so far, as an analysis."""
        from quintet.engine.analysis import Analysis

        low, high = found.value
        player = self.game.to_move(position)
        return Analysis(player, None, (low + high) / 2, None, False, 0, found.nodes, found.seconds, ())

    def _moves_of(self, texts: list[str]) -> tuple[Any, ...]:
        return tuple(self._moves[text] for text in texts)

    def _line(self, found: Any) -> Line:
        from quintet.engine.analysis import Line

        return Line(self._moves_of(found.moves), found.value, found.score, found.exact)

    def _analysis(self, position: Any, found: Any) -> Analysis:
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
            lines=tuple(self._line(line) for line in found.lines),
        )


class _Kept:
    """Keeps a searcher or a solver, with its tables, between calls. While it is in use, others who ask get new ones."""

    def __init__(self, make: Callable[[int], Any]) -> None:
        self._make = make
        self._idle: list[tuple[int, Any]] = []

    @contextmanager
    def borrowed(self, memory_mb: int, *, fresh: bool) -> Iterator[Any]:
        """Borrow the one that was kept, if its size fits, or a new one; `fresh` asks for a new one that is not kept."""
        if fresh:
            yield self._make(memory_mb)
            return
        try:
            size, kept = self._idle.pop()
        except IndexError:
            size, kept = 0, None
        if size != memory_mb:
            kept = self._make(memory_mb)
        try:
            yield kept
        finally:
            self._idle[:] = [(memory_mb, kept)]


def _unsolved(found: Any) -> str:
    """What a solver knows when it could not finish."""
    words = {1: "a win", 0: "a draw", -1: "a loss"}
    low, high = found.value
    known = [words[low]] if low == high else []
    if (low, high) in ((-1, 0), (0, 1)):
        known = [f"at least {words[low]} and at most {words[high]}"]
    if found.margin is not None and found.margin[0] > -1000:
        known.append(f"by {found.margin[0]} to {found.margin[1]}")
    said = f"{', '.join(known)} for the player to move" if known else "nothing is known yet"
    ended = {"nodes": "the nodes ran out", "seconds": "time ran out", "memory": "memory ran out"}
    why = ended.get(found.ending, "it was stopped")
    return f"not solved, because {why} after {found.nodes} nodes: {said}"
