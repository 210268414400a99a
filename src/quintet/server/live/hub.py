"""The live matches of this process: one lock each, whoever watches them, and the way from a wish to stored news."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from quintet.server.accounts import rating_rules
from quintet.server.errors import DATABASE_AWAY, NO_MATCH, Conflict, Refused, Unavailable, Unknown
from quintet.server.live.boards import load
from quintet.server.live.broadcast import News, Watcher
from quintet.server.live.clocks import steady_time
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event
from quintet.server.live.presence import Presence, digest
from quintet.server.live.transitions import Decide, Plan, after_all, loaded, planned, warmed
from quintet.server.messages import views
from quintet.server.messages.matches import Spectators
from quintet.server.metrics import Metrics
from quintet.server.storage.accounts import Person
from quintet.server.storage.journal import Entry, Journal, MovedOn, summary
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import Pondering

KEPT = 2000
"""Matches kept in memory, with as many more as are watched."""
HEAVY = 100_000_000
"""Moves times spots of all matches above which some are let go also when they are few."""
TIDY = 64
"""New matches in memory between two looks whether there is room."""
SOON = 0.2
"""Seconds in which several people who come and go are told of as one change."""
CATCH_UP = 200
"""Events a client may have missed before it gets a snapshot instead."""

log = structlog.get_logger("quintet.hub")
Prepare = Callable[[Contest, list[Event]], Awaitable[None]]


@dataclass
class Table:
    """A match in memory."""

    contest: Contest
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    stale: bool = False
    """A change may or may not have been stored: look again before anything else."""
    thinking: bool = False
    """Whether this process searches for an engine's move in it."""
    counting: bool = False
    """Whether it is about to be told who is there."""


class Hub:
    """Every wish goes through `act`: decide, store, apply, tell."""

    def __init__(
        self, reader: Reader, journal: Journal, metrics: Metrics, pondering: Pondering, *, shared: bool
    ) -> None:
        self._reader = reader
        self._journal = journal
        self._metrics = metrics
        self._pondering = pondering
        self._shared = shared
        """Whether other processes write to the same database."""
        self._tables: dict[str, Table] = {}
        self._new = 0
        """Matches that came into memory."""
        self._acting: set[asyncio.Task[Table]] = set()
        self.presence = Presence(self._watching, self._count)
        self._streams: dict[str, set[Watcher]] = {}
        """Players who want to hear of all their matches."""
        self.now: Callable[[], float] = steady_time()
        self.on_change: list[Callable[[Table], Coroutine[Any, Any, None] | None]] = []
        """Called after every change made here, outside the lock."""
        self.on_watch: list[Callable[[Table], None]] = []
        """Called when somebody begins to watch a match here."""
        self.on_stored: Callable[[str, int], None] = lambda match_id, version: None
        """Tells other processes, where the database does not do it itself."""

    # Finding

    async def table(self, match_id: str) -> Table:
        """A match, from memory or from the database; Unknown when there is none."""
        table = await self._known(match_id)
        if self._shared or table.stale:
            await self._refresh(table)
        return table

    async def _known(self, match_id: str) -> Table:
        """A match, as it is known here."""
        found = self._tables.get(match_id)
        if found is not None:
            return found
        if not 10 <= len(match_id) <= 40 or not match_id.isascii() or not match_id.isprintable():
            raise Unknown(NO_MATCH)
        loaded = await self._load(match_id)
        if loaded is None:
            raise Unknown(NO_MATCH)
        self._make_room()
        return self._tables.setdefault(match_id, Table(loaded))

    async def visible(self, match_id: str, person: Person, invite: str | None) -> Table:
        """A match that this person may see; others cannot tell it from one that does not exist."""
        table = await self.table(match_id)
        if not may_see(table.contest, person, invite):
            raise Unknown(NO_MATCH)
        return table

    async def _load(self, match_id: str) -> Contest | None:
        found = await self._ask(self._reader.match, match_id)
        if found is None:
            return None
        header, events = found
        try:
            game = load(header.spec)
        except ValueError as error:
            raise Unknown(f"this match cannot be shown: its game {header.spec} is not installed here") from error
        price = await self._pondering.price(header.spec, header.before + len(events))
        # A match that was played here can be seen, however often its moves were taken back.
        return await self._pondering.at_once(min(price, self._pondering.largest), loaded, header, game, events)

    def _make_room(self) -> None:
        """Let go of matches that nobody watches where there are many, or heavy ones."""
        self._new += 1
        if self._new % TIDY:
            return
        weight = sum(table.contest.price for table in self._tables.values())
        if len(self._tables) < KEPT and weight < HEAVY:
            return
        idle = [
            key for key, table in self._tables.items() if not (table.watchers or table.lock.locked() or table.thinking)
        ]
        for key in idle[: len(self._tables) // 4]:
            del self._tables[key]

    async def _ask(self, question: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return await asyncio.to_thread(question, *arguments)
        except SQLAlchemyError as error:
            log.error("database", error=repr(error)[:500])
            raise Unavailable(DATABASE_AWAY) from error

    # Acting

    async def act(
        self,
        match_id: str,
        decide: Decide,
        *,
        prepare: Prepare | None = None,
        flags: bool = True,
        visitor: Person | None = None,
    ) -> Table:
        """Do what `decide` says about the match as it is; when this returns it is stored.

        It is done to its end, and everybody told, also when whoever asked for it has gone. What is decided may need
        something first: `prepare` makes it while nobody else can act, and must bear to be called again.
        """
        task = asyncio.create_task(self._act(match_id, decide, prepare, flags, visitor))
        self._acting.add(task)  # the loop itself keeps no hold of a task that nobody awaits
        task.add_done_callback(self._acted)
        return await asyncio.shield(task)

    def _acted(self, task: asyncio.Task[Table]) -> None:
        self._acting.discard(task)
        if not task.cancelled():
            task.exception()  # a refusal that nobody waits for any more is no fault

    async def _act(
        self, match_id: str, decide: Decide, prepare: Prepare | None, flags: bool, visitor: Person | None
    ) -> Table:
        table = await self._known(match_id)
        # Another process may know more. What is stored finds that out then; what would be refused is looked at again.
        unsure = self._shared and prepare is None
        table.stale |= self._shared and not unsure
        async with table.lock:
            for _ in range(5):
                if table.stale:
                    await self._refresh(table)
                contest = table.contest
                try:
                    plan = await self._pondering.at_once(contest.spots, planned, contest, decide, self.now(), flags)
                except Refused:
                    if not unsure:
                        raise
                    plan = None
                if plan is None:
                    if not unsure:
                        return table
                    unsure, table.stale = False, True
                    continue
                if prepare:
                    await prepare(contest, plan.events)
                try:
                    await self._store(table, plan, visitor)
                except MovedOn:
                    await self._refresh(table)
                    continue
                break
            else:
                raise Unavailable("too many changes at once: please try again")
        await self._changed(table)
        if plan.late:
            raise Conflict("the match is over: the time is up")
        return table

    async def create(self, contest: Contest, visitor: Person | None = None) -> Table:
        """Store a new match; where there is one of this id already, it is that one."""
        await self._pondering.at_once(contest.spots, warmed, contest)
        entry = Entry(contest.id, contest.events, summary(contest), header=contest.header, visitor=visitor)
        try:
            await self._append(entry)
        except MovedOn:
            return await self.table(contest.id)
        self._metrics.matches.inc()
        self._make_room()
        table = self._tables.setdefault(contest.id, Table(contest))
        self._tell_players(table.contest)
        await self._changed(table)
        return table

    async def _store(self, table: Table, plan: Plan, visitor: Person | None) -> None:
        events, after = plan.events, plan.after
        entry = Entry(after.id, events, plan.summary, rated=_rated(after), visitor=visitor)
        try:
            stored = await self._append(entry)
        except MovedOn:
            raise
        except Exception:
            table.stale = True
            raise
        # Whoever looked in the meantime may have brought the news already.
        fresh = [event for event in stored if event.version > table.contest.version]
        if fresh:
            table.contest = after if fresh == events else table.contest.after(fresh)
            self._broadcast(table, fresh)

    async def _append(self, entry: Entry) -> list[Event]:
        try:
            stored = await self._journal.append(entry)
        except MovedOn:
            raise
        except SQLAlchemyError as error:
            self._metrics.failures.inc()
            log.error("not stored", match=entry.match, error=repr(error)[:500])
            raise Unavailable(DATABASE_AWAY) from error
        except Exception:
            self._metrics.failures.inc()
            raise
        self.on_stored(entry.match, entry.summary["version"])
        return stored

    async def _changed(self, table: Table) -> None:
        for listener in self.on_change:
            wait = listener(table)
            if wait is not None:
                await wait

    # News from elsewhere

    async def heard(self, match_id: str, version: int, events: Sequence[Event] = ()) -> None:
        """Another process, or this one, has brought a match to this version; by these events, if they are told."""
        table = self._tables.get(match_id)
        if table is not None:
            if table.contest.version < version:
                async with table.lock:
                    if events and events[0].version <= table.contest.version + 1 and not table.stale:
                        await self._catch_up(table, events)
                    else:
                        await self._refresh(table)
        elif self._streams and version <= 3:
            await self._tell_from_elsewhere(match_id)

    async def _tell_from_elsewhere(self, match_id: str) -> None:
        contest = await self._load(match_id)
        if contest is not None:
            self._tell_players(contest)

    async def refresh_all(self) -> None:
        """News may have been missed."""
        for table in list(self._tables.values()):
            async with table.lock:
                await self._refresh(table)

    async def _refresh(self, table: Table) -> None:
        """Catch up with what other processes stored."""
        found = await self._ask(self._reader.events_after, table.contest.id, table.contest.version)
        table.stale = False
        await self._catch_up(table, found)

    async def _catch_up(self, table: Table, found: Sequence[Event]) -> None:
        while missed := [event for event in found if event.version > table.contest.version]:
            before = table.contest
            after = await self._pondering.at_once(before.spots, after_all, before, missed)
            if table.contest is before:  # else somebody else has caught up in the meantime
                table.contest = after
                self._broadcast(table, missed)

    # Telling

    def _broadcast(self, table: Table, events: list[Event]) -> None:
        if table.watchers:
            news = self._update(table, events)
            for watcher in tuple(table.watchers):
                watcher.tell(news)
            if any(event.kind == "joined" for event in events):
                self._count(table.contest.id)  # whoever watched until now plays
        self._tell_players(table.contest)

    def _tell_players(self, contest: Contest) -> None:
        if not self._streams:
            return
        news = News(None, contest)
        for player in {seat.player for seat in contest.seats if seat.player}:
            for watcher in tuple(self._streams.get(player, ())):
                watcher.tell(news)

    def _update(self, table: Table, events: list[Event], price: int = 0) -> News:
        """What has happened, with the moves that are new."""
        contest, now, (online, _) = table.contest, self.now(), self._present(table)
        since = contest.lowest_since(events[0].version - 1)

        return News(lambda: views.update(contest, events, since, online, now), contest, price)

    async def view(self, table: Table, person: Person) -> str:
        """A match for one caller, as JSON."""
        contest, (online, spectators) = table.contest, self._present(table)
        return await self._pondering.at_once(
            contest.view_price, views.whole, contest, online, self.now(), person.id, spectators
        )

    async def read(self, news: News) -> str:
        return await self._pondering.at_once(news.price, news.read)

    def _watching(self, match_id: str) -> set[str]:
        """Who watches a match here."""
        table = self._tables.get(match_id)
        return {watcher.player for watcher in table.watchers} if table else set()

    def _present(self, table: Table) -> tuple[tuple[bool, bool], int]:
        """Which of the players are there and how many others, at whichever process."""
        present = self.presence.present(table.contest.id)
        seats = [digest(seat.player) if seat.kind == "person" and seat.player else None for seat in table.contest.seats]
        return (seats[0] in present, seats[1] in present), len(present - set(seats))

    def forget(self, player: str) -> None:
        """Names in this player's matches have changed: they are read again, and whoever watches connects again."""
        for key, table in list(self._tables.items()):
            if any(seat.player == player for seat in table.contest.seats):
                del self._tables[key]
                for watcher in tuple(table.watchers):
                    watcher.end()

    # Watching

    def watch(self, table: Table, watcher: Watcher, version: int | None, person: Person) -> None:
        """Begin with what was missed, or with everything; nothing is lost in between."""
        table.watchers.add(watcher)
        self._tables[table.contest.id] = table
        contest = table.contest
        missed = contest.events[version:] if version is not None and 0 <= version <= contest.version else None
        if missed is None or len(missed) > CATCH_UP:
            now, (online, spectators) = self.now(), self._present(table)
            watcher.tell(
                News(lambda: views.snapshot(contest, online, now, person.id, spectators), contest, contest.view_price)
            )
        elif missed:
            watcher.tell(self._update(table, missed, contest.view_price))
        self._moved(table)
        for listener in self.on_watch:
            listener(table)

    def watched_here(self, match_id: str) -> Table | None:
        """A match, if somebody watches it here."""
        table = self._tables.get(match_id)
        return table if table is not None and table.watchers else None

    def watched(self) -> list[Table]:
        """The matches that somebody watches here."""
        return [table for table in self._tables.values() if table.watchers]

    def leave(self, table: Table, watcher: Watcher) -> None:
        table.watchers.discard(watcher)
        self._moved(table)

    def _moved(self, table: Table) -> None:
        """Somebody came or went here."""
        self._count(table.contest.id)
        self.presence.moved(table.contest.id)

    def _count(self, match_id: str) -> None:
        """Say anew who is there, soon: a crowd that comes together is told of once."""
        table = self._tables.get(match_id)
        if table is not None and table.watchers and not table.counting:
            table.counting = True
            asyncio.get_running_loop().call_later(SOON, self._tell_count, table)

    def _tell_count(self, table: Table) -> None:
        table.counting = False
        online, spectators = self._present(table)
        news = News(Spectators(count=spectators, online=online).model_dump_json)
        for watcher in tuple(table.watchers):
            watcher.tell(news)

    def follow(self, player: str, watcher: Watcher) -> None:
        self._streams.setdefault(player, set()).add(watcher)

    def unfollow(self, player: str, watcher: Watcher) -> None:
        streams = self._streams.get(player, set())
        streams.discard(watcher)
        if not streams:
            self._streams.pop(player, None)

    def watchers(self) -> list[Watcher]:
        """Everybody who is told anything here."""
        places = [*(table.watchers for table in self._tables.values()), *self._streams.values()]
        return [watcher for place in places for watcher in place]

    def end_all(self) -> None:
        """The server goes down: everybody may connect again later."""
        for watcher in self.watchers():
            watcher.end()


def may_see(contest: Contest, person: Person, invite: str | None) -> bool:
    """Public matches are everybody's; private ones their players' and those who were given the invitation."""
    return is_open(contest, invite) or any(seat.player == person.id for seat in contest.seats)


def is_open(contest: Contest, invite: str | None) -> bool:
    """Whether anybody may see a match who has this link to it."""
    if not contest.header.private:
        return True
    return invite is not None and hmac.compare_digest(invite.encode(), contest.header.invite.encode())


def _rated(contest: Contest) -> rating_rules.Result | None:
    """What a rated match that is over now means for ratings."""
    ending, last = contest.ending, contest.events[-1]
    if not contest.header.rated or ending is None or last.kind != "ended":
        return None
    header, seats = contest.header, [asdict(seat) for seat in contest.seats]
    return rating_rules.result(header.spec, header.clock, seats, contest.ply, asdict(ending), last.at)
