"""Giving a game away, and getting one from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from playwright.sync_api import expect

from amounts import whole
from web import driver
from web.conftest import PHONE, Open
from web.test_pages import faults


@contextmanager
def blog(body: str) -> Iterator[str]:
    """Another site with one page, as far as a browser can tell; its address."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}/"
        server.shutdown()


@whole
def test_a_game_is_shared_and_seen_in_a_frame_of_another_site(open_page: Open, axe: str) -> None:
    page = open_page("/", size=PHONE)
    driver.start(page, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}]})
    assert driver.wait(page)
    driver.press_all(page, ["d3"])
    assert driver.wait(page)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    picture = dialog.locator("img")
    page.wait_for_function("() => document.querySelector('dialog img').naturalWidth > 0")
    assert faults(page, axe) == []
    with page.expect_download() as downloaded:
        dialog.get_by_role("link", name="Moving SVG").click()
    assert "@keyframes" in downloaded.value.path().read_text("utf-8")
    link = dialog.get_by_label("The link").input_value()
    assert page.url == link  # whoever copies the address has it too
    frame = dialog.get_by_label("HTML for your own page").input_value()
    title = picture.get_attribute("alt") or ""
    assert re.fullmatch(r"Othello: Visitor.* against Engine, level 1", title)

    friend = open_page("/" + link.split("/", 3)[3])
    expect(friend.locator(".moves > li")).to_have_count(2)
    with blog(f"<h1>My games</h1>{frame}") as address:
        friend.goto(address)
        inside = friend.frame_locator("iframe")
        expect(inside.get_by_role("gridcell", name=re.compile("d3, (black|white) disc"))).to_be_attached()
        expect(inside.locator("#link")).to_have_text(title)
        inside.get_by_role("button", name="To the start").click()
        expect(inside.get_by_role("gridcell", name="d3, empty")).to_be_attached()
        page.get_by_role("button", name="Close").click()
        driver.press_all(page, driver.moves(page)[0]["clicks"])
        expect(inside.locator("#status")).to_have_text(re.compile("Move 0 of [34]"))


@whole
def test_a_file_of_several_games_is_opened(open_page: Open, axe: str) -> None:
    page = open_page("/library")
    page.get_by_role("button", name="Add a game").click()
    dialog = page.get_by_role("dialog", name="Add a game")
    text = dialog.get_by_label("A game as text")
    text.fill("nonsense")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("status")).to_contain_text("Expected a record, SGF, GGF, OBF or moves like f5d6c3")
    games = b"(;GM[2]PB[Ada]PW[Ben];B[f5];W[d6])\n(;GM[2];B[a1])\n(;GM[2]PB[Eve]PW[Ida];B[c4])"
    dialog.get_by_label("A file of games").set_input_files(
        {"name": "games.sgf", "mimeType": "text/plain", "buffer": games}
    )
    expect(dialog.get_by_role("status")).to_have_text("2 games: choose one.")
    expect(dialog.locator(".bad")).to_have_text(re.compile("^line 2: move 1"))
    assert faults(page, axe) == []
    dialog.get_by_role("button", name="Eve against Ida").click()
    page.wait_for_url("**/game/*")
    expect(page.locator(".moves > li")).to_have_text(re.compile("c4"))
    page.goto(page.url.rpartition("/game/")[0] + "/analysis/pentago")
    page.get_by_label("A game as text").fill("f5d6c3")
    page.get_by_role("button", name="Open the game").click()
    page.wait_for_url("**/analysis/othello?moves=f5*")
    expect(page.locator(".moves > li")).to_have_count(3)
