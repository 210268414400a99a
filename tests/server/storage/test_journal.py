"""The journal: one bad entry does not take the others of its commit with it, and every version is written once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from quintet.core import registry
from quintet.server.live import events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.storage import database
from quintet.server.storage.journal import Journal, JournalEntry, MovedOn, heard, notification, summary
from quintet.server.storage.match_queries import Reader

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


def test_urls_of_other_databases_are_refused() -> None:
    for url in ("mysql://x", "nonsense"):
        with pytest.raises(ValueError) as error:
            database.engine_for(url)
        assert "expected a database like" in str(error.value)


def test_news_bring_the_events_themselves_where_they_are_short() -> None:
    match = new("match-1234")
    happened = match.move(match.to_move, 0, "d3", 1.5)
    told = notification(match.id, happened)
    assert told.isascii()
    assert heard(told) == ("match-1234", 2, happened)
    assert heard(told)[2][0].seat is happened[0].seat
    long = [events.Event(3, "created", 0.0, data={"moves": ["d3"] * 2000})]
    assert heard(notification(match.id, long)) == ("match-1234", 3, [])
    assert heard("match-1234 7") == ("match-1234", 7, []), "as Redis and operators tell it"
