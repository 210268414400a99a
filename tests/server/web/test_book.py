"""The book below /docs: served where it is built, and not spoken of where it is not."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from quintet.server.web import built_files
from server.in_process import on_site

SCRIPT = "document.body.dataset.theme = 'auto'"
PAGE = f"<html><script>{SCRIPT}</script><h1>The book</h1></html>"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a book would be."""
    monkeypatch.setattr(built_files, "BOOK_PLACES", (tmp_path / "nowhere", tmp_path / "book"))
    return tmp_path / "book"


def test_the_book_is_served_below_docs_with_its_own_scripts_alone(place: Path, tmp_path: Path) -> None:
    for name in ("index.html", "play/chess.html", ".doctrees/index.doctree"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(PAGE, "utf-8")
    (tmp_path / "secret.html").write_text("not a page of it", "utf-8")

    async def play(site: Any, client: Any) -> None:
        async with client() as reader:
            assert (await reader.get("/docs")).headers["location"] == "/docs/"
            assert 'href="/docs"' in (await reader.get("/")).text
            for path in ("/docs/", "/docs/index.html", "/docs/play/chess.html"):
                answer = await reader.get(path)
                assert answer.text == PAGE, path
            policy = answer.headers["content-security-policy"]
            assert f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'" in policy
            assert "script-src 'self' 'sha256-" in policy
            for path in (
                "/docs/../secret.html",
                "/docs/%2e%2e/secret.html",
                "/docs/.doctrees/index.doctree",
                "/docs/x",
            ):
                assert (await reader.get(path)).status_code == 404, path

    on_site(tmp_path, play)


def test_without_a_book_no_page_speaks_of_it(place: Path, tmp_path: Path) -> None:
    async def play(site: Any, client: Any) -> None:
        async with client() as reader:
            assert (await reader.get("/docs/")).status_code == 404
            assert "/docs" not in (await reader.get("/")).text

    on_site(tmp_path, play)
