"""Answers of engines: analyses, solutions and playouts, as values, JSON, words and notebook tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any, Generic, Protocol

from quintet.core.game import AnyGame, M
from quintet.core.types import Player
from quintet.engine.limits import Clock

MOST_MOVES = 12
"""Moves of a line in a table."""


@dataclass(frozen=True, slots=True)
class Line(Generic[M]):
    """A move and how play may go on after it."""

    moves: tuple[M, ...]
    """The move, and those that may follow."""
    value: float
    """From -1 (lost) to 1 (won) for the player to move before the first of the moves."""
    score: float | None
    """The expected final score difference for that player; ``None`` where it is not known."""
    exact: bool
    """Whether value and score are proved."""
    moves_to_win: int | None = None
    """Moves of both sides to the end of a proved win or loss, this one included, where that is known."""

    def as_json(self) -> dict[str, Any]:
        """One JSON object whose keys are the attribute names, moves as texts."""
        return _as_json(self)


@dataclass(frozen=True, slots=True)
class Analysis(Generic[M]):
    """The best that a search knows about a position."""

    player: Player
    """The player to move; value and score are from this player's point of view."""
    move: M
    """The best move."""
    value: float
    """From -1 (lost) to 1 (won) for `player`."""
    score: float | None
    """The expected final score difference for `player`; ``None`` where it is not known."""
    exact: bool
    """Whether value and score are proved."""
    depth: int
    """Search depth in moves."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Seconds it took."""
    lines: tuple[Line[M], ...]
    """The best moves, best first; the first line begins with `move`."""
    book: Line[M] | None = None
    """The best move by the game's book, where that has the position: proved, or estimated by longer searches."""

    @classmethod
    def of_lines(
        cls, player: Player, lines: Sequence[Line], clock: Clock, *, exact: bool = False, depth: int = 0
    ) -> Analysis:
        """What is known of the best move is known of the position; nodes and seconds are those of the clock."""
        best = lines[0]
        work = clock.nodes, clock.seconds
        return cls(player, best.moves[0], best.value, best.score, exact, depth, *work, tuple(lines))

    def as_json(self) -> dict[str, Any]:
        """One JSON object whose keys are the attribute names, moves as texts."""
        return _as_json(self)

    def _repr_html_(self) -> str:
        """A table with one row a line: the move, its value, and how play may go on."""
        rows = [(str(line.moves[0]), worth(line), _line(line.moves[1:])) for line in self.lines]
        work = f"depth {self.depth}, {self.nodes:,} positions, {self.seconds:.2f} s"
        return _table(("move", f"for the {self.player.name.lower()} player", "then"), rows, work)


@dataclass(frozen=True, slots=True)
class Solution(Generic[M]):
    """The exact value of a position, and the moves that keep it.

    >>> small = quintet.load("bestgame", columns=3, rows=3, tokens=6)
    >>> solution = quintet.Engine(small).solve(small.start())
    >>> solution.value, [str(move) for move in solution.best]
    (0, ['1', '2', '3'])
    """

    player: Player
    """The player to move; value and margin are from this player's point of view."""
    value: int
    """1 won, 0 drawn, -1 lost for `player`."""
    margin: int | None
    """The final score difference for `player`, where the game has scores."""
    best: tuple[M, ...]
    """Every move that keeps the value, and the margin where there is one; in the order of the rulebook."""
    line: tuple[M, ...]
    """Best play to the end, or until a position repeats."""
    moves_to_win: int | None
    """Moves of both sides to the end, with the fastest win and the longest defence; ``None`` in a draw, and where a
    kernel's solver leaves it out because it would cost more than the answer."""
    nodes: int
    """Positions searched."""
    seconds: float
    """Seconds it took."""

    def as_json(self) -> dict[str, Any]:
        """One JSON object whose keys are the attribute names, moves as texts."""
        return _as_json(self)

    def _repr_html_(self) -> str:
        """A table: the exact value, every best move, and best play."""
        by = f" by {abs(self.margin)}" if self.margin else ""
        result = "a draw" if not self.value else f"{'won' if self.value > 0 else 'lost'}{by}"
        ends = "" if self.moves_to_win is None else f" in {self.moves_to_win} moves"
        rows = [
            (f"for the {self.player.name.lower()} player", result + ends),
            ("best moves", ", ".join(map(str, self.best))),
            ("best play", _line(self.line)),
        ]
        return _table((), rows, f"proved with {self.nodes:,} positions in {self.seconds:.2f} s")


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games ended."""

    wins: int
    """Games that FIRST won."""
    losses: int
    """Games that FIRST lost."""
    draws: int
    """Games that nobody won."""
    truncated: int
    """Games cut off at the limit."""
    moves: int
    """Moves of all games together."""
    seconds: float
    """Seconds it took."""


Report = Callable[[Analysis], None]
"""Called with what is known so far, each time it improves."""


class Search(Protocol):
    """A way to analyse positions of one game."""

    def analyze(self, position: Any, clock: Clock, lines: int = 1, report: Report | None = None) -> Analysis:
        """The best answer when the clock ends the search, or as soon as all lines are exact."""
        ...


def _as_json(answer: Any) -> dict[str, Any]:
    """The fields of an answer: players and moves as texts, lines as objects."""
    written: dict[str, Callable[[Any], Any]] = {
        "player": lambda player: player.name.lower(),
        "move": str,
        **dict.fromkeys(("moves", "best", "line"), lambda moves: [str(move) for move in moves]),
        "lines": lambda lines: [line.as_json() for line in lines],
        "book": lambda line: line and line.as_json(),
    }
    values = {field.name: getattr(answer, field.name) for field in fields(answer)}
    return {name: written[name](value) if name in written else value for name, value in values.items()}


# In words


def exact_verdict(game: AnyGame, position: Any, analysis: Analysis) -> str | None:
    """``exact: Black wins by 12``, or ``None`` where nothing is proved."""
    if not analysis.exact or analysis.value not in (-1, 0, 1):
        return None
    margin = None if analysis.score is None else round(analysis.score)
    return f"exact: {verdict(game, position, int(analysis.value), margin)}"


def verdict(game: AnyGame, position: Any, value: int, margin: int | None) -> str:
    """``Black wins by 12``, ``White wins``, ``a draw with best play``; value and margin are for the player to move."""
    if value == 0:
        return "a draw with best play"
    player = game.to_move(position)
    winner = player if value > 0 else player.other
    by = f" by {abs(margin)}" if margin else ""
    return f"{game.color(position, winner).title} wins{by}"


def worth(line: Line) -> str:
    """The value of a line for the player who makes its first move: ``wins by 4``, ``62 %``."""
    if not line.exact:
        return f"{round(50 * (line.value + 1))} %" + (f", {line.score:+.1f}" if line.score is not None else "")
    by = f" by {abs(line.score):g}" if line.score else ""
    return "draws" if not line.value else f"{'wins' if line.value > 0 else 'loses'}{by}"


# As tables of a notebook


def _line(moves: Sequence[object]) -> str:
    return " ".join(map(str, moves[:MOST_MOVES])) + (" ..." if len(moves) > MOST_MOVES else "")


def _table(head: Iterable[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    def row(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"

    heading = row(head, "th") if head else ""
    return f"<table><caption>{escape(caption)}</caption>{heading}{''.join(row(cells, 'td') for cells in rows)}</table>"
