"""What was opened once works without a connection, and what was done there is sent later."""

from __future__ import annotations

import re
import time
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Page, expect
from starlette.requests import Request

from amounts import whole
from quintet.server.site import STATIC
from quintet.server.web.static_files import Pages
from quintet.study.lesson import lesson
from web import driver
from web.conftest import PATIENCE, Open
from web.test_teaching import a_puzzle, press

KEPT = """async (wanted) => {
  for (const name of await caches.keys()) {
    const keys = await (await caches.open(name)).keys();
    if (keys.some(({url}) => url.includes(wanted))) return true;
  }
  return false;
}"""


def until_kept(page: Page, *wanted: str) -> None:
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    end = time.monotonic() + PATIENCE / 1000
    while not all(page.evaluate(KEPT, address) for address in wanted):
        assert time.monotonic() < end
        page.wait_for_timeout(50)


def away(page: Page) -> None:
    page.context.set_offline(True)
    page.reload()


@whole
def test_a_lesson_goes_on_without_a_connection_and_is_kept_later(open_page: Open) -> None:
    page = open_page("/learn/quentin", worker=True)
    until_kept(page, "/api/lessons/quentin", "/learn/quentin")
    away(page)
    chapters = lesson("quentin").chapters
    prompt = chapters[0].steps[0].prompt
    assert prompt
    press(page, prompt.answers[0])
    expect(page.locator("#words")).to_have_text(chapters[0].steps[1].words)
    page.get_by_role("button", name="Next chapter").click()
    expect(page.locator("#chapter")).to_have_text(chapters[1].title)
    press(page, "b4")  # any move is an answer here, but what it leads to only the server knows
    expect(page.locator("#answer")).to_have_text(re.compile("^You are offline, so the lesson goes on with"))
    page.goto(page.url.rpartition("/learn")[0] + "/lobby")
    expect(page.locator("h1")).to_have_text("You are offline")
    expect(page.get_by_role("link", name="Lesson: Quentin")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Lobby")  # by itself
    page.context.set_offline(True)
    page.get_by_role("link", name="Quintet, home").click()
    expect(page.locator("#shelf svg")).to_have_count(5)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_role("link", name="Lesson: Quentin")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#today")).to_be_visible()  # by itself
    page.goto(page.url + "learn")
    page.wait_for_function("() => localStorage.getItem('quintet-later') === '[]'")
    page.reload()
    expect(page.locator("progress[aria-label^='Quentin: 2 of']")).to_be_visible()


@whole
def test_a_puzzle_is_missed_and_solved_without_a_connection(open_page: Open) -> None:
    puzzle = a_puzzle()
    page = open_page(f"/puzzles/{puzzle.id}", worker=True)
    until_kept(page, f"/api/puzzles/{puzzle.id}/sealed", f"/puzzles/{puzzle.id}")
    away(page)
    press(page, puzzle.trap[0])
    expect(page.locator("#answer")).to_have_text(f"{puzzle.trap[0]} is not the right move. Try another.")
    press(page, puzzle.line[0])
    expect(page.locator("#answer")).to_have_text("Right. Go on.")
    press(page, puzzle.line[2])
    expect(page.locator("#answer")).to_have_text("That is it.")
    expect(page.locator("#explained")).to_contain_text(f"{puzzle.trap[0]} looks good, but")
    away(page)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#explained")).to_contain_text(f"Best play: {' '.join(puzzle.line)}")
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#keys button")).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('quintet-later') === '[]'")
    page.reload()
    expect(page.locator("#answer")).to_have_text("You have tried this one; it counts no more.")


def test_an_analysis_board_opens_again_with_its_moves(open_page: Open) -> None:
    page = open_page("/analysis/othello?moves=d3 c3", worker=True)
    expect(page.locator(".moves > li")).to_have_count(2)
    until_kept(page, "/api/positions?", "/analysis/othello")
    page.wait_for_function("() => document.querySelector('quintet-board').state.moves.length > 0")
    page.reload()  # what the board asks for when it is opened is seen by the worker now
    page.wait_for_function("() => document.querySelector('quintet-board').state.moves.length > 0")
    away(page)
    expect(page.locator(".moves > li")).to_have_count(2)
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#status")).to_have_text("White to move.")
    page.get_by_role("button", name="One move forward").click()
    page.wait_for_function("() => document.querySelector('quintet-board').state.moves.length > 0")
    driver.press(page, "c4")
    expect(page.locator("#status")).to_have_text("You are offline. This needs a connection.")


def test_a_change_of_any_file_makes_another_worker(tmp_path: Path) -> None:
    def worker(folder: Path) -> bytes:
        asked = Request({"type": "http", "method": "GET", "headers": []})
        return bytes(Pages(folder, dev=False).file(asked, "", "service-worker.js").body)

    before = worker(STATIC)
    assert b"__VERSION__" not in before
    copytree(STATIC, tmp_path / "static")
    assert worker(tmp_path / "static") == before
    (tmp_path / "static/css/board.css").write_text("")
    assert worker(tmp_path / "static") != before


@pytest.mark.parametrize("path", ["/", "/learn/othello"])
def test_it_can_be_installed(open_page: Open, path: str) -> None:
    page = open_page(path)
    manifest = page.evaluate("async () => (await fetch(document.querySelector('[rel=manifest]').href)).json()")
    for one in manifest["icons"]:
        kind, width = page.evaluate(
            """async (src) => {
              const address = new URL(src, document.querySelector('[rel=manifest]').href);
              const answer = await fetch(address);
              const image = new Image();
              image.src = address;
              await image.decode();
              return [answer.headers.get("content-type"), image.naturalWidth];
            }""",
            one["src"],
        )
        assert kind == one["type"]
        assert one["sizes"] in ("any", f"{width}x{width}")


def test_the_next_puzzle_is_kept_under_its_own_address(open_page: Open) -> None:
    page = open_page("/puzzles", worker=True)
    until_kept(page, "/api/puzzles", "/puzzles")
    page.get_by_role("link", name="Any of these: Othello").click()
    page.wait_for_url(re.compile(r"/puzzles/othello-\w+\?game=othello"))
    address = page.url.partition("?")[0]
    until_kept(page, f"/api{address[address.index('/puzzles/') :]}/sealed", page.url)
    task = page.locator("#task").inner_text()
    away(page)
    expect(page.locator("#task")).to_have_text(task)
    page.goto(address.rpartition("/")[0] + "/next")  # which that is only the server knows
    expect(page.locator("h1")).to_have_text("You are offline")
    page.get_by_role("link", name=f"Puzzle: Othello, {task.removesuffix('.')}").click()
    expect(page.locator("#task")).to_have_text(task)
