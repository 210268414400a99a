"""Who sits at the board: a person, or an engine with its own choice of moves."""

from __future__ import annotations

from dataclasses import dataclass

from quintet.core.game import AnyGame
from quintet.core.types import Color, Player
from quintet.engine import LEVELS, EnginePlayer, parse_who

HUMAN = "human"
WHO = f"human, level:1 to level:{len(LEVELS)}, or random"


@dataclass(frozen=True)
class Seat:
    """One side of the board."""

    who: str
    """``human``, ``level:5`` or ``random``."""
    engine: EnginePlayer | None = None
    """What chooses the moves; ``None`` for a person."""

    def name(self, player: Player) -> str:
        """What the seat is called before anybody gave a name."""
        return f"Player {player + 1}" if self.engine is None else self.who


def checked(who: str, flag: str) -> str:
    """A WHO in its one spelling; ValueError says what was expected."""
    try:
        return str(parse_who(who))
    except ValueError:
        raise ValueError(f"{flag} must be {WHO}, got {who!r}") from None


def sit(game: AnyGame, whos: tuple[str, str], seed: int) -> tuple[Seat, Seat]:
    """FIRST and SECOND; each engine has a seed of its own."""
    first, second = (
        Seat(who) if who == HUMAN else Seat(who, EnginePlayer(game, who, seed + player))
        for player, who in enumerate(whos)
    )
    return first, second


def by_color(game: AnyGame, start: object, black: str, white: str) -> tuple[str, str]:
    """Who is FIRST and who is SECOND, given who starts as which colour."""
    whos = {Color.BLACK: black, Color.WHITE: white}
    return whos[game.color(start, Player.FIRST)], whos[game.color(start, Player.SECOND)]
