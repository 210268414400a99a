"""The match that the first page shows: one that people are playing, else one between two engines.

The engines' match is private, so that it is in no list; the answer has its invitation. It goes on while somebody
watches, a move every few seconds (`EnginePlayers`). After its end the next request starts another. Its id is derived
from its number, so that several processes start the same one.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from quintet.core import registry
from quintet.server.errors import Unknown
from quintet.server.live import events
from quintet.server.live.contest import Contest
from quintet.server.live.hub import Hub
from quintet.server.live.new_match import NewMatches
from quintet.server.live.tables import Table
from quintet.server.messages.incoming import MatchIn, SeatIn
from quintet.server.storage.accounts import GIVEN, Person
from quintet.server.storage.match_queries import Listed, Reader
from quintet.server.work.cpu_budget import in_thread

PAUSE = 2.5
"""Seconds between two moves."""
LEVELS = range(3, 7)
"""Of the engines: they need little CPU time, and make mistakes like people."""
TURNS = 150
"""Turn limit, for games that may not end."""
LINGER = 10.0
"""Seconds for which the end of a match is shown before the next one starts."""
UNDELETED = 3
"""Old matches that are not deleted yet, for spectators who still see the end of one."""
RECENT = 120.0
"""Seconds since its last event in which a match of people is featured."""
NOBODY = Person("", "", "visitor")


class FeaturedMatch:
    """Chooses the match to show."""

    def __init__(self, hub: Hub, reader: Reader, new_matches: NewMatches, secret: bytes) -> None:
        self._hub = hub
        self._reader = reader
        self._new = new_matches
        self._secret = secret

    async def find(self, me: Person) -> Table:
        """A public match that was just played in, else the engines' match."""
        now = self._hub.now()
        for match in await in_thread(self._reader.public, "live", 20):
            takes_part = any(seat["player"] == me.id for seat in match.state["seats"])
            if match.ply and now - match.changed < RECENT and not takes_part and not _typed(match):
                return await self._hub.table(match.header.id)
        return await self._of_engines(now)

    async def _of_engines(self, now: float) -> Table:
        number = await in_thread(self._reader.featured)
        try:
            table = await self._hub.table(self._id(number))
            over = table.contest.finished
            if over is None or now - over < LINGER:
                return table
            number += 1
        except Unknown:  # the first one, or one that an operator has deleted
            pass
        contest = await in_thread(self._begin, number, now)
        table = await self._hub.create(contest)
        await in_thread(self._reader.feature, number, self._id(number - UNDELETED))
        return table

    def _id(self, number: int) -> str:
        return events.spelled(self._digest(number))

    def _digest(self, number: int) -> bytes:
        return hmac.digest(self._secret, f"show {number}".encode(), hashlib.sha256)

    def _begin(self, number: int, now: float) -> Contest:
        """The games take turns; the engines are about equally strong."""
        games, chance = registry.game_ids(), self._digest(number)
        levels = [LEVELS[byte % len(LEVELS)] for byte in chance[-2:]]
        seats = [SeatIn(kind="engine", level=level, name=f"Level {level}") for level in levels]
        setup = MatchIn(spec=games[number % len(games)], seats=seats)
        made = self._new.match(setup, NOBODY, now)
        limit = min(TURNS, made.header.turn_limit)
        header = replace(made.header, id=self._id(number), pause=PAUSE, turn_limit=limit)
        return Contest(header, made.game, made.events, made.moment)


def _typed(match: Listed) -> bool:
    """Whether a name was typed freely: on the first page stand only names of accounts and those that the site gives."""
    return any(not seat["username"] and not seat["name"].casefold().startswith(GIVEN) for seat in match.state["seats"])
