"""What stays the same for all matches of a game: its board, its moves by their texts, and the JSON of its layout."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from pydantic import TypeAdapter

from quintet.core import registry
from quintet.core.game import AnyGame, Stages
from quintet.render.marks import own_and_columns
from quintet.render.svg.drawing import DrawnLayout, drawn

MOST_SPOTS = 40_000
"""Of all boards that are kept: specs are the caller's to choose, and a board of 4,000 spots takes two megabytes."""
LAYOUT: TypeAdapter[DrawnLayout] = TypeAdapter(DrawnLayout)


@dataclass(frozen=True, slots=True)
class Board:
    """Of one spec."""

    layout: DrawnLayout
    json: str
    """The layout as it is sent."""
    own: frozenset[str]
    """Spots that are pressed themselves."""
    columns: frozenset[str]
    """Targets that spots share."""
    moves: dict[str, Any]
    """All moves that there are, by their texts in small letters."""
    staged: bool
    """Whether its moves happen in visible steps."""

    @property
    def spots(self) -> int:
        """Its size: half of every price."""
        return max(1, len(self.layout.spots))


@lru_cache(maxsize=256)
def load(spec: str) -> AnyGame:
    """A game by its spec; the same object for the same spec."""
    return registry.load(spec)


def installed(spec: str) -> bool:
    """Whether this game, with these options, can still be played here."""
    try:
        load(spec)
    except ValueError:
        return False
    return True


class Boards:
    """Those that were asked for last, up to so many spots."""

    def __init__(self, most_spots: int = MOST_SPOTS) -> None:
        self._most = most_spots
        self._spots = 0
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._lock = Lock()

    def find(self, spec: str) -> Board | None:
        with self._lock:
            board = self._boards.get(spec)
            if board is not None:
                self._boards.move_to_end(spec)
            return board

    def of(self, spec: str) -> Board:
        return self.find(spec) or self._keep(spec, made(spec))

    def _keep(self, spec: str, board: Board) -> Board:
        with self._lock:
            if spec not in self._boards:
                self._boards[spec] = board
                self._spots += board.spots
            while self._spots > self._most and len(self._boards) > 1:
                self._spots -= self._boards.popitem(last=False)[1].spots
            return board


def made(spec: str) -> Board:
    game = load(spec)
    layout = drawn(game.layout())
    own, columns = own_and_columns(layout)
    moves = {str(move).lower(): move for move in game.all_moves()}
    return Board(layout, LAYOUT.dump_json(layout).decode(), own, columns, moves, isinstance(game, Stages))


BOARDS = Boards()
board_of = BOARDS.of
