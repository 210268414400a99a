"""The hub: nothing is left half done by whoever goes away, and nothing is done too late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.errors import Conflict, Unavailable
from quintet.server.live import clocks, events, tables
from quintet.server.live.broadcast import Subscriber
from quintet.server.live.cluster import heard
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, MatchSeat
from quintet.server.live.housekeeping import Housekeeping
from quintet.server.live.hub import Hub
from quintet.server.live.tables import Table
from quintet.server.metrics import Metrics
from quintet.server.storage import database
from quintet.server.storage.accounts import Person
from quintet.server.storage.journal import Journal, JournalEntry, summary
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import RulesExecutor
from server.servers import Server

MATCH, OTHER = "m" * 16, "n" * 16


class SlowJournal(Journal):
    """Writes when it is let to."""

    begun: asyncio.Event
    let: asyncio.Event

    async def append(self, entry: JournalEntry) -> list[Event]:
        self.begun.set()
        await self.let.wait()
        return await super().append(entry)


def new_match(clock: Any = None, match_id: str = MATCH, spec: str = "othello") -> Contest:
    game = registry.load(spec)
    header = Header(match_id, spec, game.text(game.start()), clock, False, True, "secret", 0.0)
    seats = (MatchSeat("person", "Ada", "a"), MatchSeat("person", "Ben", "b"))
    return Contest(header, game, [events.created(seats, [], 0)])


def test_a_move_is_played_to_its_end_though_its_player_goes_away(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)

    async def run() -> None:
        journal = SlowJournal(engine, asyncio.get_running_loop(), lambda *_: None)
        journal.begun, journal.let = asyncio.Event(), asyncio.Event()
        hub = Hub(Reader(engine), journal, Metrics(), RulesExecutor(), shared=False)
        started = new_match()
        await Journal.append(journal, JournalEntry(MATCH, started.events, summary(started), header=started.header))
        table, subscriber = await hub.table(MATCH), Subscriber("b")
        table.subscribers.add(subscriber)
        changed: list[int] = []
        hub.on_change.append(lambda table: changed.append(table.contest.ply))
        ada = asyncio.create_task(hub.act(MATCH, lambda match, now: match.move(Player.FIRST, 0, "d3", now)))
        await journal.begun.wait()
        ada.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ada
        journal.let.set()
        assert await asyncio.wait_for(subscriber.queue.get(), 20) is not None, "who watches is told"
        assert table.contest.ply == 1
        # The other plays on at once, and finds nothing half done.
        after: Table = await hub.act(MATCH, lambda match, now: match.move(Player.SECOND, 1, "c3", now))
        assert after.contest.ply == 2
        assert changed == [1, 2], "an engine in the other seat would have been woken each time"
        journal.close()

    asyncio.run(run())
    stored = Reader(engine).match(MATCH)
    assert stored is not None
    assert [event.move for event in stored[1]] == [None, "d3", "c3"]
    engine.dispose()


def test_a_move_that_comes_after_the_time_is_refused_and_the_match_is_over(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)

    async def run() -> None:
        journal = Journal(engine, asyncio.get_running_loop(), lambda *_: None)
        hub = Hub(Reader(engine), journal, Metrics(), RulesExecutor(), shared=False)
        started = new_match(clocks.as_setting("fischer", clocks.Side(60), clocks.Side(30)))
        await journal.append(JournalEntry(MATCH, started.events, summary(started), header=started.header))
        hub.now = lambda: 20.0
        await hub.act(MATCH, lambda match, now: match.move(Player.FIRST, 0, "d3", now))
        hub.now = lambda: 50.0
        with pytest.raises(Conflict) as error:
            await hub.act(MATCH, lambda match, now: match.move(Player.SECOND, 1, "c3", now))
        assert str(error.value) == "the match is over: the time is up"
        ended = (await hub.table(MATCH)).contest
        assert ended.ply == 1
        assert ended.ending is not None
        assert (ended.ending.winner, ended.ending.kind) == (Player.FIRST, "time")
        journal.close()

    asyncio.run(run())
    engine.dispose()


def test_a_match_cannot_grow_by_taking_back_and_playing_again_for_ever(another: Callable[..., Server]) -> None:
    ada = another(QUINTET_TURN_LIMIT="3").client()
    match_id = ada.new(first="me", second="me")["id"]
    ada.move(match_id, 0, "d3")
    for _ in range(14):
        ada.act(match_id, "undo")
        ada.act(match_id, "redo")
    error = ada.act(match_id, "undo", 409)["error"]
    assert error == "this match has had too many offers and takebacks: it can only be played to its end"
    ada.move(match_id, 1, "c3")
    ada.act(match_id, "resign")


def test_a_match_that_waits_for_its_lock_holds_up_no_news_and_no_flags_of_others(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)

    async def run() -> None:
        journal = Journal(engine, asyncio.get_running_loop(), lambda *_: None)
        hub = Hub(Reader(engine), journal, Metrics(), RulesExecutor(), shared=True)
        for match_id in (MATCH, OTHER):
            started = new_match(clocks.as_setting("fischer", clocks.Side(60), clocks.Side(60)), match_id)
            await journal.append(JournalEntry(match_id, started.events, summary(started), header=started.header))
        held, other = await hub.table(MATCH), await hub.table(OTHER)
        elsewhere = Hub(Reader(engine), journal, Metrics(), RulesExecutor(), shared=True)
        elsewhere.now = hub.now = lambda: 20.0
        moved = [
            await elsewhere.act(match, lambda it, now: it.move(Player.FIRST, 0, "d3", now)) for match in (MATCH, OTHER)
        ]
        async with held.lock:
            for table in moved:
                heard(hub, {}, "quintet", f"{table.contest.id} {table.contest.version}")
            async with asyncio.timeout(5):
                while other.contest.ply == 0:
                    await asyncio.sleep(0.01)
            hub.now = lambda: 1000.0
            chores = Housekeeping(engine, hub, Reader(engine), None, shared=True)  # type: ignore[arg-type]
            await asyncio.wait_for(chores._flags(), 5)
            assert other.contest.ending is not None
            assert held.contest.ply == 0
        async with asyncio.timeout(5):
            while held.contest.ply == 0:
                await asyncio.sleep(0.01)
        await chores._flags()
        assert held.contest.ending is not None
        journal.close()

    asyncio.run(run())
    engine.dispose()


def test_a_commit_whose_answer_was_lost_is_no_refusal(tmp_path: Path) -> None:
    """Found by the simulation, seed 2: the player was told that nothing was changed, and the move was stored."""

    class Forgetful(Journal):
        """Stores and then says that the connection was lost."""

        forgets = False

        async def append(self, entry: JournalEntry) -> list[Event]:
            stored = await super().append(entry)
            if self.forgets:
                raise OperationalError("simulated", {}, ConnectionError("lost"))
            return stored

    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)

    async def run() -> None:
        journal = Forgetful(engine, asyncio.get_running_loop(), lambda *_: None)
        reader = Reader(engine)
        hub = Hub(reader, journal, Metrics(), RulesExecutor(), shared=False)
        await hub.create(new_match())
        journal.forgets = True
        table = await hub.act(MATCH, lambda contest, now: contest.move(Player.FIRST, 0, "d3", now))
        assert table.contest.ply == 1
        reader.events_after = lambda *_: (_ for _ in ()).throw(OperationalError("", {}, OSError()))  # type: ignore[method-assign]
        with pytest.raises(Unavailable, match="it is not known whether this was stored"):
            await hub.act(MATCH, lambda contest, now: contest.move(Player.SECOND, 1, "c3", now))
        journal.close()

    asyncio.run(asyncio.wait_for(run(), 20))
    engine.dispose()


def test_a_match_that_could_not_be_read_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by the simulation, seed 2: whoever watched did not hear of a change until the next one."""
    monkeypatch.setattr(tables, "AGAIN", 0.01)
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)

    async def run() -> None:
        journal, reader = Journal(engine, asyncio.get_running_loop(), lambda *_: None), Reader(engine)
        here, elsewhere = (Hub(reader, journal, Metrics(), RulesExecutor(), shared=True) for _ in range(2))
        await elsewhere.create(new_match())
        table, subscriber = await here.table(MATCH), Subscriber("eve")
        here.broadcaster.subscribe(table, subscriber, table.contest.version, Person("eve", "Eve", "visitor"))
        await elsewhere.act(MATCH, lambda contest, now: contest.move(Player.FIRST, 0, "d3", now))
        failures = iter([True, True])
        read = reader.events_after

        def failing(match_id: str, version: int) -> list[Event]:
            if next(failures, False):
                raise OperationalError("simulated", {}, ConnectionError("lost"))
            return read(match_id, version)

        monkeypatch.setattr(reader, "events_after", failing)
        here.tables.hear(MATCH, 2)
        while table.contest.version < 2:
            await asyncio.sleep(0.01)
        assert subscriber.queue.qsize() == 1
        journal.close()

    asyncio.run(asyncio.wait_for(run(), 20))
    engine.dispose()
