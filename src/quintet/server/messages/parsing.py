"""Parses texts of clients into games, positions, moves and records; an error becomes a refusal.

Only here is a ValueError of the library the client's fault; everywhere else it is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.game import spec as spec_of
from quintet.core.match import Match
from quintet.core.record import checked_name, measure
from quintet.core.types import UnknownGame
from quintet.server.accounts import names
from quintet.server.errors import BadInput, Unknown
from quintet.server.live import match_records
from quintet.server.live.boards import load
from quintet.server.live.events import Ending
from quintet.server.live.timeline import Ply


@contextmanager
def blaming_the_caller() -> Iterator[None]:
    """Use it around parsing alone."""
    try:
        yield
    except UnknownGame as error:
        raise Unknown(str(error)) from error
    except ValueError as error:
        raise BadInput(str(error)) from error


def game(spec: str) -> AnyGame:
    """A game by its spec."""
    with blaming_the_caller():
        return load(spec)


def position(of: AnyGame, text: str) -> Any:
    with blaming_the_caller():
        return of.parse(text)


def name(text: str) -> str:
    """A name as it is shown."""
    with blaming_the_caller():
        return checked_name(names.clean(text))


def outline(text: str) -> tuple[str, int]:
    """The spec of a record's game and its number of moves, without playing them."""
    with blaming_the_caller():
        spec, moves = measure(text)
    return spec_of(game(spec)), moves


def record(text: str) -> tuple[Match, Ending]:
    """The match of a record and its ending; the refusal names the wrong line."""
    with blaming_the_caller():
        return match_records.read(text)


def played(of: AnyGame, start: str | None, moves: Iterable[str], begun: Ply | None = None) -> Ply:
    """Play moves from a position (None: the start), or from the ply that a line has `begun` with.

    Illegal says why a move is not allowed.
    """
    moment = begun or Ply(of, of.start() if start is None else position(of, start))
    for move in moves:
        moment = moment.play(move)
    return moment
