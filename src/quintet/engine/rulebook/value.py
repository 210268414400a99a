"""The value of a position for the player to move, as one whole number that a search can compare.

Guesses are small numbers. Decided positions are far outside their range and ordered by result, then by margin where the
game has scores, then by distance: fast wins and slow losses are better.

    -(WIN + margin * STEP - moves)  ...  guesses, and 0 for a draw  ...  WIN + margin * STEP - moves
"""

from __future__ import annotations

from typing import Any, NamedTuple

from quintet.core.game import AnyGame, Heuristic, Scores
from quintet.core.types import Player
from quintet.engine.evaluation import Guess

GUESS = 2**20
"""The guess for a position that is surely won."""
STEP = 2**12
"""One point of margin: more than any number of moves a search looks ahead."""
WIN = 2**40
MOST_MARGIN = 2**20
INFINITE = 2**50


class Decoded(NamedTuple):
    """A decided or drawn value in parts."""

    result: int
    """1 won, 0 drawn, -1 lost."""
    margin: int
    moves: int
    """From the root of the search to the end; 0 for a draw."""


def is_decided(value: int) -> bool:
    """Whether it is a win or a loss, not a guess or a draw."""
    return abs(value) > WIN // 2


def decode(value: int) -> Decoded:
    """The inverse of the formula above."""
    if not is_decided(value):
        return Decoded(0, 0, 0)
    beyond = abs(value) - WIN
    margin = -(-beyond // STEP)
    return Decoded(1, margin, margin * STEP - beyond) if value > 0 else Decoded(-1, -margin, margin * STEP - beyond)


def at_least(result: int, margin: int) -> int:
    """The smallest value with this result and margin, however many moves it takes."""
    if result == 0:
        return 0
    return WIN + (margin - 1) * STEP + 1 if result > 0 else -(WIN - margin * STEP)


def later(value: int, moves: int) -> int:
    """The same value seen from `moves` moves earlier, or later if negative."""
    if not is_decided(value):
        return value
    return value - moves if value > 0 else value + moves


class Evaluator:
    """Values positions of one game."""

    def __init__(self, game: AnyGame, heuristic: Guess | None = None) -> None:
        self.game = game
        self.scored = isinstance(game, Scores)
        self.heuristic = game.heuristic if heuristic is None and isinstance(game, Heuristic) else heuristic

    def guess(self, pos: Any, player: Player) -> int:
        """For a position that is not over; without a heuristic all are even."""
        if self.heuristic is None:
            return 0
        return round(max(-1.0, min(1.0, self.heuristic(pos, player))) * GUESS)

    def final(self, pos: Any, player: Player, ply: int) -> int:
        """For a position that is over, `ply` moves from the root."""
        result, margin = self.result(pos, player)
        if result == 0:
            return 0
        return WIN + margin * STEP - ply if result > 0 else -(WIN - margin * STEP - ply)

    def result(self, pos: Any, player: Player) -> tuple[int, int]:
        """1, 0 or -1 and the margin of a finished game for `player`; a game without scores has no margin."""
        outcome = self.game.outcome(pos)
        if outcome is None:
            raise ValueError(f"a position without legal moves must be over, got {self.game.text(pos)!r}")
        if outcome.winner is None:
            return 0, 0
        margin = 0
        if self.scored:
            scores = outcome.scores or self.game.scores(pos)  # type: ignore[attr-defined]
            margin = max(-MOST_MARGIN, min(MOST_MARGIN, scores[player] - scores[player.other]))
        return (1 if outcome.winner == player else -1), margin
