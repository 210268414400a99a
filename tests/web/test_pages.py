"""Every page: no accessibility fault, nothing too wide, light enough; and what each is for works."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import quintet
from amounts import some
from quintet.engine import levels
from web import driver
from web.conftest import PHONE, Open

PAGES = {
    "/": ".shelf li",
    "/play": "#start",
    "/play/quentin(size=5)?first=me&second=engine:7": "#start",
    "/lobby": "#ratings select",
    "/learn": ".lessons li",
    "/learn/pentago": "#chapters button",
    "/puzzles": ".puzzle-games li",
    "/puzzles/daily": "#keys button",
    "/run": "#keys button",
    "/notices": "#notices button",
    "/library": "#search button",
    "/analysis": "#choose a",
    "/analysis/othello": "#below:not([hidden])",
    "/analysis/othello?moves=d3 c3 (c5 d6 (f6) e3) c4&ply=4": ".tried .tried",
    "/solved": ".maps li:last-child svg",
    "/solved/quentin(size=3,pie=false)?moves=a1": "#values button",
    "/nowhere": "#main h1",
    "/account": "#account form",
    **{f"/{text}": "article h1" for text in ("about", "help", "privacy", "contact")},
    "/player/nobody": "#account .button",
    "/account/recover": "#account form",
    "/offline": "#again",
    **{f"/rules/{game}": ".example svg" for game in quintet.game_ids()},
}
"""Each page and what says that it is ready."""


def faults(page: Page, axe: str, only: str = "") -> list[str]:
    """What axe finds; `only` names the one rule that a change of colours can break."""
    page.evaluate(axe)
    options = {"resultTypes": ["violations"], **({"runOnly": [only]} if only else {})}
    found: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{one['id']}: {one['help']}: " + "; ".join(node["html"][:160] for node in one["nodes"][:3])
        for one in found["violations"]
    ]


@pytest.mark.long
@pytest.mark.parametrize("path", some(PAGES, 6))
def test_no_accessibility_fault_and_nothing_too_wide(open_page: Open, axe: str, path: str) -> None:
    page = open_page(path)
    page.wait_for_selector(PAGES[path])
    assert faults(page, axe) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, axe, "color-contrast") == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.long
@pytest.mark.parametrize("game", some(quintet.game_ids(), 5))
def test_the_game_page_has_no_accessibility_fault(open_page: Open, axe: str, game: str) -> None:
    page = open_page(motion="reduce")
    driver.start(page, {"spec": game, "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}]})
    assert driver.wait(page)
    move = driver.moves(page)[0]
    driver.press(page, move["clicks"][0])
    if len(move["clicks"]) > 1:
        assert faults(page, axe) == []
        page.keyboard.press("Escape")
        expect(page.locator("quintet-board .handle.usable")).to_have_count(0)
        for target in move["clicks"]:
            driver.press(page, target)
    driver.wait(page)
    assert faults(page, axe) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, axe, "color-contrast") == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_first_page_is_quick(open_page: Open) -> None:
    page = open_page("/")
    times = []
    for _ in range(3):
        page.reload()
        page.wait_for_selector(f".shelf li:nth-child({len(quintet.game_ids())}) button")
        times.append(page.evaluate("performance.now()"))
    assert min(times) < 1000


def weight(page: Page) -> int:
    """Bytes that a first visit has fetched, without the engine and its data, which come behind the page."""
    page.wait_for_timeout(1000)
    fetched = page.evaluate(
        """() => [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
          .map((one) => [one.name, one.transferSize])"""
    )
    assert sum(size for name, size in fetched if ".wasm" in name) < 500_000
    return sum(size for name, size in fetched if ".wasm" not in name and not name.endswith((".weights", ".book")))


@pytest.mark.long
@pytest.mark.parametrize("path", some(PAGES, 6))
def test_a_page_weighs_less_than_160_kilobytes(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.wait_for_selector(PAGES[path])
    assert 10_000 < weight(page) < 160_000


def test_a_review_weighs_less_than_160_kilobytes(open_page: Open) -> None:
    page = open_page("/analysis/othello?moves=d3 c3 c4 e3 d2 b4&review")
    expect(page.locator(".graph > [role=status]")).to_contain_text("made")
    assert 10_000 < weight(page) < 160_000


def test_a_game_weighs_less_than_160_kilobytes(open_page: Open) -> None:
    page = open_page()
    seats = [{"kind": "me"}, {"kind": "engine", "level": 1}]
    page.goto(page.request.post("/api/matches", data={"spec": "pentago", "seats": seats}).json()["url"])
    assert driver.wait(page)
    assert 10_000 < weight(page) < 160_000


def test_cells_say_what_they_are(open_page: Open) -> None:
    page = open_page("/analysis/othello?moves=d3")
    expect(page.get_by_role("gridcell", name="d3, black disc, last move")).to_be_attached()
    expect(page.get_by_role("gridcell", name="c3, empty, you can play here")).to_be_attached()
    assert page.locator("quintet-board [role=gridcell][tabindex='0']").count() == 1


def test_the_analysis_board(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    expect(page.locator(".lines button").first).to_be_visible()
    expect(page.get_by_role("meter", name="Winning chance")).to_be_visible()
    for move in ("d3", "c3", "c4"):
        page.wait_for_function("() => document.querySelector('quintet-board').state.moves.length > 0")
        driver.press(page, move)
        expect(page.locator(".moves > li").last).to_contain_text(move)
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".graph [role=status]")).to_have_text(re.compile("made"), timeout=30_000)
    page.get_by_text("As a table").click()
    expect(page.locator(".graph tbody tr")).to_have_count(4)
    expect(page.locator(".lines button").first).to_be_visible()  # the engine is back at the position
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_role("link", name="Try again from here")).to_have_attribute("href", re.compile("moves=d3\\+c3"))


def test_the_position_editor_makes_a_link(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    page.get_by_label("Edit by pressing the board").check()
    page.get_by_text("White", exact=True).click()
    page.locator('[data-spot="a1"]').click()
    expect(page.get_by_label("The position as text")).to_have_value(re.compile("^w......./"))
    page.get_by_label("The position as text").fill("nonsense")
    page.get_by_role("button", name="Use this position").click()
    expect(page.get_by_role("region", name="Position").get_by_role("status")).not_to_be_empty()
    link = page.get_by_label("Link to this position").input_value()
    assert "position=w" in link
    again = open_page("/" + link.split("/", 3)[3])
    expect(again.get_by_role("gridcell", name="a1, white disc")).to_be_attached()


def test_a_diagram_of_the_rules_can_be_played_with(open_page: Open) -> None:
    page = open_page("/rules/othello")
    diagram = page.locator(".example").first
    expect(diagram.get_by_role("button", name="From the start")).to_be_disabled()
    expect(diagram.get_by_role("gridcell", name="d3, empty")).to_be_attached()
    diagram.get_by_role("button", name="Next step").click()
    expect(diagram.get_by_role("gridcell", name="d3, black disc")).to_be_attached()
    expect(diagram.get_by_role("button", name="From the start")).to_be_enabled()
    page.wait_for_function("() => document.querySelector('.example quintet-board').state.moves.length > 0")
    target = page.evaluate("document.querySelector('.example quintet-board').state.moves[0].clicks[0]")
    diagram.locator(f'[data-target="{target}"]').click()
    expect(diagram.get_by_role("button", name="Back to the example")).to_be_enabled()


def test_labels_stand_above_their_fields(open_page: Open) -> None:
    page = open_page("/play/magnetize")
    field = page.locator(".setup .options .field").first
    label, box = field.locator("span").bounding_box(), field.locator("input").bounding_box()
    assert label
    assert box
    assert label["y"] + label["height"] <= box["y"]


def test_a_finished_public_game_is_in_the_library(open_page: Open) -> None:
    page = open_page()
    body = {"spec": "magnetize", "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}], "private": False}
    driver.start(page, body)
    driver.play_out(page, seed=6)
    page.goto("/library?game=magnetize")
    page.locator(".match a").first.click()
    page.wait_for_url("**/game/*")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".moves > li").first).to_be_visible()


def test_settings_are_kept(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("The game ends").click()
    kept = json.loads(page.evaluate("localStorage.quintet"))
    assert kept["theme"] == "dark"
    assert kept["sounds"]["end"] is True
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


TURNING = "() => [...document.querySelectorAll('quintet-board .tile')].some((tile) => tile.getAnimations().length > 0)"


def test_animations_play_and_are_skipped_by_the_next_click(open_page: Open) -> None:
    page = open_page("/analysis/pentago", speed=60)
    page.wait_for_function("() => document.querySelector('quintet-board')?.state.moves.length > 0")
    driver.press(page, "a0")
    expect(page.locator("quintet-board .handle.usable")).to_have_count(8)
    driver.press(page, "1C")
    page.wait_for_function(TURNING)
    page.locator('[data-spot="f5"]').click()
    expect(page.get_by_role("gridcell", name="a2, black marble, last move")).to_be_attached(timeout=5000)
    assert not page.evaluate(TURNING)


def test_reduced_motion_marks_what_changed(open_page: Open) -> None:
    page = open_page("/analysis/othello", speed=1, motion="reduce")
    page.wait_for_function("() => document.querySelector('quintet-board')?.state.moves.length > 0")
    driver.press(page, "d3")
    expect(page.locator("quintet-board .changed")).to_have_count(1)
    expect(page.get_by_role("gridcell", name="d4, black disc, changed")).to_be_attached()


def test_a_new_game_asks_three_things_and_says_what_a_level_is(open_page: Open) -> None:
    page = open_page("/play/pentago")
    expect(page.get_by_role("group", name="Game")).to_be_visible()
    for name in ("Opponent", "Time"):
        expect(page.get_by_role("group", name=name)).to_be_visible()
    expect(page.get_by_role("group", name="You play")).to_be_hidden()
    words = page.locator(".level-words")
    for number in (3, 10):
        page.get_by_role("slider").fill(str(number))
        level = levels.described(quintet.load("pentago"))[number - 1]
        rated = "" if level["elo"] is None else f", rated {level['elo']:.0f}"
        expect(words).to_have_text(f"{number}. {level['name']}{rated}{level['about']}")
    page.get_by_text("10 minutes + 5 s").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("#near .clock")).to_have_text(re.compile(r"^(10:00|9:5\d)$"))


def test_a_game_that_is_not_there_is_not_offered_as_another(open_page: Open) -> None:
    page = open_page("/play/nogame")
    expect(page.locator("#setup")).to_contain_text("There is no game called nogame. These can be played: ")
    page.get_by_role("link", name="Pentago").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def test_an_option_that_is_not_there_is_told(open_page: Open) -> None:
    page = open_page("/play/quentin(colour=red)")
    expect(page.locator(".notice")).to_contain_text("has no option 'colour': expected one of size, pie")
