"""The example sixth game, installed beside the others, is on the site with no other change."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.servers import Server
from web import driver
from web.conftest import Open

EXAMPLE = Path(__file__).parents[2] / "examples" / "connectfour"


@pytest.fixture
def six(tmp_path: Path) -> Iterator[Server]:
    """A server on a machine where the example is installed: its module and what an installer writes beside it."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copy(EXAMPLE / "connectfour.py", tmp_path)
    info = tmp_path / "quintet_connectfour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", "utf-8")
    entries = [f"{name} = {value}" for name, value in project["entry-points"]["quintet.games"].items()]
    (info / "entry_points.txt").write_text("[quintet.games]\n" + "\n".join(entries) + "\n", "utf-8")
    server = Server(tmp_path / "home", PYTHONPATH=str(tmp_path)).start()
    yield server
    server.close()


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
