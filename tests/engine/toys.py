"""Toy games given as graphs, small enough to know everything about them by the plainest means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, NamedTuple, cast

from quintet.core.game import AnyGame
from quintet.core.types import Outcome, Player, Word

FIRST, SECOND = Player.FIRST, Player.SECOND


class Spot(NamedTuple):
    """A position: only a name, so that equal ones are one."""

    name: str


@dataclass(frozen=True)
class Node:
    """Who is to move, and where each move leads; or who has won, and the final scores."""

    mover: Player
    moves: Mapping[str, str] = field(default_factory=dict)
    winner: Player | None = None
    scores: tuple[int, int] | None = None


@dataclass(frozen=True)
class NoOptions:
    pass


class Toy:
    """A game that is a graph; it begins at ``a``."""

    id: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    rules: ClassVar[str] = ""
    Options: ClassVar[type] = NoOptions

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self.options = NoOptions()
        self.nodes = dict(nodes)
        self.played = 0
        """How often a move was played, to hold engines to their node counts."""

    def start(self) -> Spot:
        return Spot("a")

    def to_move(self, pos: Spot) -> Player:
        return self.nodes[pos.name].mover

    def legal_moves(self, pos: Spot) -> list[Word]:
        return [Word(move) for move in self.nodes[pos.name].moves]

    def all_moves(self) -> list[Word]:
        return [Word(move) for move in sorted({move for node in self.nodes.values() for move in node.moves})]

    def play(self, pos: Spot, move: Word) -> Spot:
        self.played += 1
        return Spot(self.nodes[pos.name].moves[move.text])

    def outcome(self, pos: Spot) -> Outcome | None:
        node = self.nodes[pos.name]
        return None if node.moves else Outcome(node.winner, "the end", node.scores)

    def text(self, pos: Spot) -> str:
        return pos.name

    def parse(self, text: str) -> Spot:
        if text not in self.nodes:
            raise ValueError(f"expected one of {', '.join(self.nodes)}, got {text!r}")
        return Spot(text)


class ScoredToy(Toy):
    """The same with scores."""

    def scores(self, pos: Spot) -> tuple[int, int]:
        return self.nodes[pos.name].scores or (0, 0)


class GuessingToy(Toy):
    """The same with a heuristic: a fixed number for each position, no better than chance."""

    def heuristic(self, pos: Spot, player: Player) -> float:
        guess = Random(pos.name).uniform(-1, 1)
        return guess if player is FIRST else -guess


class ScoredGuessingToy(ScoredToy, GuessingToy):
    """Both."""


def toy(nodes: Mapping[str, Node], kind: type[Toy] = Toy) -> AnyGame:
    """A toy as the engines see it."""
    return cast(AnyGame, kind(nodes))


def end(winner: Player | None, scores: tuple[int, int] | None = None, mover: Player = FIRST) -> Node:
    return Node(mover, {}, winner, scores)


def random_toy(seed: int, kind: type[Toy] = Toy, endless: bool = False, layers: int = 6, width: int = 4) -> AnyGame:
    """A random graph with skipped turns and transpositions; in an endless one moves also lead back."""
    random = Random(seed)
    scored = issubclass(kind, ScoredToy)
    names = ["a"] + [f"{layer}.{place}" for layer in range(1, layers) for place in range(width)]
    layer_of = {name: int(name[0]) if name != "a" else 0 for name in names}
    nodes: dict[str, Node] = {}
    for name in names:
        later = [other for other in names if (endless and other != "a") or layer_of[other] > layer_of[name]]
        mover = random.choice((FIRST, SECOND))
        if layer_of[name] == layers - 1 or (name != "a" and random.random() < 0.2):
            winner = random.choice((FIRST, SECOND, None))
            more, less = sorted((random.randint(0, 5), random.randint(6, 9)), reverse=True)
            scores = (more, less) if winner is FIRST else (less, more) if winner is SECOND else (4, 4)
            nodes[name] = Node(mover, {}, winner, scores if scored else None)
        else:
            targets = random.sample(later, min(len(later), random.randint(1, 4)))
            nodes[name] = Node(mover, {f"m{number}": target for number, target in enumerate(targets)})
    return toy(nodes, kind)


class Truth(NamedTuple):
    """What is so, for FIRST."""

    result: int
    margin: int
    haste: int
    """Moves to the end, counted against the winner, so that bigger is better for FIRST."""


def minimax(game: AnyGame, pos: Any) -> Truth:
    """Plain minimax over the whole tree of a toy that ends."""
    moves = game.legal_moves(pos)
    if not moves:
        return _ended(game, pos)
    values = [minimax(game, game.play(pos, move)) for move in moves]
    best = max(values) if game.to_move(pos) is FIRST else min(values)
    return best._replace(haste=best.haste - best.result)


def _ended(game: AnyGame, pos: Any) -> Truth:
    outcome = game.outcome(pos)
    assert outcome is not None
    result = 0 if outcome.winner is None else 1 if outcome.winner is FIRST else -1
    margin = outcome.scores[0] - outcome.scores[1] if outcome.scores and result else 0
    return Truth(result, margin, 0)


def slow_truth(game: AnyGame) -> dict[str, Truth]:
    """All positions of an endless toy without scores: who can force a win in n moves, for growing n."""
    toy = cast(Toy, game)
    known = {name: _ended(game, Spot(name)) for name, node in toy.nodes.items() if not node.moves}
    for moves in range(1, len(toy.nodes) + 1):
        fresh = {}
        for name, node in toy.nodes.items():
            if name in known:
                continue
            after = [known.get(target) for target in node.moves.values()]
            wins = 1 if node.mover is FIRST else -1
            if any(truth is not None and truth.result == wins for truth in after):
                fresh[name] = Truth(wins, 0, -wins * moves)
            elif all(truth is not None and truth.result == -wins for truth in after):
                fresh[name] = Truth(-wins, 0, wins * moves)
        known |= fresh
    return {name: known.get(name, Truth(0, 0, 0)) for name in toy.nodes}


def cut_off_truth(game: AnyGame) -> dict[str, tuple[int, int]]:
    """Result and margin of all positions of an endless toy: best play when it is cut off, level, ever later."""
    toy = cast(Toy, game)
    values = {name: _ended(game, Spot(name))[:2] if not node.moves else (0, 0) for name, node in toy.nodes.items()}
    for _ in toy.nodes:
        values = {
            name: (max if node.mover is FIRST else min)(values[target] for target in node.moves.values())
            if node.moves
            else values[name]
            for name, node in toy.nodes.items()
        }
    return values
