"""Who meets whom: round robin, gauntlet, ladder, Swiss. Each pairing plays its openings twice, seats exchanged."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

FORMATS = ("round-robin", "gauntlet", "ladder", "swiss")
STEPS = (1, 2)
"""How far apart the players of a ladder are who meet."""
MOST_STEPS = 20_000
"""Of the search for a round in which nobody meets again too soon."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a plan: two players by their numbers, and the number of its opening."""

    one: int
    two: int
    opening: int
    exchanged: bool
    """Whether `two` moves first."""

    @property
    def key(self) -> str:
        return f"{self.one}-{self.two}/{self.opening}{'b' if self.exchanged else 'a'}"

    @property
    def seats(self) -> tuple[int, int]:
        """The players who move first and second."""
        return (self.two, self.one) if self.exchanged else (self.one, self.two)


def parse_key(key: str) -> Seating:
    """The seating behind a key."""
    pair, _, rest = key.partition("/")
    one, _, two = pair.partition("-")
    return Seating(int(one), int(two), int(rest[:-1]), rest.endswith("b"))


def both_ways(one: int, two: int, openings: Sequence[int]) -> list[Seating]:
    return [Seating(one, two, opening, exchanged) for opening in openings for exchanged in (False, True)]


def round_robin(players: int, pairs: int) -> list[Seating]:
    """Everybody meets everybody; opening by opening, so that a tournament that is stopped is about even."""
    return [
        seating
        for opening in range(pairs)
        for one, two in itertools.combinations(range(players), 2)
        for seating in both_ways(one, two, [opening])
    ]


def gauntlet(players: int, pairs: int) -> list[Seating]:
    """The first player meets all others."""
    return [
        seating for opening in range(pairs) for two in range(1, players) for seating in both_ways(0, two, [opening])
    ]


def ladder(players: int, pairs: int) -> list[Seating]:
    """Everybody meets the next two of the list: for players in about the order of their strength."""
    return [
        seating
        for opening in range(pairs)
        for one in range(players)
        for two in (one + step for step in STEPS)
        if two < players
        for seating in both_ways(one, two, [opening])
    ]


def swiss_rounds(players: int) -> int:
    """Enough to tell who is best."""
    return max(1, math.ceil(math.log2(players)) + 1)


def swiss(players: int, pairs: int, rounds: int, points: Callable[[str], tuple[float, float] | None]) -> list[Seating]:
    """All games of the rounds that can be paired so far: a round is paired when the one before is over.

    `points` are those of the two players in a game, FIRST's first, or ``None`` while it is not over.
    """
    scores = [0.0] * players
    met: dict[frozenset[int], int] = {}
    rested: set[int] = set()
    games: list[Seating] = []
    for number in range(rounds):
        pairing, bye = _paired(players, scores, met, rested)
        openings = range(number * pairs, (number + 1) * pairs)
        this_round = [seating for one, two in pairing for seating in both_ways(one, two, openings)]
        games += this_round
        for one, two in pairing:
            met[frozenset((one, two))] = met.get(frozenset((one, two)), 0) + 1
        if bye is not None:
            rested.add(bye)
            scores[bye] += 2 * pairs  # as if it had won
        for seating in this_round:
            told = points(seating.key)
            if told is None:
                return games
            for player, gained in zip(seating.seats, told, strict=True):
                scores[player] += gained
    return games


def _paired(
    players: int, scores: Sequence[float], met: Mapping[frozenset[int], int], rested: set[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Neighbours in the ranking meet, those who have met less often first; of an odd number the last rests."""
    ranking = sorted(range(players), key=lambda player: (-scores[player], player))
    bye = None
    if players % 2:
        bye = next((player for player in reversed(ranking) if player not in rested), ranking[-1])
        ranking.remove(bye)
    for most in itertools.count():
        found = _match(ranking, met, most, iter(range(MOST_STEPS)))
        if found is not None:
            return found, bye
    raise AssertionError("never reached: counting does not end")


def _match(
    ranking: list[int], met: Mapping[frozenset[int], int], most: int, steps: Iterator[int]
) -> list[tuple[int, int]] | None:
    """Pairs of those who have met at most so often; ``None`` where there are none, or none in so many steps."""
    if not ranking:
        return []
    one, rest = ranking[0], ranking[1:]
    for two in rest:
        if met.get(frozenset((one, two)), 0) <= most and next(steps, None) is not None:
            others = _match([player for player in rest if player != two], met, most, steps)
            if others is not None:
                return [(min(one, two), max(one, two)), *others]
    return None
