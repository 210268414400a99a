"""Native search, preceded by solver and book: what they prove needs no search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from quintet.core.game import Scores
from quintet.core.types import NotSolved
from quintet.engine import book
from quintet.engine.analysis import Analysis, Line, Report, Solution
from quintet.engine.limits import Clock, Limits
from quintet.engine.native.kernels import Kernel

CHOOSING = Limits(nodes=50_000, seconds=0.25)
"""What the choice among several best moves may cost."""
BESIDE_BOOK = 0.25
"""Seconds for a solver that prepares itself while the book knows the answer."""
LEAST_SHARE = 0.25
"""How much of its seconds is left to a search at least, however long the solver took."""


@dataclass(frozen=True, slots=True)
class KernelSearch:
    """A search by a kernel."""

    kernel: Kernel
    method: str
    threads: int
    memory_mb: int
    seed: int
    solver_limits: Limits | None
    """What the solver may use of the limits; without it neither solver nor book is asked."""
    book: bool = True
    """Whether the book may be asked."""
    trusting: bool = False
    """Whether what the book estimates is taken for the answer, without a search."""
    pace: float = 1.0
    """The share of a processor that the solver may count on."""

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        listed = self._listed(position)
        told = report if report is None or listed is None else lambda found: report(replace(found, book=listed))
        if listed is None or listed.exact or not self.trusting:
            return replace(self._found(position, clock, lines, told), book=listed)
        return self._from_book(position, listed, clock)

    def _found(self, position: Any, clock: Clock, lines: int, report: Report | None) -> Analysis:
        truth, spent = self._truth(position, clock)
        if truth is None and not spent and lines == 1 and report is None:
            kept, spent = self._keeping(position, clock)
            if kept is not None:
                return kept
        rest = _rest(clock, spent)
        if truth is None:
            return self._search(position, clock, rest, lines, report)
        known = _joined(truth, None, lines, clock)
        if report is not None:
            report(known)
        if len(known.lines) == lines and not _leaves_a_choice(truth):
            return known
        if lines == 1:
            return _joined(truth, self._search(position, clock, _least(rest, CHOOSING), 1, None, truth.best), 1, clock)
        tell = None if report is None else lambda analysis: report(_joined(truth, analysis, lines, clock))
        return _joined(truth, self._search(position, clock, rest, lines, tell), lines, clock)

    def _listed(self, position: Any) -> Line | None:
        """The best move by the book."""
        if self.solver_limits is None or not self.book:
            return None
        game = self.kernel.game
        if known := book.look_up(game, position):
            margin = None if known.margin is None else float(known.margin)
            return Line(known.best[:1], float(known.value), margin, True)
        if estimate := book.estimate(game, position):
            return Line(estimate.moves[:1], estimate.value, estimate.score, False)
        return None

    def _from_book(self, position: Any, listed: Line, clock: Clock) -> Analysis:
        player, move = self.kernel.game.to_move(position), listed.moves[0]
        return Analysis(player, move, listed.value, listed.score, False, 0, 0, clock.seconds, (listed,), listed)

    def _truth(self, position: Any, clock: Clock) -> tuple[Solution | None, int]:
        """What is known for sure, and the nodes it took. A solver that resumes is asked also where the book knows,
        so that it is ready when the book ends."""
        limits = self.solver_limits
        if limits is None:
            return None, 0
        known = book.look_up(self.kernel.game, position) if self.book else None
        if known is not None and limits.seconds is not None:
            limits = replace(limits, seconds=min(limits.seconds, BESIDE_BOOK))
        truth, spent = self._solved(position, clock, limits)
        if truth is None and known is not None:
            player = self.kernel.game.to_move(position)
            truth = Solution(player, known.value, known.margin, known.best, (), None, 0, 0.0)
        return truth, spent

    def _keeping(self, position: Any, clock: Clock) -> tuple[Analysis | None, int]:
        """A move that keeps a win or a draw, where the solver can find out who wins but not by how much; and the nodes
        it took. A short search says what to expect of the margin. Where all is lost a search tells what to try."""
        if self.solver_limits is None or not isinstance(self.kernel.game, Scores):
            return None, 0
        truth, spent = self._solved(position, clock, self.solver_limits, result_only=True)
        if truth is None or truth.value < 0:
            return None, spent
        found = self._search(position, clock, _least(_rest(clock, spent), CHOOSING), 1, None, truth.best[:1])
        value = float(truth.value)
        lines = (replace(found.lines[0], value=value),)
        return replace(found, value=value, nodes=found.nodes + spent, seconds=clock.seconds, lines=lines), spent

    def _solved(
        self, position: Any, clock: Clock, limits: Limits, result_only: bool = False
    ) -> tuple[Solution | None, int]:
        """What the solver knows, if it is worth asking, and the nodes it took: none where it was not asked."""
        means = self.pace, self.threads, self.memory_mb
        try:
            truth = self.kernel.solve_in_reach(position, clock, limits, *means, result_only)
        except NotSolved:
            return None, limits.nodes or 1
        except KeyboardInterrupt:  # the search may still answer quickly
            clock.interrupt()
            return None, limits.nodes or 1
        return truth, truth.nodes if truth is not None else 0

    def _search(
        self,
        position: Any,
        clock: Clock,
        limits: Limits,
        lines: int,
        report: Report | None,
        among: tuple[Any, ...] = (),
    ) -> Analysis:
        return self.kernel.analyze(
            position,
            clock,
            limits,
            lines,
            report,
            method="alphabeta" if among else self.method,
            threads=self.threads,
            memory_mb=self.memory_mb,
            seed=self.seed,
            among=among,
        )


def _rest(clock: Clock, spent: int) -> Limits:
    """What is left of the limits."""
    limits = clock.limits
    return Limits(
        nodes=None if limits.nodes is None else max(1, limits.nodes - spent),
        depth=limits.depth,
        seconds=None if limits.seconds is None else max(limits.seconds * LEAST_SHARE, limits.seconds - clock.seconds),
    )


def _least(some: Limits, other: Limits) -> Limits:
    """The tighter limits of the two, without a depth."""
    return Limits(
        nodes=min((limits.nodes for limits in (some, other) if limits.nodes is not None), default=None),
        seconds=min((limits.seconds for limits in (some, other) if limits.seconds is not None), default=None),
    )


def _leaves_a_choice(truth: Solution) -> bool:
    """Whether some of the best moves may be better than others against an opponent who errs, or lead on when others
    go round in a circle."""
    return len(truth.best) > 1 and (truth.value == 0 or (truth.margin is None and truth.moves_to_win is None))


def _joined(truth: Solution, analysis: Analysis | None, lines: int, clock: Clock) -> Analysis:
    """What is proved about the best moves, and what a search says about the others."""
    score = None if truth.margin is None else float(truth.margin)
    searched = {line.moves[0]: line for line in (analysis.lines if analysis else ())}
    order = [move for move in searched if move in truth.best]
    if not _leaves_a_choice(truth) and truth.line:
        order.insert(0, truth.line[0])
    best = [
        Line(truth.line if truth.line[:1] == (move,) else searched[move].moves if move in searched else (move,),
             float(truth.value), score, True)
        for move in dict.fromkeys([*order, *truth.line[:1], *truth.best])
    ]  # fmt: skip
    others = [_below(line, truth.value, score) for move, line in searched.items() if move not in truth.best]
    return Analysis(
        player=truth.player,
        move=best[0].moves[0],
        value=float(truth.value),
        score=score,
        exact=True,
        depth=max(len(truth.line), analysis.depth if analysis else 0),
        nodes=truth.nodes + (analysis.nodes if analysis else 0),
        seconds=clock.seconds,
        lines=tuple([*best, *others][:lines]),
    )


def _below(line: Line, value: int, score: float | None) -> Line:
    """A line that is known not to be among the best."""
    if line.exact:
        return line
    less = None if line.score is None or score is None else min(line.score, score)
    return replace(line, value=min(line.value, float(value)), score=less)
