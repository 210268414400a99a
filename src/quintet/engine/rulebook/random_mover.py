"""The random mover: any legal move, each equally likely."""

from __future__ import annotations

from random import Random
from typing import Any

from quintet.core.game import AnyGame
from quintet.engine.analysis import Analysis, Line, Report
from quintet.engine.limits import Clock


class RandomSearch:
    """A `Search` that picks at random."""

    def __init__(self, game: AnyGame, seed: int = 0) -> None:
        self.game = game
        self.seed = seed

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        moves = list(self.game.legal_moves(position))
        Random(f"{self.seed} {self.game.text(position)}").shuffle(moves)
        shown = [Line((move,), 0.0, None, False) for move in moves[:lines]]
        return Analysis.of_lines(self.game.to_move(position), shown, clock)
