"""What engines answer with: values carry their point of view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from quintet.core.types import Player
from quintet.engine.limits import Clock
from quintet.engine.notebook_tables import analysis_table, solution_table


@dataclass(frozen=True, slots=True)
class Line:
    """A move and how play may go on after it."""

    moves: tuple[Any, ...]
    value: float
    """From -1 (lost) to 1 (won) for the player to move before the first of the moves."""
    score: float | None
    """The final score difference expected for that player; ``None`` where it is not known."""
    exact: bool
    """Whether value and score are proved."""
    moves_to_win: int | None = None
    """Moves of both sides to the end of a proved win or loss, this one included, where that is known."""

    def as_json(self) -> dict[str, Any]:
        return {
            "moves": [str(move) for move in self.moves],
            "value": self.value,
            "score": self.score,
            "exact": self.exact,
            "moves_to_win": self.moves_to_win,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The best that a search knows about a position."""

    player: Player
    """Who is to move, and whose view value and score are."""
    move: Any
    value: float
    """From -1 (lost) to 1 (won) for `player`."""
    score: float | None
    """The final score difference expected for `player`; ``None`` where it is not known."""
    exact: bool
    """Whether value and score are proved."""
    depth: int
    """How many moves were looked ahead."""
    nodes: int
    """How many positions were looked at."""
    seconds: float
    lines: tuple[Line, ...]
    """The best moves, best first; the first line begins with `move`."""
    book: Line | None = None
    """The best move by the game's book, where that has the position: proved, or estimated by longer searches."""

    def as_json(self) -> dict[str, Any]:
        """One JSON object whose keys are the attribute names, moves as texts."""
        return {
            "player": self.player.name.lower(),
            "move": str(self.move),
            "value": self.value,
            "score": self.score,
            "exact": self.exact,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "lines": [line.as_json() for line in self.lines],
            "book": None if self.book is None else self.book.as_json(),
        }

    def _repr_html_(self) -> str:
        return analysis_table(self)


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position, and the moves that keep it."""

    player: Player
    """Who is to move, and whose view value and margin are."""
    value: int
    """1 won, 0 drawn, -1 lost for `player`."""
    margin: int | None
    """The final score difference for `player`, where the game has scores."""
    best: tuple[Any, ...]
    """Every move that keeps the value, and the margin where there is one; in the order of the rulebook."""
    line: tuple[Any, ...]
    """Best play to the end, or until a position repeats."""
    moves_to_win: int | None
    """Moves of both sides to the end, the winner hurrying and the loser delaying; ``None`` in a draw, and where
    a kernel's solver leaves it out because it would cost more than the answer."""
    nodes: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """One JSON object whose keys are the attribute names, moves as texts."""
        return {
            "player": self.player.name.lower(),
            "value": self.value,
            "margin": self.margin,
            "best": [str(move) for move in self.best],
            "line": [str(move) for move in self.line],
            "moves_to_win": self.moves_to_win,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def _repr_html_(self) -> str:
        return solution_table(self)


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games ended."""

    wins: int
    """Of FIRST."""
    losses: int
    """Of FIRST."""
    draws: int
    truncated: int
    """Games given up at the limit."""
    moves: int
    """Of all games together."""
    seconds: float


Report = Callable[[Analysis], None]
"""Called with what is known so far, each time it improves."""


class Search(Protocol):
    """A way to analyse positions of one game."""

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        """The best answer when the clock ends the search, or as soon as all lines are exact."""
        ...
