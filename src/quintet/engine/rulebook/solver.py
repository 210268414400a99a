"""Exact answers from the rulebook: alpha-beta until no guess is left, or the whole graph where positions can repeat.

An answer is exact or is not given: when the limits end first, `NotSolved` says what is known.
"""

from __future__ import annotations

from typing import Any

from quintet.core.game import AnyGame
from quintet.core.types import NotSolved
from quintet.engine.analysis import Analysis, Report, Solution
from quintet.engine.bounds import MOST_DEPTH
from quintet.engine.limits import Clock, Stopped
from quintet.engine.rulebook.state_graph import Graph, GraphTooLarge
from quintet.engine.rulebook.tree import RootMove, SearchTree
from quintet.engine.rulebook.value import at_least, decode, is_decided

BYTES_A_POSITION = 1500
"""About the memory of a position with its moves and its place in a graph."""


class Solver:
    """Solves positions of one game."""

    def __init__(self, game: AnyGame, memory_mb: int = 256) -> None:
        self.game = game
        self.most_positions = memory_mb * 2**20 // BYTES_A_POSITION
        self.memory_mb = memory_mb

    def solve(self, position: Any, clock: Clock, report: Report | None = None) -> Solution:
        """The exact value of a position that is not over; NotSolved when the clock ends first."""
        proof = _Proof(self.game, position, clock, self.memory_mb)
        next_graph = 0
        try:
            for depth in range(1, MOST_DEPTH + 1):
                if proof.deepen(depth):
                    return proof.solution()
                if report is not None:
                    report(proof.analysis())
                # Where positions can repeat a search may never end, but the graph may be small: try ever larger ones.
                if proof.tree.repeats and clock.nodes >= next_graph:
                    if solution := self._by_graph(position, clock, 1000 + 2 * clock.nodes):
                        return solution
                    next_graph = 4 * clock.nodes
            if solution := self._by_graph(position, clock, self.most_positions):
                return solution
        except Stopped:
            pass
        except KeyboardInterrupt:
            clock.interrupt()
        raise NotSolved(proof.known())

    def _by_graph(self, position: Any, clock: Clock, most: int) -> Solution | None:
        try:
            return Graph(self.game, position, clock, min(most, self.most_positions)).solution()
        except GraphTooLarge:
            return None


class _Proof:
    """The state of one proof."""

    def __init__(self, game: AnyGame, position: Any, clock: Clock, memory_mb: int) -> None:
        self.position = position
        self.clock = clock
        self.tree = SearchTree(game, clock, memory_mb)
        self.player = game.to_move(position)
        self.moves = tuple(game.legal_moves(position))
        self.depth = 0
        self.best = RootMove((self.moves[0],), self.tree.evaluator.guess(position, self.player), False)
        self.settled = False
        """Whether the value, the margin and the number of moves are certain."""
        self.kept: dict[Any, bool] = {}
        """Whether each move keeps the value, as far as that is known."""

    def deepen(self, depth: int) -> bool:
        """Search one ply deeper; whether everything is proved."""
        if not self.settled:
            first = self.best.moves[0]
            order = [first, *(move for move in self.moves if move != first)]
            self.best, proved = self.tree.root(self.position, order, depth)
            self.settled = proved or (
                # A full-width search to this depth has seen every shorter win.
                not self.tree.evaluator.scored
                and is_decided(self.best.value)
                and decode(self.best.value).moves <= depth
            )
        self.depth = depth
        return self.settled and self._compare(depth)

    def _compare(self, depth: int) -> bool:
        """Find which moves keep the value; whether that is known of every move."""
        result, margin, _ = decode(self.best.value)
        for move in self.moves:
            if move in self.kept:
                continue
            if move == self.best.moves[0] or (result < 0 and not self.tree.evaluator.scored):
                self.kept[move] = True
                continue
            keeps = self.tree.keeps(self.position, move, depth, at_least(result, margin))
            if keeps is not None:
                self.kept[move] = keeps
        return len(self.kept) == len(self.moves)

    def solution(self) -> Solution:
        result, margin, moves = decode(self.best.value)
        return Solution(
            self.player,
            result,
            margin if self.tree.evaluator.scored else None,
            tuple(move for move in self.moves if self.kept[move]),
            self.best.moves,
            moves if result else None,
            self.clock.nodes,
            self.clock.seconds,
        )

    def analysis(self) -> Analysis:
        """What is known so far, for progress reports."""
        line = self.tree.line(self.best)
        nodes, seconds = self.clock.nodes, self.clock.seconds
        return Analysis(
            self.player, line.moves[0], line.value, line.score, self.settled, self.depth, nodes, seconds, (line,)
        )

    def known(self) -> str:
        """What is known so far, as a sentence."""
        line = self.tree.line(self.best)
        spent = f"not solved in {self.clock.nodes} nodes and {self.clock.seconds:.1f} s"
        if not self.settled:
            return f"{spent}: {line.moves[0]} is best at depth {self.depth}, with a value of {line.value:+.2f}"
        result = {1: "a win", 0: "a draw", -1: "a loss"}[decode(self.best.value).result]
        left = len(self.moves) - len(self.kept)
        return f"{spent}: it is {result} with {line.moves[0]}, but {left} other moves are not decided"
