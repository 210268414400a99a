"""What somebody with bad intentions tries: rows without end, other people's names, tokens, hosts and records."""

from __future__ import annotations

import re
import socket
import sqlite3
import struct
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.exc import DatabaseError

from quintet.server.errors import DISK_FULL, Conflict
from quintet.server.live.featured_match import _typed
from quintet.server.live.new_match import CHALLENGES
from quintet.server.storage import database, tables
from quintet.server.storage.accounts import BROWSERS, People, Person
from quintet.server.storage.chat import Chats
from quintet.server.storage.integrity import DamageWatch
from quintet.server.storage.match_queries import Reader
from quintet.server.web.routes import health
from quintet.server.work.rate_limits import WIDER, HeldCounts, network
from server.servers import Client, Server
from server.storage.test_failing_writes import MATCH, NOW, prepare

OPEN = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}], "private": False}


def rows(server: Server) -> int:
    with closing(sqlite3.connect(server.home / "site.sqlite")) as connection:
        return int(connection.execute("SELECT count(*) FROM players").fetchone()[0])


def test_visitors_are_stored_no_faster_than_matches(another: Callable[..., Server]) -> None:
    server = another(QUINTET_RATE="1")
    for _ in range(3):
        httpx.post(f"{server.url}/api/matches/nosuchmatch12345/chat", json={"text": "hello"}, verify=False)
    assert rows(server) == 0, "nothing was said"
    began = time.monotonic()
    statuses = [
        httpx.put(f"{server.url}/api/me/name", json={"name": f"Name {number}"}, verify=False).status_code
        for number in range(90)
    ]
    assert 60 <= statuses.count(200) <= 61 + time.monotonic() - began
    assert rows(server) == statuses.count(200)


@pytest.mark.parametrize("name", ["Ad\u034fa", "\u3164", "\u2800\u2800", " \u115f "])
def test_names_show_what_they_are(ada: Client, name: str) -> None:
    answer = ada.http.put("/api/me/name", json={"name": name})
    assert answer.status_code == 422, answer.text
    assert "invisible" in answer.json()["error"]


PILE = "a" + "\u0301\u0489\u0324" * 13


@pytest.mark.parametrize("name", [PILE, "\u0301", "q\u0308\u0301\u0489\u0324\u0489"])
def test_marks_do_not_cover_the_lines_around_a_name(ada: Client, name: str) -> None:
    """Forty marks on one letter are as high as the page; those without a letter stand on what is written before."""
    answers = [ada.http.put("/api/me/name", json={"name": name})]
    record = f"quintet record 1\ngame: othello\nfirst: {name}\nsecond: Ben\nresult: unfinished\nmoves:\n1 d3\n"
    answers.append(ada.http.post("/api/records", json={"record": record, "private": False}))
    match = ada.new("othello", "me", {"kind": "engine", "level": 1})
    answers.append(ada.http.post(f"/api/matches/{match['id']}/chat", json={"text": f"hello {name}"}))
    assert [(answer.status_code, "marks" in answer.text) for answer in answers] == [(422, True)] * 3


def test_letters_may_carry_the_marks_of_languages(ada: Client) -> None:
    for name in ("Ng\u01b0\u1eddi", "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd", "\u0e1b\u0e39\u0e48"):
        assert ada.http.put("/api/me/name", json={"name": name}).status_code == 200


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
    for name in (
        "\U0001f469\u200d\U0001f4bb Ada",
        "Ada \u2764\ufe0f",
        "\U0001f469\U0001f3fd\u200d\U0001f680",
        "1\ufe0f\u20e3",
        "\U0001f642\u200d\u2194\ufe0f",
    ):
        assert ada.http.put("/api/me/name", json={"name": name}).json()["name"] == name
        assert ada.new()["names"][0] == name
    for name in ("A\u200dda", "Ada\ufe0f", "Ada\ufe00", "\u200d", "\u2764\u200d", "1\ufe0f", "\u2194\u200da"):
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


def test_challenges_push_no_game_out_of_sight(another: Callable[..., Server]) -> None:
    server = another()
    victim, crowd = server.client().register("victim"), server.client()
    own = victim.new("othello", "me", {"kind": "engine", "level": 1})["id"]
    statuses = []
    for _ in range(CHALLENGES + 25):
        body = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "account", "account": "victim"}]}
        statuses.append(crowd.http.post("/api/matches", json=body).status_code)
    assert (statuses.count(201), statuses.count(409)) == (CHALLENGES, 25)
    lobby, home = victim.get("/api/lobby"), victim.get("/api/home")
    assert own in [match["id"] for match in lobby["mine"]]
    assert (home["count"], len(lobby["challenges"])) == (1, CHALLENGES)


def test_who_fills_a_chat_silences_nobody_and_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators filled the one limit of both rooms, and nobody could talk any more."""
    monkeypatch.setattr("quintet.server.storage.chat.MOST", 4)
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    chats = Chats(engine)
    bad = chats.say(MATCH, "spectators", "eve", "eve", "something bad", NOW)
    chats.report(MATCH, bad.number, "spectators", "ada", NOW)
    for number in range(20):
        chats.say(MATCH, "spectators", "eve", "eve", f"spam {number}", NOW)
    chats.say(MATCH, "players", "ben", "ben", "your move", NOW)
    spectators = [line.text for line in chats.lines(MATCH, "spectators", 100)]
    assert spectators == ["something bad", "spam 17", "spam 18", "spam 19"]
    assert [line.text for line in chats.lines(MATCH, "players", 100)] == ["hello", "your move"]
    engine.dispose()


@pytest.mark.parametrize("name", ["Engine", "admin", "Visitor_1234", "Operator-2", "deleted-player", "hOUSE_bOT7"])
def test_no_account_is_called_like_the_site(server: Server, name: str) -> None:
    answer = server.client().http.post("/api/accounts", json={"username": name, "password": "correct horse"})
    assert (answer.status_code, "the site's own" in answer.json()["error"]) == (409, True)


def test_a_provider_of_networks_holds_no_more_than_a_few_households() -> None:
    """Every /56 of a /48 counted for itself: 256 times the connections and sockets of one address."""
    held = HeldCounts()
    for number in range(256):
        client = network(f"2001:db8:7:{number:x}00::1")
        while not held.is_full(client, 10):
            held.take(client)
    assert sum(count for name, count in held.items() if name.endswith("/56")) == WIDER * 10
    assert not held.is_full(network("2001:db8:8::1"), 10)
    for client in [name for name in held if name.endswith("/56")]:
        for _ in range(held[client]):
            held.release(client)
    assert held == {}


def test_a_server_may_open_as_many_files_as_the_system_lets_it(another: Callable[..., Server]) -> None:
    """Many systems begin with 1024, and six addresses could hold them all."""
    server = another()
    assert server.process
    limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    (soft, hard) = re.search(r"Max open files +(\d+) +(\d+)", limits).groups()  # type: ignore[union-attr]
    assert soft == hard


def test_an_account_has_a_number_of_sessions(tmp_path: Path) -> None:
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    people = People(engine)
    first, _ = people.new_session("ben", "browser", NOW)
    token, _ = people.new_session("ben", "bot", NOW, scope="play")
    last = [people.new_session("ben", "browser", NOW + number)[0] for number in range(BROWSERS)][-1]
    assert people.by_token(first, "browser", NOW) is None
    assert people.by_token(last, "browser", NOW)
    assert people.by_token(token, "token", NOW)
    engine.dispose()


def test_of_two_names_that_look_alike_one_is_registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one came between the look whether the name is free and the change."""
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    eve, people = People(engine), People(engine)
    begin = eve._writing.begin

    def late() -> Any:
        people.register(Person("zoe", "", "visitor"), "Zelda", "hash", NOW)
        return begin()

    monkeypatch.setattr(eve, "_writing", type("Late", (), {"begin": staticmethod(late)}))
    with pytest.raises(Conflict, match="looks like Zelda"):
        eve.register(Person("eve", "", "visitor"), "Ze1da", "hash", NOW)
    engine.dispose()


def test_one_address_does_not_fill_the_lobby(another: Callable[..., Server]) -> None:
    """Sixty open games pushed out those of everybody else."""
    server = another(QUINTET_RATE="1")
    mine = [server.client().http.post("/api/matches", json=OPEN) for _ in range(12)]
    assert [answer.status_code for answer in mine] == [201] * 10 + [409] * 2
    host = server.client()
    assert "10 of your games wait" in host.http.post("/api/matches", json=OPEN).json()["error"]
    assert host.http.post("/api/matches", json=OPEN | {"private": True}).status_code == 201
    first = mine[0].json()
    server.client().join(first)
    assert host.http.post("/api/matches", json=OPEN).status_code == 201
    assert len(host.get("/api/lobby")["open"]) == 10


def test_what_one_plays_is_found_without_reading_what_others_have_played(tmp_path: Path) -> None:
    """A visit to the lobby read every finished game: 80 ms for 50,000 of them."""
    engine = database.engine_for(f"sqlite:///{tmp_path / 'site.sqlite'}")
    prepare(engine)
    with engine.begin() as connection:
        row = connection.execute(select(tables.matches).where(tables.matches.c.id == MATCH)).one()._asdict()
        others = {"status": "over", "first": "dan", "second": None}
        rows = [row | others | {"id": f"over{number:012}", "changed": NOW - number} for number in range(1000)]
        connection.execute(tables.matches.insert(), rows)
    reader, steps = Reader(engine), 0

    def step() -> None:
        nonlocal steps
        steps += 1

    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(step, 10)
    seen = {}
    for player, since in (("ada", None), ("ada", NOW - 50), ("dan", None), ("dan", NOW - 50)):
        before = steps
        found = reader.mine(player, ("live", "over"), 20, since=since)
        seen[player, since] = len(found), 10 * (steps - before)
        assert [match.changed for match in found] == sorted((match.changed for match in found), reverse=True)
    engine.dispose()
    assert [count for count, _ in seen.values()] == [2, 2, 20, 20]
    assert 0 < max(spent for _, spent in seen.values()) < 3000, seen


def test_who_is_gone_before_the_answer_is_no_fault(another: Callable[..., Server]) -> None:
    """Each left a traceback in the log, as a fault of the server."""
    server = another()
    request = (
        f"GET /api/matches/{'a' * 16}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(request.encode())
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
    assert server.stop() == 0
    assert server.log.read_text() == ""
