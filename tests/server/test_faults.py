"""What goes wrong around the server: games that are gone, clocks that jump, disks that are full, threads that hang."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.errors import Unavailable, Unknown
from quintet.server.live import clocks, events
from quintet.server.live.clocks import steady_time
from quintet.server.live.contest import Contest
from quintet.server.live.events import Event, Header, MatchSeat
from quintet.server.site import Site, SiteSettings
from quintet.server.storage.accounts import Person
from quintet.server.storage.journal import JournalEntry, summary
from quintet.server.web.app import create_app
from quintet.server.web.routes import health, lobby
from quintet.server.work.cpu_budget import RulesExecutor
from quintet.server.work.rate_limits import Rate
from quintet.server.work.search_pool import pool
from quintet.terminal.cli import main
from server.servers import Server

HALF_AN_HOUR = 1800.0


def on_site(folder: Path, play: Callable[[Site, httpx.AsyncClient], Coroutine[Any, Any, None]]) -> None:
    """Run this against a server in this process."""

    async def run() -> None:
        app = create_app(SiteSettings(f"sqlite:///{folder / 'site.sqlite'}"))
        site: Site = app.state.site
        await site.open()
        try:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://quintet") as http:
                await play(site, http)
        finally:
            await site.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def live(match_id: str, now: float, clock: Any = None, second: MatchSeat | None = None) -> Contest:
    """A match after its first move, so that its clock runs."""
    game = registry.load("othello")
    header = Header(match_id, "othello", game.text(game.start()), clock, False, False, "secret", now)
    seats = (MatchSeat("person", "Ada", "a"), second or MatchSeat("person", "Ben", "b"))
    begun = Contest(header, game, [events.created(seats, [], now)])
    return begun.after(begun.move(Player.FIRST, 0, "d3", now))


async def store(site: Site, match: Contest) -> None:
    await site.journal.append(JournalEntry(match.id, match.events, summary(match), header=match.header))


FISCHER = clocks.as_setting("fischer", clocks.Side(60), clocks.Side(60))
DAYS = clocks.as_setting("days", clocks.Side(86400), clocks.Side(86400))


def test_a_match_whose_game_is_gone_is_shown_as_such_and_does_not_stop_the_start(tmp_path: Path) -> None:
    async def leave(site: Site, http: httpx.AsyncClient) -> None:
        now = site.hub.now() - 100
        engine = MatchSeat("engine", "Engine", level=1)
        for number, spec in enumerate(["gone", "othello(size=77)", "othello"]):
            match = live(f"match-of-{number:08}", now, FISCHER if number == 0 else None, engine)
            columns = {**summary(match), "spec": spec}
            header = Header(**{**{name: getattr(match.header, name) for name in Header.__slots__}, "spec": spec})
            events = match.events if number < 2 else [match.events[0], Event(2, "move", now, Player.FIRST, "h8")]
            await site.journal.append(JournalEntry(match.id, events, columns, header=header))

    async def come_back(site: Site, http: httpx.AsyncClient) -> None:
        await asyncio.sleep(0.1)  # the engines are looked after beside the start
        for number, spec in enumerate(["gone", "othello(size=77)"]):
            answer = await http.get(f"/api/matches/match-of-{number:08}")
            assert answer.status_code == 404
            expected = f"this match cannot be shown: its game {spec} is not installed here"
            assert answer.json() == {"error": expected}
        with pytest.raises(Unknown):
            await site.hub.table("match-of-00000000")
        listed = (await http.get("/api/lobby")).json()
        assert [line["spec"] for line in listed["live"]] == ["othello"], "nobody can watch the others"
        stored = site.reader.mine("a", ("live",), 10)
        own = lobby.lines(stored, Person("a", "Ada", "visitor"), site.hub.now(), boards=True)
        shown = {line.spec: (line.title, line.scene is None, line.layout is None) for line in own}
        assert shown["gone"] == ("gone", True, True)
        assert shown["othello(size=77)"] == ("othello(size=77)", True, True)
        assert shown["othello"] == ("Othello", False, False)
        assert (await http.get("/healthz")).status_code == 200

    on_site(tmp_path, leave)
    on_site(tmp_path, come_back)


def test_many_live_clocks_get_their_time_back_without_a_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"none": None, "fischer": FISCHER, "days": DAYS}

    async def leave(site: Site, http: httpx.AsyncClient) -> None:
        for number in range(20):
            for kind, clock in kinds.items():
                await store(site, live(f"{kind}-{number:012}", site.hub.now() - 5, clock))

    async def come_back(site: Site, http: httpx.AsyncClient) -> None:
        assert site.hub.broadcaster.watched() == []
        assert vars(site.hub.tables)["_tables"] == {}, "no match was loaded"
        now = site.hub.now()
        for number in range(20):
            resumed = (await site.hub.table(f"fischer-{number:012}")).contest
            assert [event.kind for event in resumed.events] == ["created", "move", "resumed"]
            left = resumed.clock.left_at(Player.SECOND, now)
            assert left is not None
            assert 40 < left < 57, "five seconds had passed, and what the server needs to start"
            assert site.reader.expired((resumed.deadline or 0.0) + 0.001) != []
            assert site.reader.expired((resumed.deadline or 0.0) - 10) == []
            (line,) = [one for one in site.reader.mine("a", ("live",), 100) if one.header.id == resumed.id]
            assert line.state["clock"]["since"] == pytest.approx(resumed.clock.since, abs=0.001)
            for kind in ("none", "days"):
                assert (await site.hub.table(f"{kind}-{number:012}")).contest.version == 2
        await site.hub.act("fischer-000000000003", lambda match, now: match.move(Player.SECOND, 1, "c3", now))

    on_site(tmp_path, leave)
    wall = time.time
    monkeypatch.setattr(time, "time", lambda: wall() + HALF_AN_HOUR)
    on_site(tmp_path, come_back)
    monkeypatch.setattr(time, "time", lambda: wall() - HALF_AN_HOUR)

    async def earlier(site: Site, http: httpx.AsyncClient) -> None:
        """The system clock was set back while the server was down."""
        match = (await site.hub.table("fischer-000000000005")).contest
        assert match.flag(site.hub.now()) == []

    on_site(tmp_path, earlier)


def test_a_jump_of_the_system_clock_costs_nobody_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(site: Site, http: httpx.AsyncClient) -> None:
        await store(site, live("match-with-a-clock", site.hub.now(), FISCHER))
        wall = time.time
        for jump in (HALF_AN_HOUR, -HALF_AN_HOUR):
            monkeypatch.setattr(time, "time", lambda jump=jump: wall() + jump)
            await asyncio.sleep(0.4)  # flags are looked for
            match = (await site.hub.table("match-with-a-clock")).contest
            assert match.status == "live"
            left = match.clock.left_at(Player.SECOND, site.hub.now())
            assert left is not None
            assert 40 < left <= 60

    on_site(tmp_path, play)


def test_the_time_of_a_server_goes_on_from_where_it_began() -> None:
    passed = [100.0]
    now = steady_time(lambda: 5000.0, lambda: passed[0])
    passed[0] += 7
    assert now() == 5007


def test_health_says_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(site: Site, http: httpx.AsyncClient) -> None:
        async def told() -> tuple[int, list[str]]:
            answer = await http.get("/healthz")
            assert (answer.json()["status"] == "ok") == (answer.status_code == 200)
            return answer.status_code, answer.json()["wrong"]

        assert await told() == (200, [])
        with monkeypatch.context() as away:
            error = OperationalError("INSERT", {}, Exception("database or disk is full"))

            def refuse(*_: Any) -> None:
                raise error

            away.setattr("quintet.server.storage.journal.write", refuse)
            away.setattr("quintet.server.storage.journal.PROBE", 60.0)
            with pytest.raises(Unavailable):
                await site.hub.create(live("match-on-full-disk", site.hub.now()))
            assert await told() == (503, ["the last move could not be written: database or disk is full"])
            away.setattr(site.reader, "ping", refuse)
            status, wrong = await told()
            assert (status, wrong[0]) == (503, "the database cannot be reached")
            assert (await http.get("/livez")).json()["status"] == "ok"
        await site.hub.create(live("match-with-room-again", site.hub.now()))
        assert await told() == (200, [])
        with monkeypatch.context() as away:
            away.setattr("quintet.server.storage.journal.write", refuse)
            away.setattr("quintet.server.storage.journal.PROBE", 0.01)
            with pytest.raises(Unavailable):
                await site.hub.create(live("match-on-full-disk", site.hub.now()))
            while await told() != (200, []):  # it is well again also when nobody writes
                await asyncio.sleep(0.01)
        with monkeypatch.context() as small:
            small.setattr(health, "LEAST_FREE", 10**18)
            assert "the disk is almost full" in (await told())[1][0]
        with monkeypatch.context() as slow:
            slow.setattr(health, "SILENT", -10.0)
            assert "the heartbeat could not be written" in (await told())[1][0]
        with monkeypatch.context() as stuck:
            stuck.setattr(pool, "STUCK", -1.0)
            stuck.setattr("quintet.server.work.search_pool.fair_queue.FairQueue.longest", 0.0)
            assert (await told())[1] == ["the queue of searches does not move: play, study"]
        assert await told() == (200, [])

    on_site(tmp_path, play)


def test_health_and_flags_do_not_wait_for_readers_that_hang(tmp_path: Path) -> None:
    async def play(site: Site, http: httpx.AsyncClient) -> None:
        await store(site, live("match-with-a-clock", site.hub.now() - 100, FISCHER))
        let = threading.Event()
        hanging = [asyncio.create_task(asyncio.to_thread(let.wait)) for _ in range(40)]
        try:
            async with asyncio.timeout(10):
                assert (await http.get("/healthz")).status_code == 200
                assert (await http.get("/livez")).status_code == 200
                before = site.housekeeping.beat
                while site.housekeeping.beat == before:
                    await asyncio.sleep(0.05)
        finally:
            let.set()
            await asyncio.gather(*hanging)

    on_site(tmp_path, play)


def test_a_second_server_on_one_sqlite_file_is_refused(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    path = server.home / "site.sqlite"
    assert main(["serve", "--port", "0", "--database", f"sqlite:///{path}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"another server uses {str(path)!r} already" in said.err
    assert server.client().get("/healthz")["status"] == "ok"


def test_searches_of_the_library_have_a_budget_of_processor_time(tmp_path: Path) -> None:
    """They read every finished match: 100,000 of them take a twentieth of a second, and anybody may ask again."""

    async def play(site: Site, http: httpx.AsyncClient) -> None:
        site.rules = RulesExecutor(rate=Rate(0.01, 0.001))
        library, burn = site.reader.library, lambda **wanted: [*range(2_000_000)][:0] or library(**wanted)
        site.reader.library = burn  # type: ignore[method-assign]
        statuses = [(await http.get("/api/library?text=ada")).status_code for _ in range(2)]
        assert statuses == [200, 429]
        assert (await http.get("/api/library")).status_code == 200, "the newest ones cost nothing"

    on_site(tmp_path, play)


def test_the_time_of_matches_does_not_go_back_with_the_system_clock(tmp_path: Path) -> None:
    """Found by the simulation, seed 1: set back while no server ran, it gave an hour to whoever was on turn."""

    async def play(site: Site, http: httpx.AsyncClient) -> None:
        await store(site, live("m" * 16, site.hub.now() + 3600, FISCHER))
        last = await asyncio.to_thread(site.reader.last_change)
        assert last > site.hub.now() + 3000
        await site.housekeeping.close()
        await site.housekeeping.start()
        assert site.hub.now() >= last

    on_site(tmp_path, play)
