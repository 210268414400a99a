"""Trees over the rulebook: the search of ``cpp/core/kernel_network_search.hpp`` for games without a kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quintet.core.types import Player
from quintet.environments.network_search import UNPROVED
from quintet.environments.planes import Planes, Symmetry, symmetries

BASE, REDUCTION = 19652, 0.2
"""Of PUCT: how slowly exploration grows, and how much less a move that was not tried is taken to be worth."""
BASE_VISITS = 50
"""Of Gumbel's search: the weight of a value beside a logit, before there are visits."""


@dataclass(slots=True)
class TriedMove:
    """A move of a node."""

    action: int
    logit: float
    prior: float = 0.0
    child: TreeNode | None = None
    visits: int = 0
    total: float = 0.0
    proof: int = UNPROVED

    @property
    def is_known(self) -> bool:
        return self.proof != UNPROVED or self.visits > 0

    @property
    def value(self) -> float:
        return self.proof if self.proof != UNPROVED else self.total / self.visits


@dataclass(slots=True)
class TreeNode:
    """A position of a tree."""

    position: Any
    mover: Player
    edges: list[TriedMove] = field(default_factory=list)
    visits: int = 0
    proof: int = UNPROVED
    value: float = 0.0

    @property
    def mean(self) -> float:
        return (self.value + sum(edge.total for edge in self.edges)) / (1 + self.visits)


@dataclass(slots=True)
class Tree:
    """The search of one root."""

    root: TreeNode
    path: list[tuple[TreeNode, TriedMove]] = field(default_factory=list)
    leaf: TreeNode | None = None
    """What waits for its evaluation."""
    done: int = 0
    schedule: list[int] = field(default_factory=list)
    noise: NDArray[np.float32] | None = None
    chance: Random | None = None
    """Draws the mirror images in which leaves are shown."""
    shown: Symmetry | None = None
    """That of the leaf."""
    asked: bool = False
    """Whether the leaf was among `fresh`."""


class RulebookTrees:
    """One tree for each root."""

    def __init__(
        self,
        planes: Planes,
        roots: list[Any],
        seeds: NDArray[np.uint64] | None,
        simulations: int,
        considered: int,
        exploration: float,
    ) -> None:
        """With `seeds`, leaves are shown in random mirror images."""
        self._planes, self._game = planes, planes.game
        self._simulations, self._considered, self._exploration = simulations, considered, exploration
        self._trees = [Tree(TreeNode(root, self._game.to_move(root))) for root in roots]
        self._share = 0.0
        self._fresh: list[Tree] = []
        self._symmetries = () if seeds is None else symmetries(planes)
        for tree, seed in zip(self._trees, () if seeds is None else seeds, strict=False):
            tree.chance = Random(int(seed))

    def add_noise(self, noise: NDArray[np.float32], share: float) -> None:
        self._share = share
        for tree, row in zip(self._trees, noise, strict=True):
            tree.noise = row

    def leaves(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> int:
        row = 0
        for tree in self._trees:
            self._descend(tree)
            if tree.leaf is not None:
                self._planes.write(tree.leaf.position, observations[row])
                self._planes.write_mask(tree.leaf.position, masks[row])
                if tree.shown is not None:
                    observations[row] = tree.shown.observations(observations[row])
                    masks[row] = tree.shown.masks(masks[row])
                row += 1
        return row

    def fresh(self) -> list[str]:
        self._fresh = [
            tree for tree in self._trees if tree.leaf is not None and tree.leaf is not tree.root and not tree.asked
        ]
        for tree in self._fresh:
            tree.asked = True
        return [self._game.text(tree.leaf.position) for tree in self._fresh if tree.leaf is not None]

    def prove(self, proofs: NDArray[np.int8]) -> int:
        known = [(tree, int(proof)) for tree, proof in zip(self._fresh, proofs, strict=True) if proof != UNPROVED]
        for tree, proof in known:
            leaf, tree.leaf = tree.leaf, None
            assert leaf is not None
            leaf.proof = proof
            self._back_up(tree, leaf.mover, proof)
        return len(known)

    def expand(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> None:
        waiting = [tree for tree in self._trees if tree.leaf is not None]
        for tree, scores, value in zip(waiting, logits, values, strict=True):
            self._grow(tree, scores, float(value))

    def results(
        self,
        policy: NDArray[np.float32],
        visits: NDArray[np.int32],
        q: NDArray[np.float32],
        values: NDArray[np.float32],
        chosen: NDArray[np.int64],
        proofs: NDArray[np.int8],
    ) -> None:
        policy[:], visits[:], q[:] = 0, 0, np.nan
        for row, tree in enumerate(self._trees):
            root = tree.root
            for edge, weight in zip(root.edges, self._target(root), strict=True):
                policy[row, edge.action], visits[row, edge.action] = weight, edge.visits
                if edge.is_known:
                    q[row, edge.action] = edge.value
            values[row] = root.proof if root.proof != UNPROVED else root.mean
            chosen[row], proofs[row] = self._best(tree).action, root.proof

    def line(self, tree: int) -> list[str]:
        moves: list[str] = []
        edge = self._best(self._trees[tree])
        while edge.child is not None:
            moves.append(str(self._planes.actions[edge.action]))
            node = edge.child
            if not node.edges:
                break
            edge = max(node.edges, key=lambda edge: (node.proof != UNPROVED and edge.proof == node.proof, edge.visits))
        return moves

    # One simulation

    def _descend(self, tree: Tree) -> None:
        """Go on until a leaf has to be evaluated, or the tree is done."""
        root = tree.root
        while tree.leaf is None:
            if root.edges and (tree.done >= self._simulations or root.proof != UNPROVED):
                return
            tree.path = []
            node = root
            while node.edges:
                edge = self._root_choice(tree) if node is root else self._choice(node, is_root=False)
                tree.path.append((node, edge))
                if edge.proof != UNPROVED:
                    break
                if edge.child is None:
                    edge.child = self._made(self._game.play(node.position, self._planes.actions[edge.action]))
                node = edge.child
            if tree.path and tree.path[-1][1].proof != UNPROVED:
                parent, edge = tree.path[-1]
                self._back_up(tree, parent.mover, edge.proof)
            elif node.proof != UNPROVED:
                self._back_up(tree, node.mover, node.proof)
            else:
                tree.leaf, tree.asked = node, False
                if tree.chance is not None:
                    tree.shown = tree.chance.choice(self._symmetries)

    def _made(self, position: Any) -> TreeNode:
        node = TreeNode(position, self._game.to_move(position))
        if outcome := self._game.outcome(position):
            node.proof = 0 if outcome.winner is None else 1 if outcome.winner is node.mover else -1
        return node

    def _back_up(self, tree: Tree, mover: Player, value: float) -> None:
        for node, edge in reversed(tree.path):
            node.visits += 1
            edge.visits += 1
            edge.total += value if node.mover is mover else -value
            if edge.child is not None and edge.proof == UNPROVED and edge.child.proof != UNPROVED:
                edge.proof = edge.child.proof if edge.child.mover is node.mover else -edge.child.proof
                proofs = [other.proof for other in node.edges if other.proof != UNPROVED]
                if edge.proof == 1 or len(proofs) == len(node.edges):
                    node.proof = max(proofs)
        tree.done += 1

    def _grow(self, tree: Tree, logits: NDArray[np.float32], value: float) -> None:
        node, tree.leaf = tree.leaf, None
        assert node is not None
        node.value = value
        if tree.shown is not None:
            logits = logits[np.argsort(tree.shown.actions)]
        legal = sorted(self._planes.number[move] for move in self._game.legal_moves(node.position))
        node.edges = [TriedMove(action, float(logits[action])) for action in legal]
        highest = max(edge.logit for edge in node.edges)
        total = sum(math.exp(edge.logit - highest) for edge in node.edges)
        for edge in node.edges:
            edge.prior = float(np.float32(math.exp(edge.logit - highest) / total))
        if node is not tree.root:
            self._back_up(tree, node.mover, value)
        elif self._considered:
            tree.schedule = halving_schedule(min(self._considered, len(legal)), self._simulations)
        elif tree.noise is not None:
            parts = [float(tree.noise[action]) for action in legal]
            for edge, part in zip(node.edges, parts, strict=True):
                edge.prior = float(np.float32((1 - self._share) * edge.prior + self._share * part / sum(parts)))

    # Choices

    def _root_choice(self, tree: Tree) -> TriedMove:
        if not self._considered:
            return self._choice(tree.root, is_root=True)
        return self._gumbel_best(tree, tree.schedule[tree.done])

    def _gumbel_best(self, tree: Tree, visits: int) -> TriedMove:
        """The root's edge with the best sum of noise, logit and value among those with so many visits, or, if there is
        none, among all."""
        scores = self._scores(tree.root)
        noise = tree.noise
        among = [index for index, edge in enumerate(tree.root.edges) if edge.visits == visits] or range(len(scores))
        best = max(among, key=lambda index: scores[index] + self._noise_of(noise, tree.root.edges[index]))
        return tree.root.edges[best]

    @staticmethod
    def _noise_of(noise: NDArray[np.float32] | None, edge: TriedMove) -> float:
        return 0.0 if noise is None else float(noise[edge.action])

    def _choice(self, node: TreeNode, is_root: bool) -> TriedMove:
        """Which edge of a node is tried next."""
        if self._considered:
            policy = _softmax(self._scores(node))
            shares = [weight - edge.visits / (1 + node.visits) for weight, edge in zip(policy, node.edges, strict=True)]
            return node.edges[shares.index(max(shares))]
        tried = sum(edge.prior for edge in node.edges if edge.visits)
        untried = node.mean - (0 if is_root else REDUCTION * math.sqrt(tried))
        rate = (self._exploration + math.log((1 + node.visits + BASE) / BASE)) * math.sqrt(1 + node.visits)
        scores = [
            (edge.value if edge.is_known else untried) + rate * edge.prior / (1 + edge.visits) for edge in node.edges
        ]
        return node.edges[scores.index(max(scores))]

    @staticmethod
    def _scores(node: TreeNode) -> list[float]:
        """Logits plus values, with an estimate for moves that were not tried."""
        known = [edge for edge in node.edges if edge.is_known]
        tried = sum(edge.prior for edge in known)
        expected = sum(edge.prior * edge.value for edge in known) / tried if tried > 0 else 0.0
        estimate = (node.value + node.visits * expected) / (1 + node.visits)
        weight = BASE_VISITS + max(edge.visits for edge in node.edges)
        return [edge.logit + weight * ((edge.value if edge.is_known else estimate) + 1) / 2 for edge in node.edges]

    def _target(self, root: TreeNode) -> list[float]:
        """What a learner should play at a root: what is proved, else the improved policy, else visits."""
        if root.proof != UNPROVED:
            weights = [float(edge.proof == root.proof) for edge in root.edges]
        elif self._considered:
            return _softmax(self._scores(root))
        else:
            weights = [float(edge.visits) if root.visits else edge.prior for edge in root.edges]
        return [weight / sum(weights) for weight in weights]

    def _best(self, tree: Tree) -> TriedMove:
        root = tree.root
        if root.proof == UNPROVED and self._considered:
            return self._gumbel_best(tree, max(edge.visits for edge in root.edges))
        serving = [edge for edge in root.edges if root.proof in (UNPROVED, edge.proof)]
        return max(serving, key=lambda edge: edge.visits + edge.prior / 2)


def _softmax(scores: list[float]) -> list[float]:
    highest = max(scores)
    weights = [math.exp(score - highest) for score in scores]
    return [weight / sum(weights) for weight in weights]


def halving_schedule(considered: int, simulations: int) -> list[int]:
    """How often an action must have been tried to be the next one at the root, simulation by simulation: rounds over
    the considered actions, of which the better half goes on to the next."""
    if considered <= 1:
        return list(range(simulations))
    schedule: list[int] = []
    halvings, tried, remaining = (considered - 1).bit_length(), 0, considered
    while len(schedule) < simulations:
        for _ in range(max(1, simulations // (halvings * remaining))):
            schedule += [tried] * remaining
            tried += 1
        remaining = max(2, remaining // 2)
    return schedule[:simulations]
