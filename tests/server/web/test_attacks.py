"""What somebody with bad intentions tries: rows without end, other people's names, tokens, hosts and records."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.exc import DatabaseError

from quintet.server.errors import DISK_FULL
from quintet.server.live.featured_match import _typed
from quintet.server.storage import database, tables
from quintet.server.storage.integrity import DamageWatch
from quintet.server.web.routes import health
from server.servers import Client, Server


def rows(server: Server) -> int:
    with closing(sqlite3.connect(server.home / "site.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM players").fetchone()[0])


def test_visitors_are_stored_no_faster_than_matches(another: Callable[..., Server]) -> None:
    server = another(QUINTET_RATE="1")
    for _ in range(3):
        httpx.post(f"{server.url}/api/matches/nosuchmatch12345/chat", json={"text": "hello"}, verify=False)
    assert rows(server) == 0, "nothing was said"
    statuses = [
        httpx.put(f"{server.url}/api/me/name", json={"name": f"Name {number}"}, verify=False).status_code
        for number in range(90)
    ]
    assert 60 <= statuses.count(200) <= 75
    assert rows(server) == statuses.count(200)


@pytest.mark.parametrize("name", ["Ad\u034fa", "\u3164", "\u2800\u2800", " \u115f "])
def test_names_show_what_they_are(ada: Client, name: str) -> None:
    answer = ada.http.put("/api/me/name", json={"name": name})
    assert answer.status_code == 422, answer.text
    assert "invisible" in answer.json()["error"]


def test_letters_of_full_width_and_engines_cannot_carry_the_name_of_an_account(server: Server) -> None:
    server.client().register("famous")
    answer = server.client().http.put("/api/me/name", json={"name": "\uff46\uff41\uff4d\uff4f\uff55\uff53"})
    assert answer.status_code == 409, answer.text
    engine = {"kind": "engine", "level": 1, "name": "Famous"}
    assert "name of an account" in server.client().new(first="me", second=engine, status=409)["error"]


def test_a_token_does_not_make_its_account_a_bot(server: Server) -> None:
    owner = server.client().register("no_bot")
    program = server.client(token=owner.token(scope="play"))
    program.post("/api/bot/account/upgrade", status=403)
    assert owner.get("/api/me")["kind"] == "account"
    assert owner.post("/api/bot/account/upgrade")["kind"] == "bot"


def test_a_server_of_this_machine_answers_to_its_names_alone(server: Server) -> None:
    for host, status in (("evil.example", 421), ("127.0.0.1", 200), ("localhost:1234", 200), ("[::1]", 200)):
        assert httpx.get(f"{server.url}/api/me", headers={"host": host}, verify=False).status_code == status, host


def test_typed_names_are_not_shown_on_the_first_page() -> None:
    def listed(*seats: tuple[str | None, str]) -> Any:
        state = {"seats": [{"username": username, "name": name} for username, name in seats]}
        return type("Listed", (), {"state": state})

    assert not _typed(listed(("ada", "ada"), (None, "Visitor 1234")))
    assert not _typed(listed(("ada", "ada"), (None, "Engine, level 5")))
    assert _typed(listed(("ada", "ada"), (None, "buy at evil.example")))


def test_an_imported_record_is_no_game_of_this_site(server: Server) -> None:
    spec = "quentin(size=7)"
    ada = server.client()
    match = ada.new(spec, "me", "me", private=False)
    move = match["moves"][0]["text"]
    ada.move(match["id"], 0, move)
    ada.act(match["id"], "resign")
    record = ada.http.get(f"/api/matches/{match['id']}/record").text
    for _ in range(3):
        ada.post("/api/records", {"record": record, "private": False}, 201)
    deadline = time.monotonic() + 30
    while (games := ada.post("/api/explorer", {"spec": spec})["games"]) == 0:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    time.sleep(3.5)
    assert ada.post("/api/explorer", {"spec": spec})["games"] == games == 1


def test_tables_of_a_newer_version_are_refused_in_one_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'site.sqlite'}"
    engine = database.engine_for(url)
    database.migrate(engine)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(ValueError, match="of a newer version of Quintet: its tables are 9999"):
        database.migrate(engine)
    engine.dispose()


def test_a_full_disk_is_called_that(another: Callable[..., Server]) -> None:
    server = another(QUINTET_MAX_PAGES="80")
    client, errors = server.client(), set()
    for _ in range(300):
        body = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]}
        answer = client.http.post("/api/matches", json=body)
        if answer.status_code == 503:
            errors.add(answer.json()["error"])
            break
    assert errors == {DISK_FULL}


def test_health_tells_when_nothing_more_can_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    assert health._descriptors() is None
    monkeypatch.setattr(health, "LEAST_DESCRIPTORS", 10**9)
    assert "files and connections" in str(health._descriptors())


@pytest.mark.parametrize("name", ["f\u0430mous_one", "fam\u03bfus_one", "fam0us_0ne", "Fam\u00f3us_one", "farnous_one"])
def test_a_name_that_looks_like_an_account_is_refused(server: Server, ada: Client, name: str) -> None:
    """Letters of other alphabets, accents, digits: by Unicode's table of confusables."""
    if ada.http.get("/api/players/famous_one").status_code == 404:
        server.client().register("famous_one")
    for path, body in (
        ("/api/me/name", {"name": name}),
        ("/api/matches", {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open", "name": name}]}),
        ("/api/matches", {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "engine", "name": name}]}),
        ("/api/accounts", {"username": name, "password": "correct horse"}),
    ):
        answer = ada.http.request("PUT" if path == "/api/me/name" else "POST", path, json=body)
        assert answer.status_code == (422 if path == "/api/accounts" and not name.isascii() else 409), answer.text
    assert "looks like famous_one" in ada.http.put("/api/me/name", json={"name": name}).json()["error"]


def test_emoji_may_be_joined_and_letters_may_not(ada: Client) -> None:
    for name in ("\U0001f469\u200d\U0001f4bb Ada", "Ada \u2764\ufe0f", "\U0001f469\U0001f3fd\u200d\U0001f680"):
        assert ada.http.put("/api/me/name", json={"name": name}).json()["name"] == name
        assert ada.new()["names"][0] == name
    for name in ("A\u200dda", "Ada\ufe0f", "Ada\ufe00", "\u200d", "\u2764\u200d"):
        assert ada.http.put("/api/me/name", json={"name": name}).status_code == 422, ascii(name)


def test_an_imported_record_is_marked_in_the_library(server: Server) -> None:
    ada = server.client()
    match = ada.new("quentin(size=5)", "me", "me", private=False)
    ada.move(match["id"], 0, match["moves"][0]["text"])
    ada.act(match["id"], "resign")
    record = ada.http.get(f"/api/matches/{match['id']}/record").text
    imported = ada.post("/api/records", {"record": record, "private": False}, 201)
    lines = ada.get("/api/library", params={"mine": True})["matches"]
    assert {line["id"]: line["imported"] for line in lines} == {match["id"]: False, imported["id"]: True}


def test_a_damaged_page_is_told_by_the_health_page(tmp_path: Path) -> None:
    """When a query meets it, or when all pages are read; until then nobody knows."""
    path = tmp_path / "site.sqlite"
    engine = database.engine_for(f"sqlite:///{path}")
    database.migrate(engine)
    site: Any = type("Site", (), {"damage": DamageWatch(engine)})
    site.damage.look()
    assert health._damage(site) is None
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'lessons'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    engine.dispose()
    site.damage.look()
    assert "the database is damaged" in str(health._damage(site))
    site.damage.seen = None
    with pytest.raises(DatabaseError), engine.connect() as connection:
        connection.execute(select(tables.lessons))
    assert "the database is damaged" in str(health._damage(site))
    engine.dispose()
