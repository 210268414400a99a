"""The page for those who run the site says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from server.servers import Client

ROOT = Path(__file__).parents[2]
VARIABLE = re.compile(r"QUINTET_[A-Z][A-Z_]*[A-Z]")


def test_every_environment_variable_is_explained() -> None:
    used = {
        name
        for folder in ("src", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for name in VARIABLE.findall(path.read_text())
    }
    assert used == set(VARIABLE.findall((ROOT / "docs" / "operating.md").read_text()))


def test_what_a_proxy_says_of_its_clients_is_believed(ada: Client) -> None:
    """Of one on this machine: its clients' scheme and address count, not its own."""
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7"}
    answer = ada.http.get("/api/me", headers=forwarded)
    assert "strict-transport-security" in answer.headers
    assert "Secure" in answer.headers["set-cookie"]
    assert "strict-transport-security" not in ada.http.get("/api/me").headers
    assert ada.http.get("/metrics", headers=forwarded).status_code == 403
    assert ada.http.get("/metrics").status_code == 200
