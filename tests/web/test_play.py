"""Whole games in a browser: against the engine by mouse and by keyboard, against each other, on a phone."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

import quintet
from amounts import some, whole
from server.servers import Server
from web import driver
from web.conftest import PHONE, Open

QUICK = {"quentin": "quentin(size=5)"}
"""Smaller boards where a whole game would take minutes."""
RESULT = re.compile(r"wins?|draw|resigned")


def against_engine(spec: str, level: int = 1) -> dict[str, object]:
    return {"spec": spec, "seats": [{"kind": "me"}, {"kind": "engine", "level": level}]}


@pytest.mark.long
@pytest.mark.parametrize("game", some(quintet.game_ids(), 5))
def test_a_whole_game_against_the_engine_by_mouse(open_page: Open, game: str) -> None:
    page = open_page()
    driver.start(page, against_engine(QUICK.get(game, game)))
    played = driver.play_out(page, seed=5)
    assert played > 3
    assert RESULT.search(driver.status(page))
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    # The whole game can be gone through with the arrow keys, back to the start and forward again.
    page.locator("body").click(position={"x": 4, "y": 4})
    page.keyboard.press("Home")
    expect(page.locator("#status")).to_have_text(f"Move 0 of {played}.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_have_count(1)
    page.keyboard.press("End")
    expect(page.locator("#status")).to_have_text(RESULT)


def test_undo_redo_and_hint_against_the_engine(open_page: Open) -> None:
    page = open_page()
    driver.start(page, against_engine("othello"))
    assert driver.wait(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_have_text(re.compile("The engine would play"))
    driver.press_all(page, driver.moves(page)[0]["clicks"])
    assert driver.wait(page)
    assert driver.ply(page) == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves > li")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".moves > li")).to_have_count(2)


def test_a_refused_press_says_why_and_shows_where(open_page: Open) -> None:
    page = open_page()
    driver.start(page, against_engine("othello"))
    assert driver.wait(page)
    page.locator('[data-spot="a1"]').click()
    expect(page.locator("#status")).to_have_text(re.compile("a1 turns no disc"))
    expect(page.locator("quintet-board .shown")).to_have_count(1)
    assert driver.ply(page) == 0


def focus(page: Page, selector: str) -> None:
    """With Tab alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not come to {selector}")


def walk_to(page: Page, spot: str) -> None:
    """With arrow keys alone, over the grid."""
    for _ in range(60):
        here, there = page.evaluate(
            """(spot) => {
              const middle = (cell) => { const box = cell.getBoundingClientRect(); return [box.x, box.y]; };
              return [middle(document.activeElement), middle(document.querySelector(`[data-spot="${spot}"]`))];
            }""",
            spot,
        )
        across, down = there[0] - here[0], there[1] - here[1]
        if abs(across) < 2 and abs(down) < 2:
            return
        if abs(across) >= 2:
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    raise AssertionError(f"the arrows do not come to {spot}")


@whole
def test_a_whole_game_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/")
    expect(page.locator(".shelf li")).to_have_count(len(quintet.game_ids()))
    focus(page, '[aria-label="Play Pentago now"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/*")
    page.wait_for_selector("quintet-board [role=gridcell]")
    focus(page, "[role=gridcell]")
    chance = random.Random(2)
    handles = 0
    while driver.wait(page):
        before = driver.ply(page)
        spot, *rest = driver.choose(page, chance)
        walk_to(page, spot)
        assert "you can play here" in page.evaluate("document.activeElement.getAttribute('aria-label')")
        page.keyboard.press("Enter")
        if rest:
            handles += 1
            for _ in range(8):
                if page.evaluate("document.activeElement.dataset.target") == rest[0]:
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        expect(page.locator(f".moves > li:nth-child({before + 1})")).to_be_attached()
    assert handles > 2
    assert RESULT.search(driver.status(page))
    assert RESULT.search(page.locator("quintet-board [role=status]").inner_text())


def test_typed_moves(open_page: Open) -> None:
    page = open_page()
    driver.start(page, against_engine("pentago"))
    assert driver.wait(page)
    typed = page.get_by_label("Type a move")
    typed.fill("B1 1c")
    typed.press("Enter")
    expect(page.locator(".moves > li").first).to_contain_text("b1-1C")
    assert driver.wait(page)
    typed.fill("z9")
    typed.press("Enter")
    expect(page.locator("#status")).to_have_text(re.compile("is not a move"))


def test_two_browsers_play_each_other_from_a_link(open_page: Open) -> None:
    ada = open_page("/play/magnetize")
    ada.get_by_text("A friend, by link").click()
    ada.get_by_role("button", name="Start").click()
    ada.wait_for_url("**/game/*")
    link = ada.get_by_label("Link to this game").input_value()
    ben = open_page("/" + link.split("/", 3)[3])
    ben.get_by_role("button", name="Join the game").click()
    expect(ada.locator("#status")).to_have_text("Your move.")
    chance = random.Random(4)
    while not driver.is_over(ada):
        mover = ada if driver.status(ada).startswith("Your move") else ben
        if not driver.wait(mover):
            break
        before = driver.ply(ada)
        driver.press_all(mover, driver.choose(mover, chance))
        for page in (ada, ben):
            expect(page.locator(f".moves > li:nth-child({before + 1})")).to_be_attached()
    expect(ben.locator("#status")).to_have_text(RESULT)
    told = sorted(driver.status(page).split(":")[0] for page in (ada, ben))
    assert re.fullmatch(r"Visitor \d+ wins,You win|A draw,A draw", ",".join(told))
    ben.get_by_role("button", name="Rematch").click()
    ada.get_by_role("button", name="Play again").click()
    ada.wait_for_function("(old) => !location.href.startsWith(old)", arg=link.split("?")[0])
    ben.wait_for_url(f"{ada.url.split('?')[0]}*")  # each page adds the invitation as soon as it knows it


@whole
def test_a_move_that_comes_before_the_answer_to_joining_is_seen(open_page: Open) -> None:
    ada = open_page()
    driver.start(ada, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]})
    ben = open_page("/" + ada.get_by_label("Link to this game").input_value().split("/", 3)[3])

    def late(route: Route) -> None:
        answer = route.fetch()
        assert driver.wait(ada)
        driver.press_all(ada, ["d3"])
        expect(ben.locator(".moves > li")).to_have_count(1)
        route.fulfill(response=answer)

    ben.route("**/join", late)
    ben.get_by_role("button", name="Join the game").click()
    assert driver.wait(ben)
    driver.press_all(ben, ["c3"])
    expect(ada.locator(".moves > li")).to_have_count(2)


def test_takeback_and_draw_between_two(open_page: Open) -> None:
    ada = open_page()
    driver.start(ada, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]})
    link = ada.get_by_label("Link to this game").input_value()
    ben = open_page("/" + link.split("/", 3)[3])
    ben.get_by_role("button", name="Join the game").click()
    assert driver.wait(ada)
    driver.press_all(ada, ["d3"])
    ada.get_by_role("button", name="Take back").click()
    ben.get_by_role("button", name="Allow").click()
    expect(ada.locator(".moves > li")).to_have_count(0)
    assert driver.wait(ada)
    driver.press_all(ada, ["c4"])
    ada.get_by_role("button", name="Offer draw").click()
    ben.get_by_role("button", name="Accept").click()
    expect(ada.locator("#status")).to_have_text("A draw: both agreed.")


def test_a_game_goes_on_after_the_server_was_killed(open_page: Open, server: Server) -> None:
    other = Server(server.home / "again").start()
    try:
        page = open_page(at=other.url)
        driver.start(page, against_engine("othello"))
        chance = random.Random(1)
        for _ in range(3):
            assert driver.wait(page)
            driver.press_all(page, driver.choose(page, chance))
        assert driver.wait(page)
        before = page.locator(".moves").text_content() or ""
        other.kill()
        assert other.process
        assert other.process.stdout
        other.process.stdout.close()
        expect(page.locator("#connection")).to_have_text(re.compile("Connection lost"))
        # A move made while the line is down is sent when it is back.
        for target in driver.choose(page, chance):
            driver.press(page, target)
        other.start()
        expect(page.locator("#connection")).to_have_text("Connected", timeout=30_000)
        expect(page.locator(".moves > li")).to_have_count(8, timeout=30_000)
        assert (page.locator(".moves").text_content() or "").startswith(before)
    finally:
        other.close()


@whole
def test_a_whole_game_on_a_phone(open_page: Open) -> None:
    page = open_page(size=PHONE)
    driver.start(page, against_engine("magnetize"))
    driver.play_out(page, seed=3)
    assert RESULT.search(driver.status(page))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.long
@pytest.mark.parametrize("size", some([PHONE, (390, 664), (740, 360), (820, 1180)], 2))
def test_on_a_phone_all_that_matters_is_seen_with_the_board(open_page: Open, size: tuple[int, int]) -> None:
    page = open_page(size=size)
    clock = {"kind": "fischer", "first": {"seconds": 300}}
    seats = [{"kind": "me"}, {"kind": "me"}]
    moves = ["d3", "c3", "c4", "e3", "f4", "g3"]
    driver.start(page, {"spec": "othello", "seats": seats, "clock": clock, "moves": moves})
    assert driver.wait(page)
    for place in (
        "quintet-board .frame",
        "#far .clock",
        "#near .clock",
        "#status",
        ".actions",
        ".moves [aria-current]",
    ):
        expect(page.locator(place)).to_be_in_viewport(ratio=0.9)
    if size[0] < size[1]:  # turned, the list has another size
        page.set_viewport_size({"width": size[1], "height": size[0]})
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator(".moves [aria-current]")).to_be_in_viewport(ratio=0.9)
    # A lost connection is told where it is seen.
    page.locator("#connection").evaluate("(element) => { element.dataset.state = 'away'; }")
    expect(page.locator("#connection")).to_be_in_viewport(ratio=1)


def test_a_small_cell_under_a_finger_is_pressed_twice(open_page: Open) -> None:
    page = open_page(size=PHONE)
    driver.start(page, against_engine("quentin"))
    assert driver.wait(page)
    cell = page.locator('[data-spot="c3"]')
    page.locator('[data-spot="d3"]').tap()
    expect(page.locator("#status")).to_have_text("Press again to play d3, or press another place.")
    cell.tap()
    expect(page.locator("#status")).to_have_text("Press again to play c3, or press another place.")
    assert driver.ply(page) == 0
    cell.tap()
    expect(page.locator(".moves > li").first).to_contain_text("c3")


def test_a_small_arrow_under_a_finger_is_pressed_twice(open_page: Open) -> None:
    """And others may be pressed instead: the piece stays where it is."""
    page = open_page(size=PHONE)
    driver.start(page, against_engine("pentago"))
    assert driver.wait(page)
    page.locator('[data-spot="b5"]').tap()
    for turn in ("3A", "2C"):
        page.locator(f'[data-target="{turn}"]').tap()
        expect(page.locator("#status")).to_have_text(f"Press again to play b5-{turn}, or press another place.")
    assert driver.ply(page) == 0
    page.locator('[data-target="2C"]').tap()
    expect(page.locator(".moves > li").first).to_contain_text("b5-2C")


def test_after_the_end_nothing_is_offered_that_cannot_be_done(open_page: Open) -> None:
    page = open_page()
    driver.start(page, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]})
    expect(page.locator(".board-foot")).to_be_visible()
    page.get_by_role("button", name="Cancel the game").click()
    expect(page.locator("#status")).to_have_text("The game was called off.")
    expect(page.locator(".board-foot")).to_be_hidden()
    for name in ("Rematch", "Analyse", "Save record"):
        expect(page.locator("#actions").get_by_text(name)).to_have_count(0)
    expect(page.get_by_role("link", name="New game")).to_be_visible()


def test_hot_seat(open_page: Open) -> None:
    page = open_page("/play/bestgame")
    page.get_by_text("Two players, one device").click()
    page.get_by_label("First player's name").fill("Ann")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    assert driver.wait(page)
    expect(page.locator("#status")).to_have_text("Ann to move.")
    for _ in range(6):
        assert driver.wait(page)
        driver.press_all(page, driver.choose(page, random.Random(7)))
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves > li")).to_have_count(5)


def test_a_public_game_is_watched_and_replayed_from_a_ply(open_page: Open) -> None:
    ada = open_page()
    path = driver.start(ada, {**against_engine("othello"), "private": False})
    eve = open_page(path)
    assert driver.wait(ada)
    expect(ada.locator("#about")).to_contain_text("1 watching")
    driver.press_all(ada, ["d3"])
    expect(eve.locator(".moves > li").first).to_contain_text("d3")
    assert driver.moves(eve) == []
    expect(eve.get_by_label("Type a move")).to_be_hidden()
    assert driver.wait(ada)
    late = open_page(f"{path}?ply=1")
    expect(late.locator("#status")).to_have_text("Move 1 of 2.")
    expect(late.get_by_role("gridcell", name="d3, black disc, last move")).to_be_attached()


def test_a_game_that_is_not_there_says_so(open_page: Open) -> None:
    page = open_page("/game/nothing")
    expect(page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
    expect(page.locator("#why")).to_have_text(re.compile(r"^There is no such match.*\.$"))


def test_what_was_asked_for_last_stands_on_the_board(open_page: Open) -> None:
    """One steps back while moves are still being shown: that moment is seen, and nothing on it can be pressed."""
    page = open_page(speed=1.8)
    match = driver.start(page, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "me"}]}).split("?")[0]
    assert driver.wait(page)
    for ply, move in enumerate(["d3", "c3", "c4"]):
        page.request.post(f"/api{match.replace('/game/', '/matches/')}/move", data={"move": move, "ply": ply})
    expect(page.locator(".moves > li")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_have_text("Move 1 of 3.")
    board = "document.querySelector('quintet-board')"
    page.wait_for_function(f"() => {board}.getAnimations({{subtree: true}}).length === 0")
    page.wait_for_timeout(1500)  # as long as the moves that were not seen would take
    shown = f"[Object.keys({board}.state.scene.pieces).length, {board}.state.moves.length, {board}.state.last.text]"
    assert page.evaluate(shown) == [5, 0, "d3"]
    page.keyboard.press("Home")
    page.keyboard.press("End")
    page.wait_for_function(f"() => {board}.state.last?.text === 'c4' && {board}.state.moves.length > 0")
    expect(page.locator("#status")).to_have_text(re.compile("to move"))
