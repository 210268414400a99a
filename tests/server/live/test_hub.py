"""The hub: nothing is left half done by whoever goes away, and nothing is done too late."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.errors import Conflict
from quintet.server.live import clocks, events
from quintet.server.live.broadcast import Subscriber
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, MatchSeat
from quintet.server.live.hub import Hub
from quintet.server.live.tables import Table
from quintet.server.metrics import Metrics
from quintet.server.storage import database
from quintet.server.storage.journal import Journal, JournalEntry, summary
from quintet.server.storage.match_queries import Reader
from quintet.server.work.cpu_budget import RulesExecutor

MATCH = "m" * 16


class SlowJournal(Journal):
    """Writes when it is let to."""

    begun: asyncio.Event
    let: asyncio.Event

    async def append(self, entry: JournalEntry) -> list[Event]:
        self.begun.set()
        await self.let.wait()
        return await super().append(entry)


def new_match(clock: Any = None) -> Contest:
    game = registry.load("othello")
    header = Header(MATCH, "othello", game.text(game.start()), clock, False, True, "secret", 0.0)
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
        hub.now = lambda: 100.0
        await hub.act(MATCH, lambda match, now: match.move(Player.FIRST, 0, "d3", now))
        hub.now = lambda: 130.0
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
