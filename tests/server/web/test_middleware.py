"""What every request passes: host names, and what a proxy says of its clients."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from quintet.server.site import Site
from server.in_process import on_site
from server.servers import Client


def test_the_site_answers_only_to_its_own_names(tmp_path: Path) -> None:
    async def play(site: Site, client: Any) -> None:
        expected = [("games.example", 200), ("GAMES.example:443", 200), ("evil.example", 421), ("", 421)]
        expected += [("127.0.0.1:8017", 200), ("[::1]:8017", 200), ("127.0.0.1.evil.example", 421)]
        for host, status in expected:
            answer = await client().get("/api/me", headers={"host": host})
            assert answer.status_code == status, host

    on_site(tmp_path, play, hosts=("games.example",))


def test_what_a_proxy_says_of_its_clients_is_believed(ada: Client) -> None:
    """Of one on this machine: its clients' scheme and address count, not its own."""
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
    answer = ada.http.get("/api/me", headers=forwarded)
    assert "strict-transport-security" in answer.headers
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" not in ada.http.get("/api/me").headers
    assert ada.http.get("/metrics", headers=forwarded).status_code == 403
    assert ada.http.get("/metrics").status_code == 200


def test_a_large_answer_is_compressed_for_who_can_read_that(ada: Client) -> None:
    body = {"spec": "othello", "moves": ["d3", "c3"]}
    plain = ada.http.post("/api/positions", json=body, headers={"accept-encoding": "identity"})
    zipped = ada.http.post("/api/positions", json=body, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert (zipped.headers["content-encoding"], zipped.headers["vary"]) == ("gzip", "accept-encoding")
    assert zipped.json() == plain.json()
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    small = ada.http.get("/api/me", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in small.headers
