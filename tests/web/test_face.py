"""The face: a typeface without a jump, themes, volume, one main button, and something real on empty pages."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

import quintet
from web import driver
from web.conftest import DESKTOP, PHONE, Open
from web.test_pages import PAGES

SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 600);
})"""


@pytest.mark.parametrize("size", [PHONE, (768, 1024), DESKTOP])
def test_pages_leave_room_for_what_is_on_its_way(open_page: Open, size: tuple[int, int]) -> None:
    for path in ("/", "/lobby", "/library", "/learn", "/puzzles", "/solved", "/play", "/account", "/rules/quentin"):
        page = open_page(path, size=size)
        page.wait_for_selector(PAGES[path])
        assert page.evaluate(SHIFT) < 0.05, path


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
    page.get_by_text("Blue for Black and yellow for White").click()
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


CUT = "(lines) => lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent)"


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_stands_beside_a_clock_is_not_cut_off(open_page: Open, size: tuple[int, int]) -> None:
    ada, ben = open_page("/", size=size), open_page("/", size=size)
    wish = {"spec": "bestgame", "seats": [{"kind": "me"}, {"kind": "open"}], "private": False}
    address = driver.start(ada, {**wish, "clock": {"kind": "fischer", "first": {"seconds": 3600}}})
    ben.goto(address)
    ben.get_by_role("button", name="Join the game").click()
    for page in (ada, ben):
        hurry = page.locator(".player.turn .start")
        expect(hurry).to_contain_text("first move within")
        assert page.locator(".facts").evaluate_all(CUT) == []
    driver.wait(ada)
    driver.press_all(ada, ["1"])
    driver.wait(ben)
    driver.press_all(ben, ["2"])
    for page in (ada, ben):
        expect(page.locator(".facts").first).to_contain_text("19/20 tokens left")
        expect(page.locator("#near .player")).to_contain_text("19/20 tokens left")
        assert page.locator(".facts").evaluate_all(CUT) == []


def test_on_a_phone_the_head_shows_where_one_is_and_its_words_stand_apart(open_page: Open) -> None:
    for path in ("/", "/library", "/rules/othello", "/solved/quentin(size=3,pie=false)"):
        page = open_page(path, size=PHONE)
        links = page.get_by_role("navigation", name="Main").get_by_role("link")
        expect(links).to_have_count(8)
        boxes = links.evaluate_all(
            """(links) => links.map((link) => {
              const text = document.createRange();
              text.selectNodeContents(link);
              const { left, right } = text.getBoundingClientRect();
              return [left, right];
            })"""
        )
        assert min(after[0] - before[1] for before, after in pairwise(boxes)) >= 8
        current = page.locator(".site-nav [aria-current]")
        if current.count():
            expect(current).to_be_in_viewport(ratio=1)


def test_an_invitation_hides_nothing_that_is_said(open_page: Open) -> None:
    page = open_page("/", size=(768, 1024))
    driver.start(page, {"spec": "quentin", "seats": [{"kind": "me"}, {"kind": "open"}]})
    said, offer = page.locator("#status").bounding_box(), page.locator(".offer").bounding_box()
    assert said
    assert offer
    assert said["y"] + said["height"] <= offer["y"]
    link = page.locator(".link-field input").bounding_box()
    assert link
    assert link["width"] > 400


def test_a_house_bot_of_every_level_is_in_the_lobby(open_page: Open) -> None:
    page = open_page("/lobby")
    bots = page.locator("#bots li")
    expect(bots).to_have_count(10)
    page.get_by_label("Game of the bots").select_option("magnetize")
    bots.nth(1).get_by_role("button").click()
    page.wait_for_url(re.compile("/game/"))
    expect(page.locator(".player", has_text="Engine, level 2")).to_be_visible()
