"""Exact values of positions, for experiments in learning: `quintet.oracle("magnetize(height=3,width=3)")`.

An answer is proved, by the game's solver or from its book, or it is ``None``. The regret of a policy is the value that
it loses against the exact one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, SupportsIndex

from quintet.core.game import Game, M, P, find_move, spec
from quintet.core.inputs import checked_game, checked_position, short
from quintet.engine import Engine, book, bounds
from quintet.engine.bounds import MEMORY_MB, MOST_NODES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_KEPT = 200_000
"""Size of the cache of answers; a full one is emptied."""

Policy = Callable[[Any], Any]
"""From a position to a move, to its text, or to a mapping from these to probabilities."""


@dataclass(frozen=True, slots=True)
class Truth(Generic[M]):
    """What is proved about a position, for the player to move."""

    value: int
    """1 won, 0 drawn, -1 lost."""
    margin: int | None
    """The final score difference, in a game with scores."""
    best: tuple[M, ...]
    """Every move that keeps the value, and the margin where there is one; none when the game is over."""


@dataclass(frozen=True, slots=True)
class Regret:
    """The regret of a policy, over the positions where all values are known."""

    mean: float
    """The mean loss of value of a move, from 0 to 2: from a win to a draw is 1, from a win to a loss 2."""
    worst: float
    """The largest loss in one position."""
    kept: float
    """The share of the moves that keep the value."""
    known: int
    """Positions in which the value of every move is known; the numbers above are about these."""
    asked: int
    """Positions that were asked for."""


class _Listed(NamedTuple):
    """A row of a data set."""

    text: str
    value: int
    margin: int | None
    best: tuple[str, ...]


class Oracle(Generic[P, M]):
    """Exact answers about one game, as far as they are within reach."""

    def __init__(
        self,
        game: Game[P, M] | str,
        *,
        nodes: SupportsIndex = 200_000,
        memory_mb: SupportsIndex = MEMORY_MB,
        threads: SupportsIndex = 1,
        data: Path | str | None = None,
    ) -> None:
        self.game = checked_game(game)
        self.nodes = bounds.whole("nodes", nodes, 1, MOST_NODES)
        """The nodes for one position."""
        self._engine = Engine(self.game, memory_mb=memory_mb, threads=threads)
        self._answers: dict[str, Truth | None] = {}
        self._actions = {move: action for action, move in enumerate(self.game.all_moves())}
        self._by_text = {str(move): move for move in self._actions}
        self._listed = {} if data is None else self._read(data)

    def __repr__(self) -> str:
        return f"quintet.oracle({spec(self.game)!r})"

    def ask(self, position: P | str) -> Truth[M] | None:
        """The exact value of a position or its text; ``None`` where it is not known."""
        return self.ask_all([position])[0]

    def ask_all(self, positions: Iterable[P | str], *, in_reach: bool = False) -> list[Truth[M] | None]:
        """The exact values of many positions, by one call of the solver; equal positions are solved once.

        With `in_reach` the solver is not asked where it is known to need more nodes.
        """
        listed = [checked_position(self.game, position) for position in positions]
        texts = list(map(self.game.text, listed))
        if len(self._answers) >= MOST_KEPT:
            self._answers.clear()
        unknown: dict[str, P] = {}
        for text, position in zip(texts, listed, strict=True):
            if text in self._answers or text in unknown:
                continue
            if truth := self._without_solver(position):
                self._answers[text] = truth
            else:
                unknown[text] = position
        solutions = self._engine.solve_all(unknown.values(), nodes=self.nodes, in_reach=in_reach)
        for text, solution in zip(unknown, solutions, strict=True):
            if solution is not None:
                self._answers[text] = Truth(solution.value, solution.margin, solution.best)
            elif not in_reach:  # without this condition it may be answered
                self._answers[text] = None
        return [self._answers.get(text) for text in texts]

    def moves(self, position: P | str) -> dict[M, int] | None:
        """The value of every legal move for the player to move; ``None`` where one is not known."""
        position = checked_position(self.game, position)
        player = self.game.to_move(position)
        values: dict[Any, int] = {}
        for move in self.game.legal_moves(position):
            after = self.game.play(position, move)
            if (truth := self.ask(after)) is None:
                return None
            values[move] = truth.value if self.game.to_move(after) is player else -truth.value
        return values

    def arrays(self, positions: Iterable[Any]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Values, NaN where not known, and which actions are best, one row a position: targets for a learner."""
        import numpy as np

        truths = self.ask_all(positions)
        values = np.full(len(truths), np.nan, np.float32)
        best = np.zeros((len(truths), len(self._actions)), np.bool_)
        for row, truth in enumerate(truths):
            if truth is not None:
                values[row] = truth.value
                best[row, [self._actions[move] for move in truth.best]] = True
        return values, best

    def regret(self, policy: Policy | NDArray[Any], positions: Sequence[Any]) -> Regret:
        """The regret of a policy in these positions.

        A policy is a function from a position to what it would play there, or an array with a row of action
        probabilities for each position.
        """
        lost: list[float] = []
        keeping = 0.0
        known = [checked_position(self.game, position) for position in positions]
        chosen = self.rows_of(policy, len(known))
        for row, position in enumerate(known):
            values = self.moves(position)
            if not values:
                continue
            chances = self.chances(chosen(row, position), values)
            value = max(values.values())
            lost.append(sum(chance * (value - values[move]) for move, chance in chances.items()))
            keeping += sum(chance for move, chance in chances.items() if values[move] == value)
        if not lost:
            return Regret(float("nan"), float("nan"), float("nan"), 0, len(known))
        return Regret(sum(lost) / len(lost), max(lost), keeping / len(lost), len(lost), len(known))

    def _without_solver(self, position: Any) -> Truth | None:
        """What is known of a finished game, by the file, or by the book."""
        game = self.game
        if outcome := game.outcome(position):
            player = game.to_move(position)
            value = 0 if outcome.winner is None else 1 if outcome.winner is player else -1
            margin = outcome.scores and outcome.scores[player] - outcome.scores[player.other]
            return Truth(value, margin, ())
        if self._listed and (listed := self._listed.get(book.listed_text(game, position))):
            origin, moves = listed.text, [self._by_text[text] for text in listed.best]
            if origin != game.text(position):
                moves = book.mirrored(game, game.parse(origin), moves, position)
            return Truth(listed.value, listed.margin, tuple(moves))
        known = book.look_up(game, position)
        return None if known is None else Truth(known.value, known.margin, known.best)

    def _read(self, data: Path | str) -> dict[str, _Listed]:
        """The answers of a data set, by symmetry class; ValueError where it is of another game."""
        from quintet.environments.dataset_files import read

        rows: dict[str, _Listed] = {}
        for row in read(data):
            text, best = row["position"], tuple(map(sys.intern, row["best"]))
            if wrong := next((move for move in best if move not in self._by_text), None):
                raise ValueError(f"the data set {str(data)!r} must be of {spec(self.game)}, got the move {wrong!r}")
            rows[row["symmetry_class"]] = _Listed(text, row["value"], row["margin"], best)
        return rows

    def rows_of(self, policy: Policy | NDArray[Any], count: int) -> Callable[[int, Any], Any]:
        """What a policy gives for one of `count` positions, by its row and itself; ValueError for what is no policy."""
        if callable(policy):
            return lambda row, position: policy(position)
        shape, expected = getattr(policy, "shape", None), (count, len(self._actions))
        if shape != expected:
            got = short(policy) if shape is None else shape
            raise ValueError(f"the policy must be a function or an array of shape {expected}, got {got}")
        return lambda row, position: policy[row]

    def chances(self, chosen: Any, values: Mapping[Any, int]) -> dict[Any, float]:
        """The answer of a policy as probabilities of legal moves."""
        if hasattr(chosen, "shape"):
            if chosen.shape != (len(self._actions),):
                raise ValueError(f"the policy must give {len(self._actions)} probabilities, got shape {chosen.shape}")
            given = {move: float(chosen[action]) for move, action in self._actions.items() if chosen[action] != 0}
        elif isinstance(chosen, Mapping):
            given = {self._move(move): float(chance) for move, chance in chosen.items()}
        else:
            given = {self._move(chosen): 1.0}
        if wrong := next((move for move in given if move not in values), None):
            raise ValueError(f"the policy gave {wrong}, which is not legal: expected one of {_some(values)}")
        total = sum(given.values())
        if not 0 < total < math.inf or min(given.values()) < 0:
            raise ValueError(f"the policy must give probabilities, some above 0 and none below, got {short(chosen)}")
        return {move: chance / total for move, chance in given.items()}

    def _move(self, given: Any) -> Any:
        move = find_move(self.game, given) if isinstance(given, str) else given
        if move not in self._actions:
            raise ValueError(f"the policy must give moves of {spec(self.game)}, got {short(given)}")
        return move


def _some(moves: Iterable[Any]) -> str:
    return ", ".join(list(map(str, moves))[:8])


def oracle(
    game: Game[P, M] | str,
    *,
    nodes: SupportsIndex = 200_000,
    memory_mb: SupportsIndex = MEMORY_MB,
    threads: SupportsIndex = 1,
    data: Path | str | None = None,
) -> Oracle[P, M]:
    """Exact answers about a game or a spec: values and best moves where they are known, ``None`` where they are not.

    `nodes`: what may be spent on one position. `memory_mb`, `threads`: what its solver may have. `data`: a file made by
    `quintet dataset`, whose positions need no solver.

    >>> oracle = quintet.oracle("quentin(size=3,pie=false)")
    >>> truth = oracle.ask(oracle.game.start())
    >>> truth.value, len(truth.best)
    (1, 8)
    """
    return Oracle(game, nodes=nodes, memory_mb=memory_mb, threads=threads, data=data)
