"""Connect Four: drop discs into upright columns; four in a row, column or diagonal win.

The board is a string of letters in reading order. This file is the whole game: with the entry point
in the pyproject beside it, every front end and every engine of Quintet has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quintet.core.grid import EMPTY, margins, parse_position, pieces, place, rectangle, rows_text
from quintet.core.options import integer
from quintet.core.scene import Layout, Scene
from quintet.core.types import Color, Outcome, Player, Word


@dataclass(frozen=True, slots=True)
class Position:
    board: str
    turn: Color


@dataclass(frozen=True, slots=True)
class RackOptions:
    columns: int = integer(7, 4, 9, "columns of the rack")
    rows: int = integer(6, 4, 9, "rows of the rack")


class ConnectFour:
    """The rules."""

    id: ClassVar[str] = "connectfour"
    title: ClassVar[str] = "Connect Four"
    Options: ClassVar[type] = RackOptions
    rules: ClassVar[str] = """\
# Connect Four

Drop a disc into a column that is not full; it falls as far as it can. Four of your discs in an unbroken
row, column or diagonal win. A full rack without four is a draw. Black begins.

```story
Four in a column
    game connectfour
    play 4 5 4 5 4 5 4
    outcome first, four in a row
```
"""

    def __init__(self, options: RackOptions = RackOptions()) -> None:
        self.options = options
        self.width, self.height = options.columns, options.rows
        self.fours = [
            [(row + step * down) * self.width + column + step * right for step in range(4)]
            for row in range(self.height)
            for column in range(self.width)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            if row + 3 * down < self.height and 0 <= column + 3 * right < self.width
        ]

    # Rules

    def start(self) -> Position:
        return Position(EMPTY * self.width * self.height, Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is Color.BLACK else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> list[Word]:
        return [Word(str(column + 1)) for column in range(self.width)]

    def legal_moves(self, pos: Position) -> list[Word]:
        over = self.outcome(pos)
        return [move for move in self.all_moves() if not over and pos.board[int(move.text) - 1] == EMPTY]

    def play(self, pos: Position, move: Word) -> Position:
        column = range(int(move.text) - 1, len(pos.board), self.width)
        lowest = max(cell for cell in column if pos.board[cell] == EMPTY)
        return Position(place(pos.board, [lowest], pos.turn), pos.turn.other)

    def outcome(self, pos: Position) -> Outcome | None:
        if four := self._four(pos):
            return Outcome(Player.FIRST if pos.board[four[0]] == Color.BLACK else Player.SECOND, "four in a row")
        return None if EMPTY in pos.board else Outcome(None, "rack full")

    def _four(self, pos: Position) -> list[int]:
        made = ({"b"}, {"w"})
        return next((four for four in self.fours if {pos.board[cell] for cell in four} in made), [])

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, self.width)} {pos.turn}"

    def parse(self, text: str) -> Position:
        board, turn, _ = parse_position(text, self.height, self.width)
        return Position(board, turn)

    # Picture

    def layout(self) -> Layout:
        columns, rows = range(1, self.width + 1), range(1, self.height + 1)
        spots = rectangle(columns, rows, by_column=True)
        return Layout("rack", "disc", self.width, self.height, spots, margins(columns, ()))

    def scene(self, pos: Position) -> Scene:
        names = [spot.id for spot in self.layout().spots]
        return Scene(pieces(names, pos.board), winning=tuple(names[cell] for cell in self._four(pos)))

    def clicks(self, move: Word) -> tuple[str, ...]:
        return (str(move),)
