"""Pages and static files: one frame for all pages, compressed and cached."""

from __future__ import annotations

import re
from pathlib import Path

from quintet.server.site import STATIC
from quintet.server.web.static_files import EVERY, FRAME, HEADS, Pages, framed, style_of
from server.servers import Client


def test_the_digest_of_the_files_changes_with_each_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    before = Pages(tmp_path, dev=False).digest
    (tmp_path / "a.js").write_text("2")
    assert Pages(tmp_path, dev=False).digest != before


def test_a_page_of_another_version_gets_files_but_no_engine(ada: Client) -> None:
    statuses = [
        ada.http.get(f"/static/000000000000/{name}").status_code for name in ("js/dom.js", "engine/manifest.json")
    ]
    assert statuses == [200, 404]


def test_every_page_is_in_the_one_frame() -> None:
    """The same head for all; what a script imports, however far, is asked for early and is there."""
    content = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
    assert [name for name in content if name.endswith(".html") and b"<head>" in content[name]] == [FRAME]
    assert {head.file(name) for name, head in HEADS.items()} == {name for name in content if name.startswith("pages/")}
    for name, head in HEADS.items():
        assert [style for style in (*EVERY, *head.styles) if f"css/{style}.css" not in content] == [], name
        page = framed(head, name, content).decode()
        assert page.count("<title>") == page.count("<main") == page.count('id="head"') == 1, name
        assert "$" not in page, name
        assert "<style" not in page, name
        assert not re.search(r"<script(?![^>]*src=)", page), name
        loaded = re.findall(r'"/static/([^"]+)"', page)
        assert len(loaded) == len(set(loaded)), name
        assert [one for one in loaded if one not in content] == [style_of(name)], name
        assert "js/dom.js" in loaded, name  # only an import of an import


def test_a_page_that_is_not_there_is_a_page_for_readers_and_a_sentence_for_programs(ada: Client) -> None:
    page = ada.http.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert "There is nothing here" in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert ada.get("/nowhere", 404)["error"] == "there is nothing at this address"
    assert ada.get("/api/nowhere", 404, headers={"accept": "text/html"})["error"]


def test_files_are_compressed_and_cached_and_pages_are_asked_for_again(ada: Client) -> None:
    page = ada.http.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-encoding"] == "gzip"
    again = ada.http.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    address = page.text.split('"/static/')[1].split('"')[0]
    found = ada.http.get(f"/static/{address}")
    assert found.status_code == 200
    assert "immutable" in found.headers["cache-control"]
    for path in ("/play/othello", "/game/x", "/analysis/othello", "/rules/othello", "/library", "/lobby", "/account"):
        assert ada.http.get(path).headers["content-type"].startswith("text/html"), path
