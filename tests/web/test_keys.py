"""Keys and readers: where Tab stops, what is pressed, what is pointed out, what is read without JavaScript."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from server.servers import Server
from web import driver
from web.conftest import PHONE, Open


def test_a_question_mark_shows_the_keys_but_not_while_typing(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    expect(page.locator("#table")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).not_to_be_visible()
    page.locator("input:visible").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).not_to_be_visible()


def game(open_page: Open, spec: str) -> Page:
    page = open_page("/")
    driver.start(page, {"spec": spec, "seats": [{"kind": "me"}, {"kind": "engine", "level": 1}]})
    assert driver.wait(page)
    return page


def test_tab_stops_at_a_cell_and_not_at_the_picture(open_page: Open) -> None:
    page = game(open_page, "othello")
    stops = []
    for _ in range(16):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate("(() => { const it = document.activeElement; return it.tagName + '.' + it.role; })()")
        )
    assert "g.gridcell" in stops
    assert not [stop for stop in stops if stop.startswith("svg")]


def test_the_magnet_that_is_drawn_is_the_control_of_its_player(open_page: Open) -> None:
    page = game(open_page, "magnetize")
    magnets = page.locator("quintet-board .handle")
    expect(page.locator(".board-buttons button")).to_have_count(0)
    expect(magnets.nth(0)).to_be_visible()
    expect(magnets.nth(1)).to_be_hidden()
    expect(page.get_by_role("button", name="Magnet (you miss 2 turns)")).to_have_count(1)
    driver.press_all(page, ["m"])
    expect(page.locator(".moves > li").first).to_contain_text("m")


def test_a_button_that_is_not_legal_now_is_not_shown(open_page: Open) -> None:
    page = game(open_page, "othello")
    expect(page.get_by_role("button", name="Pass")).to_have_count(0)
    expect(page.locator(".board-buttons button")).to_be_hidden()


def test_a_lesson_points_at_what_it_speaks_of_and_its_board_stays_where_it_is(open_page: Open) -> None:
    page = open_page("/learn/quentin#4", size=PHONE)
    expect(page.locator("quintet-board .shown")).to_have_count(6)
    before = page.locator("quintet-board .picture").bounding_box()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#answer")).not_to_be_empty()
    expect(page.locator("quintet-board .shown")).to_have_count(1)
    assert page.locator("quintet-board .picture").bounding_box() == before


def test_a_hint_points_at_every_press_of_its_move(open_page: Open) -> None:
    page = game(open_page, "pentago")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("The engine would play")
    expect(page.locator("quintet-board .shown")).to_have_count(1)
    words = page.locator("#status .unbroken")
    expect(words).to_have_text(re.compile(r"^[a-f][0-5]-[1-4][AC]"))
    assert words.evaluate("(span) => getComputedStyle(span).whiteSpace") == "nowrap"
    place, turn = words.inner_text().split("-")
    driver.press(page, place)
    expect(page.locator("quintet-board .handle.pointed")).to_have_attribute("data-target", turn)


def test_the_arrows_of_a_turning_board_leave_the_coordinates_free(open_page: Open) -> None:
    page = game(open_page, "pentago")
    driver.press(page, "b2")
    covered = page.evaluate("""() => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
      const knobs = boxes("quintet-board .handle.usable .knob");
      const meet = (box, knob) => {
        const [x, y] = [(knob.left + knob.right) / 2, (knob.top + knob.bottom) / 2];
        const across = Math.max(box.left - x, 0, x - box.right), down = Math.max(box.top - y, 0, y - box.bottom);
        return Math.hypot(across, down) < knob.width / 2;
      };
      return boxes("quintet-board .labels text").filter((label) => knobs.some((knob) => meet(label, knob))).length;
    }""")
    assert covered == 0


def test_chat_and_moves_stand_side_by_side_on_a_wide_window(open_page: Open) -> None:
    ada, ben = open_page("/", size=(1920, 1080)), open_page("/")
    seats = [{"kind": "me"}, {"kind": "open"}]
    address = driver.start(ada, {"spec": "othello", "seats": seats, "private": False})
    ben.goto(address)
    ben.get_by_role("button", name="Join the game").click()
    ada.get_by_role("button", name="Chat").click()
    moves, chat = ada.locator("#moves").bounding_box(), ada.locator("#chat .chat").bounding_box()
    assert moves
    assert chat
    assert moves["x"] + moves["width"] <= chat["x"]
    assert abs(moves["y"] - chat["y"]) < 2


def test_a_board_that_is_set_up_has_no_marks_and_refuses_in_a_sentence(open_page: Open) -> None:
    page = open_page("/analysis/bestgame")
    expect(page.locator("quintet-board .truth").first).to_be_visible()
    page.get_by_role("button", name="Set up a position").click()
    expect(page.locator("quintet-board .truth")).to_have_count(0)
    page.locator('[data-spot="2,3"]').click()
    expect(page.locator(".brushes")).to_contain_text("Column 2 must have no gap: put a token on row 1 first")
    expect(page.locator("quintet-board .truth")).to_have_count(0)


def test_an_illegal_move_in_a_pasted_game_is_named(open_page: Open) -> None:
    page = open_page("/library")
    expect(page.locator("#search button")).to_be_visible()
    page.get_by_role("button", name="Add a game").click()
    page.get_by_label("A game as text").fill("f5d6c3a1")
    page.get_by_role("button", name=re.compile("Open|Read|Add")).last.click()
    expect(page.locator(".found .bad")).to_have_text("line 1: move 4: a1 turns no disc")


def test_without_javascript_the_rules_can_be_read(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    expect(page.locator(".without-script")).to_contain_text("Quintet plays with JavaScript.")
    page.get_by_role("link", name="Quentin").click()
    expect(page.locator(".without-script")).to_contain_text("territory")
    context.close()
