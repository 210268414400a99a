"""A game that is being played in the app: who sits where, what is on disk."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from quintet.core import files
from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.types import Player
from quintet.engine import Engine
from quintet.engine.bounds import MOST_SEED
from quintet.players.who import HUMAN, Who
from quintet.terminal import saves, undo

MEMORY_MB = 16
"""What a search may hold: the app stays small."""
SEEDS = 2**32


@dataclass
class Sitting:
    """A match with its two seats and its file."""

    match: Match
    save: saves.Save
    engines: dict[Player, Engine] = field(default_factory=dict)

    @property
    def whos(self) -> tuple[Who, Who]:
        return self.save.seats

    def is_by_hand(self, player: Player) -> bool:
        return self.whos[player] == HUMAN

    @property
    def near(self) -> Player:
        """Who sits at this side of the board: a person if there is only one."""
        return Player.SECOND if self.is_by_hand(Player.SECOND) and not self.is_by_hand(Player.FIRST) else Player.FIRST

    @property
    def is_turn_of_person(self) -> bool:
        return self.match.outcome is None and self.is_by_hand(self.match.to_move)

    def engine(self, player: Player) -> Engine:
        """What chooses the moves of a seat; made when it is first needed."""
        if player not in self.engines:
            who, seed = self.whos[player], (self.save.seed + player) % (MOST_SEED + 1)
            method, level = ("random", 10) if who.level is None else ("auto", who.level)
            self.engines[player] = Engine(self.match.game, level, memory_mb=MEMORY_MB, seed=seed, method=method)
        return self.engines[player]

    def play(self, move: Any) -> None:
        self.match.play(move)
        self.keep()

    def undo(self) -> bool:
        return undo.take_back(self.match, self._stops) and self.keep() is None

    def redo(self) -> bool:
        return undo.play_again(self.match, self._stops) and self.keep() is None

    def _stops(self, player: Player) -> bool:
        """Where two engines play every turn is one to go back to."""
        return self.is_by_hand(player) or HUMAN not in self.whos

    def resign(self) -> None:
        """Whoever is to move gives up; against an engine, the person."""
        people = [player for player in Player if self.is_by_hand(player)]
        self.match.resign(people[0] if len(people) == 1 else self.match.to_move)
        self.keep()

    def switch_sides(self) -> None:
        """The two change places: who plays which colour, and their names."""
        self.save.seats = self.whos[1], self.whos[0]
        self.match.names = self.match.names[1], self.match.names[0]
        self.engines.clear()
        self.keep()

    def keep(self) -> str | None:
        """Write the game down; what went wrong, if something did."""
        try:
            if self.match.outcome:
                self.match.finished = self.match.finished or now()
                self.save.finish(self.match)
            else:
                self.match.finished = None
                self.save.keep(self.match)
        except OSError as error:
            return f"This game cannot be saved: {files.reason(error)}."
        return None

    def again(self) -> Sitting:
        """A new game between the same two."""
        return begin(self.match.game, self.match.start, self.whos, self.match.names)


def now() -> datetime:
    return datetime.now().replace(microsecond=0)


def begin(game: AnyGame, start: Any, whos: tuple[Who, Who], names: Sequence[str], seed: int | None = None) -> Sitting:
    """A new game; nothing is written before the first move."""
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    match = Match(game, position=start, names=names, started=now())
    return Sitting(match, saves.new(game.id, whos, seed, now()))
