"""A kernel's search, preceded by the book and the solver: what they prove needs no search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from quintet.core.game import Scores
from quintet.core.types import NotSolved
from quintet.engine.analysis import Analysis, Line, Report, Solution
from quintet.engine.book import Estimate, Known, find_entry
from quintet.engine.limits import Clock, Limits, Means
from quintet.engine.native.kernels import Kernel

CHOOSING = Limits(nodes=50_000, seconds=0.25)
"""Limits of the search that chooses among several best moves."""
BESIDE_BOOK = 0.25
"""Seconds for a resuming solver to prepare itself while the book has the answer."""
LEAST_SHARE = 0.25
"""The smallest share of its seconds that a search keeps, however long the solver took."""


@dataclass(frozen=True, slots=True)
class KernelSearch:
    """A search by a kernel."""

    kernel: Kernel
    method: str
    means: Means
    solver_limits: Limits | None
    """The solver's part of the limits; without it neither solver nor book is asked."""
    book: bool = True
    """Whether the book may be asked."""
    trusting: bool = False
    """Whether an estimate of the book is the answer, without a search."""

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        """The first stage that has an answer gives it: the book's estimate, a proof, a proved result, the search."""
        entry = find_entry(self.kernel.game, position) if self.book and self.solver_limits is not None else None
        if isinstance(entry, Estimate) and self.trusting:
            return self._by_estimate(position, clock, entry)
        book_line = None if entry is None else _book_line(entry)
        tell = report if report is None or book_line is None else lambda part: report(replace(part, book=book_line))

        analysis, spent = self._by_proof(position, clock, lines, tell, entry if isinstance(entry, Known) else None)
        if analysis is None and not spent and lines == 1 and report is None:
            analysis, spent = self._by_result(position, clock)
        if analysis is None:
            analysis = self._search(position, clock, _rest(clock, spent), lines, tell)
        return replace(analysis, book=book_line)

    # Stages

    def _by_estimate(self, position: Any, clock: Clock, entry: Estimate) -> Analysis:
        """The book's estimate, without a search."""
        line = _book_line(entry)
        player = self.kernel.game.to_move(position)
        return Analysis(player, line.moves[0], line.value, line.score, False, 0, 0, clock.seconds, (line,), line)

    def _by_proof(
        self, position: Any, clock: Clock, lines: int, report: Report | None, entry: Known | None
    ) -> tuple[Analysis | None, int]:
        """What solver or book prove, with a search for what they leave open: the other lines, or the choice among
        equal moves. Without a proof, the nodes that the solver took."""
        proof, spent = self._proof(position, clock, entry)
        if proof is None:
            return None, spent
        proved = _merged(proof, None, lines, clock)
        if report is not None:
            report(proved)
        if len(proved.lines) == lines and not _leaves_a_choice(proof):
            return proved, spent
        rest = _rest(clock, spent)
        if lines == 1:
            searched = self._search(position, clock, _least(rest, CHOOSING), 1, None, proof.best)
        else:
            tell = None if report is None else lambda analysis: report(_merged(proof, analysis, lines, clock))
            searched = self._search(position, clock, rest, lines, tell)
        return _merged(proof, searched, lines, clock), spent

    def _proof(self, position: Any, clock: Clock, entry: Known | None) -> tuple[Solution | None, int]:
        """The proof by the solver, else by the book, and the nodes it took. A solver that resumes is asked even where
        the book has the position, so that it is ready when the book ends."""
        limits = self.solver_limits
        if limits is None:
            return None, 0
        if entry is not None and limits.seconds is not None:
            limits = replace(limits, seconds=min(limits.seconds, BESIDE_BOOK))
        proof, spent = self._solve(position, clock, limits)
        if proof is None and entry is not None:
            proof = entry.solution(self.kernel.game.to_move(position))
        return proof, spent

    def _by_result(self, position: Any, clock: Clock) -> tuple[Analysis | None, int]:
        """A move that is proved to win or draw, and the nodes it took, where the margin is out of the solver's reach.

        A short search estimates the margin. In a lost position the search chooses what to try.
        """
        if self.solver_limits is None or not isinstance(self.kernel.game, Scores):
            return None, 0
        proof, spent = self._solve(position, clock, self.solver_limits, result_only=True)
        if proof is None or proof.value < 0:
            return None, spent
        searched, spent = self._by_margin(position, clock, proof, spent)
        if searched is None:
            searched = self._search(position, clock, _least(_rest(clock, spent), CHOOSING), 1, None, proof.best[:1])
        value = float(proof.value)
        lines = (replace(searched.lines[0], value=value),)
        return replace(searched, value=value, nodes=searched.nodes + spent, seconds=clock.seconds, lines=lines), spent

    def _by_margin(self, position: Any, clock: Clock, proof: Solution, spent: int) -> tuple[Analysis | None, int]:
        """The move that a search expects the most of, if it is proved to win, too; and the nodes spent before it."""
        if proof.value == 0:
            return None, spent
        searched = self._search(position, clock, _half(_rest(clock, spent)), 1, None)
        if searched.move in proof.best:
            return searched, spent
        game = self.kernel.game
        after = game.play(position, searched.move)
        outcome = game.outcome(after)
        nodes = 0
        if outcome is not None:
            wins = outcome.winner is proof.player
        else:
            reply, nodes = self._solve(after, clock, _half(_rest(clock, spent + searched.nodes)), result_only=True)
            wins = reply is not None and reply.value == (1 if reply.player is proof.player else -1)
        return (searched, spent + nodes) if wins else (None, spent + searched.nodes + nodes)

    # Solver and search

    def _solve(
        self, position: Any, clock: Clock, limits: Limits, result_only: bool = False
    ) -> tuple[Solution | None, int]:
        """The solver's answer and the nodes it took: none where the position is out of its reach."""
        try:
            proof = self.kernel.solve_in_reach(position, clock, limits, self.means, result_only)
        except NotSolved:
            return None, limits.nodes or 1
        except KeyboardInterrupt:  # the search may still answer quickly
            clock.interrupt()
            return None, limits.nodes or 1
        return proof, proof.nodes if proof is not None else 0

    def _search(
        self,
        position: Any,
        clock: Clock,
        limits: Limits,
        lines: int,
        report: Report | None,
        among: tuple[Any, ...] = (),
    ) -> Analysis:
        method = "alphabeta" if among else self.method
        return self.kernel.analyze(position, clock, limits, lines, report, method, self.means, among)


def _book_line(entry: Known | Estimate) -> Line:
    """The best move by the book."""
    score = None if entry.margin is None else float(entry.margin)
    return Line(entry.best[:1], float(entry.value), score, isinstance(entry, Known))


def _rest(clock: Clock, spent: int) -> Limits:
    """The limits without what is spent."""
    limits = clock.limits
    return Limits(
        nodes=None if limits.nodes is None else max(1, limits.nodes - spent),
        depth=limits.depth,
        seconds=None if limits.seconds is None else max(limits.seconds * LEAST_SHARE, limits.seconds - clock.seconds),
    )


def _half(limits: Limits) -> Limits:
    """Half of the nodes and seconds."""
    return Limits(
        nodes=None if limits.nodes is None else max(1, limits.nodes // 2),
        seconds=None if limits.seconds is None else limits.seconds / 2,
    )


def _least(some: Limits, other: Limits) -> Limits:
    """The tighter of two limits, without a depth."""
    return Limits(
        nodes=min((limits.nodes for limits in (some, other) if limits.nodes is not None), default=None),
        seconds=min((limits.seconds for limits in (some, other) if limits.seconds is not None), default=None),
    )


def _leaves_a_choice(proof: Solution) -> bool:
    """Whether a search should choose among the best moves: against an opponent who errs some may be better, and in a
    draw some make progress where others repeat."""
    return len(proof.best) > 1 and (proof.value == 0 or (proof.margin is None and proof.moves_to_win is None))


def _merged(proof: Solution, analysis: Analysis | None, lines: int, clock: Clock) -> Analysis:
    """What is proved about the best moves, and what a search says about the others."""
    score = None if proof.margin is None else float(proof.margin)
    searched = {line.moves[0]: line for line in (analysis.lines if analysis else ())}
    order = [move for move in searched if move in proof.best]
    if not _leaves_a_choice(proof) and proof.line:
        order.insert(0, proof.line[0])
    best = [
        Line(proof.line if proof.line[:1] == (move,) else searched[move].moves if move in searched else (move,),
             float(proof.value), score, True)
        for move in dict.fromkeys([*order, *proof.line[:1], *proof.best])
    ]  # fmt: skip
    others = [_below(line, proof.value, score) for move, line in searched.items() if move not in proof.best]
    return Analysis(
        player=proof.player,
        move=best[0].moves[0],
        value=float(proof.value),
        score=score,
        exact=True,
        depth=max(len(proof.line), analysis.depth if analysis else 0),
        nodes=proof.nodes + (analysis.nodes if analysis else 0),
        seconds=clock.seconds,
        lines=tuple([*best, *others][:lines]),
    )


def _below(line: Line, value: int, score: float | None) -> Line:
    """A line that is proved not to be among the best, with its value capped accordingly."""
    if line.exact:
        return line
    less = None if line.score is None or score is None else min(line.score, score)
    return replace(line, value=min(line.value, float(value)), score=less)
