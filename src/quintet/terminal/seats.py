"""Who sits at the board: a person, or an engine that chooses its moves."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from quintet.core.game import AnyGame
from quintet.core.record import checked_name
from quintet.core.types import Color, Player
from quintet.engine import LEVELS, Engine
from quintet.engine.bounds import MOST_SEED
from quintet.players.who import HUMAN, Who, engine_for, parse_who
from quintet.terminal import programs
from quintet.terminal.notices import slower_engines
from quintet.terminal.programs import Program

LONGEST_NAME = 80
WHO = f"human, level:1 to level:{len(LEVELS)}, random, or a program: ugi:COMMAND, gtp:COMMAND or nboard:COMMAND"


@dataclass(frozen=True)
class Seat:
    """One side of the board."""

    who: Who
    engine: Engine | Program | None = None
    """What chooses the moves; ``None`` for a person."""


def read_who(text: str, flag: str) -> Who:
    """A WHO as it was typed; ValueError says what was expected."""
    for parse in (parse_who, programs.read):
        with contextlib.suppress(ValueError):
            return parse(text)
    raise ValueError(f"{flag} must be {WHO}, got {text!r}")


def read_names(text: str) -> tuple[str, ...]:
    """One name or two, with a comma between; ValueError says what was expected."""
    found = [name.strip() for name in text.split(",")]
    if len(found) > 2:
        raise ValueError(f"--names must be one name or two with a comma between, got {text!r}")
    return tuple(checked_name(name) for name in found)


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


def sit(game: AnyGame, whos: tuple[Who, Who], seed: int) -> tuple[Seat, Seat]:
    """FIRST and SECOND; each engine has a seed of its own."""
    if any(who.level is not None for who in whos):
        slower_engines()
    first, second = (
        Seat(who) if who == HUMAN else Seat(who, _engine(game, who, (seed + player) % (MOST_SEED + 1)))
        for player, who in enumerate(whos)
    )
    return first, second


def _engine(game: AnyGame, who: Who, seed: int) -> Engine | Program:
    return Program(game, who) if programs.is_program(who) else engine_for(game, who, seed)


def by_color(game: AnyGame, start: object, black: Who, white: Who) -> tuple[Who, Who]:
    """Who is FIRST and who is SECOND, given who starts as which colour."""
    whos = {Color.BLACK: black, Color.WHITE: white}
    return whos[game.color(start, Player.FIRST)], whos[game.color(start, Player.SECOND)]
