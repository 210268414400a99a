"""The puzzle of the day in a browser: its calendar, its streak, a picture to share; and three-minute runs."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from needs import need
from quintet.study.puzzle import Puzzle, find, of_the_day
from quintet.study.puzzle_attempt import attempt
from server.export.small import small_export
from web import driver
from web.conftest import PHONE, Open
from web.test_exported import Host
from web.test_pages import faults
from web.test_teaching import press


def today() -> Puzzle:
    puzzle = of_the_day(datetime.now(UTC).date())
    assert puzzle
    return puzzle


def solve(page: Page, puzzle: Puzzle) -> None:
    for move in puzzle.own_moves:
        press(page, move)


def miss(page: Page, puzzle: Puzzle) -> None:
    page.wait_for_function("() => document.querySelector('quintet-board')?.state?.moves.length > 0")
    press(page, next(move["text"] for move in driver.moves(page) if attempt(puzzle, [move["text"]]).wrong))


def picture(page: Page) -> bytes:
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the picture").click()
    content = Path(download.value.path()).read_bytes()
    page.get_by_role("button", name="Close", exact=True).click()
    return content


def board_of(content: bytes) -> str:
    """The board in a picture, as a digest; the words stand beside it."""
    image = Image.open(BytesIO(content))
    assert image.format == "PNG"
    assert image.size == (1200, 630)
    board = image.convert("RGB").crop((0, 0, 590, 630))
    assert len(board.getcolors(1 << 20) or []) > 20
    return hashlib.sha256(board.tobytes()).hexdigest()


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_the_puzzle_of_the_day_makes_a_streak_and_a_picture_without_the_answer(
    open_page: Open, size: tuple[int, int]
) -> None:
    puzzle = today()
    page = open_page("/puzzles", size=size)
    expect(page.locator("#calendar")).to_contain_text("a streak begins")
    page.get_by_role("link", name="Solve it").click()
    expect(page.locator("#about")).to_contain_text("Puzzle of the day")
    miss(page, puzzle)
    expect(page.locator("#answer")).to_have_attribute("data-kind", "wrong")
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_hidden()
    solve(page, puzzle)
    expect(page.locator("#answer")).to_have_text("That is it.")
    expect(page.locator("#streak")).to_have_text("1 day")
    at_the_end = picture(page)
    page.get_by_role("button", name="One move back").click()
    assert board_of(picture(page)) == board_of(at_the_end)  # whatever is on the board meanwhile
    page.reload()
    expect(page.locator("#answer")).to_have_text("You have solved the puzzle of the day.")
    assert board_of(picture(page)) == board_of(at_the_end)
    page.goto("/puzzles")
    expect(page.locator("#daily .streak")).to_have_text("1 day")
    marked = page.locator('#calendar td [data-result="on the day"]')
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("aria-current", "date")
    page.goto("/")
    expect(page.locator("#daily")).to_contain_text("1 day")


def test_past_months_are_walked_by_keys_and_open_their_puzzles(open_page: Open) -> None:
    page = open_page("/puzzles")
    title = page.locator("#calendar h2")
    expect(title).not_to_be_empty()
    before = title.inner_text()
    back = page.get_by_role("button", name="The month before")
    expect(page.get_by_role("button", name="The month after")).to_be_disabled()
    back.focus()
    for _ in range(12):
        shown = title.inner_text()
        page.keyboard.press("Enter")
        expect(title).not_to_have_text(shown)
    expect(back).to_be_disabled()
    expect(page.get_by_role("button", name="The month after")).to_be_focused()
    assert before != title.inner_text()
    assert page.locator("#calendar td a").count() >= 28
    past = page.locator("#calendar td a").nth(3)
    address = str(past.get_attribute("href"))
    past.click()
    page.wait_for_url(f"**{address}")
    puzzle = find(address.rpartition("/")[2])
    assert puzzle
    if puzzle != today():
        solve(page, puzzle)
        expect(page.locator("#answer")).to_have_text("That is it.")
        expect(page.locator("#streak")).to_be_empty()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_have_no_faults(open_page: Open, axe: str, scheme: str) -> None:
    for path, ready in (("/puzzles", "#calendar td a"), ("/run", "#keys button")):
        page = open_page(path, scheme=scheme)
        page.locator(ready).first.wait_for()
        assert not faults(page, axe), path


def run_puzzle(page: Page) -> Puzzle:
    """The puzzle that the run is at, by its position."""
    page.wait_for_function("() => document.querySelector('quintet-board')?.state?.moves.length > 0")
    identity = page.evaluate("document.querySelector('#told').dataset.puzzle")
    puzzle = find(str(identity))
    assert puzzle
    return puzzle


def run(page: Page, solved: int) -> None:
    """A run with so many puzzles right, and then three misses."""
    page.get_by_role("button", name=re.compile("Start|Run again")).click()
    for number in range(solved + 3):
        puzzle = run_puzzle(page)
        if number < solved:
            solve(page, puzzle)
        else:
            miss(page, puzzle)
        page.wait_for_function("(before) => document.querySelector('#told').dataset.puzzle !== before", arg=puzzle.id)
    expect(page.locator("#task")).to_have_text("Three misses: the run is over")
    expect(page.locator("#result")).to_contain_text(f"{solved} solved")
    expect(page.locator("#result a")).to_have_count(3)


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_a_run_ends_after_three_misses_and_the_best_one_stays(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page("/run", size=size)
    run(page, 2)
    expect(page.locator("#count")).to_have_text("Your best: 2")
    run(page, 1)
    expect(page.locator("#count")).to_have_text("Your best: 2")
    page.goto("/puzzles")
    expect(page.locator("#run")).to_contain_text("Your best: 2")


def test_a_run_ends_when_its_time_is_up(open_page: Open) -> None:
    page = open_page()
    page.clock.install()
    page.goto("/run")
    page.get_by_role("button", name="Start").click()
    run_puzzle(page)
    page.clock.run_for(171_000)
    expect(page.locator("#left")).to_have_class("late")
    page.clock.run_for(10_000)
    expect(page.locator("#task")).to_have_text("Time is up")
    expect(page.locator("#left")).to_have_text("0:00")
    assert page.evaluate("document.querySelector('quintet-board').state.moves.length") == 0


def test_calendar_streak_picture_and_run_work_without_a_server(
    open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("WebAssembly")
    small_export(tmp_path)
    host = Host(tmp_path)
    try:
        page = open_page(at=host.url)
        page.goto("/puzzles/")
        expect(page.locator("#calendar td a").first).to_be_visible()
        page.locator("#daily a").click()
        identity = str(page.url).rpartition("=")[2]
        puzzle = find(identity)
        assert puzzle
        miss(page, puzzle)
        expect(page.locator("#answer")).to_have_attribute("data-kind", "wrong")
        solve(page, puzzle)
        expect(page.locator("#streak")).to_have_text("1 day")
        board_of(picture(page))
        page.goto("/puzzles/")
        expect(page.locator('#calendar td [data-result="on the day"]')).to_have_count(1)
        page.get_by_role("button", name="The month before").click()
        expect(page.locator("#calendar td a").nth(27)).to_be_visible()
        page.goto("/run/")
        run(page, 1)
        page.goto("/puzzles/")
        expect(page.locator("#run")).to_contain_text("Your best: 1")
    finally:
        host.close()
