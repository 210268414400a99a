"""Quick pairing: two people who want the same game at the same pace get a match, at any process.

A waiting person holds a stream open. The row in the database decides: the one who finds another's row creates the
match, and the other learns of it through the broadcast of new matches.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from contextlib import suppress
from typing import Any, cast

from quintet.core import registry
from quintet.server.accounts.identity import account_only
from quintet.server.errors import Conflict, Unavailable, Unknown
from quintet.server.live.broadcast import Subscriber
from quintet.server.live.hub import Hub
from quintet.server.live.new_match import NewMatches, new_id
from quintet.server.messages import parsing
from quintet.server.messages.incoming import PaceName, PairingIn
from quintet.server.messages.lobby import Paired, Seeking, SeekOut, SeeksOut
from quintet.server.storage.accounts import People, Person
from quintet.server.storage.seeks import Seeks
from quintet.server.web.streams import Say
from quintet.server.work.cpu_budget import in_system_thread, in_thread

SEEN = 4.0
"""Seconds between reads of the rows of people who wait here; each read also renews the rows."""
FRESH = 0.5
"""Seconds for which the list of waiting people is cached."""
TRIES, PAUSE = 12, 0.25
"""Attempts to load a match that another process is about to store, and the seconds between."""
ELSEWHERE = "you are looking for an opponent in another window now"


class Pairing:
    """The people who wait at this process."""

    def __init__(self, hub: Hub, new_matches: NewMatches, people: People, seeks: Seeks) -> None:
        self._hub = hub
        self._new = new_matches
        self._people = people
        self._seeks = seeks
        self._waiting: dict[str, asyncio.Future[str | None]] = {}
        """By ticket: the match once there is one, None if the row was lost."""
        self._leaving: set[asyncio.Task[None]] = set()
        self._known: list[tuple[str, str]] = []
        """The cached list of players and what they wait for, at all processes."""
        self._looked = 0.0

    async def look(self, me: Person, body: PairingIn, say: Say) -> None:
        """Wait for an opponent and say which match they got."""
        checked(body, me)
        ticket, subscriber = secrets.token_urlsafe(9), Subscriber(me.id, me.session)
        try:
            with self._hub.broadcaster.following(me.id, subscriber):
                await in_thread(self._people.keep_visitor, me, self._hub.now())
                while not (match_id := await self._pair(me, body, ticket, subscriber, say)):
                    pass
                await say(Paired(id=match_id, url=f"/game/{match_id}"))
        finally:
            # Not awaited: a second cancellation would stop it.
            leaving = asyncio.create_task(self._leave(ticket))
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

    async def _leave(self, ticket: str) -> None:
        await in_thread(self._seeks.leave, ticket)
        self._looked = 0.0

    async def _pair(self, me: Person, body: PairingIn, ticket: str, subscriber: Subscriber, say: Say) -> str | None:
        """The id of a match; None if it could not be created, so that the caller looks again."""
        match_id, now = new_id(), self._hub.now()
        other = await in_thread(self._seeks.seek, me.id, key(body), ticket, match_id, now)
        self._looked = 0.0
        if other is None:
            await say(Seeking())
            return await self._there(await self._wait(ticket, subscriber))
        them = await in_thread(self._people.by_id, other)
        if them is None:  # an account that was deleted just now
            return None
        contest = await in_thread(self._new.paired, match_id, body, (them, me), self._hub.now())
        return (await self._hub.create(contest, me)).contest.id

    async def _there(self, match_id: str) -> str | None:
        """The id once the match is stored; None if the other process could not create it."""
        for _ in range(TRIES):
            with suppress(Unknown):
                return (await self._hub.table(match_id)).contest.id
            await asyncio.sleep(PAUSE)
        return None

    async def _wait(self, ticket: str, subscriber: Subscriber) -> str:
        paired: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._waiting[ticket] = paired
        try:
            while not paired.done():
                hearing = asyncio.ensure_future(subscriber.queue.get())
                either: set[asyncio.Future[Any]] = {paired, hearing}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                if hearing.cancel():
                    continue
                if hearing.result() is None:
                    raise Unavailable("the server restarts: please try again in a moment")
                await self.look_again()  # a match of the caller has changed: perhaps it is the new one
        finally:
            hearing.cancel()
            del self._waiting[ticket]
        match_id = paired.result()
        if match_id is None:
            raise Conflict(ELSEWHERE)
        return match_id

    async def look_again(self) -> None:
        """Check the rows of the people who wait here."""
        asked = dict(self._waiting)  # others may begin to wait in the meantime
        known = await in_system_thread(self._seeks.seen, list(asked), self._hub.now()) if asked else {}
        for ticket, paired in asked.items():
            if not paired.done() and (ticket not in known or known[ticket]):
                paired.set_result(known.get(ticket))

    async def others(self, me: Person) -> SeeksOut:
        """What others wait for."""
        now = self._hub.now()
        if now - self._looked > FRESH:
            self._looked = now
            self._known = await in_thread(self._seeks.waiting, now)
        seeks = Counter(seek for player, seek in self._known if player != me.id)
        seeking = [
            SeekOut(
                game=game,
                title=parsing.game(game).title,
                pace=cast(PaceName, pace),
                rated=rated == "rated",
                count=count,
            )
            for seek, count in seeks.items()
            for game, pace, rated in [seek.split(" ")]
            if game in registry.game_ids()
        ]
        return SeeksOut(seeking=seeking)


def checked(body: PairingIn, me: Person) -> None:
    """Refuse a pairing that is not possible."""
    game = parsing.game(body.game)
    if body.game != game.id:
        raise Unknown(f"quick pairing is for games as they are, without options, got {body.game!r}")
    if body.rated:
        account_only(me)


def key(body: PairingIn) -> str:
    """Two people with the same key get a match."""
    return f"{body.game} {body.pace} {'rated' if body.rated else 'casual'}"
