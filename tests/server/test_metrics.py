"""The server's numbers are not for everybody; that it lives is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
import pytest

from quintet.server.serve import settings_from
from quintet.server.site import SiteSettings
from quintet.server.web.app import create_app
from server.servers import Server

ELSEWHERE, HERE = "203.0.113.7", "127.0.0.1"


def ask(client: str, token: str | None = None, **headers: str) -> tuple[int, str]:
    """What a server with this token answers to somebody at this address."""
    app = create_app(SiteSettings("sqlite://", metrics_token=token))
    transport = httpx.ASGITransport(app, client=(client, 5000))

    async def get() -> httpx.Response:
        async with httpx.AsyncClient(transport=transport, base_url="http://quintet") as http:
            return await http.get("/metrics", headers=headers)

    answer = asyncio.run(get())
    return answer.status_code, answer.text


@pytest.mark.parametrize("here", [HERE, "127.8.8.8", "::1"])
def test_without_a_token_this_machine_alone_reads_them(here: str) -> None:
    status, text = ask(here)
    assert status == 200
    assert "quintet_moves" in text
    status, text = ask(ELSEWHERE)
    assert status == 403
    assert "this machine only" in text
    assert "quintet_moves" not in text


@pytest.mark.parametrize("where", [HERE, ELSEWHERE])
def test_with_a_token_whoever_has_it_reads_them(where: str) -> None:
    assert ask(where, "s3cret", authorization="Bearer s3cret")[0] == 200
    assert ask(where, "s3cret", authorization="Bearer wrong")[0] == 401
    assert ask(where, "s3cret")[0] == 401


def test_the_token_comes_from_the_environment_too(
    another: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = another(QUINTET_METRICS_TOKEN="s3cret")
    assert httpx.get(f"{server.url}/metrics").status_code == 401
    assert httpx.get(f"{server.url}/metrics", headers={"authorization": "Bearer s3cret"}).status_code == 200
    assert httpx.get(f"{server.url}/healthz").status_code == 200
    monkeypatch.setenv("QUINTET_METRICS_TOKEN", "")
    assert settings_from(server.home, None, None).metrics_token is None
    assert settings_from(server.home, None, None, "given").metrics_token == "given"
