"""Which matches count for ratings, and how ratings change; pure, so that all can be computed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quintet.study.glicko2 import GlickoRating, updated

LEAST_PLIES = 6
"""Moves that a match must have to count."""
PAIR_A_DAY = 5
"""Matches of the same two people in one game that count on one day (UTC)."""
UNRATED = ("aborted", "declined", "truncated", "unfinished")
"""Endings that say nothing about strength."""
DAY = 86400


def objection(spec: str, clock: Mapping[str, Any] | None) -> str | None:
    """Why a match like this cannot be rated; None where it can."""
    if "(" in spec:
        return f"a rated match is played on the standard board, got {spec}"
    if not clock:
        return "a rated match needs a clock"
    return None


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A rated match that is over."""

    game: str
    players: tuple[str, str]
    """The ids of FIRST and SECOND."""
    score: float
    """Of FIRST: 1, 0.5 or 0."""
    finished: float

    @property
    def pair(self) -> tuple[str, str, str, int]:
        """The key by which PAIR_A_DAY counts: these two players, in this game, on this day."""
        first, second = sorted(self.players)
        return self.game, first, second, int(self.finished // DAY)


def result(
    spec: str,
    clock: Mapping[str, Any] | None,
    seats: Sequence[Mapping[str, Any]],
    ply: int,
    ending: Any,
    finished: float,
) -> RatedResult | None:
    """The result of a match that has ended, or None if it does not count. Seats and ending are as stored."""
    players = [seat["player"] for seat in seats if seat["kind"] == "person" and not seat["bot"]]
    if objection(spec, clock) or ply < LEAST_PLIES or ending["kind"] in UNRATED:
        return None
    if len(players) != 2 or None in players or players[0] == players[1]:
        return None
    score = 0.5 if ending["winner"] is None else 1.0 - ending["winner"]
    return RatedResult(spec, (players[0], players[1]), score, finished)


def after(first: GlickoRating, second: GlickoRating, score: float) -> tuple[GlickoRating, GlickoRating]:
    return updated(first, [(second, score)]), updated(second, [(first, 1 - score)])


@dataclass
class Ledger:
    """All ratings, computed from results in order."""

    ratings: dict[tuple[str, str], GlickoRating] = field(default_factory=dict)
    """By player and game."""
    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    changed: dict[tuple[str, str], float] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    """Every rating after every match, as it is stored."""
    _pairs: Counter[tuple[str, str, str, int]] = field(default_factory=Counter)

    def add(self, result: RatedResult) -> None:
        if self._pairs[result.pair] >= PAIR_A_DAY:
            return
        self._pairs[result.pair] += 1
        first, second = ((player, result.game) for player in result.players)
        known = self.ratings.get(first, GlickoRating()), self.ratings.get(second, GlickoRating())
        self.ratings[first], self.ratings[second] = after(*known, result.score)
        for key in (first, second):
            self.games[key] += 1
            self.changed[key] = result.finished
            point = {"games": self.games[key], "rating": self.ratings[key].rating, "at": result.finished}
            self.history.append({"player": key[0], "game": key[1], **point})
