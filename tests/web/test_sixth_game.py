"""The example sixth game, installed beside the others, is on the site with no other change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from amounts import whole
from installed import install_example
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
    page.get_by_role("link", name="Rules of Connect Four").click()
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
