"""The only writer of matches: one thread that commits all waiting entries in one transaction.

`append` returns after the commit, so that nothing acknowledged is lost; many matches share one commit, so that it is
fast, and where many move a commit waits a moment for more. The primary key of `events` (match, version) prevents two
servers from writing the same move.
"""

from __future__ import annotations

import asyncio
import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from quintet.core.types import Player
from quintet.server.accounts import rating_rules
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, plain
from quintet.server.storage import tables
from quintet.server.storage.accounts import Person
from quintet.server.storage.match_queries import event_of, rating_of

MOST = 256
"""Entries in one transaction."""
CROWD = 3
"""Entries of a commit after which the next one waits for others: a commit takes a millisecond of the processor,
whatever is in it."""
GATHER = 0.01
"""Seconds of that wait."""
LONGEST_MESSAGE = 7000
"""Characters of a notification, all of them ASCII: PostgreSQL takes 8000 bytes."""
PROBE = 1.0
"""Seconds between test writes after a failed one."""
CHANNEL = "quintet"
EVENT = tuple(Event.__dataclass_fields__)
# Built once: building a statement takes as long as running it.
NEW_MATCHES, NEW_EVENTS = insert(tables.matches), insert(tables.events)
CHANGED_MATCHES = update(tables.matches).where(tables.matches.c.id == bindparam("its_id"))
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :message)")


class MovedOn(Exception):
    """Another process has written this version already."""


@dataclass
class JournalEntry:
    """A new match, or more events of one; with the ratings that they change."""

    match: str
    events: Sequence[Event]
    summary: dict[str, Any]
    """The searchable columns after these events."""
    header: Header | None = None
    """The header of a new match."""
    rated: rating_rules.RatedResult | None = None
    """The result, if this ends a rated match that counts."""
    visitor: Person | None = None
    """The visitor who did it: they get a row now."""
    beside: JournalEntry | None = None
    """A new match that is stored with it, or not at all."""
    answer: asyncio.Future[list[Event]] = field(default_factory=asyncio.Future)


class Journal:
    """Runs while the server runs."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, committed: Callable[[float], None]) -> None:
        self._engine = engine
        self._loop = loop
        self._committed = committed
        """Called with the seconds of each commit."""
        self.failing: str | None = None
        """Why the last entry could not be written; None if writing works."""
        self.busy_since: float | None = None
        """The start of the running transaction."""
        self._queue: queue.SimpleQueue[JournalEntry | None] = queue.SimpleQueue()
        self._start()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: JournalEntry) -> list[Event]:
        """Write an entry; the events as stored (an ending may have got its rating change).

        MovedOn or a database error: nothing of this entry was written (after a lost connection: perhaps it was).
        """
        self._queue.put(entry)
        return await entry.answer

    def close(self) -> None:
        """Write what waits, then stop."""
        self._queue.put(None)
        self._thread.join(10)

    def _run(self) -> None:
        crowded = False
        while (entry := self._next()) is not None:
            if crowded:
                time.sleep(GATHER)
            self.busy_since = time.monotonic()
            batch = [entry, *self._waiting()]
            self._commit(batch)
            crowded = len(batch) >= CROWD
            self.busy_since = None

    def _waiting(self) -> list[JournalEntry]:
        """What else can go into the same transaction."""
        waiting: list[JournalEntry] = []
        while len(waiting) < MOST - 1:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._queue.put(None)
                break
            waiting.append(more)
        return waiting

    def _next(self) -> JournalEntry | None:
        while True:
            try:
                return self._queue.get(timeout=PROBE if self.failing else None)
            except queue.Empty:
                self._probe()

    def _probe(self) -> None:
        """Test whether writing works again, also while there is nothing to write."""
        with suppress(SQLAlchemyError), self._engine.connect() as connection:
            connection.execute(insert(tables.settings).values(key="probe", value="." * 10_000))
            connection.rollback()
            self.failing = None

    def _commit(self, batch: list[JournalEntry]) -> None:
        answers: list[tuple[JournalEntry, list[Event] | BaseException]] = []
        began = time.perf_counter()
        try:
            with self._engine.begin() as connection:
                for together in _groups(batch):
                    answers += zip(together, write(connection, together), strict=True)
        except BaseException as error:  # whatever it is, the waiting tasks must get it
            if len(batch) > 1:  # one bad entry must not fail the others
                for entry in batch:
                    self._commit([entry])
                return
            late = isinstance(error, IntegrityError)  # another process was faster: not an error
            answers = [(entry, MovedOn(entry.match) if late else error) for entry in batch]
            if not late:
                self.failing = " ".join(str(getattr(error, "orig", None) or error).split())[:200]
        else:
            self.failing = None
        self._loop.call_soon_threadsafe(_tell, answers)
        self._committed(time.perf_counter() - began)


def _tell(answers: list[tuple[JournalEntry, list[Event] | BaseException]]) -> None:
    for entry, answer in answers:
        if entry.answer.done():  # cancelled
            continue
        if isinstance(answer, BaseException):
            entry.answer.set_exception(answer)
        else:
            entry.answer.set_result(answer)


def _groups(batch: list[JournalEntry]) -> list[list[JournalEntry]]:
    """Entries that are written together; one that changes ratings stands alone: they depend on all before."""
    groups: list[list[JournalEntry]] = [[]]
    for entry in batch:
        if entry.rated:
            groups += [[entry], []]
        else:
            groups[-1].append(entry)
    return [group for group in groups if group]


def write(connection: Connection, entries: Sequence[JournalEntry]) -> list[list[Event]]:
    """Write entries inside a transaction, with one statement per table."""
    if beside := [entry.beside for entry in entries if entry.beside]:
        write(connection, beside)
    stored = [list(entry.events) for entry in entries]
    for entry, events in zip(entries, stored, strict=True):
        if entry.rated:
            events[-1] = _rate(connection, entry.rated, events[-1])
    visitors = [
        {"id": entry.visitor.id, "name": entry.visitor.name, "kind": "visitor", "created": entry.events[0].at}
        for entry in entries
        if entry.visitor and entry.visitor.kind == "visitor"
    ]
    if visitors:
        connection.execute(tables.inserting(connection, tables.players).on_conflict_do_nothing(), visitors)
    new = [
        {"id": entry.match, "header": asdict(entry.header), "created": entry.header.created, **entry.summary}
        for entry in entries
        if entry.header
    ]
    if new:
        connection.execute(NEW_MATCHES, new)
    rows = [
        {"match": entry.match, **{name: getattr(event, name) for name in EVENT}}
        for entry, events in zip(entries, stored, strict=True)
        for event in events
    ]
    connection.execute(NEW_EVENTS, rows)
    changed = [{"its_id": entry.match, **entry.summary} for entry in entries if not entry.header]
    if changed:
        connection.execute(CHANGED_MATCHES, changed)
    if connection.dialect.name == "postgresql":
        messages = [
            {"message": notification(entry.match, events)} for entry, events in zip(entries, stored, strict=True)
        ]
        connection.execute(NOTIFY, messages)
    return stored


def notification(match_id: str, events: Sequence[Event]) -> str:
    """The message to other processes: match and version, and the events if they are short."""
    head = f"{match_id} {events[-1].version}"
    whole = f"{head} {json.dumps([[getattr(event, name) for name in EVENT] for event in events])}"
    return whole if len(whole) <= LONGEST_MESSAGE else head


def outline(message: str) -> tuple[str, int, str]:
    """The match, its version, and the events as `told` reads them, if the message has them."""
    match_id, _, rest = message.partition(" ")
    version, _, events = rest.partition(" ")
    return match_id, int(version), events


def told(events: str) -> list[Event]:
    """The events of a notification."""
    return [event_of(*fields) for fields in json.loads(events)] if events else []


def _rate(connection: Connection, result: rating_rules.RatedResult, ended: Event) -> Event:
    """Store the new ratings; the ending with the changes. After PAIR_A_DAY matches of these two, nothing changes."""
    tables.one_at_a_time(connection, " ".join(map(str, result.pair)))  # only one must count the last one
    if _counted_today(connection, result) >= rating_rules.PAIR_A_DAY:
        return ended
    before = [rating_of(connection, player, result.game) for player in result.players]
    new = rating_rules.after(before[0].rating, before[1].rating, result.score)
    for player, known, after in zip(result.players, before, new, strict=True):
        counted = {"player": player, "game": result.game, "games": known.games + 1}
        tables.put(connection, tables.ratings, {**counted, **asdict(after), "changed": ended.at})
        connection.execute(insert(tables.rating_history).values(**counted, rating=after.rating, at=ended.at))
    changes = [round(after.rating) - round(known.rating.rating) for known, after in zip(before, new, strict=True)]
    return Event(ended.version, ended.kind, ended.at, ended.seat, None, {**ended.data, "rating_change": changes})


def _counted_today(connection: Connection, result: rating_rules.RatedResult) -> int:
    """The number of matches of these two in this game that changed ratings on this day."""
    column, events, day = tables.matches.c, tables.events.c, result.finished // rating_rules.DAY * rating_rules.DAY
    pair = [column.first.in_(result.players), column.second.in_(result.players), column.first != column.second]
    mine = [column.game == result.game, column.rated.is_(True), column.status == "over", column.changed >= day, *pair]
    query = select(events.data).join(tables.matches, column.id == events.match).where(events.kind == "ended", *mine)
    return sum("rating_change" in data for data in connection.scalars(query.where(events.at >= day)))


# The columns of a match that lists and searches use


def summary(contest: Contest) -> dict[str, Any]:
    """The searchable columns of a match as it stands."""
    header, ending = contest.header, contest.ending
    first, second = (seat.player for seat in contest.seats)
    result = None
    if ending:
        result = {Player.FIRST: "first", Player.SECOND: "second", None: "draw"}[ending.winner]
        if ending.kind in ("truncated", "aborted", "declined", "unfinished"):
            result = ending.kind
    return {
        "game": contest.game.id,
        "spec": header.spec,
        "status": contest.status,
        "private": header.private,
        "rated": header.rated,
        "first": first,
        "second": second,
        "names": "\n".join(seat.name for seat in contest.seats).casefold(),
        "result": result,
        "version": contest.version,
        "ply": contest.ply,
        "deadline": contest.deadline,
        "engine_since": contest.events[-1].at if contest.engine_to_move else None,
        "changed": contest.events[-1].at,
        "state": state(contest),
    }


def state(contest: Contest) -> dict[str, Any]:
    """What a list shows of a match, without replaying it."""
    clock = contest.clock
    return {
        "position": contest.moment.text,
        "to_move": int(contest.to_move),
        "seats": [plain(seat) for seat in contest.seats],
        "ending": plain(contest.ending) if contest.ending else None,
        "finished": contest.finished,
        "imported": contest.imported,
        "clock": {"left": clock.left, "running": clock.running, "since": clock.since},
    }
