"""Exact values by retrograde analysis: every position that can be reached, valued from the ends backwards.

It solves games without end. A player wins by k or more where that player can force an end that is a win by k or more;
where neither player can force a win, play goes on for ever or ends level, and that is a draw.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.types import Player
from quintet.engine.analysis import Solution
from quintet.engine.limits import Clock
from quintet.engine.rulebook.value import Evaluator

Payoff = tuple[int, int]
"""Result and margin for FIRST."""
LEVEL: Payoff = (0, 0)


class GraphTooLarge(Exception):
    """The graph has more positions than allowed; never leaves the engine."""


class Graph:
    """All positions that can be reached from one; the clock counts the moves between them."""

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
