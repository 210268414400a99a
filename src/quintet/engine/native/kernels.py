"""The door to the engine room: the kernel of a game, where one is built."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from quintet.core.game import AnyGame
from quintet.core.types import NotSolved

if TYPE_CHECKING:
    from quintet import _core
    from quintet.engine.analysis import Analysis, Line, Playouts, Report, Solution
    from quintet.engine.levels import LevelSettings
    from quintet.engine.limits import Clock, Limits, Means

BENCH_MEMORY_MB = 64
ENDS, LONGEST_END = 8, 1000
"""Random games that tell how long a game goes on, and where one is cut off."""
GROUP = "quintet.kernels"
"""The entry points of kernels outside this package: the id of a game, and the module that is built for it."""
log = logging.getLogger(__name__)
Worker = TypeVar("Worker")


class Extension(Protocol):
    """What every extension module holds: ``quintet._core``, ``quintet._core_v3``, and those of other packages."""

    __name__: str

    @property
    def Kernel(self) -> type[_core.Kernel]: ...  # noqa: N802, it is a class
    def ids(self) -> list[str]: ...
    def instruction_set(self) -> str: ...
    def runs_v3(self) -> bool: ...


def is_built() -> bool:
    """Whether there is an engine room at all."""
    return _extension() is not None


def kernel_for(game: AnyGame, weights: str | None = None) -> Kernel | None:
    """The kernel of a game, or ``None``: then Python code over the rulebook does the work, slower."""
    kernel = find_kernel(game).kernel
    return None if kernel is None else Kernel(game, kernel, weights)


@dataclass(frozen=True, slots=True)
class KernelStatus:
    """The kernel that a game has here, or why it has none."""

    kernel: _core.Kernel | None = None
    module: str = ""
    """The module of the kernel that is installed, used or not; empty where there is none."""
    refused: str = ""
    """Why the one that is installed is not used."""
    cannot_load: bool = False
    """Whether the module itself is at fault; else it refused these options, which a kernel may."""

    def __str__(self) -> str:
        if self.kernel is not None:
            return f"the kernel of {self.module} is in use"
        why = f"the kernel of {self.module} is refused ({self.refused})" if self.module else "no kernel is installed"
        return f"{why}: the engines search the rulebook"


def find_kernel(game: AnyGame) -> KernelStatus:
    """Look for the kernel of a game: ours first, then those of other packages."""
    extension, module = _extension(), ""
    if extension is not None and game.id in extension.ids():
        module = extension.__name__
    elif refused := _outside().refused.get(game.id):
        return KernelStatus(module=refused[0], refused=refused[1], cannot_load=True)
    elif game.id in _outside().extensions:
        extension = _outside().extensions[game.id]
        module = extension.__name__
    if extension is None or not module:
        return KernelStatus()
    try:
        return KernelStatus(extension.Kernel(game.id, asdict(game.options)), module)
    except ValueError as error:  # the rulebook has boards that are too large for it
        return KernelStatus(module=module, refused=str(error))


def instruction_set() -> str | None:
    """What the kernels in use are compiled for: baseline, or v3 (AVX2 and BMI2); ``None`` where there are none."""
    extension = _extension()
    return extension.instruction_set() if extension is not None else None


@cache
def _extension() -> Extension | None:
    """The extension module that suits this processor, where one is built; QUINTET_ISA asks for a certain one."""
    asked = os.environ.get("QUINTET_ISA", "")
    if asked not in ("", "baseline", "v3"):
        raise ValueError(f"QUINTET_ISA must be baseline or v3, got {asked}")
    try:
        extension = _loaded("quintet._core")
    except ImportError as error:
        if asked:
            raise ValueError(f"QUINTET_ISA={asked} is not available here: the engine room is not built") from error
        log.info("the engine room is not built (%s): the engines search the rulebook instead, slower", error)
        return None
    if asked != "baseline" and extension.runs_v3() and find_spec("quintet._core_v3"):
        extension = _loaded("quintet._core_v3")
    built = extension.instruction_set()
    if asked and asked != built:
        raise ValueError(f"QUINTET_ISA={asked} is not available here, only {built}")
    return extension


def _loaded(module: str) -> Extension:
    return cast("Extension", import_module(module))


@dataclass(frozen=True, slots=True)
class OutsideKernels:
    """The kernels of other packages, by the ids of their games."""

    extensions: dict[str, Extension] = field(default_factory=dict)
    refused: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The module of a kernel that cannot be loaded, and why."""


@cache
def _outside() -> OutsideKernels:
    """What entry points name; a kernel that cannot be loaded is left out with a warning."""
    from importlib.metadata import entry_points  # slow to import, and our own games do without it

    outside = OutsideKernels()
    for entry in entry_points(group=GROUP):
        try:
            module = entry.load()
            if entry.name not in module.ids():
                raise ValueError(f"it has kernels for {', '.join(module.ids()) or 'no game'}")
        except Exception as error:  # whatever a stranger's module raises, the rulebook still plays
            why = f"{type(error).__name__}: {error}"
            log.warning("the kernel %r of %s is left out: %s", entry.name, entry.value, why)
            outside.refused[entry.name] = entry.value, why
        else:
            outside.extensions[entry.name] = module
    return outside


class Kernel:
    """One game in the engine room. It answers as the Python code over the rulebook does; callers check the arguments.

    Positions and moves cross as text. A search limited by time may use what earlier ones found; a search limited by
    nodes begins with empty tables, so that equal questions get equal answers.
    """

    def __init__(self, game: AnyGame, kernel: _core.Kernel, weights: str | None = None) -> None:
        self.game = game
        self._kernel = kernel
        self._moves = {str(move): move for move in game.all_moves()}
        self._weights = weights
        """A file of weights, or ``none``; otherwise those that came with the game."""
        self._searchers = _Reusable(kernel.searcher)
        self._solvers = _Reusable(kernel.solver)
        if weights is not None:
            _ = self._learned  # a file that does not fit is refused now, not in the middle of a game

    @property
    def rules(self) -> _core.Kernel:
        """The rules as the kernel has them: start, to_move, legal_moves, play and outcome, on texts alone."""
        return self._kernel

    @cached_property
    def _learned(self) -> _core.Weights | None:
        """Read when it is first needed: rules and counts need none."""
        from quintet.engine.weights import learned

        return learned(self.game, self._kernel, self._weights)

    @property
    def learner(self) -> _core.Learner | None:
        """Learning, where the kernel lists patterns."""
        return self._kernel.learner()

    @property
    def prior_learner(self) -> _core.PriorLearner | None:
        """Learning which moves are likely, where the kernel lists features of moves."""
        return self._kernel.prior_learner()

    def evaluated_searcher(self) -> _core.EvaluatedSearcher | None:
        """Searches with an evaluation of the caller's, where the kernel shows its positions on planes."""
        return self._kernel.evaluated_searcher([str(move) for move in self.game.all_moves()])

    def perft(self, position: object, depth: int) -> int:
        return self._kernel.perft(self.game.text(position), depth)

    def playouts(self, count: int, seed: int, limit: int) -> Playouts:
        from quintet.engine.analysis import Playouts

        began = time.perf_counter()
        tally = self._kernel.playouts(count, seed, limit)
        seconds = time.perf_counter() - began
        return Playouts(tally.wins, tally.losses, tally.draws, tally.truncated, tally.moves, seconds)

    def moves_left(self, position: object) -> float:
        """About how many moves are left: the mean of a few random games."""
        return self._kernel.playouts(ENDS, 0, LONGEST_END, self.game.text(position)).moves / ENDS

    def bench(self, positions: list[str], nodes: int) -> _core.Bench:
        """Fixed searches of these positions: nodes, seconds and a signature."""
        return self._kernel.searcher(BENCH_MEMORY_MB, self._learned).bench(positions, "alphabeta", nodes)

    def solve(
        self, position: object, clock: Clock, report: Report | None, means: Means, result_only: bool, distance: bool
    ) -> Solution:
        """The exact answer, or NotSolved; partial work is kept for the next call."""
        with self._solvers.borrowed(means.memory_mb, self._learned, fresh=False) as solver:
            return self._solve(solver, position, clock, clock.limits, report, means.threads, result_only, distance)

    def solve_in_reach(
        self, position: object, clock: Clock, limits: Limits, means: Means, result_only: bool
    ) -> Solution | None:
        """The same, or ``None`` at once where the limits, with this share of a processor, are too tight and would be
        wasted."""
        fresh = limits.nodes is not None
        with self._solvers.borrowed(means.memory_mb, self._learned, fresh=fresh) as solver:
            affordable = limits.nodes or solver.nodes_a_second * means.pace * (limits.seconds or 0)
            wasted = fresh or not solver.resumes
            if wasted and solver.reach(self.game.text(position), result_only) > affordable:
                return None
            return self._solve(solver, position, clock, limits, None, means.threads, result_only)

    def _solve(
        self,
        solver: _core.Solver,
        position: object,
        clock: Clock,
        limits: Limits,
        report: Report | None,
        threads: int,
        result_only: bool,
        distance: bool = True,
    ) -> Solution:
        clock.on_stop(solver.stop)

        def progress(known: _core.Solution) -> None:
            if report is not None:
                report(self._known(position, known))
            if clock.stopped:  # a stop that came before the solver ran had no effect
                solver.stop()

        solved = solver.solve(
            self.game.text(position),
            nodes=limits.nodes,
            seconds=limits.seconds,
            threads=threads,
            result_only=result_only,
            all_best=not result_only,
            distance=distance,
            progress=progress,
        )
        if not solved.solved:
            raise NotSolved(_unsolved(solved))
        return self._solution(position, solved)

    def solve_all(
        self, positions: Sequence[object], clock: Clock, means: Means, *, distance: bool, in_reach: bool
    ) -> list[Solution | None]:
        """Many positions in one call, each within the clock's nodes; ``None`` for those that take more."""
        assert clock.limits.nodes is not None
        with self._solvers.borrowed(means.memory_mb, self._learned, fresh=False) as solver:
            clock.on_stop(solver.stop)
            answers = solver.solve_all(
                list(map(self.game.text, positions)),
                nodes=clock.limits.nodes,
                threads=means.threads,
                distance=distance,
                in_reach=in_reach,
            )
        return [
            self._solution(position, answer) if answer.solved else None
            for position, answer in zip(positions, answers, strict=True)
        ]

    def _solution(self, position: object, solved: _core.Solution) -> Solution:
        from quintet.engine.analysis import Solution

        return Solution(
            player=self.game.to_move(position),
            value=solved.value[0],
            margin=solved.margin[0] if solved.margin is not None and solved.margin[0] == solved.margin[1] else None,
            best=self._moves_of(solved.best),
            line=self._moves_of(solved.line),
            moves_to_win=solved.moves_to_win,
            nodes=solved.nodes,
            seconds=solved.seconds,
        )

    def analyze(
        self,
        position: object,
        clock: Clock,
        limits: Limits,
        lines: int,
        report: Report | None,
        method: str,
        means: Means,
        among: Sequence[object] = (),
    ) -> Analysis:
        """The best answer within the limits; with moves in `among`, only those are tried."""
        with self._searchers.borrowed(means.memory_mb, self._learned, fresh=limits.nodes is not None) as searcher:

            def search(progress: Callable[[_core.Analysis], None]) -> _core.Analysis:
                return searcher.search(
                    self.game.text(position),
                    method,
                    nodes=limits.nodes,
                    depth=limits.depth,
                    seconds=limits.seconds,
                    lines=lines,
                    threads=means.threads,
                    seed=means.seed,
                    among=[str(move) for move in among],
                    progress=progress,
                )

            return self.watched(position, clock, report, searcher.stop, search)

    def watched(
        self,
        position: object,
        clock: Clock,
        report: Report | None,
        stop: Callable[[], None],
        search: Callable[[Callable[[_core.Analysis], None]], _core.Analysis],
    ) -> Analysis:
        """The answer of a search that reports what it knows so far; after Ctrl-C, what it knew by then."""
        latest: list[Analysis] = []
        clock.on_stop(stop)

        def progress(so_far: _core.Analysis) -> None:
            latest[:] = [self._analysis(position, so_far)]
            if report is not None:
                report(latest[0])
            if clock.stopped:  # a stop that came before the search ran had no effect
                stop()

        try:
            return self._analysis(position, search(progress))
        except KeyboardInterrupt:
            if not latest:
                raise
            clock.interrupt()
            return latest[0]

    def level_move(
        self,
        position: object,
        drawn_from: str,
        settings: LevelSettings,
        clock: Clock,
        method: str,
        means: Means,
    ) -> Any:
        """The move of a level; `drawn_from` is the text that its random numbers come from."""
        mover = self._kernel.level_mover(means.memory_mb, self._learned)
        clock.on_stop(mover.stop)
        chosen = mover.choose(
            self.game.text(position),
            drawn_from,
            means.seed,
            method=method,
            nodes=settings.nodes,
            seconds=settings.seconds,
            lines=settings.lines,
            temperature=settings.temperature,
            careful=settings.careful,
            threads=means.threads,
        )
        return self._moves[chosen]

    def _known(self, position: object, known: _core.Solution) -> Analysis:
        """What a solver knows so far, as an analysis."""
        from quintet.engine.analysis import Analysis

        low, high = known.value
        player = self.game.to_move(position)
        return Analysis(player, None, (low + high) / 2, None, False, 0, known.nodes, known.seconds, ())

    def _moves_of(self, texts: list[str]) -> tuple[object, ...]:
        return tuple(self._moves[text] for text in texts)

    def _line(self, line: _core.Line) -> Line:
        from quintet.engine.analysis import Line

        return Line(self._moves_of(line.moves), line.value, line.score, line.exact)

    def _analysis(self, position: object, answer: _core.Analysis) -> Analysis:
        from quintet.engine.analysis import Analysis

        return Analysis(
            player=self.game.to_move(position),
            move=self._moves[answer.move],
            value=answer.value,
            score=answer.score,
            exact=answer.exact,
            depth=answer.depth,
            nodes=answer.nodes,
            seconds=answer.seconds,
            lines=tuple(self._line(line) for line in answer.lines),
        )


class _Reusable(Generic[Worker]):
    """Keeps an idle searcher or solver, with its tables, for the next call. While it is in use, others get new ones."""

    def __init__(self, make: Callable[[int, _core.Weights | None], Worker]) -> None:
        self._make = make
        self._idle: list[tuple[int, Worker]] = []

    @contextmanager
    def borrowed(self, memory_mb: int, learned: _core.Weights | None, *, fresh: bool) -> Iterator[Worker]:
        """Borrow the idle one, if its size fits, or a new one; `fresh` asks for a new one that is used once."""
        if fresh:
            yield self._make(memory_mb, learned)
            return
        try:
            size, worker = self._idle.pop()
        except IndexError:
            size, worker = memory_mb, self._make(memory_mb, learned)
        if size != memory_mb:
            worker = self._make(memory_mb, learned)
        try:
            yield worker
        finally:
            self._idle[:] = [(memory_mb, worker)]


def _unsolved(known: _core.Solution) -> str:
    """What a solver knows when it could not finish."""
    words = {1: "a win", 0: "a draw", -1: "a loss"}
    low, high = known.value
    bounds = [words[low]] if low == high else []
    if (low, high) in ((-1, 0), (0, 1)):
        bounds = [f"at least {words[low]} and at most {words[high]}"]
    if known.margin is not None and known.margin[0] > -1000:
        bounds.append(f"by {known.margin[0]} to {known.margin[1]}")
    said = f"{', '.join(bounds)} for the player to move" if bounds else "nothing is known yet"
    ended = {"nodes": "the nodes ran out", "seconds": "time ran out", "memory": "memory ran out"}
    why = ended.get(known.ending, "it was stopped")
    return f"not solved, because {why} after {known.nodes} nodes: {said}"
