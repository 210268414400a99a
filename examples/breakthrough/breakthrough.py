"""Breakthrough: walk straight or diagonally, capture diagonally; the first to reach the other side wins.

The board is a string of letters in reading order. `breakthrough.cpp` beside this file has the same rules for the engine
room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quintet.core.grid import EMPTY, margins, parse_position, pieces, place, rectangle, rows_text
from quintet.core.options import integer
from quintet.core.scene import Layout, Scene
from quintet.core.types import Color, Outcome, Player

COLUMNS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class Move:
    """From one square to another."""

    origin: str
    target: str

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Position:
    board: str
    turn: Color


@dataclass(frozen=True, slots=True)
class BoardOptions:
    columns: int = integer(8, 3, 8, "columns of the board")
    rows: int = integer(8, 5, 8, "rows of the board")


class Breakthrough:
    """The rules."""

    id: ClassVar[str] = "breakthrough"
    title: ClassVar[str] = "Breakthrough"
    Options: ClassVar[type] = BoardOptions
    rules: ClassVar[str] = """\
# Breakthrough

Each player has two rows of pieces, Black below and White above. Black begins. In your turn one of your pieces goes one
square forward, straight or diagonally, to an empty square; diagonally it may also capture a piece of the other colour.
Whoever reaches the far row, or captures the last piece, wins. (By Dan Troyka, 2000.)

```story
Straight ahead is blocked, diagonally is captured
    game breakthrough(columns=3,rows=5)
    play a4-a3
    refuse b2-b4
    play b2-a3
    text www/w.w/w../.bb/bbb b
```
"""

    def __init__(self, options: BoardOptions = BoardOptions()) -> None:
        self.options = options
        self.width, self.height = options.columns, options.rows
        self.squares = [f"{COLUMNS[column]}{row + 1}" for row in range(self.height) for column in range(self.width)]
        self._moves = {
            (square, target): Move(self.squares[square], self.squares[target])
            for square in range(len(self.squares))
            for target in (*self._ahead(square, -1), *self._ahead(square, 1))
        }

    def _ahead(self, square: int, step: int) -> list[int]:
        """The squares one row up (-1) or down (1): left, straight, right."""
        row, column = divmod(square, self.width)
        columns = range(max(0, column - 1), min(self.width, column + 2))
        return [(row + step) * self.width + column for column in columns if 0 <= row + step < self.height]

    # Rules

    def start(self) -> Position:
        between = EMPTY * self.width * (self.height - 4)
        return Position("w" * 2 * self.width + between + "b" * 2 * self.width, Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is Color.BLACK else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> list[Move]:
        return list(self._moves.values())

    def legal_moves(self, pos: Position) -> list[Move]:
        if self.outcome(pos):
            return []
        step = -1 if pos.turn is Color.BLACK else 1
        return [
            self._moves[square, target]
            for square, letter in enumerate(pos.board)
            if letter == pos.turn
            for target in self._ahead(square, step)
            if pos.board[target] == EMPTY
            or (pos.board[target] == pos.turn.other and (target - square) % self.width != 0)
        ]

    def play(self, pos: Position, move: Move) -> Position:
        origin, target = self.squares.index(move.origin), self.squares.index(move.target)
        board = place(place(pos.board, [origin], EMPTY), [target], pos.turn)
        return Position(board, pos.turn.other)

    def outcome(self, pos: Position) -> Outcome | None:
        for color, far in ((Color.BLACK, pos.board[: self.width]), (Color.WHITE, pos.board[-self.width :])):
            winner = Player.FIRST if color is Color.BLACK else Player.SECOND
            if color in far:
                return Outcome(winner, "broken through")
            if color.other not in pos.board:
                return Outcome(winner, "all captured")
        return None

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, self.width)} {pos.turn}"

    def parse(self, text: str) -> Position:
        board, turn, _ = parse_position(text, self.height, self.width)
        return Position(board, turn)

    # Picture

    def layout(self) -> Layout:
        columns, rows = COLUMNS[: self.width], range(1, self.height + 1)
        spots, labels = rectangle(columns, rows), margins(columns, rows, "bottom")
        return Layout("chequered", "piece", self.width, self.height, spots, labels)

    def scene(self, pos: Position) -> Scene:
        return Scene(pieces(self.squares, pos.board))

    def clicks(self, move: Move) -> tuple[str, ...]:
        return move.origin, move.target
