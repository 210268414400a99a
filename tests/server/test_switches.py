"""Parts of a site that operators pause: everywhere within seconds, in one sentence, and games go on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from quintet.server.errors import PAUSED, Switch
from quintet.terminal.cli import main
from server.cluster import Cluster
from server.servers import PATIENCE, Client, Server

LINE = {"spec": "othello", "moves": ["d3"]}
RECORD = "quintet record 1\ngame: othello\nfirst: Ada\nsecond: Ben\nresult: unfinished\nmoves:\n1 d3 c3\n"


def asks(client: Client, match_id: str) -> dict[Switch, list[Callable[[], httpx.Response]]]:
    """What each switch refuses."""
    post = client.http.post
    return {
        "analysis": [
            lambda: post("/api/analysis", json={**LINE, "seconds": 0.05}),
            lambda: post("/api/evaluations", json={**LINE, "seconds": 0.02}),
        ],
        "uploads": [
            lambda: post("/api/records", json={"record": RECORD}),
            lambda: post("/api/files", content=RECORD.encode()),
        ],
        "chat": [lambda: post(f"/api/matches/{match_id}/chat", json={"text": "hello"})],
        "registration": [lambda: post("/api/accounts", json={"username": "late_comer", "password": "correct horse"})],
    }


def settled(clients: list[Client], expected: list[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not all(client.get("/healthz")["paused"] == expected for client in clients for _ in range(4)):
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize("shared", [False, True])
def test_what_is_paused_is_refused_in_one_sentence_by_every_process(
    another: Callable[..., Server], request: pytest.FixtureRequest, shared: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    if shared:
        postgres: Cluster = request.getfixturevalue("postgres")
        url = postgres.new()
        servers = [another(url), another(url)]
    else:
        servers = [another()]
        url = f"sqlite:///{servers[0].home / 'site.sqlite'}"
    clients = [server.client() for server in servers]
    match: Any = clients[0].new("othello", "me", "me", private=False)
    for part, sentence in PAUSED.items():
        assert main(["admin", "pause", part, "--database", url]) == 0
        assert f"Paused: {part}." in capsys.readouterr().out
        settled(clients, [part])
        for client in clients:
            for ask in asks(client, match["id"])[part]:
                answer = ask()
                said = 403 if part == "chat" else 503
                assert (answer.status_code, answer.json()) == (said, {"error": sentence})
        assert clients[0].get(f"/api/matches/{match['id']}/chat")["silence"] == (sentence if part == "chat" else None)
        assert main(["admin", "resume", part, "--database", url]) == 0
        assert "Paused: nothing." in capsys.readouterr().out
        settled(clients, [])
    for ply, move in enumerate(("d3", "c3")):
        clients[0].move(match["id"], ply, move)
    for client in clients:
        allowed = [ask().status_code for part, them in asks(client, match["id"]).items() for ask in them]
        assert allowed[:-1] == [200, 200, 201, 200, 201]
    assert main(["admin", "pause", "coffee", "--database", url]) == 2
    assert "expected one of analysis, uploads, chat, registration, got 'coffee'" in capsys.readouterr().err


def test_an_analysis_that_runs_is_ended(another: Callable[..., Server]) -> None:
    server = another()
    lines = server.client().lines("POST", "/api/analysis", {**LINE, "seconds": 60})
    assert next(lines)["type"] != "error"
    assert main(["admin", "pause", "analysis", "--database", f"sqlite:///{server.home / 'site.sqlite'}"]) == 0
    began = time.monotonic()
    assert list(lines)[-1]["error"] == PAUSED["analysis"]
    assert time.monotonic() - began < 30
