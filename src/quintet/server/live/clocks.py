"""Clocks of a match: pure values that are given the time, and the steady time of a server."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from quintet.core.types import Player

ClockKind = Literal["none", "fischer", "move", "days"]
GIVEN = {"fischer": 15.0, "move": 15.0, "days": 86400.0}
"""Seconds that one player gives the other, by the kind of clock."""
FIRST_MOVE = 30.0
"""Seconds for the first move of a game with a clock, or all of its time where that is less."""
KINDS: tuple[ClockKind, ...] = ("none", "fischer", "move", "days")
DAY = 86400
Time = Callable[[], float]
"""Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Side:
    """The time that one player gets."""

    seconds: float
    """For the whole game (fischer) or for each move."""
    increment: float = 0
    """Added after each move (fischer)."""


@dataclass(frozen=True, slots=True)
class MatchClock:
    """The time of both players as of `since`; every change gives a new value."""

    kind: ClockKind = "none"
    sides: tuple[Side, Side] | None = None
    left: tuple[float, float] = (0.0, 0.0)
    """Seconds of FIRST and SECOND as of `since`."""
    running: Player | None = None
    since: float = 0.0
    """When the turn began, whether or not the clock runs."""

    def left_at(self, player: Player, now: float) -> float | None:
        """Seconds that a player has left; ``None`` without a clock, below 0 when the time is up."""
        if self.sides is None:
            return None
        return self.left[player] - (now - self.since if player is self.running else 0)

    @property
    def deadline(self) -> float | None:
        """When the running player's time is up."""
        if self.sides is None or self.running is None:
            return None
        return self.since + self.left[self.running]

    def first_move_by(self, player: Player) -> float | None:
        """Until when a player must have made a first move; ``None`` where there is no hurry."""
        if self.sides is None or self.kind == "days":
            return None
        return self.since + min(FIRST_MOVE, self.left[player])

    def moved(self, mover: Player, after: Player, now: float) -> MatchClock:
        """`mover` has moved and `after` is on turn; they can be the same."""
        if self.sides is None:
            return self
        side = self.sides[mover]
        left = self._at(now)
        if self.kind == "fischer":
            # The first move is made before any clock runs, and earns no increment.
            left[mover] += side.increment if self.running is not None else 0
        else:
            left = [side.seconds for side in self.sides]
        return replace(self, left=(left[0], left[1]), running=after, since=now)

    def turned_to(self, player: Player | None, now: float) -> MatchClock:
        """`player` is on turn without a move (a takeback); ``None`` stops the clock."""
        left = self._at(now)
        if self.sides is not None and player is not None and self.kind != "fischer":
            left[player] = self.sides[player].seconds
        return replace(self, left=(left[0], left[1]), running=player, since=now)

    def paused(self, seconds: float) -> MatchClock:
        """As if the last `seconds` had not passed: the time that a server was down is not counted."""
        return replace(self, since=self.since + seconds)

    def given(self, player: Player) -> MatchClock:
        """With more time for a player."""
        left = list(self.left)
        left[player] += GIVEN.get(self.kind, 0)
        return replace(self, left=(left[0], left[1]))

    def _at(self, now: float) -> list[float]:
        left = list(self.left)
        if self.running is not None:
            left[self.running] -= max(0.0, now - self.since)
        return left


def from_setting(setting: dict[str, Any] | None) -> MatchClock:
    """A clock that does not run yet, from a stored setting (`as_setting`)."""
    if not setting:
        return MatchClock()
    first, second = (Side(side["seconds"], side["increment"]) for side in setting["sides"])
    return MatchClock(setting["kind"], (first, second), (first.seconds, second.seconds))


def as_setting(kind: str, first: Side, second: Side) -> dict[str, Any]:
    """A clock as it is stored; ValueError says what is wrong with it."""
    if kind not in KINDS[1:]:
        raise ValueError(f"a clock is one of {', '.join(KINDS[1:])}, got {kind!r}")
    for side in (first, second):
        if kind == "days" and side.seconds % DAY:
            raise ValueError(f"correspondence time must be whole days of {DAY} seconds, got {side.seconds:g}")
        if kind != "days" and side.seconds > 6 * 3600:
            raise ValueError(f"a clock must have at most {6 * 3600} seconds, got {side.seconds:g}")
        if kind != "fischer" and side.increment:
            raise ValueError(f"only Fischer time has an increment, got {side.increment:g}")
    return {
        "kind": kind,
        "sides": [{"seconds": side.seconds, "increment": side.increment} for side in (first, second)],
    }


def steady_time(wall: Time = time.time, monotonic: Time = time.monotonic) -> Time:
    """The system time at the call plus the seconds since then: clocks must not jump when the system clock is set."""
    ahead = wall() - monotonic()
    return lambda: ahead + monotonic()
