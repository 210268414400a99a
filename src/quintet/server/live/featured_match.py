"""A game for whoever wants to watch one: what people play just now, else two engines.

The engines' match is private, so that no list has it, and whoever asks is told its invitation. It goes on while
somebody looks, a move every few seconds (`EnginePlayers`); when it is over, the next one begins when somebody asks.
Its id follows from its number, so that several processes begin the same.
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
from quintet.server.storage.accounts import Person
from quintet.server.storage.match_queries import Listed, Reader
from quintet.server.work.cpu_budget import in_thread

PAUSE = 2.5
"""Seconds between two moves."""
LEVELS = range(3, 7)
"""Of the engines: they hardly work, and make mistakes like people."""
TURNS = 150
"""Moves after which it is enough, in games that need not end."""
LINGER = 10.0
"""Seconds that the end of a game is shown before the next one begins."""
KEPT = 3
"""How many stay, for those who still look at the end of one."""
RECENT = 120.0
"""Seconds in which something happened in a match that is worth watching."""
NOBODY = Person("", "", "visitor")


class FeaturedMatch:
    """Finds the game to watch."""

    def __init__(self, hub: Hub, reader: Reader, new_matches: NewMatches, secret: bytes) -> None:
        self._hub = hub
        self._reader = reader
        self._new = new_matches
        self._secret = secret

    async def find(self, me: Person) -> Table:
        """What people play just now, else the engines' game."""
        now = self._hub.now()
        for match in await in_thread(self._reader.public, "live", 20):
            if match.ply and now - match.changed < RECENT and not _takes_part(match, me):
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
        await in_thread(self._reader.feature, number, self._id(number - KEPT))
        return table

    def _id(self, number: int) -> str:
        return events.spelled(self._digest(number))

    def _digest(self, number: int) -> bytes:
        return hmac.digest(self._secret, f"show {number}".encode(), hashlib.sha256)

    def _begin(self, number: int, now: float) -> Contest:
        """Every game in its turn, between engines about as strong as each other."""
        games, chance = registry.game_ids(), self._digest(number)
        levels = [LEVELS[byte % len(LEVELS)] for byte in chance[-2:]]
        seats = [SeatIn(kind="engine", level=level, name=f"Level {level}") for level in levels]
        setup = MatchIn(spec=games[number % len(games)], seats=seats)
        made = self._new.match(setup, NOBODY, now)
        limit = min(TURNS, made.header.turn_limit)
        header = replace(made.header, id=self._id(number), pause=PAUSE, turn_limit=limit)
        return Contest(header, made.game, made.events, made.moment)


def _takes_part(match: Listed, me: Person) -> bool:
    return any(seat["player"] == me.id for seat in match.state["seats"])
