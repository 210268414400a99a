"""What all matches of one game and its options share: the layout and its JSON, and the moves by their texts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from quintet.core import registry
from quintet.core.game import AnyGame, Stages
from quintet.render.marks import Move, own_and_columns, pressed_alike
from quintet.render.svg.drawing import DrawnLayout, drawn
from quintet.server.work.caches import LruCache

MOST_SPOTS = 40_000
"""Of all cached boards: clients choose the specs, and a board of 4,000 spots takes two megabytes."""
LAYOUT: TypeAdapter[DrawnLayout] = TypeAdapter(DrawnLayout)


@dataclass(frozen=True, slots=True)
class GameBoard:
    """The board of one spec."""

    layout: DrawnLayout
    json: str
    """The layout as it is sent."""
    own: frozenset[str]
    """Spots that are pressed themselves."""
    columns: frozenset[str]
    """Targets that spots share."""
    moves: dict[str, Any]
    """All moves of the game, by their texts in lower case."""
    pressed_alike: dict[str, Move]
    """The moves that are the same in every position, as messages have them, by their texts."""
    staged: bool
    """Whether its moves happen in visible steps."""

    @property
    def spots(self) -> int:
        """The size of the board: a cost is moves times spots."""
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
    """An LRU cache, bounded by the sum of spots."""

    def __init__(self, most_spots: int = MOST_SPOTS) -> None:
        self._boards: LruCache[str, GameBoard] = LruCache(most_spots, lambda board: board.spots)

    def find(self, spec: str) -> GameBoard | None:
        return self._boards.get(spec)

    def of(self, spec: str) -> GameBoard:
        return self.find(spec) or self._boards.put(spec, made(spec))


def made(spec: str) -> GameBoard:
    game = load(spec)
    layout = drawn(game.layout())
    own, columns = own_and_columns(layout)
    every = game.all_moves()
    moves, alike = {str(move).lower(): move for move in every}, pressed_alike(game, every, own, columns)
    return GameBoard(layout, LAYOUT.dump_json(layout).decode(), own, columns, moves, alike, isinstance(game, Stages))


BOARDS = Boards()
board_of = BOARDS.of
