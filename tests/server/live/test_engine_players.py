"""Engines for everybody: nobody's searches keep out somebody else's, and a process that dies keeps nobody waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quintet.core import registry
from quintet.server.errors import Unavailable
from quintet.server.live import events
from quintet.server.live.broadcast import Subscriber
from quintet.server.live.contest import Contest
from quintet.server.live.engine_players import TRIES
from quintet.server.live.events import Header, MatchSeat
from quintet.server.site import Site, SiteSettings
from quintet.server.storage.accounts import Person
from quintet.server.storage.journal import JournalEntry, summary
from quintet.server.web.app import create_app
from quintet.server.work.rate_limits import network
from quintet.server.work.search_pool.fair_queue import Asker, FairQueue, QueuedSearch
from quintet.server.work.search_pool.pool import EngineDied, Lane, SearchPool
from server.work.test_search_pool import Thinker, settle

CROWD = "198.51.100.1"
ENGINE = MatchSeat("engine", "Engine", level=1)


class Recorded(Lane):
    """One long place; workers answer when they are told to, and all jobs are written down."""

    def __init__(self, quick: int = 0, most: int = 500, most_of_a_person: int = 20, size: int = 1) -> None:
        super().__init__("test", size, quick, 0, FairQueue(most, most_of_a_person, 60))
        self.made: list[Thinker] = []

    async def _new(self) -> Any:
        self.made.append(Thinker())
        return self.made[-1]

    @property
    def asked(self) -> list[str]:
        return [job for worker in self.made for job in worker.asked]

    def begin(self, name: str, asker: Asker, seconds: float | None = None) -> asyncio.Task[list[Any]]:
        async def do() -> list[Any]:
            job = {"job": name, "seconds": seconds, "spec": "", "level": None}
            return [answer async for answer in self.run(job, lambda: asker)]

        return asyncio.create_task(do())

    async def finish(self, steps: int) -> None:
        """Let the search that runs end, so many times."""
        for _ in range(steps):
            next(worker for worker in self.made if worker.alive).say(done=True)
            await settle()


def test_one_person_never_has_all_places() -> None:
    async def play() -> None:
        lane = Recorded(size=3, quick=1)
        ada, ben = Asker("ada", CROWD), Asker("ben", "203.0.113.5")
        tasks = [lane.begin(f"ada {number}", ada, 30) for number in range(4)]
        await settle()
        assert lane.asked == ["ada 0", "ada 1"]
        tasks += [lane.begin("ada in a hurry", ada, 1), lane.begin("ben", ben, 30)]
        await settle()
        assert sorted(lane.asked) == ["ada 0", "ada 1", "ada in a hurry", "ben"]
        lane.made[0].say(done=True)
        await settle()
        assert "ada 2" in lane.asked
        assert lane.waiting == 1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(play(), 30))


def test_sixty_searches_of_one_address_do_not_keep_out_another() -> None:
    async def play() -> None:
        lane = Recorded()
        crowd = [lane.begin(f"crowd {n}", Asker(f"person {n}", CROWD), 1.0) for n in range(50)]
        await settle()
        victim = lane.begin("victim", Asker("victim", "203.0.113.9"), 1.0)
        await settle()
        await lane.finish(1)
        assert lane.asked[:2] == ["crowd 0", "victim"], "the next turn is the victim's"
        await lane.finish(1)
        assert await victim == []
        again = lane.begin("victim again", Asker("victim", "203.0.113.9"), 1.0)
        await settle()
        await lane.finish(2)
        await again
        assert lane.asked.index("victim again") <= 4
        for task in crowd:
            task.cancel()

    asyncio.run(play())


def test_searches_for_those_who_are_away_fill_no_more_than_half_of_the_queue() -> None:
    async def play() -> None:
        queue = FairQueue(most=4, most_of_a_person=20, most_of_an_address=60)
        gone, here = Asker("gone", CROWD, away=True), Asker("here", CROWD)
        for _ in range(2):
            assert queue.has_room(gone)
            queue.add(QueuedSearch(lambda: gone, 1.0, 0.0))
        assert not queue.has_room(gone)
        for _ in range(2):
            assert queue.has_room(here)
            queue.add(QueuedSearch(lambda: here, 1.0, 0.0))
        assert not queue.has_room(here)

    asyncio.run(play())


def test_people_behind_one_address_take_turns() -> None:
    async def play() -> None:
        lane = Recorded()
        greedy = [lane.begin("greedy", Asker("greedy", CROWD), 1.0) for _ in range(10)]
        await settle()
        modest = lane.begin("modest", Asker("modest", CROWD), 1.0)
        await settle()
        await lane.finish(2)
        assert lane.asked == ["greedy", "modest", "greedy"]
        await modest
        for task in greedy:
            task.cancel()

    asyncio.run(play())


def test_a_short_search_does_not_wait_behind_long_ones() -> None:
    async def play() -> None:
        lane = Recorded(quick=1)
        long = [lane.begin("long", Asker(f"person {n}", f"198.51.100.{n}"), 30.0) for n in range(5)]
        await settle()
        assert lane.asked == ["long"], "the place for short ones stays free"
        short = lane.begin("short", Asker("victim", "203.0.113.9"), 0.5)
        await settle()
        assert lane.asked == ["long", "short"], "at once"
        lane.made[1].say(done=True)
        await short
        for task in long:
            task.cancel()

    asyncio.run(play())


def test_one_person_may_only_have_so_many_waiting() -> None:
    async def play() -> None:
        lane = Recorded(most_of_a_person=3)
        tasks = [lane.begin("many", Asker("greedy", CROWD), 1.0) for _ in range(4)]
        await settle()
        with pytest.raises(Unavailable):
            await lane.begin("one more", Asker("greedy", CROWD), 1.0)
        other = lane.begin("other", Asker("modest", CROWD), 1.0)
        await settle()
        assert lane.waiting == 4
        for task in (*tasks, other):
            task.cancel()
        await settle()
        assert (lane.running, lane.waiting) == (0, 0)
        freed = lane.begin("again", Asker("greedy", CROWD), 1.0)
        await settle()
        assert lane.asked[-1] == "again", "whoever left is not counted any more"
        freed.cancel()

    asyncio.run(play())


def test_searches_of_people_who_left_are_ended_for_those_who_are_there() -> None:
    class OfPool(SearchPool):
        play: Recorded

        def __init__(self) -> None:
            super().__init__(2)
            self.play = Recorded()

    async def play() -> None:
        pool = OfPool()

        def choose(asker: Asker) -> asyncio.Task[str]:
            wish = pool.choose("othello", "", level=None, seconds=30, seed=0, asker=lambda: asker)
            return asyncio.create_task(wish)

        left = choose(Asker("gone", CROWD, away=True))
        await settle()
        here = choose(Asker("here", CROWD))
        await settle()
        first, second = pool.play.made
        assert first.returncode == -9, "its place is needed"
        second.say(move="c4")
        second.say(done=True)
        assert await here == "c4"
        await settle()
        second.say(move="d3")
        second.say(done=True)
        assert await left == "d3", "it was asked for again when there was room"

    asyncio.run(play())


def test_a_worker_that_dies_is_replaced_and_asked_again_at_once() -> None:
    async def play() -> None:
        pool = SearchPool(2)
        lane = pool.play = Recorded()
        wish = pool.choose("othello", "", level=1, seconds=None, seed=0, asker=lambda: Asker("ada", CROWD))
        task = asyncio.create_task(wish)
        await settle()
        lane.made[0].kill()
        await settle()
        assert len(lane.made) == 2, "without waiting for anything"
        lane.made[1].say(move="d3")
        lane.made[1].say(done=True)
        assert await task == "d3"
        wish = pool.choose("othello", "", level=1, seconds=None, seed=0, asker=lambda: Asker("ada", CROWD))
        task = asyncio.create_task(wish)
        for _ in range(3):
            await settle()
            lane.made[-1].kill()
        with pytest.raises(EngineDied):
            await task
        assert (lane.running, lane.waiting) == (0, 0)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("host", "counts"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/56"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1::/56"),
        ("2001:db8:1:103::1", "2001:db8:1:100::/56"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/56"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_ipv6_counts_by_its_network(host: str, counts: str) -> None:
    assert network(host) == counts


class Quick(SearchPool):
    """Answers with the first legal move, and counts for which matches."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[str] = []
        self.askers: list[Asker] = []

    async def choose(self, spec: str, position: str, **more: Any) -> str:
        self.asked.append(position)
        self.askers.append(more["asker"]())
        await asyncio.sleep(0)
        game = registry.load(spec)
        return str(game.legal_moves(game.parse(position))[0])


def site_of(folder: Path) -> Site:
    site: Site = create_app(SiteSettings(f"sqlite:///{folder / 'site.sqlite'}")).state.site
    return site


def engines_only(match_id: str, created: float, clock: dict[str, Any] | None = None) -> Contest:
    game = registry.load("othello")
    header = Header(match_id, "othello", game.text(game.start()), clock, False, False, "secret", created)
    return Contest(header, game, [events.created((ENGINE, ENGINE), [], created)])


def test_engines_that_nobody_watches_rest_and_go_on_for_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty of them were left behind by a server that stopped; none is woken, and the one that is looked at is."""
    monkeypatch.setattr("quintet.server.site.SearchPool", lambda workers, cluster: Quick())

    async def play() -> None:
        site = site_of(tmp_path)
        await site.open()
        ids = [f"engines-{number:08}" for number in range(60)]
        for match_id in ids:
            old = engines_only(match_id, site.hub.now() - 3600)
            await site.journal.append(JournalEntry(match_id, old.events, summary(old), header=old.header))
        await site.close()
        site = site_of(tmp_path)
        await site.open()
        assert isinstance(site.pool, Quick)
        await asyncio.sleep(0.2)
        assert site.pool.asked == [], "nobody is there to see them"
        table, subscriber = await site.hub.table(ids[7]), Subscriber("ada")
        ada = Person("ada", "Ada", "visitor")
        site.identity.last_seen.note("ada", CROWD)
        site.hub.broadcaster.subscribe(table, subscriber, None, ada)
        while table.contest.ply < 2:
            await asyncio.sleep(0.01)
        assert site.pool.askers[0] == Asker("ada", CROWD)
        site.hub.broadcaster.unsubscribe(table, subscriber)
        await asyncio.sleep(0.3)
        ply, asked = table.contest.ply, len(site.pool.asked)
        await asyncio.sleep(0.1)
        assert (table.contest.ply, len(site.pool.asked)) == (ply, asked), "she has gone: they rest"
        assert table.contest.status == "live"
        site.hub.broadcaster.subscribe(table, subscriber, None, ada)
        while table.contest.ply == ply:
            await asyncio.sleep(0.01)
        await site.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_match_of_engines_that_rests_is_not_lost_on_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.server.site.SearchPool", lambda workers, cluster: Quick())

    async def play() -> None:
        site = site_of(tmp_path)
        await site.open()
        an_hour_ago, match_id = site.hub.now() - 3600, "engines-with-clock"
        minute = {"seconds": 60.0, "increment": 0.0}
        begun = engines_only(match_id, an_hour_ago, {"kind": "fischer", "sides": [minute, minute]})
        old = begun.after(begun.move(begun.to_move, 0, "d3", an_hour_ago))
        assert old.clock.running is not None
        await site.journal.append(JournalEntry(match_id, old.events, summary(old), header=old.header))
        table = await site.hub.table(match_id)
        assert await site.hub.act(match_id, lambda contest, now: []) is table  # a flag would fall here
        assert table.contest.status == "live"
        for _ in range(2):  # it rests again, and goes on again
            subscriber, ply = Subscriber("ada"), table.contest.ply
            site.hub.broadcaster.subscribe(table, subscriber, None, Person("ada", "Ada", "visitor"))
            while table.contest.ply < ply + 2:
                await asyncio.sleep(0.01)
            site.hub.broadcaster.unsubscribe(table, subscriber)
            await asyncio.sleep(0.3)
        assert min(table.contest.clock.left) > 50
        await site.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_study_whose_reader_goes_away_at_any_moment_leaves_nothing_counted(tmp_path: Path) -> None:
    """Before the first byte too: a place that stays taken would end the analysis page after two moves."""
    body = b'{"spec": "othello", "seconds": 0.05}'
    headers = [(b"content-type", b"application/json"), (b"host", b"quintet")]
    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": "/api/analysis",
        "raw_path": b"/api/analysis",
        "headers": headers,
    }
    scope |= {"query_string": b"", "scheme": "http", "client": (CROWD, 5), "server": ("quintet", 80), "root_path": ""}
    scope |= {"asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1"}

    async def ask(app: Any, bytes_read: int) -> None:
        """Read so many messages of the answer, then be gone."""
        asked, said = False, 0
        gone = asyncio.Event()

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": body, "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            nonlocal said
            said += 1
            if said > bytes_read:
                gone.set()
                await asyncio.sleep(0)

        await app(dict(scope), receive, send)

    async def play() -> None:
        app = create_app(SiteSettings(f"sqlite:///{tmp_path / 'site.sqlite'}"))
        site: Site = app.state.site
        await site.open()
        for bytes_read in (0, 0, 0, 1, 1, 1):
            await ask(app, bytes_read)
        for _ in range(200):
            if not site.studying and not site.pool.study.running:
                break
            await asyncio.sleep(0.05)
        assert (+site.studying, site.pool.study.running, site.pool.study.waiting) == ({}, 0, 0)
        await site.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_match_whose_owner_has_left_is_not_tried_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against an engine that cannot answer in time; it goes on when the owner comes back."""

    class Slow(Quick):
        async def choose(self, spec: str, position: str, **more: Any) -> str:
            self.asked.append(position)
            raise Unavailable("the engine took too long")

    monkeypatch.setattr("quintet.server.site.SearchPool", lambda workers, cluster: Slow())
    monkeypatch.setattr("quintet.server.live.engine_players.AGAIN", 0.001)

    async def play() -> None:
        site = site_of(tmp_path)
        await site.open()
        assert isinstance(site.pool, Slow)
        game, asked = registry.load("othello"), site.pool.asked
        header = Header("left-behind-1", "othello", game.text(game.start()), None, False, False, "s", site.hub.now())
        seats = (ENGINE, MatchSeat("person", "Ada", "ada"))
        table = await site.hub.create(Contest(header, game, [events.created(seats, [], site.hub.now())]))
        await asyncio.sleep(0.3)
        assert len(asked) == TRIES
        await site.housekeeping._forgotten()
        await asyncio.sleep(0.1)
        assert len(asked) == TRIES, "nor by those who look after forgotten ones"
        site.hub.broadcaster.subscribe(table, Subscriber("ada"), None, Person("ada", "Ada", "visitor"))
        while len(asked) <= TRIES:
            await asyncio.sleep(0.01)
        await site.close()

    asyncio.run(asyncio.wait_for(play(), 60))
