"""Exact answers from the rulebook: alpha-beta until no guess is left; retrograde analysis where positions can repeat.

An answer is exact or is not given: when the limits end first, `NotSolved` says what is known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.types import NotSolved, Player
from quintet.engine.analysis import Report, Solution
from quintet.engine.bounds import MEMORY_MB, MOST_DEPTH
from quintet.engine.limits import Clock, Stopped
from quintet.engine.rulebook.alphabeta import Deepening
from quintet.engine.rulebook.tree import SearchTree
from quintet.engine.rulebook.value import Evaluator, at_least, decode

BYTES_A_POSITION = 1500
"""About the memory of a position with its moves and its place in a graph."""


class Solver:
    """Solves positions of one game."""

    def __init__(self, game: AnyGame, memory_mb: int = MEMORY_MB) -> None:
        self.game = game
        self.most_positions = memory_mb * 2**20 // BYTES_A_POSITION
        self.memory_mb = memory_mb

    def solve(self, position: Any, clock: Clock, report: Report | None = None) -> Solution:
        """The exact value of a position that is not over; NotSolved when the clock ends first."""
        proof = _Proof(self.game, position, clock, self.memory_mb)
        next_graph = 0
        try:
            for depth in range(1, MOST_DEPTH + 1):
                if proof.prove(depth):
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


class _Proof(Deepening):
    """The state of one proof: the best move first, then every other one until it is known whether it is as good."""

    def __init__(self, game: AnyGame, position: Any, clock: Clock, memory_mb: int) -> None:
        self.legal = tuple(game.legal_moves(position))
        super().__init__(SearchTree(game, clock, memory_mb), position, list(self.legal), 1)
        self.clock = clock
        self.kept: dict[Any, bool] = {}
        """Whether each move keeps the value, as far as that is known."""

    @property
    def settled(self) -> bool:
        """Whether the value, the margin and the number of moves are certain: a full-width search to this depth would
        have seen a shorter win."""
        return self.exact and decode(self.best[0].value).moves <= self.depth

    def prove(self, depth: int) -> bool:
        """Search one ply deeper; whether everything is proved."""
        if not self.settled:
            self.deepen(depth)
        self.depth = depth
        return self.settled and self._compare(depth)

    def _compare(self, depth: int) -> bool:
        """Find which moves keep the value; whether that is known of every move."""
        result, margin, _ = decode(self.best[0].value)
        for move in self.legal:
            if move in self.kept:
                continue
            if move == self.best[0].moves[0] or (result < 0 and not self.tree.evaluator.scored):
                self.kept[move] = True
                continue
            keeps = self.tree.keeps(self.position, move, depth, at_least(result, margin))
            if keeps is not None:
                self.kept[move] = keeps
        return len(self.kept) == len(self.legal)

    def solution(self) -> Solution:
        result, margin, moves = decode(self.best[0].value)
        return Solution(
            self.player,
            result,
            margin if self.tree.evaluator.scored else None,
            tuple(move for move in self.legal if self.kept[move]),
            self.best[0].moves,
            moves if result else None,
            self.clock.nodes,
            self.clock.seconds,
        )

    def known(self) -> str:
        """What is known so far, as a sentence."""
        line = self.tree.line(self.best[0])
        spent = f"not solved in {self.clock.nodes} nodes and {self.clock.seconds:.1f} s"
        if not self.settled:
            return f"{spent}: {line.moves[0]} is best at depth {self.depth}, with a value of {line.value:+.2f}"
        result = {1: "a win", 0: "a draw", -1: "a loss"}[decode(self.best[0].value).result]
        left = len(self.legal) - len(self.kept)
        return f"{spent}: it is {result} with {line.moves[0]}, but {left} other moves are not decided"


Payoff = tuple[int, int]
"""Result and margin for FIRST."""
LEVEL: Payoff = (0, 0)


class GraphTooLarge(Exception):
    """The graph has more positions than allowed; never leaves the engine."""


class Graph:
    """All positions that can be reached from one, valued from the ends backwards (retrograde analysis).

    It solves games without end. A player wins by k or more where that player can force an end that is a win by k or
    more; where neither player can force a win, play goes on for ever or ends level, and that is a draw. The clock
    counts the moves between positions.
    """

    def __init__(self, game: AnyGame, root: Any, clock: Clock, most: int) -> None:
        self.game = game
        self.clock = clock
        self.evaluator = Evaluator(game)
        self.most = most
        self.positions = [root]
        self.children: list[list[int]] = []
        """The children of each position, in the order of its legal moves."""
        self._explore()
        self.movers = [game.to_move(position) for position in self.positions]
        self.parents: list[list[int]] = [[] for _ in self.positions]
        for number, children in enumerate(self.children):
            for child in children:
                self.parents[child].append(number)
        self.payoffs = self._value()
        self.moves_left = self._count()

    def _explore(self) -> None:
        numbers = {self.positions[0]: 0}
        for position in self.positions:  # the list grows during the loop
            children = []
            for move in self.game.legal_moves(position):
                self.clock.tick()
                child = self.game.play(position, move)
                number = numbers.setdefault(child, len(self.positions))
                if number == len(self.positions):
                    if number >= self.most:
                        raise GraphTooLarge
                    self.positions.append(child)
                children.append(number)
            self.children.append(children)

    def _value(self) -> list[Payoff]:
        """The payoff of best play from every position."""
        ends = {
            number: self.evaluator.result(self.positions[number], Player.FIRST)
            for number, children in enumerate(self.children)
            if not children
        }
        values: list[Payoff] = [LEVEL] * len(self.positions)
        for player, sign in ((Player.FIRST, 1), (Player.SECOND, -1)):
            open_moves = [len(children) for children in self.children]
            forced: set[int] = set()
            for payoff in sorted({end for end in ends.values() if end[0] == sign}, reverse=sign > 0):
                todo = deque(number for number, end in ends.items() if end == payoff)
                forced.update(todo)
                while todo:
                    number = todo.popleft()
                    values[number] = payoff
                    for parent in self.parents[number]:
                        open_moves[parent] -= 1
                        if parent not in forced and (self.movers[parent] == player or open_moves[parent] == 0):
                            forced.add(parent)
                            todo.append(parent)
        return values

    def _count(self) -> list[int]:
        """Moves to the end from every decided position, with the fastest win and the longest defence.

        Both sides play only moves that keep the value; the loser's last open move is the longest.
        """
        moves_left = [0] * len(self.positions)
        open_moves = [sum(1 for _ in self._kept(number)) for number in range(len(self.positions))]
        todo = deque(n for n, children in enumerate(self.children) if not children and self.payoffs[n] != LEVEL)
        counted = set(todo)
        while todo:
            number = todo.popleft()
            payoff = self.payoffs[number]
            for parent in self.parents[number]:
                if self.payoffs[parent] != payoff or parent in counted:
                    continue
                open_moves[parent] -= 1
                if self._wins(parent) or open_moves[parent] == 0:
                    moves_left[parent] = moves_left[number] + 1
                    counted.add(parent)
                    todo.append(parent)
        return moves_left

    def _wins(self, number: int) -> bool:
        """Whether the player to move is the one who wins."""
        return (self.payoffs[number][0] > 0) == (self.movers[number] == Player.FIRST)

    def _kept(self, number: int) -> Iterable[tuple[int, int]]:
        """The moves (by index) that keep the value, with the positions they lead to."""
        children = enumerate(self.children[number])
        return ((place, child) for place, child in children if self.payoffs[child] == self.payoffs[number])

    def solution(self) -> Solution:
        result, margin = self.payoffs[0]
        player = self.movers[0]
        sign = 1 if player == Player.FIRST else -1
        moves = self.game.legal_moves(self.positions[0])
        return Solution(
            player,
            sign * result,
            sign * margin if self.evaluator.scored else None,
            tuple(moves[place] for place, _ in self._kept(0)),
            self._line(),
            self.moves_left[0] if result else None,
            self.clock.nodes,
            self.clock.seconds,
        )

    def _line(self) -> tuple[Any, ...]:
        line: list[Any] = []
        number, seen = 0, {0}
        while self.children[number]:
            moves = list(self._kept(number))
            pick = min if self._wins(number) else max
            place, child = pick(moves, key=lambda edge: self.moves_left[edge[1]])
            line.append(self.game.legal_moves(self.positions[number])[place])
            if child in seen:
                break
            seen.add(child)
            number = child
        return tuple(line)
