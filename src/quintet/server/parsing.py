"""Moves as texts from outside, played in order; a refusal says why and where that can be seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quintet.core.game import AnyGame, parse_move, refusal
from quintet.core.match import Match
from quintet.core.types import IllegalMove
from quintet.server.errors import Illegal


def legal_move(game: AnyGame, position: Any, text: str) -> Any:
    """The legal move with this text."""
    try:
        return parse_move(game, position, text)
    except IllegalMove:
        raise Illegal(refusal(game, position, text)) from None


def played(game: AnyGame, position: str | None, moves: Iterable[str]) -> Match:
    """A match from a position (None: the start) through these moves."""
    match = Match(game, position=None if position is None else game.parse(position))
    for move in moves:
        try:
            match.play(move)
        except IllegalMove:
            raise Illegal(refusal(game, match.position, move)) from None
    return match
