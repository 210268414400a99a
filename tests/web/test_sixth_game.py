"""The example games, installed beside the others, are on the site with no other change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from amounts import whole
from installed import EXAMPLES, install_example
from server.servers import Server
from web import driver
from web.conftest import Open


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Server]:
    """A server on a machine where the example is installed."""
    server = Server(tmp_path / "home", **install_example(tmp_path)).start()
    yield server
    server.close()


@whole
def test_a_sixth_game_is_shown_explained_and_played(open_page: Open, six: Server) -> None:
    page = open_page("/", at=six.url)
    expect(page.locator(".shelf li")).to_have_count(6)
    page.get_by_role("link", name="Rules", exact=True).click()
    page.get_by_role("link", name="Connect Four").first.click()
    expect(page.get_by_role("heading", name="Connect Four", exact=True)).to_be_visible()
    page.get_by_role("link", name="Play Connect Four").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    # Hover shows where a piece lands.
    assert driver.wait(page)
    page.locator("quintet-board .cell").first.hover()
    expect(page.locator("quintet-board .ghost")).to_have_count(1)
    assert driver.play_out(page, seed=1) > 6
    assert "four in a row" in driver.status(page) or "draw" in driver.status(page)


@pytest.fixture
def with_shapes(tmp_path: Path) -> Iterator[Server]:
    """A server with a hexagonal board, and with lines between points."""
    variables = [install_example(tmp_path, EXAMPLES / name) for name in ("hex", "dotsandboxes")]
    server = Server(tmp_path / "home", **variables[0]).start()
    yield server
    server.close()


@whole
def test_hexagons_and_lines_are_pressed_and_read_aloud(open_page: Open, with_shapes: Server) -> None:
    page = open_page(at=with_shapes.url)
    driver.start(page, {"spec": "hex(size=4,pie=false)", "seats": [{"kind": "me"}, {"kind": "me"}]})
    assert driver.wait(page)
    page.locator("quintet-board [data-spot=c2]").hover()
    expect(page.locator("quintet-board .ghost")).to_have_count(1)
    assert driver.play_out(page, seed=1) > 6
    assert "connected" in driver.status(page)
    driver.start(page, {"spec": "dotsandboxes(columns=2,rows=1)", "seats": [{"kind": "me"}, {"kind": "me"}]})
    assert driver.wait(page)
    line = page.locator("quintet-board [data-spot=b1]")
    line.hover()
    expect(page.locator("quintet-board .ghost")).to_have_attribute("href", re.compile("line0-neutral$"))
    line.click()
    expect(line).to_have_attribute("aria-label", "b1, line, last move")
    assert driver.play_out(page, seed=1) > 5
    assert re.search("wins 2 to 0|draw", driver.status(page))


@pytest.fixture
def with_breakthrough(tmp_path: Path) -> Iterator[Server]:
    """A server with a game whose moves are two presses of the board: a piece, and where it goes."""
    server = Server(tmp_path / "home", **install_example(tmp_path, EXAMPLES / "breakthrough")).start()
    yield server
    server.close()


def test_a_game_of_two_presses_says_what_to_press_next(open_page: Open, with_breakthrough: Server) -> None:
    page = open_page(at=with_breakthrough.url)
    driver.start(page, {"spec": "breakthrough(columns=3,rows=5)", "seats": [{"kind": "me"}, {"kind": "me"}]})
    assert driver.wait(page)
    to_move = driver.status(page)
    next_press = "Now press where the piece goes, or the piece again to choose another."
    driver.press(page, "a4")
    expect(page.locator("#status")).to_have_text(next_press)
    expect(page.locator("quintet-board [role=status]")).to_have_text(next_press)
    expect(page.locator("quintet-board .shown")).to_have_count(1)
    driver.press(page, "a4")
    expect(page.locator("#status")).to_have_text(to_move)
    driver.press(page, "a4")
    driver.press(page, "b4")  # another piece instead
    expect(page.locator("#status")).to_have_text(next_press)
    driver.press(page, "b3")
    expect(page.locator(".moves > li")).to_have_text("1.b4-b3")
    assert driver.play_out(page, seed=1) > 2
    assert "broken through" in driver.status(page) or "all captured" in driver.status(page)
