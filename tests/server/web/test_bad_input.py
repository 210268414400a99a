"""Whatever comes: the right status, one clear sentence, and everybody else goes on undisturbed."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from amounts import whole
from quintet.server.web.middleware import PENALTY
from server.servers import PATIENCE, Client, Server

SEATS = [{"kind": "me"}, {"kind": "open"}]
HERO = "A" * 16
DAYS = {"kind": "days", "first": {"seconds": 1}}


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"{", 400, "JSON"),
        (b"\xff\xfe", 400, "JSON"),
        (b"[1]", 422, "dict"),
        (b"null", 422, "dict"),
        (b"{}", 422, "spec"),
        (json.dumps({"spec": "nochess", "seats": SEATS}).encode(), 404, "no game is called 'nochess'"),
        (json.dumps({"spec": "othello(size=5)", "seats": SEATS}).encode(), 422, "size must be 4, 6, 8 or 10"),
        (json.dumps({"spec": "othello", "seats": SEATS[:1]}).encode(), 422, "seats"),
        (json.dumps({"spec": "othello", "seats": SEATS, "extra": 1}).encode(), 422, "extra"),
        (json.dumps({"spec": "othello", "seats": SEATS, "position": "x"}).encode(), 422, "<turn>"),
        (json.dumps({"spec": "othello", "seats": [{"kind": "me", "name": "a\nb"}] * 2}).encode(), 422, "printable"),
        (
            json.dumps({"spec": "othello", "seats": [{"kind": "me", "name": "  "}] * 2}).encode(),
            422,
            "visible character",
        ),
        (json.dumps({"spec": "othello", "seats": [{"kind": "engine", "level": 11}] * 2}).encode(), 422, "level"),
        (json.dumps({"spec": "othello", "seats": SEATS, "moves": ["a1"]}).encode(), 422, "a1"),
        (
            json.dumps(
                {"spec": "othello", "seats": SEATS, "clock": {"kind": "days", "first": {"seconds": 1}}}
            ).encode(),
            422,
            "whole days",
        ),
        (b'{"spec": "othello", "seats": [], "clock": {"kind": "move", "first": {"seconds": NaN}}}', 422, ""),
        (b"[" * 20000, 400, "JSON"),
    ],
)
def test_matches_that_make_no_sense(body: bytes, status: int, words: str, ada: Client) -> None:
    answer = ada.http.post("/api/matches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert next(iter(answer.json())) == "error"
    assert words in answer.json()["error"]
    assert len(answer.json()["error"]) < 310


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/api/matches/{HERO}", 404),
        ("/api/matches/x", 404),
        ("/api/matches/%00%00%00%00%00%00%00%00%00%00%00%00", 404),
        (f"/api/matches/{'A' * 5000}", 404),
        ("/api/games/nochess", 404),
        ("/api/games/othello(", 422),
        ("/api/nothing", 404),
        ("/nothing", 404),
        ("/static/x/../../../etc/passwd", 404),
        ("/static/x/%2e%2e/%2e%2e/app.py", 404),
        ("/api/players/nobody", 404),
        ("/api/players/%00", 404),
        ("/api/ratings/nochess", 404),
        ("/api/library?text=%00", 422),
        ("/api/library?before=x", 422),
        ("/api/picture/othello?position=x", 422),
        ("/api/tokens", 401),
        ("/api/stream/event", 401),
    ],
)
def test_addresses_with_nothing_behind_them(path: str, status: int, ada: Client) -> None:
    answer = ada.http.get(path)
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text


def test_moves_that_are_not_possible(ada: Client, ben: Client) -> None:
    match = ada.new()
    assert "has not begun" in ada.move(match["id"], 0, "d3", 409)["error"]
    ben.join(match)
    match_id = match["id"]
    assert "turn of" in ben.move(match_id, 0, "d3", 409)["error"]
    assert ada.move(match_id, 0, "a1", 422)["error"] == "a1 turns no disc"
    assert "is not a move" in ada.move(match_id, 0, "zz9", 422)["error"]
    assert "at move 0" in ada.move(match_id, 5, "d3", 409)["error"]
    ada.move(match_id, -1, "d3", 422)
    ada.post(f"/api/matches/{match_id}/action", {"action": "dance"}, 422)
    assert "not your seat" in ada.act(match_id, "resign", 403, seat=1)["error"]
    assert ada.see(match_id)["ply"] == 0


def test_foreign_tokens(server: Server, ada: Client) -> None:
    for token in ("x", "a" * 43, "é", "x" * 9000):
        stranger = httpx.get(f"{server.url}/api/me", headers={b"authorization": f"Bearer {token}".encode()})
        assert stranger.status_code == 401
        assert stranger.json() == {"error": "this token is not valid"}
    assert httpx.get(f"{server.url}/api/me", headers={"authorization": "Basic abc"}).status_code == 401


def test_writes_come_from_the_sites_own_pages_only(server: Server, ada: Client) -> None:
    match = ada.new()
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": f"http://127.0.0.1:{server.port + 1}"},
    ):
        answer = ada.http.post("/api/matches", json={"spec": "othello", "seats": SEATS}, headers=headers)
        assert answer.status_code == 403, headers
        assert "own pages" in answer.json()["error"]
        with connect(
            f"ws://127.0.0.1:{server.port}/api/matches/{match['id']}/live", additional_headers=headers, proxy=None
        ) as stranger:
            with pytest.raises(ConnectionClosed):
                stranger.recv(5)
            assert stranger.close_code == 4403
    own = {"origin": server.url, "sec-fetch-site": "same-origin"}
    assert ada.http.post("/api/matches", json={"spec": "othello", "seats": SEATS}, headers=own).status_code == 201


def test_bodies_that_are_too_large(server: Server, ada: Client) -> None:
    answer = ada.http.post("/api/records", content=b"x" * 300_000)
    assert answer.status_code == 413
    assert "262144 bytes" in answer.json()["error"]

    def dripping() -> object:
        for _ in range(100):
            yield b"x" * 10_000

    answer = ada.http.post("/api/records", content=dripping(), headers={"content-type": "application/json"})  # type: ignore[arg-type]
    assert answer.status_code == 413
    lying = b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nx"
    assert raw(server, lying).startswith(b"HTTP/1.1 400")


def raw(server: Server, request: bytes) -> bytes:
    """The answer to something that no library would send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request)
        return connection.recv(1000)


def test_messages_that_are_no_messages(ada: Client) -> None:
    match = ada.new(first="me", second="me")
    with ada.live(match["id"]) as live:
        live.until("snapshot")
        for raw in ("", "{", "[]", '"x"', '{"type": "dance"}', '{"type": "move", "ply": 0}', "x" * 5000):
            live.socket.send(raw)
            refused = live.until("refused")
            assert refused["error"]
            assert refused["version"] == 1
        assert live.move(0, "d3")["type"] == "ack"
        live.say(type="ping", id=7)
        assert live.until("pong")["id"] == 7
    with ada.live(match["id"]) as live:
        live.until("snapshot")
        live.socket.send("x" * 100_000)  # more than any message may have
        assert live.ended() in (1009, 1006)
    assert ada.see(match["id"])["ply"] == 1


@whole
def test_floods_are_stopped_and_others_go_on(another: Callable[..., Server]) -> None:
    server = another(QUINTET_RATE="0.1")  # so that a busy machine, too, asks faster than it may
    ada = server.client()
    match = ada.new(first="me", second="me")
    with ada.live(match["id"]) as live:
        live.until("snapshot")
        for _ in range(200):
            try:
                live.say(type="ping")
            except ConnectionClosed:
                break
        assert live.ended() == 4429
    while (refused := ada.http.get("/api/me")).status_code == 200:
        pass
    assert refused.status_code == 429
    assert refused.headers["connection"] == "close"
    assert refused.elapsed.total_seconds() >= PENALTY  # to refuse at once would be work for nothing
    deadline = time.monotonic() + PATIENCE
    while (again := ada.http.get("/api/me")).status_code == 429:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert again.json()["kind"] == "visitor"
    tries = [ada.http.post("/api/login", json={"username": "x", "password": "y"}).status_code for _ in range(25)]
    assert 429 in tries


def test_slow_readers_and_half_requests_disturb_nobody(server: Server, ada: Client) -> None:
    match = ada.new("othello", "me", "me", private=False)
    halves = []
    for _ in range(20):
        half = socket.create_connection(("127.0.0.1", server.port))
        half.sendall(b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        halves.append(half)
    began = time.monotonic()
    ada.move(match["id"], 0, "d3")
    assert time.monotonic() - began < 20, "the halves end after 30 s"
    for half in halves:
        half.close()


def test_security_headers_everywhere(ada: Client) -> None:
    for path in ("/api/me", "/nothing", "/", "/api/matches/x"):
        headers = ada.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy.replace("wasm-unsafe-eval", "")  # it compiles WebAssembly and evaluates no text
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_a_full_disk_loses_nothing_that_was_acknowledged(another: Callable[..., Server]) -> None:
    """The database may not grow any more: 503 in one sentence, and it goes on when there is room again."""
    server = another(QUINTET_MAX_PAGES="120")
    ada = server.client()
    acknowledged: dict[str, int] = {}
    refused = 0
    for _ in range(400):
        answer = ada.http.post("/api/matches", json={"spec": "othello", "seats": [{"kind": "me"}, {"kind": "me"}]})
        if answer.status_code == 201:
            acknowledged[answer.json()["id"]] = 0
        else:
            assert answer.status_code == 503, answer.text
            assert "nothing was changed" in answer.json()["error"]
            refused += 1
            if refused > 3:
                break
    assert refused
    assert acknowledged
    for match_id, ply in list(acknowledged.items())[:20]:
        assert ada.see(match_id)["ply"] == ply
    server.stop()
    server.environment.pop("QUINTET_MAX_PAGES")
    server.start()
    for match_id in list(acknowledged)[:20]:
        ada.move(match_id, 0, "d3")
