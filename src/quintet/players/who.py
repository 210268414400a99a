"""Who plays: a value with the texts ``human``, ``random`` and ``level:N``, and the engine behind one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quintet.core.game import AnyGame
from quintet.engine import levels
from quintet.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class Who:
    """A kind of player; its text reads back as itself."""

    kind: str
    """``human``, ``random`` or ``level``."""
    level: int | None = None

    def __str__(self) -> str:
        return self.kind if self.level is None else f"{self.kind}:{self.level}"


HUMAN, RANDOM = Who("human"), Who("random")


def parse_who(text: str) -> Who:
    """A player from its text; ValueError says what was expected."""
    word = text.strip().lower() if isinstance(text, str) else ""
    for who in (HUMAN, RANDOM):
        if word == str(who):
            return who
    match = re.fullmatch(r"level:([0-9]{1,3})", word)
    if match is None or not 1 <= int(match[1]) <= len(levels.LEVELS):
        expected = f"human, random or level:N with N from 1 to {len(levels.LEVELS)}"
        raise ValueError(f"a player must be {expected}, got {text!r}")
    return Who("level", int(match[1]))


def engine_for(game: AnyGame, who: Who, seed: int = 0) -> Engine:
    """What chooses the moves of a player that needs no keyboard."""
    if who == HUMAN:
        raise ValueError(f"an engine must be random or level:N, got {str(who)!r}")
    return Engine(game, seed=seed, method="random") if who.level is None else Engine(game, who.level, seed=seed)
