"""Several servers on one PostgreSQL; a database that goes away and comes back; copies of a running one."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import inspect

from quintet.server.errors import NOT_KNOWN
from quintet.server.storage import database
from quintet.terminal.cli import main
from server.cluster import Cluster, redis
from server.servers import PATIENCE, Client, Server


def test_players_on_two_servers_finish_a_game(another: Callable[..., Server], postgres: Cluster) -> None:
    url = postgres.new()
    one, two = another(url), another(url)
    ada, ben = one.client(), two.client()
    match = ada.new("pentago")
    ben.join(match)
    with ada.live(match["id"]) as first, ben.live(match["id"]) as second:
        first.until("snapshot")
        view = second.until("snapshot")["view"]
        assert view["status"] == "live"
        while not view["outcome"]:
            mover, other = (first, second) if view["to_move"] == 0 else (second, first)
            move = view["moves"][(5 * view["ply"]) % len(view["moves"])]["text"]
            assert mover.move(view["ply"], move)["type"] == "ack"
            ply = view["ply"]
            while view["ply"] == ply:
                view = other.until("update")["view"]
    assert ada.see(match["id"])["outcome"] == ben.see(match["id"])["outcome"]
    _named(ada, ben)
    _race(ada, two)
    _away(ada, postgres)


def _named(ada: Client, ben: Client) -> None:
    """Whoever watches at the other server comes again, and sees the name of the new account."""
    match = ada.new("othello")
    ben.join(match)
    with ben.live(match["id"]) as watching:
        watching.until("snapshot")
        ada.register("Ada_Twice")
        watching.ended()
    assert ben.see(match["id"])["seats"][0]["name"] == "Ada_Twice"


def _race(ada: Client, two: Server) -> None:
    """The same person on both servers sends two moves for one turn: exactly one is played."""
    twin = two.client()
    twin.post("/api/login", {"username": "Ada_Twice", "password": "correct horse"})
    for _ in range(5):
        match = ada.new("othello", "me", "me")
        statuses: list[int] = []

        def send(client: Client, move: str, match_id: str, statuses: list[int]) -> None:
            answer = client.http.post(f"/api/matches/{match_id}/move", json={"ply": 0, "move": move})
            statuses.append(answer.status_code)

        threads = [
            threading.Thread(target=send, args=(client, move, match["id"], statuses))
            for client, move in ((ada, "d3"), (twin, "c4"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409]
        assert ada.see(match["id"])["ply"] == twin.see(match["id"])["ply"] == 1


def _away(ada: Client, postgres: Cluster) -> None:
    """Without its database the server says so and lives on; nothing acknowledged is gone afterwards."""
    match = ada.new("othello", "me", "me")
    ada.move(match["id"], 0, "d3")
    postgres.stop()
    answer = ada.http.post(f"/api/matches/{match['id']}/move", json={"ply": 1, "move": "c3"})
    assert answer.status_code == 503
    assert answer.json()["error"] == NOT_KNOWN
    assert ada.http.get("/healthz").status_code == 503
    assert ada.http.get("/api/games").status_code == 200
    postgres.resume()
    deadline = time.monotonic() + PATIENCE
    while ada.http.get("/healthz").status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert ada.see(match["id"])["ply"] == 1
    ada.move(match["id"], 1, "c3")


def test_a_copy_of_a_running_database_is_whole(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada = server.client()
    matches = [ada.new("othello", "me", "me") for _ in range(5)]
    ended = threading.Event()

    def play() -> None:
        other = server.client()
        while not ended.is_set():
            other.move(other.new("othello", "me", "me")["id"], 0, "d3")

    thread = threading.Thread(target=play)
    thread.start()
    copy = tmp_path / "copy.sqlite"
    url = f"sqlite:///{server.home / 'site.sqlite'}"
    try:
        assert main(["backup", str(copy), "--database", url]) == 0
    finally:
        ended.set()
        thread.join()
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    ids = {row[0] for row in connection.execute("SELECT id FROM matches")}
    connection.close()
    assert {match["id"] for match in matches} <= ids
    capsys.readouterr()
    assert main(["backup", str(copy), "--database", url]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["backup", str(tmp_path / "x"), "--database", f"sqlite:///{tmp_path / 'none.sqlite'}"]) == 2
    assert "there is no database" in capsys.readouterr().err


def test_a_port_in_use_is_named_with_what_to_do(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QUINTET_HOME", str(tmp_path))
    assert main(["serve", "--port", str(server.port)]) == 2
    another = f"--port {server.port + 1} (make run PORT={server.port + 1})"
    expected = f"port {server.port} is in use already: end what uses it, or choose another, {another}."
    assert capsys.readouterr().err == f"quintet: {expected}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "99999"], "the port must be 0 to 65535"),
        (["--host", "300.1.1.1"], "cannot be used"),
        (["--port", "0", "--cluster", "nowhere"], "a cluster "),  # must be HOST:PORT, or needs Ray
        (["--port", "0", "--database", "mysql://x"], "expected a database like"),
        (["--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none"], "the database cannot be opened"),
        (["--port", "0", "--database", "sqlite:////proc/none/x.sqlite"], "the database cannot be opened"),
    ],
)
def test_a_server_that_cannot_start_says_why(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("QUINTET_HOME", str(tmp_path))
    assert main(["serve", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_new_tables_and_migrated_ones_are_those_that_the_code_uses(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from quintet.server.storage.tables import metadata

    new, old = (database.engine_for(f"sqlite:///{tmp_path / name}.sqlite") for name in ("new", "old"))
    with old.begin() as connection:
        database.upgrade(connection)  # from nothing, through all migrations
    for engine in (new, old, new):  # twice is as good as once
        database.migrate(engine)
        with engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, metadata) == []
            assert context.get_current_revision() == database.newest()
        engine.dispose()


def test_tables_of_an_older_version_are_changed_when_it_starts(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    engine = database.engine_for(f"sqlite:///{tmp_path / 'old.sqlite'}")
    config = Config()
    config.set_main_option("script_location", str(database.MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    assert not inspect(engine).has_table("bans")
    database.migrate(engine)
    assert inspect(engine).has_table("bans")
    engine.dispose()


def test_a_graceful_end_tells_everybody_to_connect_again(another: Callable[..., Server]) -> None:
    server = another()
    ada = server.client()
    match = ada.new("othello", "me", "me")
    with ada.live(match["id"]) as live:
        live.until("snapshot")
        ender = threading.Thread(target=server.stop)
        ender.start()
        assert live.ended() == 1012
        ender.join()
    assert server.process is not None
    assert server.process.returncode == 0


def test_news_go_through_redis_where_there_is_one(
    another: Callable[..., Server], postgres: Cluster, tmp_path: Path
) -> None:
    with redis(tmp_path) as running:
        url = postgres.new()
        one, two = (another(url, QUINTET_REDIS=running.url) for _ in range(2))
        ada, ben = one.client(), two.client()
        match = ada.new()
        ben.join(match)
        with ada.live(match["id"]) as first, ben.live(match["id"]) as second:
            first.until("snapshot")
            second.until("snapshot")
            assert first.move(0, "d3")["type"] == "ack"
            assert second.until("update")["view"]["ply"] == 1
            running.kill()
            assert second.move(1, "c3")["type"] == "ack"  # news are late without it, moves are not lost
            deadline = time.monotonic() + PATIENCE
            while (health := ada.http.get("/healthz")).status_code == 200:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert "the messages of other processes do not arrive: see `cluster` in the log" in health.json()["wrong"]
        assert ada.see(match["id"])["ply"] == 2
