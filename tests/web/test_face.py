"""The face: a typeface without a jump, themes, volume, one main button, and something real on empty pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import quintet
from web import driver
from web.conftest import Open
from web.test_pages import PAGES

SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 600);
})"""


def test_the_lobby_leaves_room_for_what_is_on_its_way(open_page: Open) -> None:
    page = open_page("/lobby")
    expect(page.locator("#bots li")).to_have_count(10)
    expect(page.locator("#lists section").first).to_be_visible()
    assert page.evaluate(SHIFT) < 0.05


def test_the_typeface_is_ours_and_nothing_jumps(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator(".shelf li button").last).to_be_visible()
    page.reload()
    expect(page.locator(".shelf li button").last).to_be_visible()
    assert page.evaluate("document.fonts.check('16px \"Nunito Sans\"') && document.fonts.size === 1")
    assert page.evaluate(SHIFT) < 0.02
    expect(page.locator("h1")).to_have_text(re.compile("^Five strategy games. Every mistake explained"))


def test_the_first_page_leads_everywhere(open_page: Open) -> None:
    page = open_page("/")
    places = ["Play", "Lobby", "Learn", "Puzzles", "Analysis", "Solved", "Library", "Rules"]
    expect(page.get_by_role("navigation", name="Main").get_by_role("link")).to_have_text(places)
    cards = page.locator(".shelf li")
    expect(cards).to_have_count(len(quintet.game_ids()))
    for card in cards.all():
        title = card.get_by_role("heading").inner_text()
        expect(card.get_by_role("button", name=f"Play {title} now")).to_be_visible()
        expect(card.get_by_role("link", name=f"Learn {title}")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1280, 800)])
def test_every_game_is_summed_up_in_one_whole_sentence(open_page: Open, size: tuple[int, int]) -> None:
    for path in ("/", "/learn"):
        page = open_page(path, size=size)
        expect(page.locator(".shelf li")).to_have_count(len(quintet.game_ids()))
        cut = "(lines) => lines.filter((line) => line.scrollHeight > line.clientHeight).map((line) => line.textContent)"
        assert page.locator(".shelf p").evaluate_all(cut) == []
        boxes = """(cards) => cards.map((card) => card.getBoundingClientRect())
          .map((box) => [box.top, box.right, box.height])"""
        rows: dict[float, list[tuple[float, float]]] = {}
        for top, right, height in page.locator(".shelf li").evaluate_all(boxes):
            rows.setdefault(top, []).append((right, height))
        assert len({max(right for right, _ in row) for row in rows.values()}) == 1, "the last row has a hole"
        for row in rows.values():
            assert len({height for _, height in row}) == 1
    page = open_page("/analysis", size=size)
    expect(page.locator("#choose li")).to_have_count(len(quintet.game_ids()))
    ends = page.locator("#choose li").evaluate_all("(cards) => cards.map((card) => card.getBoundingClientRect().right)")
    assert ends[-1] == max(ends)


def test_themes_of_boards_and_pieces_and_the_volume_are_kept(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    board = page.locator("quintet-board .under rect").first
    color = "(part) => getComputedStyle(part.closest('quintet-board')).getPropertyValue('--board')"
    piece = "() => getComputedStyle(document.querySelector('quintet-board [fill=\"#1b1a18\"]')).fill"
    own, black = board.evaluate(color), page.evaluate(piece)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Slate, for colour-blind eyes").click()
    page.get_by_text("Blue and yellow, for colour-blind eyes").click()
    page.get_by_label("Volume").fill("0.3")
    assert board.evaluate(color) != own
    assert page.evaluate(piece) == "rgb(10, 47, 115)" != black
    page.reload()
    expect(page.locator("quintet-board .under rect").first).to_be_attached()
    assert page.evaluate(piece) == "rgb(10, 47, 115)"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Volume")).to_have_value("0.3")


def test_no_screen_has_more_than_one_main_button(open_page: Open) -> None:
    page = open_page("/")
    for path in (
        "/",
        "/play",
        "/learn",
        "/learn/pentago",
        "/puzzles",
        "/run",
        "/account",
        "/rules/othello",
        "/nowhere",
    ):
        page.goto(path)
        page.wait_for_selector(PAGES.get(path, "main"))
        main = page.locator(".primary:visible")
        assert main.count() <= 1, f"{path}: {main.all_inner_texts()}"


def test_the_end_of_a_game_has_one_main_button(open_page: Open) -> None:
    page = open_page("/")
    driver.start(page, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}]})
    assert driver.wait(page)
    driver.press_all(page, ["d3"])
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#actions .primary")).to_have_text("Review")


def test_a_house_bot_of_every_level_is_in_the_lobby(open_page: Open) -> None:
    page = open_page("/lobby")
    bots = page.locator("#bots li")
    expect(bots).to_have_count(10)
    page.get_by_label("Game of the bots").select_option("magnetize")
    bots.nth(1).get_by_role("button").click()
    page.wait_for_url(re.compile("/game/"))
    expect(page.locator(".player", has_text="Engine, level 2")).to_be_visible()
