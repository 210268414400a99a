"""Monte-Carlo tree search for any game: UCT with proved values backed up like any other.

All numbers in the tree are for FIRST, so no sign changes where a turn is skipped or the players change
colours: FIRST looks for the highest and SECOND for the lowest.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any, NamedTuple

from quintet.core.game import AnyGame
from quintet.core.types import Player
from quintet.engine.analysis import Analysis, Line, Report
from quintet.engine.bounds import MOST_DEPTH
from quintet.engine.evaluation import Guess
from quintet.engine.limits import Clock, Stopped
from quintet.engine.rulebook.value import GUESS, Evaluator

EXPLORE_GUESSES = 0.1
"""Exploration constant with a heuristic, which is a steady guide."""
EXPLORE_PLAYOUTS = 0.7
"""Exploration constant with random playouts."""
LONGEST = 300
"""Random moves before a playout counts as a draw."""


class Proof(NamedTuple):
    """A proved value; larger is better for FIRST."""

    result: int
    margin: int
    haste: int = 0
    """Moves to the end, with the sign that makes fast wins and slow losses better."""

    def earlier(self) -> Proof:
        """The same proof seen from one move earlier."""
        return self._replace(haste=self.haste - self.result)


class Node:
    """A position in the tree."""

    __slots__ = ("children", "finished", "margins", "position", "proof", "sign", "sure", "total", "untried", "visits")

    def __init__(self, position: Any, player: Player) -> None:
        self.position = position
        self.sign = 1 if player is Player.FIRST else -1
        """Turns numbers for FIRST into numbers for the player to move."""
        self.untried: list[Any] | None = None
        """Moves without a child; ``None`` until they are first needed."""
        self.children: list[tuple[Any, Node]] = []
        self.visits = 0
        self.total = 0.0
        self.margins = 0
        """The sum of the final score differences of the playouts that were played to the end."""
        self.finished = 0
        """The number of these playouts."""
        self.sure: int | None = None
        """The best result that is proved for one of its moves: a lower bound for the player to move."""
        self.proof: Proof | None = None

    @property
    def mean(self) -> float:
        if self.proof is not None:
            return float(self.proof.result)
        return self.total / self.visits if self.visits else 0.0


class Mcts:
    """A `Search`."""

    def __init__(self, game: AnyGame, seed: int = 0, heuristic: Guess | None = None) -> None:
        self.game = game
        self.seed = seed
        self.heuristic = heuristic

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        random = Random(f"{self.seed} {self.game.text(position)}")
        growth = _Growth(self.game, position, clock, random, self.heuristic)
        next_report = 64
        try:
            while not growth.finished(lines):
                growth.simulate()
                if report is not None and growth.root.visits >= next_report:
                    next_report *= 2
                    report(growth.analysis(lines))
        except Stopped:
            pass
        except KeyboardInterrupt:
            clock.interrupt()
        return growth.analysis(lines)


class _Growth:
    """The tree of one analysis."""

    def __init__(
        self, game: AnyGame, position: Any, clock: Clock, random: Random, heuristic: Guess | None = None
    ) -> None:
        self.game = game
        self.clock = clock
        self.random = random
        self.evaluator = Evaluator(game, heuristic)
        self.explore = EXPLORE_PLAYOUTS if self.evaluator.heuristic is None else EXPLORE_GUESSES
        self.root = self._node(position)
        self.depth = 0

    def _node(self, position: Any) -> Node:
        node = Node(position, self.game.to_move(position))
        if self.game.outcome(position) is not None:
            node.proof = Proof(*self.evaluator.result(position, Player.FIRST))
        return node

    def _untried(self, node: Node) -> list[Any]:
        """The moves without a child, in an order that the seed decides."""
        if node.untried is None:
            node.untried = list(self.game.legal_moves(node.position))
            self.random.shuffle(node.untried)
        return node.untried

    def finished(self, lines: int) -> bool:
        """Whether more simulations cannot change anything."""
        if self.root.proof is None:
            return False
        proved = sum(child.proof is not None for _, child in self.root.children)
        return proved >= min(lines, len(self.root.children) + len(self._untried(self.root)))

    def simulate(self) -> None:
        """Walk to a leaf, estimate it, and update every node on the way."""
        self.clock.tick()
        path = [self.root]
        while len(path) <= MOST_DEPTH:
            child = self._select(path[-1])
            path.append(child)
            if child.visits == 0 or child.proof is not None:
                break
        value, margin = self._playout(path[-1])
        proved = True
        for node in reversed(path):
            proved = proved and self._prove(node)
            if proved:
                value = node.mean
            elif node.sure is not None:
                value = node.sign * max(node.sign * value, node.sign * node.sure)
            node.visits += 1
            node.total += value
            if margin is not None:
                node.margins += margin
                node.finished += 1
        self.depth = max(self.depth, len(path) - 1)

    def _select(self, node: Node) -> Node:
        """The child with the highest upper confidence bound, a new one if no child beats it."""
        sign, log = node.sign, math.log(node.visits + 1)
        best, most, untried = None, -math.inf, self._untried(node)
        if untried:
            most = sign * node.mean + self.explore * math.sqrt(log)
        for _, child in node.children:
            if child.proof is not None:
                continue  # its value is proved
            promise = sign * child.mean + self.explore * math.sqrt(log / (child.visits + 1))
            if promise > most:
                best, most = child, promise
        if best is not None:
            return best
        move = untried.pop()
        child = self._node(self.game.play(node.position, move))
        node.children.append((move, child))
        return child

    def _playout(self, node: Node) -> tuple[float, int | None]:
        """The result for FIRST, and the margin if the playout reached the end."""
        position = node.position
        if self.game.outcome(position) is not None:
            return self._end(position)
        if self.evaluator.heuristic is not None:
            return self.evaluator.guess(position, Player.FIRST) / GUESS, None
        for _ in range(LONGEST):
            moves = self.game.legal_moves(position)
            if not moves:
                return self._end(position)
            self.clock.tick()
            position = self.game.play(position, self.random.choice(moves))
        return 0.0, None

    def _end(self, position: Any) -> tuple[float, int | None]:
        result, margin = self.evaluator.result(position, Player.FIRST)
        return float(result), margin if self.evaluator.scored else None

    def _prove(self, node: Node) -> bool:
        """Prove a node from its children if possible; whether its value is proved."""
        if node.proof is None:
            pick = max if node.sign > 0 else min
            proofs = [child.proof for _, child in node.children if child.proof is not None]
            if proofs:
                best = pick(proofs)
                node.sure = best.result
                everything = not node.untried and len(proofs) == len(node.children)
                if everything or (best.result == node.sign and not self.evaluator.scored):
                    node.proof = best.earlier()
        return node.proof is not None

    def _ranked(self, node: Node) -> list[tuple[Any, Node]]:
        """The visited children, best first; moves with few visits are ranked lower."""

        def rank(edge: tuple[Any, Node]) -> tuple[float, int, int]:
            child = edge[1]
            if child.proof is not None:
                return tuple(node.sign * number for number in child.proof)  # type: ignore[return-value]
            return max(-0.999, node.sign * child.mean - 1 / math.sqrt(child.visits)), 0, 0

        tried = [edge for edge in node.children if edge[1].visits or edge[1].proof]
        return sorted(tried, key=rank, reverse=True)

    def analysis(self, lines: int) -> Analysis:
        root, player = self.root, self.game.to_move(self.root.position)
        best = [self._line(move, child) for move, child in self._ranked(root)[:lines]]
        if not best:
            guess = self.evaluator.guess(root.position, player) / GUESS
            move = root.children[0][0] if root.children else self._untried(root)[-1]
            best = [Line((move,), guess, None, False)]
        return Analysis.of_lines(player, best, self.clock, exact=root.proof is not None, depth=self.depth)

    def _line(self, move: Any, child: Node) -> Line:
        moves, sign, score = [move], self.root.sign, None
        if self.evaluator.scored and child.proof is not None:
            score = float(sign * child.proof.margin)
        elif child.finished:
            score = sign * child.margins / child.finished
        node = child
        while ranked := self._ranked(node):
            moves.append(ranked[0][0])
            node = ranked[0][1]
        return Line(tuple(moves), sign * child.mean + 0.0, score, child.proof is not None)
