"""The matches in memory: looked up, loaded, kept up to date with other processes, and dropped when there are many."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from quintet.core.game import AnyGame
from quintet.server.errors import NO_MATCH, Unavailable, Unknown, database_failure
from quintet.server.live.boards import load
from quintet.server.live.broadcast import Broadcaster, Subscriber
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header
from quintet.server.storage.accounts import Person
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import INLINE, RulesExecutor

MOST = 2000
"""Matches in memory above which those without subscribers are dropped."""
HEAVY = 100_000_000
"""Moves times spots of all matches above which some are dropped even when they are few."""
TIDY = 64
"""New matches in memory between two checks of these limits."""
UNHEARD = 32
"""Messages about one match that may wait; if there are more, the match is read from the database."""
AGAIN = 1.0
"""Seconds before a match that could not be read is tried again."""
TOGETHER = 8
"""Matches that are refreshed at the same time."""
NEW = 3
"""The version up to which a match that is not in memory may concern somebody who follows a player."""
log = structlog.get_logger("quintet.tables")


@dataclass
class Table:
    """A match in memory."""

    contest: Contest
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    stale: bool = False
    """Whether a change may have been stored that is not applied: refresh before anything else."""
    thinking: bool = False
    """Whether this process searches for an engine's move."""
    announcing: bool = False
    """Whether an announcement of who is present is due."""


class Tables:
    """Finds matches, in memory first. `tables` is shared with the broadcaster."""

    def __init__(
        self, tables: dict[str, Table], reader: Reader, rules: RulesExecutor, broadcaster: Broadcaster, *, shared: bool
    ) -> None:
        self._tables = tables
        self._reader = reader
        self._rules = rules
        self._broadcaster = broadcaster
        self._shared = shared
        """Whether other processes write to the same database."""
        self._added = 0
        self._unheard: dict[str, list[tuple[int, Sequence[Event]]]] = {}
        self._hearing: set[asyncio.Task[None]] = set()

    # Finding

    async def current(self, match_id: str) -> Table:
        """A match as it is stored; Unknown when there is none."""
        table = await self.known(match_id)
        if self._shared or table.stale:
            await self.refresh(table)
        return table

    async def known(self, match_id: str) -> Table:
        """A match as this process knows it; another one may have stored more."""
        table = self._tables.get(match_id)
        if table is not None:
            return table
        if not 10 <= len(match_id) <= 40 or not match_id.isascii() or not match_id.isprintable():
            raise Unknown(NO_MATCH)
        contest = await self._load(match_id)
        if contest is None:
            raise Unknown(NO_MATCH)
        return self.add(contest)

    async def visible(self, match_id: str, person: Person, invite: str | None) -> Table:
        """A match that this person may see; to others it does not exist."""
        table = await self.current(match_id)
        if not may_see(table.contest, person, invite):
            raise Unknown(NO_MATCH)
        return table

    def add(self, contest: Contest) -> Table:
        self._make_room()
        return self._tables.setdefault(contest.id, Table(contest))

    def find(self, match_id: str) -> Table | None:
        """A match if it is in memory."""
        return self._tables.get(match_id)

    async def _load(self, match_id: str) -> Contest | None:
        stored = await self._in_thread(self._reader.match, match_id)
        if stored is None:
            return None
        header, events = stored
        try:
            game = load(header.spec)
        except ValueError as error:
            raise Unknown(f"this match cannot be shown: its game {header.spec} is not installed here") from error
        cost = await self._rules.cost(header.spec, header.before + len(events))
        # A match that was played here can be loaded, however often its moves were taken back.
        return await self._rules.run(min(cost, self._rules.largest), _loaded, header, game, events)

    def _make_room(self) -> None:
        self._added += 1
        if self._added % TIDY:
            return
        weight = sum(table.contest.cost for table in self._tables.values())
        if len(self._tables) < MOST and weight < HEAVY:
            return
        idle = [
            key
            for key, table in self._tables.items()
            if not (table.subscribers or table.lock.locked() or table.thinking)
        ]
        for key in idle[: len(self._tables) // 4]:
            del self._tables[key]

    async def _in_thread(self, query: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return await asyncio.to_thread(query, *arguments)
        except SQLAlchemyError as error:
            log.error("database", error=repr(error)[:500])
            raise Unavailable(database_failure(error)) from error

    # Keeping up with other processes

    def is_locked(self, match_id: str) -> bool:
        """Whether somebody is changing a match here right now."""
        table = self._tables.get(match_id)
        return table is not None and table.lock.locked()

    def concerns(self, match_id: str, version: int) -> bool:
        """Whether somebody here is to hear that a match has this version: what this process stored itself it knows
        already, and most matches of the others nobody follows here."""
        table = self._tables.get(match_id)
        return table.contest.version < version if table else version <= NEW and self._broadcaster.followed

    def hear(self, match_id: str, version: int, events: Sequence[Event] = ()) -> None:
        """As `heard`, in a task of this match alone: one that has to wait holds up no other."""
        waiting = self._unheard.get(match_id)
        if waiting is not None:
            waiting.append((version, events))
            return
        self._unheard[match_id] = [(version, events)]
        task = asyncio.create_task(self._hear_all(match_id))
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    async def _hear_all(self, match_id: str) -> None:
        try:
            while waiting := self._unheard[match_id]:
                version, events = waiting.pop(0)
                if len(waiting) > UNHEARD:
                    version, events = max(version for version, _ in waiting), ()
                    waiting.clear()
                try:
                    await self.heard(match_id, version, events)
                except Unavailable as error:  # its subscribers would never hear of the change
                    log.warning("cluster", match=match_id, error=str(error))
                    waiting.append((version, ()))
                    await asyncio.sleep(AGAIN)
                except Exception:  # one message must not silence the others
                    log.exception("cluster", match=match_id)
        finally:
            del self._unheard[match_id]

    async def heard(self, match_id: str, version: int, events: Sequence[Event] = ()) -> None:
        """Catch up with a process, perhaps this one, that has brought a match to this version, by the events if it sent
        them."""
        table = self._tables.get(match_id)
        if table is not None:
            if table.contest.version < version:
                async with table.lock:
                    if events and events[0].version <= table.contest.version + 1 and not table.stale:
                        await self._catch_up(table, events)
                    else:
                        await self.refresh(table)
        elif self._broadcaster.followed and version <= NEW:
            contest = await self._load(match_id)
            if contest is not None:
                self._broadcaster.to_players(contest)

    async def refresh_all(self) -> None:
        """Messages of other processes may have been missed."""
        few = asyncio.Semaphore(TOGETHER)

        async def refreshed(table: Table) -> None:
            async with few, table.lock:
                await self.refresh(table)

        await asyncio.gather(*(refreshed(table) for table in list(self._tables.values())))

    async def refresh(self, table: Table) -> None:
        """Apply the events that other processes stored."""
        events = await self._in_thread(self._reader.events_after, table.contest.id, table.contest.version)
        table.stale = False
        await self._catch_up(table, events)

    async def _catch_up(self, table: Table, events: Sequence[Event]) -> None:
        while missed := [event for event in events if event.version > table.contest.version]:
            before = table.contest
            after = await self._rules.run(before.spots, applied, before, missed)
            if table.contest is before:  # else another task has caught up in the meantime
                table.contest = after
                self._broadcaster.events(table, missed)

    def forget(self, player: str) -> None:
        """Names in this player's matches have changed: they are loaded again, and subscribers connect again."""
        for key, table in list(self._tables.items()):
            if any(seat.player == player for seat in table.contest.seats):
                del self._tables[key]
                for subscriber in tuple(table.subscribers):
                    subscriber.end()


def may_see(contest: Contest, person: Person, invite: str | None) -> bool:
    """Anybody may see a public match; a private one its players and those with the invitation."""
    return is_open(contest, invite) or any(seat.player == person.id for seat in contest.seats)


def is_open(contest: Contest, invite: str | None) -> bool:
    """Whether anybody with this invitation may see a match."""
    if not contest.header.private:
        return True
    return invite is not None and hmac.compare_digest(invite.encode(), contest.header.invite.encode())


def _loaded(header: Header, game: AnyGame, events: list[Event]) -> Contest:
    return warmed(Contest(header, game, events))


def applied(contest: Contest, events: list[Event]) -> Contest:
    return warmed(contest.after(events))


def warmed(contest: Contest) -> Contest:
    """The contest with the values that a broadcast of a large board needs already computed; call it in a thread."""
    if contest.spots > INLINE:
        moment = contest.moment
        _ = moment.scene, moment.stages, None if contest.ending else moment.moves
    return contest
