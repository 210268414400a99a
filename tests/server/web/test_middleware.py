"""What comes in from outside: connections that never end, guessed passwords, tokens that may too much."""

from __future__ import annotations

import asyncio
import os
import stat
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from quintet.server.accounts import passwords
from quintet.server.accounts.passwords import LoginThrottle
from quintet.server.errors import BadInput, TooFast
from quintet.server.site import Site, SiteSettings
from quintet.server.storage import database
from quintet.server.web.app import create_app
from quintet.server.web.connections import FRAMES, ConnectionLimits, GuardedSocket
from quintet.server.work.rate_limits import ClientLimits
from server.servers import Server

GET = b"GET / HTTP/1.1\r\nHost: quintet\r\n"
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
BIG = 64_000_000
"""More than the system keeps of a connection that nobody reads, at either end."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads a request to its end and answers, /big with much; a WebSocket is held open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    while (await receive()).get("more_body"):
        pass
    body = b"x" * BIG if scope["path"] == "/big" else b"well"
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def listening(border: ConnectionLimits) -> AsyncIterator[Callable[[], Coroutine[Any, Any, Any]]]:
    """Gives a function that connects to a server with this border."""
    config = uvicorn.Config(
        application, http=border.protocol(), ws=GuardedSocket, log_config=None, timeout_keep_alive=5
    )
    config.load()
    state, protocol = ServerState(), border.protocol()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0), limit=2**16)
    finally:
        server.close()


def run(
    border: ConnectionLimits, play: Callable[[Callable[[], Coroutine[Any, Any, Any]]], Coroutine[Any, Any, None]]
) -> None:
    async def go() -> None:
        async with listening(border) as connect:
            await play(connect)
        for _ in range(100):
            if not border.open:
                break
            await asyncio.sleep(0.02)
        assert border.open == {}, "nothing stays counted"

    asyncio.run(asyncio.wait_for(go(), 30))


@pytest.mark.parametrize("sent", [b"", b"GET", GET, GET + b"X-Slow: ", b"\r\n\r\n"])
def test_headers_that_do_not_end_are_ended(sent: bytes) -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(sent)
        assert (await reader.read()).startswith(b"HTTP/1.1 408 "), "although nothing more comes"
        writer.close()

    run(ConnectionLimits(header_seconds=0.1), play)


def test_a_drop_at_a_time_does_not_prolong_it_and_neither_does_the_second_request() -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(GET + b"\r\n")
        assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        writer.write(GET)
        for _ in range(100):
            writer.write(b"A: b\r\n")
            await asyncio.sleep(0.05)
            if reader.at_eof() or writer.transport.is_closing():
                break
        assert time.monotonic() - began < 3
        writer.close()

    run(ConnectionLimits(header_seconds=0.3), play)


def test_a_body_that_does_not_end_is_ended_and_one_that_does_is_read() -> None:
    post = b"POST / HTTP/1.1\r\nHost: quintet\r\nContent-Length: 8\r\n\r\n"

    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(post + b"1234")
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
        writer.close()
        reader, writer = await connect()
        writer.write(post + b"1234")
        writer.write(b"5678")
        assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        writer.close()

    run(ConnectionLimits(body_seconds=0.2), play)


@pytest.mark.parametrize(
    "sent",
    [GET + b"X-Long: " + b"a" * 5000, GET + b"".join(b"X-%d: a\r\n" % n for n in range(500)) + b"\r\n"],
)
def test_headers_that_are_too_large_are_refused(sent: bytes) -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(sent)
        assert (await reader.read()).startswith(b"HTTP/1.1 431 ")
        writer.close()

    run(ConnectionLimits(headers=4000), play)


def test_a_large_body_is_not_taken_for_headers() -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        for _ in range(3):
            writer.write(b"POST / HTTP/1.1\r\nHost: quintet\r\nContent-Length: 30000\r\n\r\n" + b"x" * 30_000)
            assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 ")
        writer.close()

    run(ConnectionLimits(headers=1000), play)


def test_an_address_has_only_so_many_connections() -> None:
    async def play(connect: Any) -> None:
        held = [await connect() for _ in range(3)]
        await asyncio.sleep(0.05)
        reader, writer = await connect()
        assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
        writer.close()
        held.pop()[1].close()
        await asyncio.sleep(0.1)
        reader, writer = await connect()
        writer.write(GET + b"\r\n")
        assert (await reader.readuntil(b"well")).startswith(b"HTTP/1.1 200 "), "there is room again"
        for _, one in [*held, (None, writer)]:
            one.close()

    run(ConnectionLimits(connections=3), play)


def test_a_websocket_is_no_connection_any_more() -> None:
    """It may stay for hours, and is counted with the sockets."""
    border = ConnectionLimits(connections=2, header_seconds=0.2, body_seconds=0.2)

    async def play(connect: Any) -> None:
        sockets = []
        for _ in range(4):
            reader, writer = await connect()
            writer.write(GET + UPGRADE)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")
            sockets.append((reader, writer))
        assert border.open == {}
        await asyncio.sleep(0.5)
        for reader, writer in sockets:
            assert not reader.at_eof()
            writer.close()

    run(border, play)


MUCH = b"y" * 600_000
PING, EMPTY_PIECE, NO_TEXT = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x81\x81\0\0\0\0\xff"


@pytest.mark.parametrize("sent", [PING * 50_000, b"\x01\x80\0\0\0\0" + EMPTY_PIECE * 50_000, NO_TEXT])
def test_frames_that_are_no_messages_end_a_websocket(sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        writer.write(GET + UPGRADE)
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        writer.write(PING * int(FRAMES.burst / 2))
        for _ in range(int(FRAMES.burst / 2)):  # a few are answered
            assert await reader.readexactly(2) == b"\x8a\0"
        began = time.process_time()
        with suppress(ConnectionError):
            writer.write(sent)
            await writer.drain()
            while await reader.read(2**16):
                pass
        assert time.process_time() - began < 0.5
        writer.close()

    run(ConnectionLimits(), play)
    assert not caplog.records


def test_headers_behind_a_body_and_chunks_around_it_are_counted() -> None:
    post = GET.replace(b"GET", b"POST") + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"

    async def play(connect: Any) -> None:
        for sent in (b"0\r\n" + b"X-More: y\r\n" * 60_000, b"0\r\nX-Endless: " + MUCH, b"1;" + MUCH):
            reader, writer = await connect()
            writer.write(post + sent)
            assert b"413 Content Too Large" in await reader.readuntil(b"\r\n\r\n")
            writer.close()
        reader, writer = await connect()
        for _ in range(3):  # each request has a count of its own
            writer.write(post + b"60000\r\n" + b"y" * 0x60000 + b"\r\n0\r\nX-More: y\r\n\r\n")
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(4) == b"well"
        writer.close()

    run(ConnectionLimits(body=500_000), play)


def test_proxies_speak_for_many() -> None:
    border = ConnectionLimits(proxies="127.0.0.1, 10.0.0.0/8")
    assert [border.limited(peer) for peer in ("127.0.0.1", "10.1.2.3", "127.0.0.2", "2001:db8::1", "")] == [
        False,
        False,
        True,
        True,
        False,
    ]
    assert not ConnectionLimits(proxies="*").limited("203.0.113.9")


def test_an_answer_that_nobody_reads_is_ended() -> None:
    async def play(connect: Any) -> None:
        reader, writer = await connect()
        reader._transport.pause_reading()
        writer.write(b"GET /big HTTP/1.1\r\nHost: quintet\r\n\r\n")
        await asyncio.sleep(1.0)
        reader._transport.resume_reading()
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(BIG)
        writer.close()

    run(ConnectionLimits(answer_seconds=0.3), play)


# Passwords and tokens


@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("aaaaaaaa", "repeats"),
        ("abcabcabc", "repeats"),
        ("12345678", "row of keys"),
        ("87654321", "row of keys"),
        ("qwertzuiop", "row of keys"),
        ("1q2w3e4r", "row of keys"),
        ("abcdefgh1", "row of keys"),
        ("ada_lovelace1", "your name"),
        ("password", "everybody"),
        ("P4ssw0rd!", "everybody"),
        ("iloveyou99", "everybody"),
        ("Sunshine2024", "everybody"),
        ("dragondragon", "repeats"),
    ],
)
def test_a_password_that_is_guessed_first_is_refused(password: str, words: str) -> None:
    with pytest.raises(BadInput) as error:
        passwords.checked(password, "Ada_Lovelace")
    assert words in str(error.value)


@pytest.mark.parametrize("password", ["correct horse", "a very secret word", "tr0ub4dor&3x", "шахматы-и-го"])
def test_other_passwords_are_taken(password: str) -> None:
    assert passwords.checked(password, "Ada_Lovelace") == password


def test_wrong_passwords_make_the_next_try_wait_and_never_keep_the_owner_out() -> None:
    now = [0.0]
    guesses = LoginThrottle(lambda: now[0])
    guesses.right("Ada", "home")
    waits = []
    for _ in range(20):
        try:
            guesses.check("ada", "elsewhere")
        except TooFast as error:
            waits.append(int(str(error).split()[-2]))
            now[0] += waits[-1]
        guesses.check("ADA", "elsewhere")
        guesses.wrong("Ada", "elsewhere" if len(waits) % 2 else "another")
    assert waits[:5] == [1, 2, 4, 8, 16], "from whatever address"
    assert max(waits) == 300
    guesses.check("ada", "home")
    guesses.check("ben", "elsewhere")
    now[0] += 86400
    guesses.check("ada", "elsewhere")


def on_site(folder: Path, play: Callable[[Site, Any], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """`play` gets the site, and a function that makes clients."""

    async def go() -> None:
        app = create_app(SiteSettings(f"sqlite:///{folder / 'site.sqlite'}", **settings))
        site: Site = app.state.site
        await site.open()

        def client(token: str | None = None) -> httpx.AsyncClient:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://quintet", headers=headers)

        try:
            await play(site, client)
        finally:
            await site.close()

    asyncio.run(asyncio.wait_for(go(), 60))


def test_a_guesser_has_to_wait(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada = client()
        account = {"username": "Ada", "password": "correct horse"}
        assert (await ada.post("/api/accounts", json=account)).status_code == 201
        wrong = [await client().post("/api/login", json={**account, "password": "x" * 9}) for _ in range(7)]
        assert [answer.status_code for answer in wrong] == [401] * 5 + [429] * 2
        assert "too many wrong passwords" in wrong[-1].json()["error"]
        assert (await client().post("/api/login", json=account)).status_code == 429

    on_site(tmp_path, play)


def test_the_site_answers_only_to_its_own_names(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        expected = [("games.example", 200), ("GAMES.example:443", 200), ("evil.example", 421), ("", 421)]
        expected += [("127.0.0.1:8017", 200), ("[::1]:8017", 200), ("127.0.0.1.evil.example", 421)]
        for host, status in expected:
            answer = await client().get("/api/me", headers={"host": host})
            assert answer.status_code == status, host

    on_site(tmp_path, play, hosts=("games.example",))


def test_what_a_token_may_do(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada = client()
        await ada.post("/api/accounts", json={"username": "Ada", "password": "correct horse"})
        refused = await ada.post("/api/tokens", json={"label": "x", "password": "wrong"})
        assert (refused.status_code, refused.json()["error"]) == (401, "the password is wrong")
        assert (await ada.post("/api/tokens", json={"label": "x"})).status_code == 422
        tokens = {}
        for scope in ("read", "play"):
            wish = {"label": scope, "password": "correct horse", "scope": scope, "days": 2}
            tokens[scope] = (await ada.post("/api/tokens", json=wish)).json()["token"]
        lines = (await ada.get("/api/tokens")).json()["tokens"]
        assert [line["scope"] for line in lines] == ["read", "play"]
        match = {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "me"}]}
        reads, plays = client(tokens["read"]), client(tokens["play"])
        assert (await reads.get("/api/account")).json()["username"] == "Ada"
        refused = await reads.post("/api/matches", json=match)
        assert (refused.status_code, "may only read" in refused.json()["error"]) == (403, True)
        assert (await plays.post("/api/matches", json=match)).status_code == 201
        for path, body in [
            ("/api/tokens", {"label": "more", "password": "correct horse"}),
            ("/api/account/password", {"password": "correct horse", "new": "another horse"}),
            ("/api/account/delete", {"password": "correct horse"}),
            ("/api/logout/everywhere", {}),
        ]:
            refused = await plays.post(path, json=body)
            assert (refused.status_code, "a token cannot do this" in refused.json()["error"]) == (403, True), path
        assert (await plays.get("/api/tokens")).status_code == 403
        living, later = site.people, time.time() + 2 * 86400 + 60
        assert living.by_token(tokens["play"], "token", time.time()) is not None
        assert living.by_token(tokens["play"], "token", later) is None, "it has expired"

    on_site(tmp_path, play)


def test_another_password_ends_everything_else(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada, other = client(), client()
        account = {"username": "Ada", "password": "correct horse"}
        await ada.post("/api/accounts", json=account)
        await other.post("/api/login", json=account)
        wish = {"label": "bot", "password": "correct horse"}
        program = client((await ada.post("/api/tokens", json=wish)).json()["token"])
        change = {"password": "correct horse", "new": "password1"}
        assert (await ada.post("/api/account/password", json=change)).status_code == 422
        change["new"] = "wrong battery"
        assert (await ada.post("/api/account/password", json={**change, "password": "no"})).status_code == 401
        changed = await ada.post("/api/account/password", json=change)
        assert (changed.status_code, "set-cookie" in changed.headers) == (200, False), "nothing is lost with the answer"
        assert (await ada.get("/api/me")).json()["username"] == "Ada", "this browser stays logged in"
        assert (await other.get("/api/me")).json()["kind"] == "visitor"
        assert (await program.get("/api/account")).status_code == 401
        assert (await client().post("/api/login", json=account)).status_code == 401
        assert (await client().post("/api/login", json={**account, "password": "wrong battery"})).status_code == 200

    on_site(tmp_path, play)


def test_an_ended_session_or_token_closes_its_sockets_and_streams(server: Server) -> None:
    ada, ben = server.client().register("Ada_Revokes"), server.client()
    program = server.client(token=ada.token())
    match = ada.new("othello", "me", "me", private=False)
    events = program.lines("GET", "/api/stream/event")
    assert next(events)["type"] == "gameStart"
    with ada.live(match["id"]) as mine, program.live(match["id"]) as its, ben.live(match["id"]) as other:
        for socket in (mine, its, other):
            socket.until("snapshot")
        (token,) = ada.get("/api/tokens")["tokens"]
        assert ada.http.delete(f"/api/tokens/{token['id']}").status_code == 200
        assert its.ended() == 4401
        assert list(events) == []
        ada.move(match["id"], 0, "d3")
        while mine.until("update")["view"]["ply"] < 1:
            pass
        ada.post("/api/logout")
        assert mine.ended() == 4401
        other.say(type="ping")
        other.until("pong")


def test_streams_count_with_the_sockets_of_an_address(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        ada = client()
        await ada.post("/api/accounts", json={"username": "Ada", "password": "correct horse"})
        wish = {"label": "bot", "password": "correct horse"}
        program = client((await ada.post("/api/tokens", json=wish)).json()["token"])
        streams = [asyncio.create_task(program.get("/api/stream/event")) for _ in range(2)]
        while sum(site.sockets.values()) < 2:
            await asyncio.sleep(0.01)
        refused = await program.get("/api/stream/event")
        assert (refused.status_code, "at most 2" in refused.json()["error"]) == (429, True)
        site.hub.broadcaster.end_all()
        assert [answer.status_code for answer in await asyncio.gather(*streams)] == [200, 200]
        assert site.sockets == {}

    on_site(tmp_path, play, limits=ClientLimits(sockets=2))


def test_the_database_and_its_copies_are_for_their_owner(tmp_path: Path) -> None:
    path, copy = tmp_path / "site.sqlite", tmp_path / "copy.sqlite"
    path.touch(0o644)
    before = os.umask(0o022)
    try:
        engine = database.engine_for(f"sqlite:///{path}")
        database.migrate(engine)
        with engine.begin():
            files = [one for one in tmp_path.iterdir() if one.name.startswith("site.sqlite")]
            assert len(files) > 1, "SQLite's own files too"
            assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}
        engine.dispose()
        database.backup(f"sqlite:///{path}", copy)
    finally:
        os.umask(before)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
