"""The journal: one bad entry does not take the others of its commit with it, and every version is written once."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.accounts.rating_rules import PAIR_A_DAY
from quintet.server.live import events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.live.hub import _rated
from quintet.server.storage import database
from quintet.server.storage import journal as journal_module
from quintet.server.storage.journal import CROWD, Journal, JournalEntry, MovedOn, notification, outline, summary, told
from quintet.server.storage.match_queries import Reader
from server.cluster import Cluster
from server.storage.test_failing_writes import NOW, append, match, played, prepare

ADA = MatchSeat("person", "Ada", "a")


def new(match_id: str) -> Contest:
    game = registry.load("othello")
    header = Header(match_id, "othello", game.text(game.start()), None, False, True, "secret", 0.0)
    return Contest(header, game, [events.created((ADA, ADA), [], 0)])


def test_entries_of_one_commit_stand_for_themselves(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)
    reader = Reader(engine)

    async def run() -> None:
        journal = Journal(engine, asyncio.get_running_loop(), lambda seconds: None)
        matches = [new(f"match{number}") for number in range(20)]
        entries = [JournalEntry(match.id, match.events, summary(match), header=match.header) for match in matches]
        entries[7].summary["spec"] = object()  # no database can keep that
        answers = await asyncio.gather(*(journal.append(entry) for entry in entries), return_exceptions=True)
        assert isinstance(answers[7], SQLAlchemyError)
        assert all(isinstance(answer, list) for at, answer in enumerate(answers) if at != 7)
        one = matches[0]
        moves = [one.move(one.to_move, 0, move, 1.0) for move in ("d3", "c4")]
        twice = [JournalEntry(one.id, events, summary(one.after(events))) for events in moves]
        answers = await asyncio.gather(*(journal.append(entry) for entry in twice), return_exceptions=True)
        assert isinstance(answers[0], list)
        assert isinstance(answers[1], MovedOn)
        journal.close()

    asyncio.run(run())
    stored = reader.match("match0")
    assert stored is not None
    assert [event.move for event in stored[1]] == [None, "d3"]
    assert reader.match("match7") is None
    assert [event.version for event in reader.events_after("match19", 0)] == [1]
    engine.dispose()


def test_where_many_move_a_commit_waits_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "GATHER", 0.5)
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)
    commits: list[float] = []

    def entries(name: str, count: int) -> list[JournalEntry]:
        matches = [new(f"{name}{number}") for number in range(count)]
        return [JournalEntry(match.id, match.events, summary(match), header=match.header) for match in matches]

    async def run() -> None:
        journal = Journal(engine, asyncio.get_running_loop(), commits.append)
        await journal.append(entries("alone", 1)[0])
        await asyncio.gather(*map(journal.append, entries("crowd", 2 * CROWD)))
        await asyncio.sleep(0.1)  # commits are counted after they are told
        before = len(commits)
        early = [asyncio.create_task(journal.append(entry)) for entry in entries("early", 2)]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in early), "nothing is acknowledged before its commit"
        late = [asyncio.create_task(journal.append(entry)) for entry in entries("late", 2)]
        await asyncio.gather(*early, *late)
        await asyncio.sleep(0.1)
        assert len(commits) == before + 1
        journal.close()

    asyncio.run(run())
    engine.dispose()


def test_urls_of_other_databases_are_refused() -> None:
    for url in ("mysql://x", "nonsense"):
        with pytest.raises(ValueError) as error:
            database.engine_for(url)
        assert "expected a database like" in str(error.value)


def heard(message: str) -> tuple[str, int, list[events.Event]]:
    match_id, version, rest = outline(message)
    return match_id, version, told(rest)


def test_news_bring_the_events_themselves_where_they_are_short() -> None:
    match = new("match-1234")
    happened = match.move(match.to_move, 0, "d3", 1.5)
    message = notification(match.id, happened)
    assert message.isascii()
    assert heard(message) == ("match-1234", 2, happened)
    assert heard(message)[2][0].seat is happened[0].seat
    long = [events.Event(3, "created", 0.0, data={"moves": ["d3"] * 2000})]
    assert heard(notification(match.id, long)) == ("match-1234", 3, [])
    assert heard("match-1234 7") == ("match-1234", 7, []), "as Redis and operators tell it"


def test_two_processes_count_five_rated_matches_of_a_pair_together(postgres: Cluster) -> None:
    """Each writes eight at the same time; the limit is the site's, not that of a process."""
    url = postgres.new()
    engines = [database.engine_for(url) for _ in range(2)]
    prepare(engines[0])
    barrier = threading.Barrier(2)

    def play(number: int) -> None:
        for count in range(8):
            begun = played(match(f"rated-{number}-{count:08}", True), 7)
            append(engines[number], begun, 0, header=begun.header)
            over = begun.after(begun.resign(Player.SECOND, NOW + 60 + count))
            barrier.wait(30)
            append(engines[number], over, begun.version, rated=_rated(over))

    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(play, number) for number in range(2)]:
            done.result()
    assert Reader(engines[0]).rating("ada", "othello").games == PAIR_A_DAY
    for engine in engines:
        engine.dispose()
