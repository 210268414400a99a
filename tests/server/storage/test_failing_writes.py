"""Every kind of action with its n-th statement failing, for every n: nothing of it is stored, the next try works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, select
from sqlalchemy.exc import OperationalError

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.errors import DATABASE_AWAY, Unavailable
from quintet.server.live import clocks, events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.live.hub import Hub
from quintet.server.metrics import Metrics
from quintet.server.storage import database, journal, tables
from quintet.server.storage.accounts import People, Person
from quintet.server.storage.administration import Administration, give_back, recompute_ratings
from quintet.server.storage.chat import Chats
from quintet.server.storage.journal import Journal, JournalEntry, summary
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.openings import Openings
from quintet.server.storage.seeks import Seeks
from quintet.server.storage.teaching import Teaching
from quintet.server.work.cpu_budget import RulesExecutor
from server.cluster import Cluster

NOW, MATCH, RATED = 1_800_000_000.0, "m" * 16, "r" * 16
CLOCK = clocks.as_setting("fischer", clocks.Side(600), clocks.Side(600))
ADA, BEN, EVE = (Person(name, name, "visitor") for name in ("ada", "ben", "eve"))


class Failed(Exception):
    """What the driver raises."""


@contextmanager
def failing(engine: Engine, number: int) -> Iterator[list[bool]]:
    """The n-th statement from here on fails, a commit counts as one; tells whether there were so many."""
    seen, failed = 0, [False]

    def count(*_: Any) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            failed[0] = True
            raise OperationalError("simulated", {}, Failed("the connection was lost"))

    for name in ("before_cursor_execute", "commit"):
        event.listen(engine, name, count)
    try:
        yield failed
    finally:
        for name in ("before_cursor_execute", "commit"):
            event.remove(engine, name, count)


def rows(engine: Engine) -> dict[str, list[str]]:
    with engine.connect() as connection:
        return {
            table.name: sorted(str(tuple(row)) for row in connection.execute(select(table)))
            for table in tables.metadata.sorted_tables
        }


def match(match_id: str, rated: bool = False) -> Contest:
    game = registry.load("othello")
    header = Header(match_id, "othello", game.text(game.start()), CLOCK, rated, False, "secret", NOW)
    seats = (MatchSeat("person", "ada", "ada"), MatchSeat("person", "ben", "ben"))
    return Contest(header, game, [events.created(seats, [], NOW)])


def played(contest: Contest, moves: int) -> Contest:
    for ply in range(moves):
        move = sorted(contest.moment.legal)[0]
        contest = contest.after(contest.move(contest.to_move, ply, move, NOW + ply))
    return contest


def append(engine: Engine, contest: Contest, after: int, **more: Any) -> None:
    entry = JournalEntry(contest.id, contest.events[after:], summary(contest), answer=None, **more)  # type: ignore[arg-type]
    with engine.begin() as connection:
        journal.write(connection, [entry])


def prepare(engine: Engine) -> None:
    """Two accounts, a match that goes on with a running clock, a rated one, a line of chat and a waiting person."""
    database.migrate(engine)
    people = People(engine)
    for person in (ADA, BEN):
        people.register(person, person.name, "hash", NOW)
    people.new_session("ada", "here", NOW)
    for match_id, rated in ((MATCH, False), (RATED, True)):
        begun = played(match(match_id, rated), 7)
        append(engine, begun, 0, header=begun.header)
    Chats(engine).say(MATCH, "players", "ada", "ada", "hello", NOW)
    Seeks(engine).seek("ben", "othello 3+2 casual", "ticket", "x" * 16, NOW)


def ended(engine: Engine) -> None:
    """A rated match ends, and both ratings change."""
    begun = played(match(RATED, True), 7)
    over = begun.after(begun.resign(Player.FIRST, NOW + 60))
    from quintet.server.live.hub import _rated

    append(engine, over, begun.version, rated=_rated(over))


ACTIONS: dict[str, Callable[[Engine], object]] = {
    "a new match": lambda engine: append(engine, match("n" * 16), 0, header=match("n" * 16).header, visitor=EVE),
    "a move": lambda engine: append(engine, played(match(MATCH), 8), 8),
    "the end of a rated match": ended,
    "a visitor": lambda engine: People(engine).keep_visitor(EVE, NOW),
    "a name": lambda engine: People(engine).rename("ada", "Ada"),
    "an account": lambda engine: People(engine).register(EVE, "eve", "hash", NOW),
    "a bot": lambda engine: People(engine).upgrade("ada"),
    "a deleted account": lambda engine: People(engine).delete("ada"),
    "a new password": lambda engine: People(engine).change_password("ada", "other", "token"),
    "a session": lambda engine: People(engine).new_session("ada", "there", NOW),
    "the end of all sessions": lambda engine: People(engine).end_all("ada"),
    "a line of chat": lambda engine: Chats(engine).say(MATCH, "players", "ben", "ben", "well", NOW),
    "a report": lambda engine: Chats(engine).report(MATCH, 1, "players", "ben", NOW),
    "an erased line": lambda engine: Chats(engine).settle(MATCH, 1, True),
    "a pairing": lambda engine: Seeks(engine).seek("ada", "othello 3+2 casual", "other", "y" * 16, NOW),
    "an opening": lambda engine: Openings(engine).count(MATCH, "othello", ["a", "b"], "first"),
    "a chapter": lambda engine: Teaching(engine).keep_chapters("ada", "othello", 2, NOW),
    "a puzzle": lambda engine: Teaching(engine).settle("ada", "othello", "p", 1500, True, NOW),
    "a match ended by the operator": lambda engine: Administration(engine, NOW).end(MATCH, "enough"),
    "a closed account": lambda engine: Administration(engine, NOW).close("ada"),
    "a ban": lambda engine: Administration(engine, NOW).ban("203.0.113.9", 1, "enough"),
    "a pruning": lambda engine: Administration(engine, NOW + 10**7).prune(1),
    "time given back": lambda engine: give_back(engine, 30, NOW + 60),
    "ratings counted again": recompute_ratings,
    "a featured match": lambda engine: Reader(engine).feature(3, MATCH),
    "a heartbeat": lambda engine: Reader(engine).alive(NOW),
}


def check(engine: Engine, action: Callable[[Engine], object]) -> int:
    """Fail each statement in turn until the action has none left; the number of its statements."""
    before = rows(engine)
    for number in range(1, 1000):
        with failing(engine, number) as failed:
            try:
                action(engine)
            except OperationalError:
                assert failed[0]
        if not failed[0]:
            return number - 1
        assert rows(engine) == before, f"statement {number} failed, and something is stored"
    raise AssertionError("it never ends")


@pytest.mark.parametrize("name", ACTIONS)
def test_nothing_is_half_done(tmp_path: Path, name: str) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    before = rows(engine)
    assert check(engine, ACTIONS[name]) > 0
    changed = rows(engine) != before
    assert changed or name in ("ratings counted again",), "the action itself works"
    engine.dispose()


def test_nothing_is_half_done_on_postgresql(postgres: Cluster) -> None:
    for name, action in ACTIONS.items():
        engine = database.engine_for(postgres.new())
        prepare(engine)
        assert check(engine, action) > 0, name
        engine.dispose()


def test_whoever_asked_hears_that_nothing_was_changed(tmp_path: Path) -> None:
    """Through the hub: each statement of a move fails once, then it is played."""
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)

    async def run() -> int:
        journal = Journal(engine, asyncio.get_running_loop(), lambda *_: None)
        hub = Hub(Reader(engine), journal, Metrics(), RulesExecutor(), shared=False)
        await hub.create(match(MATCH))
        before = rows(engine)
        for number in range(1, 100):
            with failing(engine, number) as failed:
                try:
                    table = await hub.act(MATCH, lambda contest, now: contest.move(Player.FIRST, 0, "d3", now))
                except Unavailable as error:
                    assert str(error) == DATABASE_AWAY
            if not failed[0]:
                assert table.contest.ply == 1
                journal.close()
                return number - 1
            assert rows(engine) == before
        raise AssertionError

    assert asyncio.run(asyncio.wait_for(run(), 30)) >= 3
    engine.dispose()
