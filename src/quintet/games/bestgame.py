"""Best Game Ever Made: drop tokens into columns, capture pairs by landing on them, score lines of three or more.

Scored tokens leave the board and those above them fall, which may capture and score again, for either
colour. When the board is full or all tokens are played, more points win. The board is a tuple of columns,
each a string of letters from the bottom up without empty cells; rows are counted from 0 at the bottom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, margins, parse_count, parse_position, rectangle
from quintet.core.options import integer
from quintet.core.registry import rules_beside
from quintet.core.scene import Counter, Gauge, Layout, Piece, Scene
from quintet.core.sentences import enumerated
from quintet.core.types import Color, Outcome, Player, Refusal


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop a token into a column."""

    column: int
    """Counted from 0; its text counts from 1."""

    def __str__(self) -> str:
        return str(self.column + 1)

    __repr__ = __str__


Columns = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Tokens on the board, whose turn it is, tokens left and points."""

    columns: Columns
    turn: Color
    tokens: tuple[int, int]
    """Left to White and Black: White is the first player."""
    points: tuple[int, int]
    """Of White and Black."""


@dataclass(frozen=True, slots=True)
class BestGameOptions:
    columns: int = integer(5, 3, 9, "columns of the board")
    rows: int = integer(7, 3, 9, "rows of the board")
    tokens: int = integer(20, 1, 40, "tokens each player has")


PLAYERS = {Color.WHITE: Player.FIRST, Color.BLACK: Player.SECOND}
CAPTURE = re.compile(r"(?<!b)bb(?=w)|(?<!w)ww(?=b)")
"""In a column from the bottom up: a run of exactly two with a token of the other colour on it."""
LINE = re.compile(r"b{3,}|w{3,}")
FIELDS = ("black's tokens", "white's tokens", "black's points", "white's points")


@equal_by_spec
class BestGame:
    """The rules."""

    id: ClassVar[str] = "bestgame"
    title: ClassVar[str] = "Best Game Ever Made"
    Options: ClassVar[type] = BestGameOptions
    rules: ClassVar[str] = rules_beside(__name__)

    def __init__(self, options: BestGameOptions = BestGameOptions()) -> None:
        self.options = options
        self.drops = tuple(Drop(column) for column in range(options.columns))

    # Rules

    def start(self) -> Position:
        return Position(("",) * self.options.columns, Color.WHITE, (self.options.tokens,) * 2, (0, 0))

    def to_move(self, pos: Position) -> Player:
        return PLAYERS[pos.turn]

    def color(self, pos: Position, player: Player) -> Color:
        return Color.WHITE if player is Player.FIRST else Color.BLACK

    def all_moves(self) -> tuple[Drop, ...]:
        return self.drops

    def legal_moves(self, pos: Position) -> tuple[Drop, ...]:
        if not any(pos.tokens):
            return ()
        return tuple(drop for drop in self.drops if len(pos.columns[drop.column]) < self.options.rows)

    def play(self, pos: Position, move: Drop) -> Position:
        *_, rest = self._steps(pos, move)
        if self._is_over(rest) or rest.tokens[self.to_move(rest).other]:
            return Position(rest.columns, rest.turn.other, rest.tokens, rest.points)
        return rest  # the other has no token left; only a set-up position leads here

    def outcome(self, pos: Position) -> Outcome | None:
        if not self._is_over(pos):
            return None
        white, black = pos.points
        if white == black:
            return Outcome(None, "equal points", pos.points)
        return Outcome(Player.FIRST if white > black else Player.SECOND, "more points", pos.points)

    def scores(self, pos: Position) -> tuple[int, int]:
        return pos.points

    def refusal(self, pos: Position, move: Drop) -> Refusal:
        spots = tuple(_spot(move.column, row) for row in reversed(range(self.options.rows)))
        return Refusal(f"column {move} is full", spots)

    def narrate(self, pos: Position, move: Drop) -> str:
        mover, other = pos.turn, pos.turn.other
        steps = list(self._steps(pos, move))
        fall = next((step for step, rest in enumerate(steps) if EMPTY in "".join(rest.columns)), len(steps) - 1)
        captured, scored = _gains(steps[: fall + 1], mover)  # before anything falls only the mover can gain
        did = [f"drops into column {move}"]
        did += [f"captures {captured} tokens"] if captured else []
        did += [f"scores {scored}"] if scored else []
        sentences = [f"{mover.title} {enumerated(did)}."]
        lets = []
        for color in (mover, other):
            captured, scored = _gains(steps[fall:], color)
            if scored:
                more = " more" if color is mover else ""
                lets.append(f"{color.title} {f'capture {captured} and ' if captured else ''}score {scored}{more}")
        if lets:
            sentences.append(f"The fall lets {', and '.join(lets)}.")
        if self.play(pos, move).turn is mover:
            sentences.append(f"{other.title} has no token left and misses the turn.")
        return " ".join(sentences)

    def symmetries(self, pos: Position) -> list[Position]:
        """Itself and its mirror image."""
        return [pos, Position(pos.columns[::-1], pos.turn, pos.tokens, pos.points)]

    def heuristic(self, pos: Position, player: Player) -> float:
        """The lead in points, and the pairs that lie open to a capture; they weigh more as tokens run out."""
        lead = pos.points[player] - pos.points[player.other]
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        lead_soon = 1.5 * (self._open_pairs(pos, theirs) - self._open_pairs(pos, mine))
        return max(-0.99, min(0.99, (lead + lead_soon) / (6 + sum(pos.tokens) / 2)))

    def _steps(self, pos: Position, move: Drop) -> Iterator[Position]:
        """The positions that a move goes through on its mover's turn: drop, captures, removals and falls."""
        columns = _replaced(pos.columns, move.column, pos.columns[move.column] + pos.turn)
        white, black = pos.tokens
        tokens = (white - 1, black) if pos.turn is Color.WHITE else (white, black - 1)
        points = pos.points
        yield Position(columns, pos.turn, tokens, points)
        for step, scored in _resolve(columns):
            points = points[0] + scored.count(Color.WHITE), points[1] + scored.count(Color.BLACK)
            yield Position(step, pos.turn, tokens, points)

    def _is_over(self, pos: Position) -> bool:
        return not any(pos.tokens) or all(len(column) == self.options.rows for column in pos.columns)

    def _open_pairs(self, pos: Position, color: Color) -> int:
        """The columns with two tokens of this colour on top and room for one more."""
        return sum(len(column) < self.options.rows and column.endswith(color * 2) for column in pos.columns)

    # Notation

    def text(self, pos: Position) -> str:
        columns = (column.ljust(self.options.rows, EMPTY) for column in pos.columns)
        board = "/".join("".join(row) for row in reversed(list(zip(*columns, strict=True))))
        (white_tokens, black_tokens), (white_points, black_points) = pos.tokens, pos.points
        return f"{board} {pos.turn} {black_tokens} {white_tokens} {black_points} {white_points}"

    def parse(self, text: str) -> Position:
        width = self.options.columns
        board, turn, fields = parse_position(text, self.options.rows, width, FIELDS)
        limits = (self.options.tokens, self.options.tokens, None, None)
        black_tokens, white_tokens, black_points, white_points = (
            parse_count(name, field, 0, limit) for name, field, limit in zip(FIELDS, fields, limits, strict=True)
        )
        columns = tuple(board[column::width][::-1].rstrip(EMPTY) for column in range(width))
        _check_at_rest(columns)
        pos = Position(columns, turn, (white_tokens, black_tokens), (white_points, black_points))
        if not pos.tokens[self.to_move(pos)] and not self._is_over(pos):
            raise ValueError(f"{turn.title} is to move and must have a token left, got 0")
        return pos

    def read(self, pos: Position, typed: str) -> Drop | None:
        """Line mode: the number of a column."""
        return next((drop for drop in self.drops if str(drop) == typed.strip()), None)

    def heading(self, pos: Position, names: tuple[str, str]) -> str:
        colors = [f" ({self.color(pos, player).title})" if names[0] == names[1] else "" for player in Player]
        points = (
            f"{names[player]}{colors[player]}: {pos.points[player]} points ({pos.tokens[player]}/{self.options.tokens})"
            for player in Player
        )
        return ", ".join(points) + "\n"

    def prompt(self, pos: Position, names: tuple[str, str]) -> str:
        number = 1 + sum(self.options.tokens - left for left in pos.tokens)
        return f"Move #{number}, {names[self.to_move(pos)]} ({pos.turn.title}), your column: "

    # Picture

    def layout(self) -> Layout:
        columns, rows = range(1, self.options.columns + 1), range(self.options.rows, 0, -1)
        return Layout(
            surface="rack",
            piece="token",
            width=len(columns),
            height=len(rows),
            spots=rectangle(columns, rows, by_column=True),
            labels=margins(columns, rows),
            gauges=(
                Gauge("black-points", "column", "left", Color.BLACK),
                Gauge("white-points", "column", "right", Color.WHITE),
            ),
            symbols=(" ", "b", "w"),
        )

    def scene(self, pos: Position) -> Scene:
        counters: list[Counter] = []
        for player in Player:
            color = self.color(pos, player)
            name = color.title.lower()
            counters += [
                Counter(f"{name}-points", "points", color, pos.points[player]),
                Counter(f"{name}-tokens", "tokens left", color, pos.tokens[player], self.options.tokens),
            ]
        return Scene(
            pieces={
                _spot(column, row): Piece(Color(letter))
                for column, letters in enumerate(pos.columns)
                for row, letter in enumerate(letters)
                if letter != EMPTY
            },
            counters=tuple(counters),
        )

    def clicks(self, move: Drop) -> tuple[str, ...]:
        return (str(move),)

    def stages(self, pos: Position, move: Drop) -> list[Scene]:
        return [self.scene(step) for step in self._steps(pos, move)]


def _resolve(columns: Columns) -> Iterator[tuple[Columns, str]]:
    """Each step until the board is at rest: the columns after it, and the letters of the tokens that it scored.

    Between a removal and its fall the columns have empty cells.
    """
    while True:
        for column in range(len(columns)):
            while pair := CAPTURE.search(columns[column]):
                columns = _replaced(columns, column, _captured(columns[column], pair))
                yield columns, ""
        lines = _lines(columns)
        if not lines:
            return
        scored = "".join(columns[column][row] for column, row in lines)
        columns = tuple(
            "".join(EMPTY if (column, row) in lines else letter for row, letter in enumerate(letters)).rstrip(EMPTY)
            for column, letters in enumerate(columns)
        )
        yield columns, scored
        if any(EMPTY in letters for letters in columns):
            columns = tuple(letters.replace(EMPTY, "") for letters in columns)
            yield columns, ""


def _captured(letters: str, pair: re.Match[str]) -> str:
    """A column with a pair turned to the colour of the token on it."""
    return letters[: pair.start()] + letters[pair.end()] * 2 + letters[pair.end() :]


def _gains(steps: Sequence[Position], color: Color) -> tuple[int, int]:
    """How many tokens a colour captured and how many points it got in these steps of a move."""
    tokens = ["".join(step.columns).count(color) for step in steps]
    captured = sum(max(0, after - before) for before, after in pairwise(tokens))
    player = PLAYERS[color]
    return captured, steps[-1].points[player] - steps[0].points[player]


def _lines(columns: Columns) -> set[tuple[int, int]]:
    """The cells, column and row, of all lines of three or more."""
    cells: set[tuple[int, int]] = set()
    for column, letters in enumerate(columns):
        for line in LINE.finditer(letters):
            cells.update((column, row) for row in range(*line.span()))
    for row, across in enumerate(zip_longest(*columns, fillvalue=EMPTY)):
        for line in LINE.finditer("".join(across)):
            cells.update((column, row) for column in range(*line.span()))
    return cells


def _check_at_rest(columns: Columns) -> None:
    """ValueError if a token hangs in the air, or a capture or a line is still to be resolved."""
    for number, letters in enumerate(columns, 1):
        if EMPTY in letters:
            raise ValueError(
                f"column {number} must have no gap: put a token on row {letters.index(EMPTY) + 1} first, "
                "or take away what hangs over it"
            )
        if CAPTURE.search(letters):
            raise ValueError(f"the board must be at rest, got a capture still to be made in column {number}")
    if lines := _lines(columns):
        column, row = min(lines)
        raise ValueError(
            f"the board must be at rest, got a line of three or more at column {column + 1}, row {row + 1}"
        )


def _replaced(columns: Columns, column: int, letters: str) -> Columns:
    return (*columns[:column], letters, *columns[column + 1 :])


def _spot(column: int, row: int) -> str:
    """The name of a cell: its column's number and its row's, from 1."""
    return f"{column + 1},{row + 1}"


GAME = BestGame
