"""Who sits at the board: a person, an engine of some level, or a player of random moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quintet.core.game import AnyGame
from quintet.core.types import Color, Player

if TYPE_CHECKING:
    from quintet.engine import Engine

LEVELS = 10
HUMAN = "human"


@dataclass(frozen=True)
class Seat:
    """One side of the board."""

    who: str
    """``human``, ``level:5`` or ``random``."""
    engine: Engine | None = None
    """What chooses the moves; ``None`` for a person."""

    def name(self, player: Player) -> str:
        """What the seat is called before anybody gave a name."""
        return f"Player {player + 1}" if self.engine is None else self.who


def checked(who: str, flag: str) -> str:
    """A WHO in its one spelling; ValueError says what was expected."""
    word = who.strip().lower()
    level = re.fullmatch(r"level:([0-9]{1,3})", word)
    if word in (HUMAN, "random"):
        return word
    if level and 1 <= int(level[1]) <= LEVELS:
        return f"level:{int(level[1])}"
    raise ValueError(f"{flag} must be human, level:1 to level:{LEVELS} or random, got {who!r}")


def sit(game: AnyGame, who: str, seed: int) -> Seat:
    """A seat with its engine ready."""
    if who == HUMAN:
        return Seat(who)
    from quintet.engine import Engine

    if who == "random":
        return Seat(who, Engine(game, method="random", seed=seed))
    return Seat(who, Engine(game, level=int(who.partition(":")[2]), seed=seed))


def sit_all(game: AnyGame, whos: tuple[str, str], seed: int) -> tuple[Seat, Seat]:
    """FIRST and SECOND, each engine with a seed of its own."""
    return sit(game, whos[0], seed), sit(game, whos[1], seed + 1)


def by_color(game: AnyGame, start: object, black: str, white: str) -> tuple[str, str]:
    """Who is FIRST and who is SECOND, given who starts as which colour."""
    whos = {Color.BLACK: black, Color.WHITE: white}
    return whos[game.color(start, Player.FIRST)], whos[game.color(start, Player.SECOND)]
