"""Every kind of action with its n-th statement failing, for every n: nothing of it is stored, the next try works."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, select, update
from sqlalchemy.exc import OperationalError

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.errors import DATABASE_AWAY, Unavailable
from quintet.server.live import clocks, events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.live.housekeeping import Housekeeping
from quintet.server.live.hub import Hub
from quintet.server.metrics import Metrics
from quintet.server.storage import database, journal, tables
from quintet.server.storage.accounts import People, Person, token_hash
from quintet.server.storage.administration import Administration, give_back, recompute_ratings
from quintet.server.storage.chat import Chats
from quintet.server.storage.friends import Friends
from quintet.server.storage.journal import Journal, JournalEntry, summary
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.notices import Notices
from quintet.server.storage.openings import Openings
from quintet.server.storage.recovery import Recovery
from quintet.server.storage.seeks import Seeks
from quintet.server.storage.teaching import Teaching
from quintet.server.work.cpu_budget import RulesExecutor
from quintet.study.puzzle_run import Run
from server.cluster import Cluster

NOW, MATCH, RATED = 1_800_000_000.0, "m" * 16, "r" * 16
TODAY, BANNED = date(2027, 1, 15), "198.51.100.7"
DEVICE = hashlib.sha256(b"https://push.example/1").hexdigest()[:24]
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
    """Two accounts with what they may have, two matches that go on, one of them rated, with a line of chat, a waiting
    person and a ban."""
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
    with engine.begin() as connection:
        for kind in ("code", "confirmation"):
            row = {"hash": token_hash(kind), "player": "ada", "kind": kind, "email": "ada@example.org", "created": NOW}
            connection.execute(insert(tables.account_secrets).values(**row, expires=NOW + 60))
        connection.execute(update(tables.players).where(tables.players.c.id == "ben").values(email="ben@example.org"))
    Friends(engine).add("ben", "ada", NOW)
    Notices(engine).keep_device("ben", "https://push.example/1", "k", "a", "here", NOW)
    Reader(engine).alive(NOW + 30)
    Teaching(engine).begin_run("b", "ben", "othello", NOW)
    Administration(engine, NOW).ban(BANNED, 1, "enough")


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
    "a friend": lambda engine: Friends(engine).add("ada", "ben", NOW),
    "the end of a friendship": lambda engine: Friends(engine).remove("ben", "ada"),
    "who is here": lambda engine: Friends(engine).saw(["ada", "ben"], NOW),
    "recovery codes": lambda engine: Recovery(engine).new_codes("ada", NOW),
    "a link for a new password": lambda engine: Recovery(engine).new_link("ada", "link", NOW),
    "a confirmed address": lambda engine: Recovery(engine).confirm("confirmation", NOW),
    "a recovered account": lambda engine: Recovery(engine).reset("ada", "code", "other", NOW),
    "a removed address": lambda engine: Recovery(engine).remove_email("ben"),
    "a pace of notices": lambda engine: Notices(engine).set_pace("ada", "email", "every", NOW),
    "a device": lambda engine: Notices(engine).keep_device("ada", "https://push.example/2", "k", "a", "there", NOW),
    "a device elsewhere": lambda engine: Notices(engine).renew_device(
        "ben", "https://push.example/1", "https://push.example/2", "k", "a", NOW
    ),
    "a removed device": lambda engine: Notices(engine).remove_device("ben", DEVICE),
    "a forgotten device": lambda engine: Notices(engine).forget_device(DEVICE),
    "a pairing": lambda engine: Seeks(engine).seek("ada", "othello 3+2 casual", "other", "y" * 16, NOW),
    "an opening": lambda engine: Openings(engine).count(MATCH, "othello", ["a", "b"], "first"),
    "a chapter": lambda engine: Teaching(engine).keep_chapters("ada", "othello", 2, NOW),
    "a puzzle": lambda engine: Teaching(engine).settle("ada", "othello", "p", 1500, True, NOW),
    "a puzzle of the day": lambda engine: Teaching(engine).settle("ada", "othello", "p", 1500, True, NOW, TODAY),
    "a run": lambda engine: Teaching(engine).begin_run("r", "ada", "othello", NOW),
    "a puzzle in a run": lambda engine: Teaching(engine).count_run("b", Run(), Run().after(True)),
    "a match ended by the operator": lambda engine: Administration(engine, NOW).end(MATCH, "enough"),
    "a closed account": lambda engine: Administration(engine, NOW).close("ada"),
    "a ban": lambda engine: Administration(engine, NOW).ban("203.0.113.9", 1, "enough"),
    "the end of a ban": lambda engine: Administration(engine, NOW).unban(BANNED),
    "a switch": lambda engine: Administration(engine, NOW).pause("chat"),
    "a verified copy": lambda engine: Administration(engine, NOW).verified(),
    "a pruning": lambda engine: Administration(engine, NOW + 10**7).prune(1),
    "time given back": lambda engine: give_back(engine, lambda: NOW + 60),
    "ratings counted again": recompute_ratings,
    "a featured match": lambda engine: Reader(engine).feature(3, MATCH),
    "a heartbeat": lambda engine: Reader(engine).alive(NOW + 40),
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


def test_a_start_that_fails_loses_nobodys_time(tmp_path: Path) -> None:
    """Each statement of a start fails once. Found by the simulation: the heartbeat was stored, and the next start took
    it for the end of the time without a server."""
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    reader = Reader(engine)

    async def start() -> None:
        tables = SimpleNamespace(watched=list)
        hub: Any = SimpleNamespace(now=lambda: NOW + 100, advance=None, broadcaster=tables)
        engines: Any = None
        housekeeping = Housekeeping(engine, hub, reader, engines, shared=False)
        try:
            await housekeeping.start()
        finally:
            await housekeeping.close()

    for number in range(1, 100):
        with failing(engine, number) as failed:
            try:
                asyncio.run(start())
            except OperationalError:
                assert failed[0]
        if not failed[0]:
            break
    stored = reader.match(MATCH)
    assert stored is not None
    assert [event.data["seconds"] for event in stored[1] if event.kind == "resumed"] == [70.0]
    engine.dispose()
