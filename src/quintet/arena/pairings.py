"""Pairings: round robin, gauntlet, ladder, Swiss. Each pair plays its openings twice, with seats exchanged."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

FORMATS = ("round-robin", "gauntlet", "ladder", "swiss")
STEPS = (1, 2)
"""Distances on a ladder at which players meet."""
MOST_STEPS = 20_000
"""Steps of the search for a Swiss round without early rematches."""


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
    first, _, second = pair.partition("-")
    return Seating(int(first), int(second), int(rest[:-1]), rest.endswith("b"))


def both_ways(player: int, other: int, openings: Sequence[int]) -> list[Seating]:
    """Two games of each opening, the second with seats exchanged."""
    return [Seating(player, other, opening, exchanged) for opening in openings for exchanged in (False, True)]


def pairs(format: str, players: int) -> list[tuple[int, int]]:
    """Who meets: everybody everybody (round robin), the first player all others (gauntlet), or everybody the next two
    of the list (ladder: for players in about the order of their strength)."""
    everybody = itertools.combinations(range(players), 2)
    if format == "gauntlet":
        return [(player, other) for player, other in everybody if player == 0]
    if format == "ladder":
        return [(player, other) for player, other in everybody if other - player in STEPS]
    return list(everybody)


def seatings(format: str, players: int, openings: int) -> list[Seating]:
    """All games, opening by opening, so that a stopped tournament is about even."""
    return [
        seating
        for opening in range(openings)
        for player, other in pairs(format, players)
        for seating in both_ways(player, other, [opening])
    ]


def swiss_rounds(players: int) -> int:
    """Rounds that are enough to find the best player."""
    return max(1, math.ceil(math.log2(players)) + 1)


def swiss(players: int, pairs: int, rounds: int, points: Callable[[str], tuple[float, float] | None]) -> list[Seating]:
    """All games of the rounds that can be paired so far; a round is paired when the one before is over.

    `points` are those of the two players in a game, FIRST's first, or ``None`` while it is not over.
    """
    scores = [0.0] * players
    met: dict[frozenset[int], int] = {}
    rested: set[int] = set()
    games: list[Seating] = []
    for number in range(rounds):
        pairing, bye = _paired(players, scores, met, rested)
        openings = range(number * pairs, (number + 1) * pairs)
        this_round = [seating for player, other in pairing for seating in both_ways(player, other, openings)]
        games += this_round
        for pair in map(frozenset, pairing):
            met[pair] = met.get(pair, 0) + 1
        if bye is not None:
            rested.add(bye)
            scores[bye] += 2 * pairs  # as if it had won
        for seating in this_round:
            scored = points(seating.key)
            if scored is None:
                return games
            for player, score in zip(seating.seats, scored, strict=True):
                scores[player] += score
    return games


def _paired(
    players: int, scores: Sequence[float], met: Mapping[frozenset[int], int], rested: set[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Pairs of neighbours in the ranking, those who have met less often first; of an odd number the last has a bye."""
    ranking = sorted(range(players), key=lambda player: (-scores[player], player))
    bye = None
    if players % 2:
        bye = next((player for player in reversed(ranking) if player not in rested), ranking[-1])
        ranking.remove(bye)
    for most in itertools.count():
        pairing = _match(ranking, met, most, iter(range(MOST_STEPS)))
        if pairing is not None:
            return pairing, bye
    raise AssertionError("never reached: counting does not end")


def _match(
    ranking: list[int], met: Mapping[frozenset[int], int], most: int, steps: Iterator[int]
) -> list[tuple[int, int]] | None:
    """Pairs of players who have met at most `most` times; ``None`` if there are none, or `steps` ends."""
    if not ranking:
        return []
    best, rest = ranking[0], ranking[1:]
    for other in rest:
        if met.get(frozenset((best, other)), 0) <= most and next(steps, None) is not None:
            others = _match([player for player in rest if player != other], met, most, steps)
            if others is not None:
                return [(min(best, other), max(best, other)), *others]
    return None
