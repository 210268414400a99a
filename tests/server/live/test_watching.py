"""Those who are told: slow readers are let go, buckets fill again, pages are kept for ever."""

from __future__ import annotations

import re
from pathlib import Path

from quintet.server.live.broadcast import QUEUE, Broadcast, Subscriber
from quintet.server.site import STATIC
from quintet.server.web.static_files import EVERY, FRAME, HEADS, Pages, framed, style_of
from quintet.server.work.rate_limits import ClientLimits, Rate, TokenBuckets
from server.servers import Client


def test_a_reader_who_is_too_slow_is_let_go() -> None:
    subscriber = Subscriber("ada")
    for _ in range(QUEUE + 5):
        subscriber.send(Broadcast(None))
    assert subscriber.too_slow
    heard = []
    while not subscriber.queue.empty():
        heard.append(subscriber.queue.get_nowait())
    assert heard[-1] is None  # the end, and never more than the queue holds
    assert len(heard) <= QUEUE + 1
    subscriber.send(Broadcast(None))
    assert subscriber.queue.empty()


def test_a_bucket_fills_again_with_time() -> None:
    now = 0.0
    buckets = TokenBuckets(Rate(3, 2), lambda: now)
    assert [buckets.take("ada") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("ben")
    now = 0.5
    assert buckets.take("ada")
    assert not buckets.take("ada")
    now = 1000.0
    assert [buckets.take("ada") for _ in range(4)] == [True, True, True, False]


def test_a_larger_server_lets_more_through_but_no_larger_messages() -> None:
    def let_through(limits: ClientLimits) -> int:
        buckets = TokenBuckets(limits.requests, lambda: 0.0)
        return sum(buckets.take("ada") for _ in range(10_000))

    assert let_through(ClientLimits().times(10)) == 10 * let_through(ClientLimits()) > 0
    assert (ClientLimits().times(10).body, ClientLimits().times(10).message) == (262_144, 4096)
    assert ClientLimits().times(0.01).studies == 1, "nobody is left without a search"


def test_the_digest_of_the_files_changes_with_each_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    before = Pages(tmp_path, dev=False).digest
    (tmp_path / "a.js").write_text("2")
    assert Pages(tmp_path, dev=False).digest != before


def test_every_page_is_in_the_one_frame() -> None:
    """The same head for all; what a script imports, however far, is asked for early and is there."""
    content = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
    assert [name for name in content if name.endswith(".html") and b"<head>" in content[name]] == [FRAME]
    assert {f"pages/{name}.html" for name in HEADS} == {name for name in content if name.startswith("pages/")}
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
