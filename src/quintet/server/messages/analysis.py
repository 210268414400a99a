"""Analyses and reviews: each message is a line of an NDJSON stream."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from quintet.core.game import AnyGame
from quintet.core.types import Player
from quintet.engine.analysis import Analysis, Line
from quintet.render.svg.drawing import DrawnLayout
from quintet.server.messages.base import Out
from quintet.server.messages.boards import BoardView
from quintet.study.review import Mistake, chance_of_first, proved_verdict


class LineOut(Out):
    moves: list[str]
    value: float
    """From -1 (lost) to 1 (won) for the player to move."""
    chance: float
    """The winning chance of FIRST, 0 to 1."""
    score: float | None
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, `a draw with best play`."""
    moves_to_win: int | None
    """Where known: moves of both sides until it is won or lost, the first of the line included."""


class SolutionOut(Out):
    value: Literal[-1, 0, 1]
    margin: int | None
    best: list[str]
    line: list[str]
    moves_to_win: int | None


class AnalysisOut(Out):
    """The analysis of a position so far."""

    type: Literal["analysis"] = "analysis"
    player: Player
    """The player to move; value and score are theirs."""
    move: str
    value: float
    chance: float
    """The winning chance of FIRST, 0 to 1: for the evaluation bar."""
    score: float | None
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, `White wins`, `a draw with best play`."""
    depth: int
    nodes: int
    seconds: float
    lines: list[LineOut]
    book: LineOut | None
    """The best move by the game's book, where that has the position: proved, or estimated by longer searches."""
    solution: SolutionOut | None
    done: bool
    """Whether this is the last line of the stream."""


def analysis_out(
    game: AnyGame, position: Any, analysis: Analysis, solution: dict[str, Any] | None, done: bool
) -> AnalysisOut:
    """What a search and a solver know of a position, as a message."""

    def line_out(line: Line) -> LineOut:
        chance = chance_of_first(analysis.player, line.value)
        return LineOut(**asdict(line), chance=chance, verdict=proved_verdict(game, position, line))

    known = replace(analysis, exact=True, value=solution["value"], score=solution["margin"]) if solution else analysis
    return AnalysisOut(
        **asdict(known)
        | {
            "score": analysis.score,
            "chance": chance_of_first(known.player, known.value),
            "verdict": proved_verdict(game, position, known),
            "lines": [line_out(line) for line in analysis.lines],
            "book": line_out(analysis.book) if analysis.book else None,
            "solution": SolutionOut(**{key: solution[key] for key in SolutionOut.model_fields}) if solution else None,
            "done": done,
        }
    )


class Waiting(Out):
    """The search has not begun: `before` searches are ahead of it."""

    type: Literal["waiting"] = "waiting"
    before: int


class EvaluatedPly(Out):
    """A position of a reviewed game: a point of its graph, a row of its table."""

    type: Literal["ply"] = "ply"
    ply: int
    move: str | None
    """The move that led here; none at the start."""
    player: Player | None
    """Who made that move."""
    chance: float
    """The winning chance of FIRST here."""
    exact: bool
    verdict: str | None
    """Where exact: `Black wins by 12`, or at the end `White won by 2`, `a draw`."""
    best: str | None
    """The engine's move here."""
    line: list[str]
    """Best play from here: after a mistake, why it was one."""
    loss: float | None
    """How much winning chance the move lost its player, 0 to 1; none until it is judged."""
    mistake: Mistake | None
    better: str | None
    """The engine's move instead of `move`, where that was a mistake."""
    why: str | None
    """Why the move is a mistake, in sentences."""


class EvaluationDone(Out):
    type: Literal["done"] = "done"
    plies: int
    mistakes: tuple[int, int]
    """How many mistakes FIRST and SECOND made."""
    accuracy: tuple[float | None, float | None]
    """How well they kept their winning chances, 0 to 1; none for a player who had nothing to lose."""


class StreamError(Out):
    """Why a stream has ended early."""

    type: Literal["error"] = "error"
    error: str


AnalysisLine = Annotated[Waiting | AnalysisOut | StreamError, Field(discriminator="type")]
EvaluationLine = Annotated[Waiting | EvaluatedPly | EvaluationDone | StreamError, Field(discriminator="type")]


# What is solved


class FirstMoveOut(Out):
    move: str
    value: Literal[-1, 0, 1]
    """For its player, with best play."""
    margin: int | None
    swap: bool
    """Whether best play answers it with the pie rule's swap."""


class MapOut(Out):
    """A board whose start is solved."""

    spec: str
    name: str
    result: str
    """The result of best play: `White draws`."""
    layout: DrawnLayout
    view: BoardView
    """The start."""
    moves: list[FirstMoveOut]
    """Empty where they were not worked out one by one."""


class MapsOfGame(Out):
    game: str
    title: str
    maps: list[MapOut]


class MapsOut(Out):
    games: list[MapsOfGame]


# The explorer of openings


class ExplorerMove(Out):
    """The statistics and the proved value of a move."""

    move: str
    alike: int
    """Other moves that lead to the same position, or to its mirror image."""
    games: int
    """Games of the library that reached the position after it, in any order of moves."""
    first: int
    """How many of these games FIRST won."""
    second: int
    draw: int
    value: int | None
    """Proved, from a book or a map: 1 wins, 0 draws, -1 loses, for its player."""
    margin: int | None
    verdict: str | None
    """The same in words: `Black wins by 12`."""


class ExplorerOut(Out):
    games: int
    """Games of the library that had this position."""
    moves: list[ExplorerMove]
    """Moves that were played or whose value is known, the most played first."""
