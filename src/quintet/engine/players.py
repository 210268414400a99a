"""Who plays: the texts ``human``, ``random`` and ``level:N``, and the player behind one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

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

    @property
    def is_human(self) -> bool:
        return self.kind == "human"


def parse_who(text: str) -> Who:
    """A player from its text; ValueError says what was expected."""
    word = text.strip().lower() if isinstance(text, str) else ""
    if word in ("human", "random"):
        return Who(word)
    match = re.fullmatch(r"level:([0-9]{1,3})", word)
    if match is None or not 1 <= int(match[1]) <= len(levels.LEVELS):
        expected = f"human, random or level:N with N from 1 to {len(levels.LEVELS)}"
        raise ValueError(f"a player must be {expected}, got {text!r}")
    return Who("level", int(match[1]))


class EnginePlayer:
    """A player who needs no keyboard."""

    def __init__(self, game: AnyGame, who: Who | str, seed: int = 0, rules: bool = False) -> None:
        self.who = parse_who(str(who))
        if self.who.is_human:
            raise ValueError(f"an engine must be random or level:N, got {str(who)!r}")
        if self.who.level is None:
            self.engine = Engine(game, seed=seed, method="random", rules=rules)
        else:
            self.engine = Engine(game, self.who.level, seed=seed, rules=rules)

    @property
    def name(self) -> str:
        """What it is called at the board."""
        return str(self.who)

    def choose(self, position: Any) -> Any:
        """A legal move."""
        return self.engine.choose(position)

    def stop(self) -> None:
        """Make it move at once; any thread may ask."""
        self.engine.stop()
