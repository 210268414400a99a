"""Othello: place a disc so that it flanks lines of the other colour, which turn over; most discs wins.

A player who cannot place a disc passes; when neither can, the game is over. The board is a string
of 64 letters in reading order; a square is its index in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, images, margins, neighbours, parse_position, pieces, place, rectangle, rows_text
from quintet.core.options import choice
from quintet.core.scene import Button, Counter, Layout, Scene
from quintet.core.sentences import plural
from quintet.core.types import PASS, Color, Outcome, Player, Refusal, Word

SIZE = 8
COLUMNS = "abcdefgh"
ROWS = "12345678"


@dataclass(frozen=True, slots=True)
class Place:
    """Put a disc on a square."""

    square: int

    def __str__(self) -> str:
        row, column = divmod(self.square, SIZE)
        return COLUMNS[column] + ROWS[row]

    __repr__ = __str__


Move = Place | Word


@dataclass(frozen=True, slots=True)
class Position:
    """Discs and whose turn it is."""

    board: str
    turn: Color


@dataclass(frozen=True, slots=True)
class OthelloOptions:
    empties: str = choice("nobody", ("nobody", "winner"), "who gets the empty squares of a finished game")


def _ray(square: int, step: tuple[int, int]) -> tuple[int, ...]:
    """The squares from here to the edge in one direction, nearest first."""
    ray: list[int] = []
    while ahead := neighbours(ray[-1] if ray else square, SIZE, SIZE, [step]):
        ray += ahead
    return tuple(ray)


DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
RAYS = [[ray for step in DIRECTIONS if len(ray := _ray(square, step)) >= 2] for square in range(SIZE * SIZE)]
"""The lines from each square along which discs can be turned."""

START = "." * 27 + "wb" + "." * 6 + "bw" + "." * 27
PLACES = tuple(Place(square) for square in range(SIZE * SIZE))
CORNERS = (0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1)


@equal_by_spec
class Othello:
    """The rules."""

    id: ClassVar[str] = "othello"
    title: ClassVar[str] = "Othello"
    Options: ClassVar[type] = OthelloOptions
    rules: ClassVar[str] = """\
# Othello

- **Goal.** Have more discs of your colour on the board at the end.
- **Turn.** Put a disc down so that discs of the other colour lie in a line between it
  and another of yours. They turn over.
- **End.** When neither player can place a disc, more discs win.

Two players, Black and White, share 64 discs that are black on one side and white on the other.
The board has 8 x 8 squares: columns **a** to **h** from the left, rows **1** to **8** from the top.

1. **Start.** White has d4 and e5, Black has e4 and d5. Black moves first.
2. **A turn.** Put a disc of your colour on an empty square so that, in at least one of the eight
   directions, an unbroken line of the other colour's discs lies between it and another of yours.
   All such lines are turned over to your colour. Discs that were turned do not turn others.
3. **Passing.** If you have no such square and your opponent has one, you must pass; otherwise you
   may not pass.
4. **The end.** When neither player can place a disc, whether the board is full or not, the player
   with more discs wins. The same number is a draw.
5. **The score** is the number of discs on the board. (Tournaments give the empty squares of a
   finished game to the winner: the option `empties`. Who wins is the same.)

## Typing moves

A letter and a digit: `d3`. `pass` passes; in a terminal `p` is enough.

## Examples

```story
Black opens at d3 and turns d4; White answers at c3
    game othello
    legal d3 c4 f5 e6
    play d3
    scores 4 1
    play c3
    scores 3 3
```

```story
Black has no square and must pass
    game othello
    play f5 f6 c4 g5 h5 h4 f7 h6
    legal pass
    play pass
    legal c5 e7
```

```story
Black wins by turning every white disc
    game othello
    play c4 c5 f6 d3 c2 b3 b5 b4 a4
    scores 13 0
    outcome first, more discs
```
"""

    def __init__(self, options: OthelloOptions = OthelloOptions()) -> None:
        self.options = options

    # Rules

    def start(self) -> Position:
        return Position(START, Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is Color.BLACK else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> tuple[Move, ...]:
        return (*PLACES, PASS)

    def legal_moves(self, pos: Position) -> tuple[Move, ...]:
        if places := tuple(PLACES[square] for square in _squares(pos.board, pos.turn)):
            return places
        return (PASS,) if _can_place(pos.board, pos.turn.other) else ()

    def play(self, pos: Position, move: Move) -> Position:
        if isinstance(move, Word):
            return Position(pos.board, pos.turn.other)
        changed = (move.square, *_turned(pos.board, pos.turn, move.square))
        return Position(place(pos.board, changed, pos.turn), pos.turn.other)

    def outcome(self, pos: Position) -> Outcome | None:
        if _can_place(pos.board, pos.turn) or _can_place(pos.board, pos.turn.other):
            return None
        black, white = self.scores(pos)
        if black == white:
            return Outcome(None, "equal discs", (black, white))
        winner = Player.FIRST if black > white else Player.SECOND
        if self.options.empties == "winner":
            empty = pos.board.count(EMPTY)
            black, white = (black + empty, white) if black > white else (black, white + empty)
        return Outcome(winner, "more discs", (black, white))

    def scores(self, pos: Position) -> tuple[int, int]:
        return pos.board.count(Color.BLACK), pos.board.count(Color.WHITE)

    def refusal(self, pos: Position, move: Move) -> Refusal:
        if isinstance(move, Word):
            return Refusal("pass is only for a player who cannot place a disc, and you can")
        if pos.board[move.square] != EMPTY:
            return Refusal(f"{move} is occupied", (str(move),))
        return Refusal(f"{move} turns no disc", (str(move),))

    def narrate(self, pos: Position, move: Move) -> str:
        if isinstance(move, Word):
            return f"{pos.turn.title} has no move and passes."
        turned = len(_turned(pos.board, pos.turn, move.square))
        return f"{pos.turn.title} plays {move} and turns {plural(turned, 'disc')}."

    def symmetries(self, pos: Position) -> list[Position]:
        return [Position(board, pos.turn) for board in images(pos.board)]

    def heuristic(self, pos: Position, player: Player) -> float:
        """Corners and the choice of moves first; discs count only as the board fills."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        corners = sum((pos.board[corner] == mine) - (pos.board[corner] == theirs) for corner in CORNERS)
        moves = sum(1 for _ in _squares(pos.board, mine)) - sum(1 for _ in _squares(pos.board, theirs))
        discs = pos.board.count(mine) - pos.board.count(theirs)
        filled = 1 - pos.board.count(EMPTY) / 64
        return max(-0.99, min(0.99, 0.15 * corners + 0.03 * moves * (1 - filled) + 0.02 * discs * filled**4))

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, SIZE)} {pos.turn}"

    def parse(self, text: str) -> Position:
        board, turn, _ = parse_position(text, SIZE, SIZE)
        return Position(board, turn)

    def read(self, pos: Position, typed: str) -> Move | None:
        """Line mode: ``p`` passes too."""
        return PASS if typed.strip().lower() == "p" else None

    def heading(self, pos: Position, names: tuple[str, str]) -> str:
        black, white = self.scores(pos)
        return f"Score: {names[0]} (Black) {black}:{white} {names[1]} (White)\n\n"

    def prompt(self, pos: Position, names: tuple[str, str]) -> str:
        return f"{names[self.to_move(pos)]} ({pos.turn.title}), your move: "

    # Picture

    def layout(self) -> Layout:
        return Layout(
            surface="felt",
            piece="disc",
            width=SIZE,
            height=SIZE,
            spots=rectangle(COLUMNS, ROWS),
            labels=margins(COLUMNS, ROWS, "bottom"),
            buttons=(Button("pass", "Pass"),),
            symbols=(" ", "B", "W"),
        )

    def scene(self, pos: Position) -> Scene:
        black, white = self.scores(pos)
        return Scene(
            pieces=pieces(map(str, PLACES), pos.board),
            counters=(
                Counter("black", "discs", Color.BLACK, black),
                Counter("white", "discs", Color.WHITE, white),
            ),
        )

    def clicks(self, move: Move) -> tuple[str, ...]:
        return (str(move),)


def _turned(board: str, color: Color, square: int) -> list[int]:
    """The squares whose discs a disc of this colour on an empty square turns."""
    turned: list[int] = []
    theirs = color.other
    for ray in RAYS[square]:
        if board[ray[0]] != theirs:
            continue
        for count, ahead in enumerate(ray):
            if board[ahead] == color:
                turned += ray[:count]
                break
            if board[ahead] == EMPTY:
                break
    return turned


def _squares(board: str, color: Color) -> Iterator[int]:
    """The squares where this colour may place a disc, in reading order."""
    return (square for square, letter in enumerate(board) if letter == EMPTY and _turned(board, color, square))


def _can_place(board: str, color: Color) -> bool:
    return next(_squares(board, color), None) is not None


GAME = Othello
