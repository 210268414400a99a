"""Dots and Boxes: draw a line between two dots; who draws the fourth side of a box has it and draws again.

The board is a string of letters in reading order that looks like the paper: dots ``+``, lines ``-`` and ``|``, boxes
``b`` and ``w``, and ``.`` for a line that is not drawn or a box that nobody has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quintet.core.grid import EMPTY, margins, neighbours, place, rows_text
from quintet.core.options import integer
from quintet.core.scene import Counter, Layout, Piece, Scene, Spot
from quintet.core.types import Color, Outcome, Player, Word

DOT = "+"


@dataclass(frozen=True, slots=True)
class Position:
    board: str
    turn: Color


@dataclass(frozen=True, slots=True)
class PaperOptions:
    columns: int = integer(4, 1, 9, "boxes in a row")
    rows: int = integer(4, 1, 9, "boxes in a column")


class DotsAndBoxes:
    """The rules."""

    id: ClassVar[str] = "dotsandboxes"
    title: ClassVar[str] = "Dots and Boxes"
    Options: ClassVar[type] = PaperOptions
    rules: ClassVar[str] = """\
# Dots and Boxes

Draw a line between two neighbouring dots; `b1` is the line at the top left, between the dots a1 and c1. Who draws the
fourth side of a box has it, and draws again. When all lines are drawn, more boxes win. Black begins.

```story
The fourth side of a box
    game dotsandboxes(columns=2,rows=1)
    play b1 a2 b3 c2
    text +-+.+/|w|../+-+.+ w
```
"""

    def __init__(self, options: PaperOptions = PaperOptions()) -> None:
        self.options = options
        self.width, self.height = 2 * options.columns + 1, 2 * options.rows + 1
        self.letters, self.numbers = "abcdefghijklmnopqrs"[: self.width], range(1, self.height + 1)
        self.names = [f"{letter}{number}" for number in self.numbers for letter in self.letters]
        cells = range(len(self.names))
        self.boxes = [cell for cell in cells if self._odd(cell) == (True, True)]
        self.lines = [cell for cell in cells if sum(self._odd(cell)) == 1]
        self.moves = [Word(self.names[cell]) for cell in self.lines]
        self.sides = {box: neighbours(box, self.height, self.width) for box in self.boxes}

    def _odd(self, cell: int) -> tuple[bool, bool]:
        """Whether its row is one of boxes, and whether its column is."""
        return cell // self.width % 2 == 1, cell % self.width % 2 == 1

    # Rules

    def start(self) -> Position:
        dots = [cell for cell in range(len(self.names)) if self._odd(cell) == (False, False)]
        return Position(place(EMPTY * len(self.names), dots, DOT), Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is Color.BLACK else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> list[Word]:
        return self.moves

    def legal_moves(self, pos: Position) -> list[Word]:
        return [move for move, cell in zip(self.moves, self.lines, strict=True) if pos.board[cell] == EMPTY]

    def play(self, pos: Position, move: Word) -> Position:
        line = self.names.index(move.text)
        board = place(pos.board, [line], self._drawn(line))
        closed = [box for box in self._closed(board) if board[box] == EMPTY]
        return Position(place(board, closed, pos.turn), pos.turn if closed else pos.turn.other)

    def outcome(self, pos: Position) -> Outcome | None:
        if self.legal_moves(pos):
            return None
        first, second = self.scores(pos)
        if first == second:
            return Outcome(None, "as many boxes each", (first, second))
        return Outcome(Player.FIRST if first > second else Player.SECOND, "more boxes", (first, second))

    def scores(self, pos: Position) -> tuple[int, int]:
        return pos.board.count("b"), pos.board.count("w")

    def heuristic(self, pos: Position, player: Player) -> float:
        scores = self.scores(pos)
        return (scores[player] - scores[player.other]) / (len(self.boxes) + 1)

    def _drawn(self, line: int) -> str:
        """How a line is written: along a row or down a column."""
        return "-" if self._odd(line)[1] else "|"

    def _closed(self, board: str) -> list[int]:
        return [box for box, sides in self.sides.items() if all(board[side] != EMPTY for side in sides)]

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, self.width)} {pos.turn}"

    def parse(self, text: str) -> Position:
        rows, _, turn = text.partition(" ")
        if turn not in ("b", "w"):
            raise ValueError(f"a position must be '<rows> <turn>' with the turn 'b' or 'w', got {text!r}")
        if [len(row) for row in rows.split("/")] != [self.width] * self.height:
            raise ValueError(f"the board must have {self.height} rows of {self.width}, got {rows!r}")
        board = rows.replace("/", "")
        closed = self._closed(board)
        for cell, letter in enumerate(board):
            owned = "bw" if cell in closed else EMPTY
            is_dot = self._odd(cell) == (False, False)
            expected = DOT if is_dot else owned if cell in self.sides else EMPTY + self._drawn(cell)
            if letter not in expected:
                raise ValueError(f"{self.names[cell]} must be one of {expected!r}, got {letter!r}")
        return Position(board, Color(turn))

    # Picture

    def layout(self) -> Layout:
        spots = []
        for cell in sorted(self.boxes + self.lines):
            name, (row, column) = self.names[cell], divmod(cell, self.width)
            x, y = column + 0.5, row + 0.5
            along = (x - 1, y, x + 1, y) if self._drawn(cell) == "-" else (x, y - 1, x, y + 1)
            spots.append(Spot(name, x, y, name, name, line=along if cell in self.lines else None))
        labels = margins(self.letters, self.numbers)
        symbols = (" ", "x", "o")
        return Layout(
            "paper", "box", self.width, self.height, tuple(spots), labels, symbols=symbols, neutral="line"
        )  # fmt: skip

    def scene(self, pos: Position) -> Scene:
        shown = {self.names[cell]: Piece(None) for cell in self.lines if pos.board[cell] != EMPTY}
        shown |= {self.names[box]: Piece(Color(pos.board[box])) for box in self.boxes if pos.board[box] != EMPTY}
        counts = zip(Color, self.scores(pos), strict=True)
        return Scene(shown, tuple(Counter(f"{color}-boxes", "boxes", color, count) for color, count in counts))

    def clicks(self, move: Word) -> tuple[str, ...]:
        return (str(move),)
