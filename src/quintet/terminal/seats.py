"""Who sits where in a game at this terminal, and what the two are called."""

from __future__ import annotations

from collections.abc import Sequence

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.record import checked_name
from quintet.core.types import Color, Player
from quintet.engine.bounds import MOST_SEED
from quintet.players.player import SeatedPlayer, check_playable, player_for
from quintet.players.who import HUMAN, Who

LONGEST_NAME = 80


def read_names(text: str) -> tuple[str, ...]:
    """One name or two, with a comma between; ValueError says what was expected."""
    names = [name.strip() for name in text.split(",")]
    if len(names) > 2:
        raise ValueError(f"--names must be one name or two with a comma between, got {text!r}")
    return tuple(checked_name(name) for name in names)


def default_name(who: Who, player: Player) -> str:
    """What a seat is called before anybody gave a name."""
    return f"Player {player + 1}" if who == HUMAN else str(who)[:LONGEST_NAME].strip()


def names_for(whos: tuple[Who, Who], people: Sequence[str]) -> tuple[str, str]:
    """What the seats are called: people by the names given, in order, engines by what they are."""
    left = [name.strip() for name in people if name.strip()]
    first, second = (
        left.pop(0) if who == HUMAN and left else default_name(who, Player(seat)) for seat, who in enumerate(whos)
    )
    return first, second


def by_color(game: AnyGame, start: object, black: Who, white: Who) -> tuple[Who, Who]:
    """Who is FIRST and who is SECOND, given who starts as which colour."""
    whos = {Color.BLACK: black, Color.WHITE: white}
    return whos[game.color(start, Player.FIRST)], whos[game.color(start, Player.SECOND)]


def seated(match: Match, who: Who, seed: int, player: Player, memory_mb: int | None = None) -> SeatedPlayer | None:
    """What chooses the moves of a seat, ``None`` for a person; the two sides have different seeds."""
    if who == HUMAN:
        return None
    check_playable(who, match)
    return player_for(who, match.game, (seed + player) % (MOST_SEED + 1), memory_mb=memory_mb)
