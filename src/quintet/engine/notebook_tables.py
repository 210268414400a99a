"""What engines answer with, as small tables for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quintet.engine.analysis import Analysis, Line, Solution

MOST_MOVES = 12
"""Of a line that is shown."""


def analysis_table(analysis: Analysis) -> str:
    """A line a row: the move, what it is worth, how play may go on."""
    rows = [(str(line.moves[0]), worth(line), _line(line.moves[1:])) for line in analysis.lines]
    work = f"depth {analysis.depth}, {analysis.nodes:,} positions, {analysis.seconds:.2f} s"
    return _table(("move", f"for the {analysis.player.name.lower()} player", "then"), rows, work)


def solution_table(solution: Solution) -> str:
    """The exact value, every best move, and best play."""
    by = f" by {abs(solution.margin)}" if solution.margin else ""
    result = "a draw" if not solution.value else f"{'won' if solution.value > 0 else 'lost'}{by}"
    ends = "" if solution.moves_to_win is None else f" in {solution.moves_to_win} moves"
    rows = [
        (f"for the {solution.player.name.lower()} player", result + ends),
        ("best moves", ", ".join(map(str, solution.best))),
        ("best play", _line(solution.line)),
    ]
    return _table((), rows, f"proved with {solution.nodes:,} positions in {solution.seconds:.2f} s")


def worth(line: Line) -> str:
    """What a line is worth to whoever moves first in it: ``wins by 4``, ``62 %``."""
    if not line.exact:
        return f"{round(50 * (line.value + 1))} %" + (f", {line.score:+.1f}" if line.score is not None else "")
    by = f" by {abs(line.score):g}" if line.score else ""
    return "draws" if not line.value else f"{'wins' if line.value > 0 else 'loses'}{by}"


def _line(moves: Sequence[object]) -> str:
    return " ".join(map(str, moves[:MOST_MOVES])) + (" ..." if len(moves) > MOST_MOVES else "")


def _table(head: Iterable[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    def row(cells: Iterable[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"

    heading = row(head, "th") if head else ""
    return f"<table><caption>{escape(caption)}</caption>{heading}{''.join(row(cells, 'td') for cells in rows)}</table>"
