"""Magnetize: drop pieces, or turn on your magnet and pull all of yours to your side; a square of one colour wins.

A magnet that is on holds its colour in the air and costs its owner the next `maglock` turns; at the end of
the last one it goes off and everything falls. Such turns are no moves: `play` goes past them. The board is a
tuple of rows from the top, each a string of letters; rows and columns are counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase, digits
from typing import ClassVar

from quintet.core.bits import pack, unpack
from quintet.core.game import equal_by_spec
from quintet.core.grid import EMPTY, margins, parse_count, parse_position, rectangle, split_rows
from quintet.core.options import integer
from quintet.core.registry import rules_beside
from quintet.core.scene import Button, Counter, Gauge, Layout, Piece, Scene
from quintet.core.sentences import plural
from quintet.core.types import Color, Outcome, Player, Refusal, Word


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop a piece into a column."""

    column: int

    def __str__(self) -> str:
        return str(self.column)

    __repr__ = __str__


MAGNET = Word("m")
Move = Drop | Word
Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Pieces, whose turn it is, and the turns that are still to be missed."""

    rows: Rows
    turn: Color
    misses: tuple[int, int] = (0, 0)
    """The turns that Black and White still miss; a magnet is on exactly while its owner misses turns."""

    def is_on(self, color: Color) -> bool:
        """Whether this colour's magnet is on."""
        return self.misses[PLAYERS[color]] > 0


@dataclass(frozen=True, slots=True)
class MagnetizeOptions:
    height: int = integer(4, 2, 62, "rows of the board", short="h")
    width: int = integer(5, 2, 62, "columns of the board", short="w")
    square: int = integer(
        2,
        2,
        62,
        "the side of the square that wins",
        short="s",
        limit=lambda options: (min(options.height, options.width), "it must fit on the board"),
    )
    maglock: int = integer(2, 0, 99, "turns missed for using the magnet", short="l")


PLAYERS = {Color.BLACK: Player.FIRST, Color.WHITE: Player.SECOND}
LABELS = digits + ascii_uppercase + ascii_lowercase
"""Of rows and columns alike, from 0."""
FIELDS = ("black's misses", "white's misses")


@equal_by_spec
class Magnetize:
    """The rules."""

    id: ClassVar[str] = "magnetize"
    title: ClassVar[str] = "Magnetize"
    Options: ClassVar[type] = MagnetizeOptions
    rules: ClassVar[str] = rules_beside(__name__)

    def __init__(self, options: MagnetizeOptions = MagnetizeOptions()) -> None:
        self.options = options
        self.drops = tuple(Drop(column) for column in range(options.width))

    # Rules

    def start(self) -> Position:
        return Position((EMPTY * self.options.width,) * self.options.height, Color.BLACK)

    def to_move(self, pos: Position) -> Player:
        return PLAYERS[pos.turn]

    def color(self, pos: Position, player: Player) -> Color:
        return Color.BLACK if player is Player.FIRST else Color.WHITE

    def all_moves(self) -> tuple[Move, ...]:
        return (*self.drops, MAGNET)

    def legal_moves(self, pos: Position) -> tuple[Move, ...]:
        if self.outcome(pos):
            return ()
        top = pos.rows[0]
        return (*(drop for drop in self.drops if top[drop.column] == EMPTY), MAGNET)

    def play(self, pos: Position, move: Move) -> Position:
        return self._steps(pos, move)[-1]

    def outcome(self, pos: Position) -> Outcome | None:
        board = "/".join(pos.rows)
        black, white = self._squares(board, Color.BLACK), self._squares(board, Color.WHITE)
        if black and white:
            return Outcome(None, "both have a square")
        if black or white:
            return Outcome(Player.FIRST if black else Player.SECOND, "square made")
        return None if EMPTY in board else Outcome(None, "board full")

    def refusal(self, pos: Position, move: Drop) -> Refusal:
        column = [row[move.column] for row in pos.rows]
        if EMPTY in column:
            return Refusal(f"the top of column {move} is taken", (_spot(0, move.column),))
        return Refusal(f"column {move} is full", tuple(_spot(row, move.column) for row in range(len(column))))

    def narrate(self, pos: Position, move: Move) -> str:
        *_, acted = self._acted(pos, move)
        turns = [acted, *self._missed_turns(acted)]
        drops = f"{pos.turn.title} drops into column {move}"
        sentences = [drops if isinstance(move, Drop) else self._pull_in_words(pos, acted)]
        sentences += [_missed_in_words(turns)] if len(turns) > 1 else []
        squares = [color.title for color in Color if self._squares("/".join(turns[-1].rows), color)]
        sentences += ["Both have a square" if len(squares) == 2 else f"{squares[0]} has a square"] if squares else []
        return " ".join(f"{sentence}." for sentence in sentences)

    def _pull_in_words(self, pos: Position, acted: Position) -> str:
        mover, maglock, moved = pos.turn, self.options.maglock, _moved(pos.rows, acted.rows)
        magnet = f"{mover.title}'s magnet " + (f"is on for {plural(maglock, 'turn')}" if maglock else "pulls")
        if not moved:
            return f"{magnet}, and nothing moves"
        mine, theirs = mover.title.lower(), mover.other.title.lower()
        falls = f" and {theirs} pieces fall" if mover.other in moved else ""
        falls = falls if maglock else " and everything settles"
        return f"{magnet}: {mine} pieces slide {'left' if mover is Color.BLACK else 'right'}{falls}"

    def heuristic(self, pos: Position, player: Player) -> float:
        """The blocks that hold only one colour, the fuller the better, and the turns the other misses."""
        mine, theirs = self.color(pos, player), self.color(pos, player.other)
        side, hopes = self.options.square, 0.0
        for top in range(len(pos.rows) - side + 1):
            for left in range(len(pos.rows[0]) - side + 1):
                block = "".join(row[left : left + side] for row in pos.rows[top : top + side])
                own, other = block.count(mine), block.count(theirs)
                if not (own and other):
                    hopes += 4.0 ** (own - side * side) - 4.0 ** (other - side * side)
        return max(-0.99, min(0.99, hopes + 0.1 * (pos.misses[player.other] - pos.misses[player])))

    def _squares(self, board: str, color: Color) -> list[tuple[int, int]]:
        """The top left cells, row and column, of the squares of a colour; the board is its rows joined by ``/``."""
        side, stride = self.options.square, self.options.width + 1
        line = color * side
        corners = []
        start = board.find(line)
        while start >= 0:
            below = start + stride
            while board.startswith(line, below):
                below += stride
            if below - start >= side * stride:  # the line stands in enough rows, one below the other
                corners.append(divmod(start, stride))
            start = board.find(line, start + 1)
        return corners

    def _steps(self, pos: Position, move: Move) -> list[Position]:
        """The positions that a move goes through: what it does, then what the magnets let go; the last is final."""
        steps = self._acted(pos, move)
        turns = [steps[-1], *self._missed_turns(steps[-1])]
        steps += [after for before, after in pairwise(turns) if after.rows != before.rows]
        steps[-1] = turns[-1]
        return steps

    def _acted(self, pos: Position, move: Move) -> list[Position]:
        """The positions that the turn itself goes through, before any turn is missed."""
        mover, misses = pos.turn, pos.misses
        if isinstance(move, Drop):
            boards = [_dropped(pos.rows, move.column, mover)]
        else:
            boards = self._pulled(pos) or [pos.rows]
            misses = _counted(misses, mover, self.options.maglock)
        return [Position(board, mover.other, misses) for board in boards]

    def _missed_turns(self, now: Position) -> Iterator[Position]:
        """The position after each turn that is missed, until somebody can move or the game is over."""
        while now.is_on(now.turn) and not self.outcome(now):
            now = _missed(now)
            yield now

    def _pulled(self, pos: Position) -> list[Rows]:
        """The board each time that something moved when the side to move turned its magnet on."""
        boards = list(_cascade(pos.rows, pos.turn, falls=not pos.is_on(pos.turn.other)))
        if self.options.maglock == 0 and boards and (settled := _settled(boards[-1], None)) != boards[-1]:
            boards.append(settled)
        return boards

    # Notation

    def text(self, pos: Position) -> str:
        return f"{'/'.join(pos.rows)} {pos.turn} {pos.misses[0]} {pos.misses[1]}"

    def parse(self, text: str) -> Position:
        width, maglock = self.options.width, self.options.maglock
        board, turn, fields = parse_position(text, self.options.height, width, FIELDS)
        black, white = (parse_count(name, field, 0, maglock) for name, field in zip(FIELDS, fields, strict=True))
        pos = Position(split_rows(board, width), turn, (black, white))
        _check_held(pos)
        if pos.is_on(turn) and not self.outcome(pos):
            raise ValueError(f"{turn.title} is to move and must miss 0 turns, got {pos.misses[PLAYERS[turn]]}")
        return pos

    def read(self, pos: Position, typed: str) -> Move | None:
        """Line mode: ``!``, ``m`` or ``magnet`` for the magnet, else a column's label or its two digits.

        A capital ``M`` is the label of a column, and where the board has no such column it is the magnet."""
        text = typed.strip()
        if text in ("!", "m") or text.lower() == "magnet" or (text == "M" and LABELS.index("M") >= self.options.width):
            return MAGNET
        if len(text) == 1 and text in LABELS:
            return Drop(LABELS.index(text))
        return Drop(int(text)) if re.fullmatch("[0-9]{2}", text) else None

    def heading(self, pos: Position, names: tuple[str, str]) -> str:
        """The magnets that are on, which a board does not show."""
        on = [
            f"{color.title}'s magnet is on for {plural(pos.misses[player], 'turn')}."
            for color, player in PLAYERS.items()
            if pos.is_on(color)
        ]
        return " ".join(on) + "\n\n" * bool(on)

    def prompt(self, pos: Position, names: tuple[str, str]) -> str:
        name = names[self.to_move(pos)]
        return f"{name}: " if name == pos.turn.title else f"{name} ({pos.turn.title}): "

    # Picture

    def layout(self) -> Layout:
        height, width, maglock = self.options.height, self.options.width, self.options.maglock
        cost = f"{maglock or 'no'} turn{'' if maglock == 1 else 's'}"
        return Layout(
            surface="steel",
            piece="piece",
            width=width,
            height=height,
            spots=rectangle(range(width), range(height), by_column=True),
            labels=margins(LABELS[:width], LABELS[:height]),
            buttons=(Button(str(MAGNET), f"Magnet (you miss {cost})"),),
            gauges=(
                Gauge("black", "magnet", "left", Color.BLACK, str(MAGNET)),
                Gauge("white", "magnet", "right", Color.WHITE, str(MAGNET)),
            ),
            symbols=(".", "*", "o"),
        )

    def scene(self, pos: Position) -> Scene:
        board, side = "/".join(pos.rows), range(self.options.square)
        corners = self._squares(board, Color.BLACK) + self._squares(board, Color.WHITE)
        winning = {(top + down, left + right) for top, left in corners for down in side for right in side}
        return self._scene(pos, tuple(_spot(row, column) for row, column in sorted(winning)))

    def clicks(self, move: Move) -> tuple[str, ...]:
        return (str(move),)

    def stages(self, pos: Position, move: Move) -> list[Scene]:
        *before, last = self._steps(pos, move)
        # A square that is there only in between does not win.
        return [*(self._scene(step, ()) for step in before), self.scene(last)]

    def _scene(self, pos: Position, winning: tuple[str, ...]) -> Scene:
        return Scene(
            pieces={
                _spot(row, column): Piece(Color(letter), "held" if _hovers(pos, row, column) else None)
                for row, letters in enumerate(pos.rows)
                for column, letter in enumerate(letters)
                if letter != EMPTY
            },
            counters=tuple(
                Counter(color.title.lower(), "misses # turns", color, pos.misses[player])
                for color, player in PLAYERS.items()
                if pos.is_on(color)
            ),
            winning=winning,
        )


def _dropped(rows: Rows, column: int, color: Color) -> Rows:
    """The board with a piece on the first occupied cell of the column, or on the floor."""
    row = next((row for row, letters in enumerate(rows) if letters[column] != EMPTY), len(rows)) - 1
    return (*rows[:row], rows[row][:column] + color + rows[row][column + 1 :], *rows[row + 1 :])


def _cascade(rows: Rows, color: Color, falls: bool) -> Iterator[Rows]:
    """The board after each slide of this colour and each fall of the other, until nothing moves."""
    while (slid := _slid(rows, color)) != rows:
        yield slid
        rows = _settled(slid, color) if falls else slid
        if rows != slid:
            yield rows


def _slid(rows: Rows, color: Color) -> Rows:
    """Every piece of this colour as near to its magnet as the other colour lets it."""
    side = str.ljust if color is Color.BLACK else str.rjust
    return tuple(_packed(row, color.other, side) for row in rows)


def _settled(rows: Rows, held: Color | None) -> Rows:
    """Every piece fallen as far as it can, except those of the colour that is held."""
    columns = (_packed("".join(column), held, str.rjust) for column in zip(*rows, strict=True))
    return tuple("".join(row) for row in zip(*columns, strict=True))


def _packed(line: str, fixed: Color | None, side: Callable[[str, int, str], str]) -> str:
    """A line with the pieces between two fixed ones pushed together to one side."""
    stretches = line.split(fixed) if fixed else [line]
    return (fixed or "").join(side(stretch.replace(EMPTY, ""), len(stretch), EMPTY) for stretch in stretches)


def _missed(pos: Position) -> Position:
    """The position after the side to move has missed its turn; after the last one its magnet goes off."""
    left = pos.misses[PLAYERS[pos.turn]] - 1
    after = Position(pos.rows, pos.turn.other, _counted(pos.misses, pos.turn, left))
    if left:
        return after
    held = after.turn if after.is_on(after.turn) else None
    return Position(_settled(pos.rows, held), after.turn, after.misses)


def _counted(misses: tuple[int, int], color: Color, count: int) -> tuple[int, int]:
    """The turns to be missed, with this many for one colour."""
    black, white = misses
    return (count, white) if color is Color.BLACK else (black, count)


def _missed_in_words(turns: Sequence[Position]) -> str:
    """Who missed turns between these positions, and what the magnets that went off let fall."""
    missed = [before.turn for before in turns[:-1]]
    first, second = missed[0].title, missed[0].other.title
    more, fewer = missed.count(missed[0]), missed.count(missed[0].other)
    count = plural(more, "turn") if more > 1 else "a turn"
    who = f"{first} misses {count}" + (f" and {second} {fewer}" if fewer else "")
    who = f"Both miss {count}" if more == fewer else who
    falls = []
    for before, after in pairwise(turns):
        if not after.is_on(before.turn):
            moved = _moved(before.rows, after.rows)
            whose = f"{moved[0].title}'s pieces" if len(moved) == 1 else "pieces of both colours"
            falls.append(f"{whose} fall" if moved else f"{before.turn.title}'s magnet goes off")
    return who + (": " if fewer else ", and ") * bool(falls) + ", then ".join(falls)


def _moved(before: Rows, after: Rows) -> list[Color]:
    """The colours of which a piece is elsewhere."""
    boards = "/".join(before), "/".join(after)
    return [color for color in Color if len({board.replace(color.other, EMPTY) for board in boards}) == 2]


def _hovers(pos: Position, row: int, column: int) -> bool:
    """Whether a piece is in the air and held by its magnet."""
    return pos.is_on(Color(pos.rows[row][column])) and any(below[column] == EMPTY for below in pos.rows[row + 1 :])


def _check_held(pos: Position) -> None:
    """ValueError if a piece hangs in the air without its magnet."""
    for row, (letters, below) in enumerate(zip(pos.rows, pos.rows[1:], strict=False)):
        for column, letter in enumerate(letters):
            if letter != EMPTY and below[column] == EMPTY and not pos.is_on(Color(letter)):
                whose = Color(letter).title
                raise ValueError(
                    f"{whose}'s magnet must be on to hold the piece at column {column}, row {row}: "
                    f"expected a piece below it, got one that hangs in the air"
                )


def _spot(row: int, column: int) -> str:
    return f"{column},{row}"


def to_bits(position: Position) -> list[int]:
    """The board in 32-bit elements: two bits a cell in reading order, the first cell in the lowest bits."""
    return pack("".join(position.rows))


def from_bits(bits: Sequence[int], height: int, width: int) -> Position:
    """The position with this board, Black to move and no magnet on; ValueError says what is wrong with the bits."""
    return Position(split_rows(unpack(bits, height, width), width), Color.BLACK)


GAME = Magnetize
