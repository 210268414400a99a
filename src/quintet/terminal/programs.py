"""Programs of other people in a seat: whatever speaks a protocol that the adapters know."""

from __future__ import annotations

import shutil
from copy import copy
from typing import Any

from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.engine.limits import Limits
from quintet.players.who import Who
from quintet.protocols import external_engines

SECONDS = 2.0
"""What a move of a program may take."""


def read(text: str) -> Who:
    """A program as a player, from ``ugi:command``; ValueError says what was expected."""
    external_engines.parse(text)
    return Who(text)


def is_program(who: Who) -> bool:
    return ":" in who.kind


class Program:
    """Chooses moves as an engine does, and knows the whole match, which programs want to be told."""

    def __init__(self, game: AnyGame, who: Who) -> None:
        self._player = external_engines.OutsidePlayer(game, who.kind)
        program = self._player.command[0]
        if shutil.which(program) is None:
            raise ValueError(f"{who.kind} cannot play: expected a program that can be run, got {program!r}")

    def choose(self, match: Match) -> Any:
        """Its move; Forfeit if it gives none."""
        return self._player.choose(copy(match), Limits(seconds=SECONDS))

    def stop(self) -> None:
        """A program cannot be hurried: it is ended."""
        self.close()

    def close(self) -> None:
        self._player.close()
