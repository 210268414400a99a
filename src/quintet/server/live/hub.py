"""Changes to live matches: each one is decided, stored, applied and broadcast under the lock of its match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import asdict, dataclass
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError

from quintet.server.accounts import rating_rules
from quintet.server.errors import NOT_KNOWN, Conflict, RequestRefused, Unavailable, database_failure
from quintet.server.live.broadcast import Broadcaster
from quintet.server.live.clocks import steady_time
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event
from quintet.server.live.tables import Table, Tables, applied, warmed
from quintet.server.metrics import Metrics
from quintet.server.storage.accounts import Person
from quintet.server.storage.journal import Journal, JournalEntry, MovedOn, summary
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import RulesExecutor

TRIES = 5
"""Attempts to store a change while other processes change the same match."""
ALWAYS = ("joined", "move", "rematch_asked", "rematch_declined", "rematch", "resumed", "ended")
"""What can still happen to a match that has reached its limit of events."""
log = structlog.get_logger("quintet.hub")
Decide = Callable[[Contest, float], list[Event]]
Prepare = Callable[[Contest, list[Event]], Awaitable[Contest | None]]


@dataclass(frozen=True)
class Transition:
    """Events to store, and the match after them."""

    events: list[Event]
    after: Contest
    summary: dict[str, Any]
    late: bool
    """Whether a flag fell before the request could be carried out."""


def transition(contest: Contest, decide: Decide, now: float) -> Transition | None:
    """A request as events and the next state; None: nothing has to change."""
    flag = contest.flag(now)
    events = flag or decide(contest, now)
    if not events:
        return None
    if contest.full and events[0].kind not in ALWAYS:
        raise Conflict("this match has had too many offers and takebacks: it can only be played to its end")
    after = applied(contest, events)
    return Transition(events, after, summary(after), bool(flag))


class Hub:
    """Every change of a match goes through `act`."""

    def __init__(
        self, reader: Reader, journal: Journal, metrics: Metrics, rules: RulesExecutor, *, shared: bool
    ) -> None:
        self._journal = journal
        self._metrics = metrics
        self._rules = rules
        self._shared = shared
        """Whether other processes write to the same database."""
        self._acting: set[asyncio.Task[Table]] = set()
        self.now: Callable[[], float] = steady_time()
        tables: dict[str, Table] = {}
        self.broadcaster = Broadcaster(tables, rules, lambda: self.now())
        self.tables = Tables(tables, reader, rules, self.broadcaster, shared=shared)
        self.table, self.visible = self.tables.current, self.tables.visible
        self.on_change: list[Callable[[Table], Coroutine[Any, Any, None] | None]] = []
        """Called after every change made here, outside the lock."""
        self.on_stored: Callable[[str, int], None] = lambda match_id, version: None
        """Notifies other processes, where the database does not do it itself."""

    def advance(self, seconds: float) -> None:
        """The system clock was set back while no server ran: the time of the matches must not go back with it."""
        steady = self.now
        self.now = lambda: steady() + seconds
        log.warning("the system clock was set back", seconds=round(seconds, 1))

    async def act(
        self,
        match_id: str,
        decide: Decide,
        *,
        prepare: Prepare | None = None,
        visitor: Person | None = None,
        moves: int = 1,
    ) -> Table:
        """Carry out what `decide` says about the match as it is; when this returns it is stored.

        It is finished and broadcast even if the caller is cancelled. `prepare` may make a new match while nobody else
        can act, which is stored together with the events; it may be called again. `moves` are played to decide.
        """
        task = asyncio.create_task(self._act(match_id, decide, prepare, visitor, moves))
        self._acting.add(task)  # the loop itself keeps no hold of a task that nobody awaits
        task.add_done_callback(self._acted)
        return await asyncio.shield(task)

    def _acted(self, task: asyncio.Task[Table]) -> None:
        self._acting.discard(task)
        if not task.cancelled():
            task.exception()  # a refusal that nobody waits for any more is not an error

    async def _act(
        self, match_id: str, decide: Decide, prepare: Prepare | None, visitor: Person | None, moves: int
    ) -> Table:
        table = await self.tables.known(match_id)
        # Another process may have stored more. Storing finds that out; before a refusal we refresh and decide again.
        unsure = self._shared and prepare is None
        table.stale |= self._shared and not unsure
        cost = moves * table.contest.spots
        async with self._rules.turn(cost), table.lock:
            for _ in range(TRIES):
                if table.stale:
                    await self.tables.refresh(table)
                contest = table.contest
                try:
                    change = await self._rules.run(cost, transition, contest, decide, self.now())
                except RequestRefused:
                    if not unsure:
                        raise
                    change = None
                if change is None:
                    if not unsure:
                        return table
                    unsure, table.stale = False, True
                    continue
                new = await prepare(contest, change.events) if prepare else None
                try:
                    await self._store(table, change, visitor, new)
                except MovedOn:
                    await self.tables.refresh(table)
                    if not _is_stored(table.contest, change.events):
                        continue
                except Unavailable:
                    if not await self._is_stored_after_all(table, change.events):
                        raise
                break
            else:
                raise Unavailable("too many changes at once: please try again")
        if new is not None:
            await self._made(new)
        await self._changed(table)
        if change.late:
            raise Conflict("the match is over: the time is up")
        return table

    async def _is_stored_after_all(self, table: Table, events: list[Event]) -> bool:
        """Whether a commit succeeded whose answer was lost."""
        try:
            await self.tables.refresh(table)
        except Unavailable:
            raise Unavailable(NOT_KNOWN) from None
        return _is_stored(table.contest, events)

    async def create(self, contest: Contest, visitor: Person | None = None) -> Table:
        """Store a new match; if its id exists already, the match of that id."""
        await self._rules.run(contest.spots, warmed, contest)
        entry = JournalEntry(contest.id, contest.events, summary(contest), header=contest.header, visitor=visitor)
        try:
            await self._append(entry)
        except MovedOn:
            return await self.table(contest.id)
        return await self._made(contest)

    async def _made(self, contest: Contest) -> Table:
        """A new match is stored."""
        self._metrics.matches.inc()
        table = self.tables.add(contest)
        self.broadcaster.to_players(table.contest)
        await self._changed(table)
        return table

    async def _store(self, table: Table, change: Transition, visitor: Person | None, new: Contest | None) -> None:
        events, after = change.events, change.after
        beside = None if new is None else JournalEntry(new.id, new.events, summary(new), header=new.header)
        entry = JournalEntry(after.id, events, change.summary, rated=_rated(after), visitor=visitor, beside=beside)
        try:
            stored = await self._append(entry)
        except MovedOn:
            raise
        except Exception:
            table.stale = True
            raise
        # Another task may have read these events from the database in the meantime.
        fresh = [event for event in stored if event.version > table.contest.version]
        if fresh:
            table.contest = after if fresh == events else table.contest.after(fresh)
            self.broadcaster.events(table, fresh)

    async def _append(self, entry: JournalEntry) -> list[Event]:
        try:
            stored = await self._journal.append(entry)
        except MovedOn:
            raise
        except SQLAlchemyError as error:
            self._metrics.failures.inc()
            log.error("not stored", match=entry.match, error=repr(error)[:500])
            raise Unavailable(database_failure(error)) from error
        except Exception:
            self._metrics.failures.inc()
            raise
        for each in (entry.beside, entry):
            if each is not None:
                self.on_stored(each.match, each.summary["version"])
        return stored

    async def _changed(self, table: Table) -> None:
        for listener in self.on_change:
            waiting = listener(table)
            if waiting is not None:
                await waiting


def _is_stored(contest: Contest, events: list[Event]) -> bool:
    """Whether these very events are part of the match: decided at the same moment, by the same seat."""
    stored = contest.events[events[0].version - 1 : events[-1].version]
    return [_key(event) for event in stored] == [_key(event) for event in events]


def _key(event: Event) -> tuple[object, ...]:
    return event.version, event.kind, event.at, event.seat, event.move  # the data of an ending gets its ratings


def _rated(contest: Contest) -> rating_rules.RatedResult | None:
    """The result for the ratings, if a rated match has just ended."""
    ending, last = contest.ending, contest.events[-1]
    if not contest.header.rated or ending is None or last.kind != "ended":
        return None
    header, seats = contest.header, [asdict(seat) for seat in contest.seats]
    return rating_rules.result(header.spec, header.clock, seats, contest.ply, asdict(ending), last.at)
