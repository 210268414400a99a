"""Pentago: place a marble, then turn one of the four sub-boards; five in a row wins.

A marble that makes five wins at once and nothing is turned; after a turn both colours may have five,
and then it is a draw. The board is a string of 36 letters in reading order; a space is its index in
it, so that a line of five is a slice.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import ClassVar

from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, clockwise, images, parse_position, pieces, place, rows_text
from quintet.core.registry import rules_beside
from quintet.core.scene import Button, Label, Layout, Scene, Spot, Turn
from quintet.core.types import Color, Outcome, Player, Refusal

SIZE = 6
HALF = 3
ROWS = "abcdef"
COLUMNS = "012345"
SPACES = range(SIZE * SIZE)
NAMES = tuple(row + column for row in ROWS for column in COLUMNS)
DIRECTIONS = {"C": "clockwise", "A": "anti-clockwise"}
ROTATIONS = tuple(sub_board + direction for sub_board in "1234" for direction in DIRECTIONS)


@dataclass(frozen=True, slots=True)
class Place:
    """Put a marble on a space, then turn a sub-board."""

    space: int
    rotation: str | None
    """Sub-board and direction, ``1C``; ``None`` for a marble that makes five."""

    def __str__(self) -> str:
        return f"{NAMES[self.space]}-{self.rotation}" if self.rotation else NAMES[self.space]

    __repr__ = __str__


@dataclass(frozen=True, slots=True)
class Position:
    """Marbles and whose turn it is."""

    board: str
    turn: Color


@dataclass(frozen=True, slots=True)
class PentagoOptions:
    """There are none."""


def _sub_board(space: int) -> str:
    """The sub-board of a space: ``1`` and ``2`` above, ``3`` and ``4`` below."""
    return str(space // SIZE // HALF * 2 + space % SIZE // HALF + 1)


def _rotation(rotation: str) -> list[int]:
    """For each space: the space whose marble comes to it when a sub-board is turned."""
    sub_board = [space for space in SPACES if _sub_board(space) == rotation[0]]
    turned = clockwise(sub_board)
    if rotation[1] == "A":
        turned = clockwise(clockwise(turned))
    origin = dict(zip(sub_board, turned, strict=True))
    return [origin.get(space, space) for space in SPACES]


TURNED = {rotation: _rotation(rotation) for rotation in ROTATIONS}
LINES = [
    slice(space, space + 4 * step + 1, step)
    for step, down, right in ((1, 0, 1), (SIZE, 1, 0), (SIZE + 1, 1, 1), (SIZE - 1, 1, -1))
    for space in SPACES
    if space // SIZE + 4 * down < SIZE and 0 <= space % SIZE + 4 * right < SIZE
]
"""The 32 lines of five."""
PLACES = tuple((Place(space, None), *(Place(space, rotation) for rotation in ROTATIONS)) for space in SPACES)
"""The nine moves on each space, the bare one first."""

SYMBOLS = {EMPTY: "□", Color.BLACK.value: "●", Color.WHITE.value: "○"}
GAP = 0.3
"""Between sub-boards, in cells."""


@equal_by_spec
class PentagoRules:
    """The rules."""

    id: ClassVar[str] = "pentago"
    title: ClassVar[str] = "Pentago"
    Options: ClassVar[type] = PentagoOptions
    move_form: ClassVar[str] = (
        "a space from a0 to f5, a dash, a sub-board from 1 to 4, and C for clockwise or A for anti-clockwise,"
        " as in a0-1C"
    )
    rules: ClassVar[str] = rules_beside(__name__)

    def __init__(self, options: PentagoOptions = PentagoOptions()) -> None:
        self.options = options

    # Rules

    def start(self) -> Position:
        return Position(EMPTY * len(SPACES), Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return Player.FIRST if pos.turn is Color.BLACK else Player.SECOND

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> tuple[Place, ...]:
        return tuple(move for places in PLACES for move in places)

    def legal_moves(self, pos: Position) -> list[Place]:
        if self.outcome(pos):
            return []
        winning = _winning_spaces(pos.board, pos.turn)
        moves: list[Place] = []
        for space, marble in enumerate(pos.board):
            if marble == EMPTY:
                moves += PLACES[space][:1] if space in winning else PLACES[space][1:]
        return moves

    def play(self, pos: Position, move: Place) -> Position:
        board = place(pos.board, [move.space], pos.turn)
        return Position(_turn(board, move.rotation) if move.rotation else board, pos.turn.other)

    def outcome(self, pos: Position) -> Outcome | None:
        black, white = bool(_fives(pos.board, Color.BLACK)), bool(_fives(pos.board, Color.WHITE))
        if black and white:
            return Outcome(None, "both have five in a row")
        if black or white:
            return Outcome(Player.FIRST if black else Player.SECOND, "five in a row")
        return None if EMPTY in pos.board else Outcome(None, "board full")

    def refusal(self, pos: Position, move: Place) -> Refusal:
        name = NAMES[move.space]
        if pos.board[move.space] != EMPTY:
            return Refusal(f"{name} is occupied", (name,))
        if move.rotation:
            return Refusal(f"{name} makes five and wins at once: play {name} without turning a sub-board", (name,))
        return Refusal(f"{name} does not make five: turn a sub-board too, as in {name}-1C", (name,))

    def narrate(self, pos: Position, move: Place) -> str:
        placed = f"{pos.turn.title} plays {NAMES[move.space]}"
        if not move.rotation:
            return f"{placed} and makes five."
        board = self.play(pos, move).board
        fives = [color for color in Color if _fives(board, color)]
        for_whom = " for both" if len(fives) == 2 else "" if pos.turn in fives else f" for {pos.turn.other.title}"
        makes = f" and makes five{for_whom}" if fives else ""
        return f"{placed}. Sub-board {move.rotation[0]} turns {DIRECTIONS[move.rotation[1]]}{makes}."

    def symmetries(self, pos: Position) -> list[Position]:
        return [Position(board, pos.turn) for board in images(pos.board)]

    def heuristic(self, pos: Position, player: Player) -> float:
        """Lines of five that the other colour does not block, the fuller the better."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        balance = 0
        for line in LINES:
            marbles = pos.board[line]
            if theirs not in marbles:
                balance += 3 ** marbles.count(mine)
            if mine not in marbles:
                balance -= 3 ** marbles.count(theirs)
        return 0.99 * math.tanh(balance / 100)

    # Notation

    def text(self, pos: Position) -> str:
        return f"{rows_text(pos.board, SIZE)} {pos.turn}"

    def parse(self, text: str) -> Position:
        board, turn, _ = parse_position(text, SIZE, SIZE)
        return Position(board, turn)

    def read(self, pos: Position, typed: str) -> Place | None:
        """Line mode: ``a2 1 C`` and ``a2 1C`` too; a rotation is ignored where the marble makes five."""
        parts = re.fullmatch(r"([a-f][0-5])(?:-?([1-4][ca]))?", "".join(typed.lower().split()))
        if parts is None:
            return None
        name, rotation = parts.groups()
        space = NAMES.index(name)
        if space in _winning_spaces(pos.board, pos.turn) or rotation is None:
            return Place(space, None)
        return Place(space, rotation.upper())

    def heading(self, pos: Position, names: tuple[str, str]) -> str:
        return f"{names[0]} (Black) {SYMBOLS['b']}  {names[1]} (White) {SYMBOLS['w']}\n\n"

    def prompt(self, pos: Position, names: tuple[str, str]) -> str:
        return f"{names[self.to_move(pos)]} ({pos.turn.title}), your move: "

    # Picture

    def layout(self) -> Layout:
        return Layout(
            surface="tiles",
            piece="marble",
            width=SIZE + GAP,
            height=SIZE + GAP,
            spots=tuple(
                Spot(name, _centre(space % SIZE), _centre(space // SIZE), name, name, _sub_board(space))
                for space, name in enumerate(NAMES)
            ),
            labels=(
                *(Label(digit, "top", _centre(column)) for column, digit in enumerate(COLUMNS)),
                *(Label(letter, "left", _centre(row)) for row, letter in enumerate(ROWS)),
            ),
            buttons=tuple(_handle(rotation) for rotation in ROTATIONS),
            symbols=(SYMBOLS["."], SYMBOLS["b"], SYMBOLS["w"]),
        )

    def scene(self, pos: Position) -> Scene:
        return _scene(pos.board)

    def stages(self, pos: Position, move: Place) -> list[Scene]:
        """The marble, then the sub-board that turned."""
        board = place(pos.board, [move.space], pos.turn)
        if not move.rotation:
            return [_scene(board)]
        turn = Turn(move.rotation[0], _quarter(move.rotation))
        return [_scene(board), _scene(_turn(board, move.rotation), turn)]

    def clicks(self, move: Place) -> tuple[str, ...]:
        return (NAMES[move.space], move.rotation) if move.rotation else (NAMES[move.space],)


def _fives(board: str, color: Color) -> list[slice]:
    """The lines that are all of this colour."""
    five = color.value * 5
    return [line for line in LINES if board[line] == five]


def _winning_spaces(board: str, color: Color) -> set[int]:
    """The empty spaces where a marble of this colour makes five."""
    winning: set[int] = set()
    for line in LINES:
        marbles = board[line]
        if marbles.count(color) == 4 and EMPTY in marbles:
            winning.add(SPACES[line][marbles.index(EMPTY)])
    return winning


def _turn(board: str, rotation: str) -> str:
    return "".join([board[space] for space in TURNED[rotation]])


def _quarter(rotation: str) -> int:
    return 1 if rotation[1] == "C" else -1


def _scene(board: str, turn: Turn | None = None) -> Scene:
    fives = {space for color in Color for line in _fives(board, color) for space in SPACES[line]}
    return Scene(
        pieces=pieces(NAMES, board),
        winning=tuple(NAMES[space] for space in sorted(fives)),
        turn=turn,
    )


def _centre(line: int) -> float:
    """The centre of a row or column; the second half lies beyond the gap."""
    return line + 0.5 + GAP * (line // HALF)


def _handle(rotation: str) -> Button:
    """The button for a rotation, outside its sub-board near the outer corner, on the side it pushes inwards from."""
    down, right = divmod(int(rotation[0]) - 1, 2)
    x, y = (axis * (SIZE + GAP) for axis in (right, down))
    above_or_below = (down == right) == (rotation[1] == "C")
    beyond = 0.6 if (down if above_or_below else right) else 0.88  # above and left, the coordinates stay free
    along, away = (-0.7, beyond) if above_or_below else (beyond, -0.7)
    return Button(
        id=rotation,
        label=f"Turn sub-board {rotation[0]} {DIRECTIONS[rotation[1]]}",
        x=x + (along if right else -along),
        y=y + (away if down else -away),
        group=rotation[0],
        quarter=_quarter(rotation),
    )


GAME = PentagoRules
