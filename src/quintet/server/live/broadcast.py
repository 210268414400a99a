"""Who is told about matches: subscribers of one match or of a player, and what they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from quintet.server.live.contest import Contest
from quintet.server.live.events import Event
from quintet.server.live.presence import Presence, digest
from quintet.server.messages import views
from quintet.server.messages.matches import Spectators
from quintet.server.storage.accounts import Person
from quintet.server.work.cpu_budget import RulesExecutor

if TYPE_CHECKING:
    from quintet.server.live.tables import Table

QUEUE = 64
"""Broadcasts that may wait for a slow reader before it is dropped."""
SOON = 0.2
"""Seconds in which people who come and go are announced as one change."""
CATCH_UP = 200
"""Events a client may have missed before it gets a snapshot instead."""


class Broadcast:
    """A message to many subscribers; its JSON is written once, when the first of them is sent it."""

    def __init__(self, write: Callable[[], str] | None, contest: Contest | None = None, cost: int = 0) -> None:
        self._write = write
        """None: for subscribers that read the match itself."""
        self.contest = contest
        """The match after the change, if it has changed."""
        self.cost = cost
        """Of writing the JSON; 0: little."""

    @cached_property
    def text(self) -> str:
        return self._write() if self._write else ""

    def read(self) -> str:
        return self.text


class Subscriber:
    """A connection that gets broadcasts in order; one that reads too slowly is dropped."""

    def __init__(self, player: str, session: str | None = None) -> None:
        self.player = player
        self.session = session
        """The session or token that the connection was opened with."""
        self.revoked = False
        self.ended = False
        self.queue: asyncio.Queue[Broadcast | None] = asyncio.Queue(QUEUE + 1)
        self.too_slow = False
        self.expected: float | None = None
        """Seconds until the client is heard again, if it has said so."""

    def send(self, broadcast: Broadcast) -> None:
        if self.queue.qsize() >= QUEUE:
            self.too_slow = True
            self.end()
        elif not self.too_slow:
            self.queue.put_nowait(broadcast)

    def end(self) -> None:
        """Nothing more comes."""
        self.ended = True
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def revoke(self) -> None:
        """Its session has ended, or its address is banned."""
        self.revoked = True
        self.end()


class Broadcaster:
    """Sends what happens to the matches in memory to those who subscribed to it here."""

    def __init__(self, tables: dict[str, Table], rules: RulesExecutor, now: Callable[[], float]) -> None:
        self._tables = tables
        self._rules = rules
        self._now = now
        self._followers: dict[str, set[Subscriber]] = {}
        """Subscribers to all matches of a player."""
        self.presence = Presence(self._here, self._announce_soon)
        self.on_subscribe: list[Callable[[Table], None]] = []

    # Subscribing

    def subscribe(self, table: Table, subscriber: Subscriber, version: int | None, person: Person) -> None:
        """Begin with the events after `version`, or with a snapshot; nothing is lost in between."""
        table.subscribers.add(subscriber)
        self._tables[table.contest.id] = table  # it may have been dropped since it was found
        contest = table.contest
        missed = contest.events[version:] if version is not None and 0 <= version <= contest.version else None
        if missed is None or len(missed) > CATCH_UP:
            now, (online, spectators) = self._now(), self._present(table)
            subscriber.send(
                Broadcast(
                    lambda: views.snapshot(contest, online, now, person.id, spectators), contest, contest.view_cost
                )
            )
        elif missed:
            subscriber.send(self._update(table, missed, contest.view_cost))
        self._moved(table)
        for listener in self.on_subscribe:
            listener(table)

    def unsubscribe(self, table: Table, subscriber: Subscriber) -> None:
        table.subscribers.discard(subscriber)
        self._moved(table)

    @contextmanager
    def following(self, player: str, subscriber: Subscriber) -> Iterator[None]:
        """Subscribe to all matches of a player while something is done."""
        followers = self._followers.setdefault(player, set())
        followers.add(subscriber)
        try:
            yield
        finally:
            followers.discard(subscriber)
            if not followers:
                self._followers.pop(player, None)

    @property
    def followed(self) -> bool:
        """Whether anybody follows a player here."""
        return bool(self._followers)

    def subscribers(self) -> list[Subscriber]:
        groups = [*(table.subscribers for table in self._tables.values()), *self._followers.values()]
        return [subscriber for group in groups for subscriber in group]

    def watched(self) -> list[Table]:
        """The matches that have subscribers here."""
        return [table for table in self._tables.values() if table.subscribers]

    def end_all(self) -> None:
        """The server goes down; everybody may connect again later."""
        for subscriber in self.subscribers():
            subscriber.end()

    # Sending

    def events(self, table: Table, events: list[Event]) -> None:
        """Send what has happened to a match."""
        if table.subscribers:
            send(table.subscribers, self._update(table, events))
            if any(event.kind == "joined" for event in events):
                self._announce_soon(table.contest.id)  # a spectator has become a player
        self.to_players(table.contest)

    def to_players(self, contest: Contest) -> None:
        """Send a match to those who follow one of its players."""
        broadcast = Broadcast(None, contest)
        for player in {seat.player for seat in contest.seats if seat.player}:
            send(self._followers.get(player, ()), broadcast)

    def _update(self, table: Table, events: list[Event], cost: int = 0) -> Broadcast:
        contest, now, (online, _) = table.contest, self._now(), self._present(table)
        since = contest.lowest_since(events[0].version - 1)
        return Broadcast(lambda: views.update(contest, events, since, online, now), contest, cost)

    async def view(self, table: Table, person: Person) -> str:
        """A match for one caller, as JSON."""
        contest, (online, spectators) = table.contest, self._present(table)
        return await self._rules.run(
            contest.view_cost, views.whole, contest, online, self._now(), person.id, spectators
        )

    async def text(self, broadcast: Broadcast) -> str:
        return await self._rules.run(broadcast.cost, broadcast.read) if broadcast.cost else broadcast.text

    # Presence

    def _here(self, match_id: str) -> set[str]:
        """The players who watch a match at this process."""
        table = self._tables.get(match_id)
        return {subscriber.player for subscriber in table.subscribers} if table else set()

    def _present(self, table: Table) -> tuple[tuple[bool, bool], int]:
        """Which players are present and how many spectators, at all processes."""
        present = self.presence.present(table.contest.id)
        seats = [digest(seat.player) if seat.kind == "person" and seat.player else None for seat in table.contest.seats]
        return (seats[0] in present, seats[1] in present), len(present - set(seats))

    def _moved(self, table: Table) -> None:
        """Somebody came or went here."""
        self._announce_soon(table.contest.id)
        self.presence.moved(table.contest.id)

    def _announce_soon(self, match_id: str) -> None:
        """Announce who is present, once for a crowd that comes together."""
        table = self._tables.get(match_id)
        if table is not None and table.subscribers and not table.announcing:
            table.announcing = True
            asyncio.get_running_loop().call_later(SOON, self._announce, table)

    def _announce(self, table: Table) -> None:
        table.announcing = False
        online, spectators = self._present(table)
        send(table.subscribers, Broadcast(Spectators(count=spectators, online=online).model_dump_json))


def send(subscribers: Iterable[Subscriber], broadcast: Broadcast) -> None:
    for subscriber in tuple(subscribers):
        subscriber.send(broadcast)
