"""Fair queueing of searches and jobs: the client that had least is next, by address, then by person, then by length."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from quintet.server.errors import Unavailable

MOST_KNOWN = 5000
DISPLACED = "others wait who have asked for less: please try again in a moment"


@dataclass(frozen=True, slots=True)
class Asker:
    """The person and address that a search is counted for."""

    person: str
    address: str
    away: bool = False
    """Nobody waits for the result now: searches of people who are present go first."""


@dataclass(eq=False, slots=True)
class QueuedSearch:
    """A search that waits in the queue, or has left it."""

    asker: Callable[[], Asker]
    """Called each time: people come and go while a search waits."""
    seconds: float
    """The expected duration."""
    since: float
    counted: Asker = field(init=False)
    """The asker when it was queued."""
    ready: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def __post_init__(self) -> None:
        self.counted = self.asker()


class Shares:
    """Virtual time per client (fair queueing).

    A new or returning client starts at the current virtual time: idle time earns no credit.
    """

    def __init__(self) -> None:
        self._had: dict[str, float] = {}
        self._floor = 0.0

    def of(self, who: str) -> float:
        return max(self._had.get(who, 0.0), self._floor)

    def served(self, who: str, seconds: float) -> None:
        self._floor = self.of(who)
        self._had[who] = self._floor + seconds
        if len(self._had) > MOST_KNOWN:
            self._had = {name: had for name, had in self._had.items() if had > self._floor}

    def corrected(self, who: str, seconds: float) -> None:
        """Add the difference between the real and the expected duration."""
        self._had[who] = self._had.get(who, self._floor) + seconds


class FairQueue:
    """The waiting searches, unordered: the order is decided when a place is free."""

    def __init__(self, most: int, most_of_a_person: int, most_of_an_address: int) -> None:
        self._most = most
        self._most_of_a_person = most_of_a_person
        self._most_of_an_address = most_of_an_address
        self._searches: list[QueuedSearch] = []
        self._waiting: Counter[tuple[str, str]] = Counter()
        """The number of searches of each person and address."""
        self._addresses = Shares()
        self._people = Shares()

    def __len__(self) -> int:
        return len(self._searches)

    @property
    def longest(self) -> float | None:
        """The time since which the oldest search waits."""
        return min((search.since for search in self._searches), default=None)

    def has_room(self, asker: Asker) -> bool:
        """Whether a search of this asker may be queued; those of people who are away fill at most half."""
        if asker.away and len(self._searches) >= self._most // 2:
            return False
        return (
            (len(self._searches) < self._most or self._displaced_by(asker) is not None)
            and self._waiting["person", asker.person] < self._most_of_a_person
            and self._waiting["address", asker.address] < self._most_of_an_address
        )

    def _displaced_by(self, asker: Asker) -> QueuedSearch | None:
        """The newest search of the address that has most, if that is clearly more than the asker's."""
        most, address = max(
            (self._waiting["address", each.counted.address], each.counted.address) for each in self._searches
        )
        if most <= self._waiting["address", asker.address] + 1:
            return None
        return next(each for each in reversed(self._searches) if each.counted.address == address)

    def add(self, search: QueuedSearch) -> None:
        """Queue a search that there is room for; in a full queue another one gives way and fails."""
        if len(self._searches) >= self._most and (displaced := self._displaced_by(search.counted)):
            self.remove(displaced)
            if not displaced.ready.done():
                displaced.ready.set_exception(Unavailable(DISPLACED))
        self._searches.append(search)
        self._waiting.update(_names(search))

    def remove(self, search: QueuedSearch) -> None:
        if search in self._searches:
            self._searches.remove(search)
            self._waiting -= Counter(_names(search))

    def pop(self, fits: Callable[[QueuedSearch], bool]) -> QueuedSearch | None:
        """Remove and return the next search that fits a free place."""
        fitting = [search for search in self._searches if fits(search)]
        if not fitting:
            return None
        search = min(fitting, key=self._rank)  # of equals the first in the queue
        self.remove(search)
        return search

    def _rank(self, search: QueuedSearch) -> tuple[bool, float, float, float]:
        asker = search.asker()
        return asker.away, self._addresses.of(asker.address), self._people.of(asker.person), search.seconds

    def served(self, asker: Asker, seconds: float) -> None:
        self._addresses.served(asker.address, seconds)
        self._people.served(asker.person, seconds)

    def corrected(self, asker: Asker, seconds: float) -> None:
        self._addresses.corrected(asker.address, seconds)
        self._people.corrected(asker.person, seconds)


def _names(search: QueuedSearch) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("person", search.counted.person), ("address", search.counted.address)
