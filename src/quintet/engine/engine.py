"""The engine: analysis, play and exact answers for any game, by its kernel or by the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex

from quintet.core.game import Game, Heuristic, M, P, spec
from quintet.core.inputs import checked_game
from quintet.core.match import Match
from quintet.core.types import NotSolved, Player
from quintet.engine import bounds, levels
from quintet.engine.analysis import Analysis, Report, Search, Solution
from quintet.engine.bounds import MEMORY_MB, MOST_LINES, MOST_MEMORY_MB, MOST_THREADS
from quintet.engine.evaluation import Guess, checked_guess, one_by_one
from quintet.engine.level_move import choose
from quintet.engine.limits import Clock, Limits, Means, limits_of
from quintet.engine.native import kernels

if TYPE_CHECKING:
    from quintet.engine.evaluation import Evaluate

SOLVER_SHARE = 0.5
"""The solver's share of the limits of an analysis, before the search begins."""
MOVES_LEFT = 50.0
"""Assumed moves to the end where there is no kernel to estimate them."""
HASTE = 1.5
"""How many even shares of the clock a move may use: early decisions matter longer, and the end is soon proved."""
RESERVE = 3.0
"""Own moves beyond the expected ones for which time is kept in reserve."""
LEAST_SECONDS = 0.005
METHODS = ("auto", "alphabeta", "mcts", "random")


class Engine(Generic[P, M]):
    """Analyses positions of one game. Equal questions with a limit of nodes get equal answers.

    `threads` is for kernels: the searches over the rulebook use one. `memory_mb` limits the tables of a search, and
    those of the solver. `weights` is a file of learned weights, or ``none`` for the kernel's hand-written evaluation;
    by default a kernel uses the file that came with the game. `book` says whether the game's book may be used: its
    proved values by every analysis, its estimates by the moves of the highest level.

    Two ways to bring an evaluation of your own; book and solver are then not asked before a search. `heuristic` is a
    function of a position and a player, and the searches over the rulebook call it. `evaluate` is a function of an
    array of observations (positions, planes, rows, columns), as the players to move see them, and gives a value for
    each: the searches of the kernel call it for many positions at once. Values are from -1, lost, to 1, won.

    >>> engine = quintet.Engine("othello", level=5, seed=1)
    >>> analysis = engine.analyze(engine.game.start(), nodes=2000, lines=2)
    >>> str(analysis.move) in ("d3", "c4", "f5", "e6"), len(analysis.lines)
    (True, 2)
    """

    def __init__(
        self,
        game: Game[P, M] | str,
        level: SupportsIndex = 10,
        threads: SupportsIndex = 1,
        memory_mb: SupportsIndex = MEMORY_MB,
        seed: SupportsIndex = 0,
        method: str = "auto",
        rules: bool = False,
        weights: str | None = None,
        book: bool = True,
        heuristic: Callable[[P, Player], float] | None = None,
        evaluate: Evaluate | None = None,
    ) -> None:
        self.game: Game[P, M] = checked_game(game)
        self.level = levels.level(level)
        self.threads = bounds.whole("threads", threads, 1, MOST_THREADS)
        self.memory_mb = bounds.whole("memory_mb", memory_mb, 1, MOST_MEMORY_MB)
        self.seed = bounds.seed_of(seed)
        self.method = bounds.one_of("method", method, METHODS)
        self._origin = (rules, weights)
        self._kernel = None if rules else kernels.kernel_for(self.game, weights)
        self._own = heuristic, evaluate
        self._guess, self._evaluate = self._evaluation(heuristic, evaluate)
        self.settings = self._level_settings(self.level.number)
        self.book = book
        self.pace = 1.0
        """The share of a processor that this engine gets."""
        self.interrupted = False
        """Whether Ctrl-C ended the last search."""
        self._running: set[Clock] = set()

    @property
    def own_evaluation(self) -> Callable[..., object] | None:
        """The `heuristic` or `evaluate` that the caller brought."""
        return self._own[0] or self._own[1]

    def __repr__(self) -> str:
        own = f" by {getattr(self.own_evaluation, '__name__', 'an object')}" if self.own_evaluation else ""
        return f"<Engine {spec(self.game)} level {self.level.number} {self.method}{own}>"

    def __copy__(self) -> Engine[P, M]:
        """A copy that shares the tables of this engine."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled engine arrives with empty tables."""
        limits = self.threads, self.memory_mb, self.seed
        settings = self.game, self.level.number, *limits, self.method, *self._origin, self.book, *self._own
        return Engine, settings, {"pace": self.pace}

    def at_level(self, level: SupportsIndex, seed: SupportsIndex) -> Engine[P, M]:
        """An engine of another level that shares the tables of this one."""
        other = copy(self)
        other.level, other.seed, other._running = levels.level(level), bounds.seed_of(seed), set()
        other.settings = self._level_settings(other.level.number)
        return other

    def _level_settings(self, number: int) -> levels.LevelSettings:
        return levels.settings(self.game, number, kernel=self._kernel is not None and self.own_evaluation is None)

    def _evaluation(self, heuristic: Guess | None, evaluate: Evaluate | None) -> tuple[Guess | None, Evaluate | None]:
        """What the searches over the rulebook use instead of the game's own heuristic, and what the kernel's use."""
        bounds.callback("heuristic", heuristic)
        bounds.callback("evaluate", evaluate)
        if heuristic is not None and evaluate is not None:
            raise ValueError("expected heuristic or evaluate, got both")
        if heuristic is not None:
            return checked_guess(heuristic), None
        if evaluate is None or (self._kernel is not None and self._kernel.evaluated_searcher() is not None):
            return None, evaluate
        return one_by_one(self.game, evaluate), None

    def analyze(
        self,
        position: P | str,
        *,
        seconds: float | None = None,
        nodes: SupportsIndex | None = None,
        depth: SupportsIndex | None = None,
        lines: SupportsIndex = 1,
        progress: Report | None = None,
    ) -> Analysis[M]:
        """The best moves and their values; with no limit given, what the level's budget finds.

        `progress` is called with each better answer. `stop` or Ctrl-C ends the search early, and what it
        knows by then is the answer.
        """
        lines = bounds.whole("lines", lines, 1, MOST_LINES)
        bounds.callback("progress", progress)
        limits = limits_of(nodes, depth, seconds)
        position = bounds.unfinished(self.game, position)
        search = self._search(limits)
        with self._clock(self.settings.limits if limits == Limits() else limits) as clock:
            return search.analyze(position, clock, lines, progress)

    def choose(self, position: P | str | Match[P, M]) -> M:
        """The move that this level plays. Unlike in an analysis, Ctrl-C is passed on.

        When a position of a match is repeated, the choice may differ from the first time: otherwise two engines could
        repeat a cycle for ever.
        """
        before: Sequence[P] = ()
        given: P | str = position  # type: ignore[assignment]
        if isinstance(position, Match):
            *before, given = position.positions
        here: P = bounds.unfinished(self.game, given)
        again = sum(earlier == here for earlier in before)
        moves = self.game.legal_moves(here)
        if len(moves) == 1:
            return moves[0]
        drawn_from = f"{self.seed} {self.level.number} {self.game.text(here)}{f' {again}' if again else ''}"
        if self._kernel is not None and self._chooses_by_nodes:
            method = self.settings.method if self.method == "auto" else self.method
            with self._clock(self.settings.limits) as clock:
                means = self._means(self.seed)
                return self._kernel.level_move(here, drawn_from, self.settings, clock, method, means)  # type: ignore[no-any-return]
        random = Random(drawn_from)
        seed = self.seed if self.method == "random" and not again else random.getrandbits(63)
        search = self._search(Limits(), seed=seed)
        with self._clock(self.settings.limits) as clock:
            if self.method == "random":
                return search.analyze(here, clock).move  # type: ignore[no-any-return]
            near = self._search(Limits(depth=1), method="alphabeta")
            move: M = choose(self.game, here, self.settings, search, near, clock, random)
        if clock.interrupted:
            raise KeyboardInterrupt
        return move

    @property
    def _chooses_by_nodes(self) -> bool:
        """Whether the level's moves need neither solver nor book nor time: a kernel chooses them whole."""
        return self.method != "random" and not self.settings.pie and not self.settings.solver_seconds

    def solve(
        self,
        position: P | str,
        *,
        seconds: float | None = 60,
        nodes: SupportsIndex | None = None,
        progress: Report | None = None,
        result_only: bool = False,
        distance: bool = True,
    ) -> Solution[M]:
        """The exact value of a position; NotSolved, with what is known so far, when time or memory ends first.

        With `result_only` it finds who wins and one best move, which is faster; the margin only where it is a by-
        product. Without `distance` it leaves out `moves_to_win` where that costs extra, as in games with scores.
        """
        bounds.callback("progress", progress)
        limits = limits_of(nodes=nodes, seconds=seconds)
        position = bounds.unfinished(self.game, position)
        with self._clock(limits) as clock:
            if self._kernel is not None:
                return self._kernel.solve(position, clock, progress, self._means(self.seed), result_only, distance)
            from quintet.engine.rulebook.solver import Solver

            return Solver(self.game, self.memory_mb).solve(position, clock, progress)

    def solve_all(
        self,
        positions: Iterable[P | str],
        *,
        nodes: SupportsIndex = 1_000_000,
        distance: bool = False,
        in_reach: bool = False,
    ) -> list[Solution[M] | None]:
        """The exact values of many positions in one call, each within so many nodes; ``None`` for those that take more.

        With `in_reach` those that are known to take more are not tried.
        """
        most = bounds.whole("nodes", nodes, 1, bounds.MOST_NODES)
        unfinished = [bounds.unfinished(self.game, position) for position in positions]
        if self._kernel is not None:
            with self._clock(Limits(nodes=most)) as clock:
                means = self._means(self.seed)
                return self._kernel.solve_all(unfinished, clock, means, distance=distance, in_reach=in_reach)
        solutions: list[Solution[M] | None] = []
        for position in unfinished:
            try:
                solutions.append(self.solve(position, seconds=None, nodes=most, distance=distance))
            except NotSolved:
                solutions.append(None)
        return solutions

    def every_move(
        self,
        position: P | str,
        *,
        seconds: float | None = 10,
        nodes: SupportsIndex | None = None,
        progress: Report | None = None,
    ) -> Analysis[M]:
        """What each legal move leads to, one line each: proved where the solver gets there in time, a guess elsewhere.

        `progress` is called each time more is known about one.
        """
        from quintet.engine.every_move import EveryMove

        bounds.callback("progress", progress)
        limits = limits_of(nodes=nodes, seconds=seconds)
        position = bounds.unfinished(self.game, position)
        with self._clock(limits) as clock:
            return EveryMove(self, position, clock, progress).look()

    def seconds_for_move(self, position: Any, left: float, increment: float = 0.0) -> float:
        """How long to think with `left` seconds on the clock, and `increment` more after each move."""
        moves = MOVES_LEFT if self._kernel is None else self._kernel.moves_left(position)
        share = HASTE * left / (moves / 2 + RESERVE) + 0.8 * increment
        return max(LEAST_SECONDS, min(share, left / 2))

    def stop(self) -> None:
        """End the running searches with the best answers they have; any thread may call it."""
        for clock in tuple(self._running):
            clock.stop()

    @contextmanager
    def _clock(self, limits: Limits) -> Iterator[Clock]:
        """A clock that `stop` reaches while it runs."""
        clock = Clock(limits)
        self._running.add(clock)
        try:
            yield clock
        finally:
            self._running.discard(clock)
            self.interrupted = clock.interrupted

    def _means(self, seed: int) -> Means:
        return Means(self.threads, self.memory_mb, seed, self.pace)

    def _solver_limits(self, limits: Limits) -> Limits | None:
        """The limits of the solver, if it is to be asked before the search."""
        if self.method != "auto" or limits.depth is not None:
            return None
        if limits == Limits():
            return Limits(seconds=self.settings.solver_seconds) if self.settings.solver_seconds else None
        nodes, seconds = limits.nodes, limits.seconds
        return Limits(
            nodes=None if nodes is None else max(1, int(nodes * SOLVER_SHARE)),
            seconds=None if seconds is None else seconds * SOLVER_SHARE,
        )

    def _search(self, limits: Limits, method: str | None = None, seed: int | None = None) -> Search:
        """The search of this engine's method, or of another one; without limits, that of the level.

        Imported here, because most runs need only one of them.
        """
        if method is None:
            own = self.method == "auto" and limits == Limits()
            method = self.settings.method if own else self.method
        seed = self.seed if seed is None else seed
        means = self._means(seed)
        if method == "mcts" and limits.depth is not None:
            raise ValueError("mcts needs a limit of nodes or seconds, got depth")
        if self._kernel is not None and self._evaluate is not None and method != "random":
            from quintet.engine.native.evaluated_search import EvaluatedSearch

            return EvaluatedSearch(self._kernel, self._evaluate, method, means)
        if self._kernel is not None and self._guess is None and method != "random":
            from quintet.engine.native.kernel_search import KernelSearch

            solver, trusting = self._solver_limits(limits), limits == Limits()
            return KernelSearch(self._kernel, method, means, solver, self.book, trusting)
        if method == "auto":
            guesses = self._guess is not None or isinstance(self.game, Heuristic)
            method = "alphabeta" if guesses or limits.depth is not None else "mcts"
        if method == "alphabeta":
            from quintet.engine.rulebook.alphabeta import AlphaBeta

            return AlphaBeta(self.game, self.memory_mb, seed, self._guess)
        if method == "mcts":
            from quintet.engine.rulebook.mcts import Mcts

            return Mcts(self.game, seed, self._guess)
        from quintet.engine.rulebook.random_mover import RandomSearch

        return RandomSearch(self.game, seed)
