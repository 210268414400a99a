"""What operators can do, also while the site runs; and that its log keeps secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from quintet.core import registry
from quintet.core.types import Player
from quintet.server.live import clocks, events
from quintet.server.live.contest import Contest
from quintet.server.live.events import Header, MatchSeat
from quintet.server.serve import configure_logs
from quintet.server.site import Site, SiteSettings
from quintet.server.storage import database
from quintet.server.storage.administration import Administration, give_back, recompute_ratings
from quintet.server.storage.journal import JournalEntry, summary, write
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.tables import matches, players, sessions
from quintet.server.web.app import create_app
from quintet.terminal.cli import main
from server.cluster import Cluster
from server.servers import Server

Admin = Callable[..., str]


@pytest.fixture
def admin(capsys: pytest.CaptureFixture[str], server: Server) -> Admin:
    """Runs `quintet admin` on the database of the server that runs, and answers with what it says."""

    def run(*words: str, status: int = 0) -> str:
        capsys.readouterr()
        assert main(["admin", *words, "--database", f"sqlite:///{server.home / 'site.sqlite'}"]) == status
        said = capsys.readouterr()
        return said.err if status else said.out

    return run


def test_an_operator_ends_a_match_and_its_players_see_it(server: Server, admin: Admin) -> None:
    ada = server.client()
    match = ada.new("othello", "me", "me", clock={"kind": "fischer", "first": {"seconds": 600}})
    ada.move(match["id"], 0, "d3")
    assert match["id"] in admin("matches")
    assert match["id"] not in admin("matches", "open")
    with ada.live(match["id"]) as live:
        live.until("snapshot")
        admin("end", match["id"], "--reason", "the site moves")
        outcome = live.until("update")["view"]["outcome"]
        assert (outcome["reason"], outcome["kind"]) == ("the site moves", "aborted")
    assert "the match is over" in ada.move(match["id"], 1, "c3", 409)["error"]
    assert "no match that goes on" in admin("end", match["id"], status=2)
    assert "needs to know the id of a match" in admin("end", status=2)


def test_an_operator_closes_an_account(server: Server, admin: Admin) -> None:
    ada = server.client().register("Ada_Closed")
    match = ada.new("othello", private=False)
    assert "1 of its matches" in admin("close", "ada_closed")
    assert "no account is called" in admin("close", "ada_closed", status=2)
    server.client().post("/api/login", {"username": "Ada_Closed", "password": "correct horse"}, 401)
    deadline = time.monotonic() + 30
    while server.client().see(match["id"])["status"] != "over":
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_an_operator_sees_the_queue(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUINTET_METRICS_TOKEN", raising=False)
    assert main(["admin", "queue", "--site", server.url]) == 0
    assert capsys.readouterr().out.splitlines() == ["play: 0 running, 0 waiting", "study: 0 running, 0 waiting"]
    assert main(["admin", "queue", "--site", "http://127.0.0.1:9"]) == 2
    assert "does not say how its queue is" in capsys.readouterr().err


def test_without_a_database_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite"
    assert main(["admin", "matches", "--database", f"sqlite:///{path}"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not path.exists()


async def opened(folder: Path) -> tuple[Site, httpx.AsyncClient]:
    app = create_app(SiteSettings(f"sqlite:///{folder / 'site.sqlite'}"))
    await app.state.site.open()
    return app.state.site, httpx.AsyncClient(
        transport=httpx.ASGITransport(app, client=("2001:db8:1:2::9", 1)), base_url="http://quintet"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prune", "--days", "-3"], "expected 0 days or more, got -3"),
        (["prune", "--days", "nan"], "expected 0 days or more, got nan"),
        (["ban", "garbage"], "expected an address such as 203.0.113.9 or 2001:db8::1, got 'garbage'"),
        (["ban", "1.2.3.400"], "got '1.2.3.400'"),
        (["ban", "203.0.113.9", "--hours", "0"], "more than 0 hours, got 0"),
        (["matches", "foo"], "matches are open, live, over: got 'foo'"),
    ],
)
def test_what_an_operator_mistypes_is_refused(admin: Admin, words: list[str], said: str) -> None:
    assert said in admin(*words, status=2)


def test_a_banned_address_is_kept_out_for_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.server.site.ADMIN", 0.05)

    async def play() -> None:
        site, http = await opened(tmp_path)
        office = Administration(site.engine)
        assert office.ban("2001:db8:1:2:3:4:5:6", 1, "floods") == "2001:db8:1::/56"
        while (answer := await http.get("/api/me")).status_code == 200:
            await asyncio.sleep(0.02)
        assert (answer.status_code, "banned for a while" in answer.json()["error"]) == (403, True)
        await site.close()
        site, http = await opened(tmp_path)
        assert (await http.get("/api/me")).status_code == 403, "from the first request after a restart"
        office = Administration(site.engine)
        office.unban("2001:db8:1::/56")
        with pytest.raises(ValueError, match="not banned"):
            office.unban("2001:db8:1:2::")
        Administration(site.engine, time.time() - 7200).ban("2001:db8:1:2::9", 1, "an hour ago")
        await site.close()
        site, http = await opened(tmp_path)
        assert (await http.get("/api/me")).status_code == 200
        await site.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_old_things_are_let_go(tmp_path: Path) -> None:
    day = 86400

    async def play() -> None:
        site, _ = await opened(tmp_path)
        now = site.hub.now()
        for name, age, moves in [("old", 40, 4), ("empty", 40, 0), ("fresh", 2, 0)]:
            at = now - age * day
            game = registry.load("othello")
            clock = clocks.as_setting("fischer", clocks.Side(60), clocks.Side(60)) if name == "old" else None
            header = Header(f"match-{name:_<12}", "othello", game.text(game.start()), clock, False, True, "s", at)
            seats = (MatchSeat("person", "Ada", f"v-{name}"), MatchSeat("open", "Anyone"))
            match = Contest(header, game, [events.created(seats, ["d3", "c3", "c4", "c5"][:moves], at)])
            await site.journal.append(JournalEntry(match.id, match.events, summary(match), header=match.header))
        with site.engine.begin() as connection:
            for name, age in [("old", 40), ("empty", 40), ("fresh", 2), ("nobody", 40), ("new", 1)]:
                row = {"id": f"v-{name}", "name": name, "kind": "visitor", "created": now - age * day}
                connection.execute(insert(players).values(row))
        site.people.new_session("v-new", "browser", now - 400 * day)
        site.people.new_session("v-new", "browser", now)
        pruned = Administration(site.engine, now).prune(30)
        assert (pruned.ended, pruned.deleted, pruned.sessions, pruned.visitors) == (2, 0, 1, 1)
        with site.engine.begin() as connection:
            old = matches.c.id.in_(["match-empty_______"])
            connection.execute(update(matches).where(old).values(changed=now - 31 * day))
            left = {row.id: row.status for row in connection.execute(select(matches.c.id, matches.c.status))}
            assert connection.scalar(select(func.count()).select_from(sessions)) == 1
        assert left == {"match-old_________": "over", "match-empty_______": "over", "match-fresh_______": "open"}
        again = Administration(site.engine, now).prune(30)
        assert (again.ended, again.deleted, again.sessions, again.visitors) == (0, 1, 0, 1)
        ended = (await site.hub.table("match-old_________")).contest
        assert ended.ending is not None
        assert ended.ending.reason == "nobody came back"
        await site.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_the_same_on_postgresql(postgres: Cluster) -> None:
    async def play() -> None:
        engine = database.engine_for(postgres.new())
        database.migrate(engine)
        now = 1_000_000.0
        clock = clocks.as_setting("fischer", clocks.Side(60), clocks.Side(60))
        game = registry.load("othello")
        header = Header("match-on-postgres", "othello", game.text(game.start()), clock, True, True, "s", now)
        seats = (MatchSeat("person", "Ada", "a"), MatchSeat("person", "Ben", "b"))
        begun = Contest(header, game, [events.created(seats, [], now)])
        match = begun.after(begun.move(Player.FIRST, 0, "d3", now))
        with engine.begin() as connection:
            write(connection, [JournalEntry(match.id, match.events, summary(match), header=header)])
        Reader(engine).alive(now + 10)
        assert give_back(engine, lambda: now + 110) == (100.0, 1)
        found = Reader(engine).match(match.id)
        assert found is not None
        resumed = Contest(header, game, found[1])
        assert resumed.clock.left_at(Player.SECOND, now + 110) == 50
        assert Reader(engine).expired(now + 131) == [match.id]
        assert Reader(engine).expired(now + 129) == []
        office = Administration(engine, now + 200)
        assert [line.names for line in office.listed("live", 5)] == ["Ada and Ben"]
        office.end(match.id, "the site moves")
        assert office.ban("203.0.113.9", 1, "floods") == "203.0.113.9"
        assert Administration(engine, now + 40 * 86400).prune(30).deleted == 1
        assert recompute_ratings(engine) == (0, 0)
        engine.dispose()

    asyncio.run(asyncio.wait_for(play(), 60))


# The log


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What was logged so far, line by line."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    configure_logs("info")
    yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    structlog.reset_defaults()
    logging.basicConfig(force=True)


def test_the_log_keeps_secrets(told: Any, tmp_path: Path) -> None:
    log = structlog.get_logger("quintet.http")
    log.error("failed", password="hunter2", Authorization="Bearer hunter2", invite="hunter2", path="/x")
    log.error("failed", error="postgresql://ada:hunter2@host/name", header="authorization: Bearer hunter2")
    log.error("failed", error="GET /api/matches/x/live?version=3&invite=hunter2 quintet_session=hunter2; a=b")
    logging.getLogger("sqlalchemy.pool").warning("token %s", "Bearer hunter2")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")  # anybody could fill the log with it
    lines = told()
    assert [line["level"] for line in lines] == ["error"] * 3 + ["warning"], "also what libraries say"
    assert "hunter2" not in json.dumps(lines)
    assert lines[0]["path"] == "/x"
    assert lines[1]["error"] == "postgresql://ada:[hidden]@host/name"
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    database.migrate(engine)
    row = {"id": "x", "name": "hunter2", "kind": "account", "password": "$argon2id$hunter2", "created": 0.0}
    with engine.begin() as connection:
        connection.execute(insert(players).values(row))
    try:
        with engine.begin() as connection:
            connection.execute(insert(players).values(row))
    except IntegrityError:
        log.exception("failed")
    assert "IntegrityError" in told()[-1]["exception"]
    assert "hunter2" not in json.dumps(told())
    engine.dispose()
