"""What is told at a board, to whom and when: you, the result after the move, whose turn it is, where Rules leads."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from amounts import whole
from web import driver
from web.conftest import Open
from web.test_variations import play, shared

ME = {"kind": "me"}


def two(open_page: Open, spec: str) -> tuple[Page, Page]:
    """Two visitors at one public game, the first to move first."""
    ada, ben = open_page(), open_page()
    address = driver.start(ada, {"spec": spec, "seats": [ME, {"kind": "open"}], "private": False})
    ben.goto(address)
    ben.get_by_role("button", name="Join the game").click()
    expect(ada.locator("#status")).to_have_text(re.compile("^Your move"))
    return ada, ben


@whole
def test_a_result_says_you_to_players_and_names_to_others(open_page: Open) -> None:
    ada, ben = two(open_page, "othello")
    eve = open_page("/" + ada.url.split("/", 3)[3])
    driver.press_all(ada, ["d3"])
    driver.wait(ben)
    driver.press_all(ben, ["c3"])
    driver.wait(ada)
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ada.locator("#status")).to_have_text(re.compile(r"^.+ wins: you resigned\.$"))
    expect(ben.locator("#status")).to_have_text(re.compile(r"^You win: .+ resigned\.$"))
    expect(eve.locator("#status")).to_have_text(re.compile(r"^Visitor \d+ wins: Visitor \d+ resigned\.$"))


def test_the_title_says_when_it_is_your_turn(open_page: Open) -> None:
    ada, ben = two(open_page, "othello")
    expect(ada).to_have_title(re.compile("^Your move · "))
    expect(ben).not_to_have_title(re.compile("^Your move"))
    driver.press_all(ada, ["d3"])
    expect(ben).to_have_title(re.compile("^Your move · "))
    expect(ada).not_to_have_title(re.compile("^Your move"))


@whole
def test_spectators_follow_into_a_rematch(open_page: Open) -> None:
    ada, ben = two(open_page, "magnetize(height=2,width=2)")
    eve = open_page("/" + ada.url.split("/", 3)[3])
    while not driver.is_over(ada):
        for page in (ada, ben):
            if driver.moves(page):
                driver.press_all(page, driver.moves(page)[0]["clicks"])
        ada.wait_for_timeout(50)
    first = ada.url
    ada.get_by_role("button", name="Rematch").click()
    ben.get_by_role("button", name="Play again").click()
    eve.wait_for_url(lambda url: "/game/" in url and url != first)
    ben.wait_for_url(eve.url)


def test_result_and_score_come_after_the_animation(open_page: Open) -> None:
    page = open_page(speed=4)
    driver.start(
        page,
        {
            "spec": "bestgame(columns=7,rows=5)",
            "position": "......./......./b....../b....../w...... w 0 1 0 0",
            "seats": [ME, ME],
        },
    )
    driver.wait(page)
    before = page.locator(".player .numbers").all_inner_texts()
    driver.press(page, "1")
    expect(page.locator(".moves > li")).to_have_count(1)
    assert not driver.is_over(page)
    assert "wins" not in driver.status(page)
    assert page.locator(".player .numbers").all_inner_texts() == before
    expect(page.locator("#status")).to_have_text(re.compile("wins"))
    assert driver.is_over(page)
    assert page.locator(".player .numbers").all_inner_texts() != before


def test_every_move_is_told_once_and_listed_with_its_number(open_page: Open) -> None:
    page = open_page()
    driver.start(page, {"spec": "magnetize", "seats": [ME, ME]})
    live, narration, status = (page.locator(place) for place in ("quintet-board [aria-live]", "#narration", "#status"))
    driver.wait(page)
    expect(narration).to_have_text("")
    driver.press_all(page, ["3"])
    driver.wait(page)
    driver.press_all(page, ["m"])
    driver.wait(page)
    driver.press_all(page, ["0"])
    expect(narration).to_have_text("Black drops into column 0. White misses a turn.")
    expect(live).to_have_text(re.compile(r"^Black drops into column 0\. White misses a turn\. .+ to move\.$"))
    expect(page.locator(".moves > li")).to_have_text(["1.column 3", "2.magnet", "3.column 0"])
    page.get_by_role("button", name="One move back").click()
    expect(status).to_have_text("Move 2 of 3.")
    expect(narration).to_have_text("White's magnet is on for 2 turns, and nothing moves.")
    expect(live).to_have_text("White's magnet is on for 2 turns, and nothing moves. Move 2 of 3.")
    assert page.locator("[aria-live] #status, #status[role=status], [role=status] #narration").count() == 0


def test_an_analysis_tells_each_move_once(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    play(page, "d3", "c3")
    expect(page.locator("#narration")).to_have_text("White plays c3 and turns 1 disc.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#narration")).to_have_text("Black plays d3 and turns 1 disc.")
    expect(page.locator("quintet-board [aria-live]")).to_have_text("Black plays d3 and turns 1 disc. White to move.")
    assert page.locator("#status[role=status]").count() == 0


@whole
def test_the_link_of_a_private_game_and_of_its_analysis_opens_for_others(open_page: Open) -> None:
    ada = open_page()
    driver.start(ada, {"spec": "othello", "seats": [ME, {"kind": "engine", "level": 1}]})
    driver.wait(ada)
    driver.press_all(ada, ["d3"])
    eve = open_page(shared(ada))
    expect(eve.locator(".moves > li").first).to_contain_text("d3")
    driver.wait(ada)
    ada.get_by_role("button", name="Resign").click()
    ada.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ada.get_by_role("link", name="Analyse").click()
    expect(ada.locator(".moves [aria-current]")).to_be_visible()
    eve = open_page(shared(ada))
    expect(eve.locator(".moves > li").first).to_contain_text("d3")


def test_arrow_keys_go_through_the_game_after_a_click_on_the_board(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    play(page, "d3", "c3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".moves [aria-current]")).to_contain_text("d3")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".moves [aria-current]")).to_contain_text("c3")


def test_rules_open_the_game_one_is_in(open_page: Open) -> None:
    page = open_page()
    driver.start(page, {"spec": "magnetize(height=2,width=2)", "seats": [ME, ME]})
    driver.wait(page)
    page.get_by_role("link", name="Rules").click()
    page.wait_for_url("**/rules/magnetize")


def test_a_diagram_starts_at_its_first_board_and_goes_move_by_move(open_page: Open) -> None:
    page = open_page("/rules/othello")
    diagram = page.locator(".example", has_text="must pass")
    board = diagram.locator("quintet-board")
    for expected in (4, 5, 6, 7):  # discs: four at the start, one more a move
        assert board.evaluate("board => Object.keys(board.state.scene.pieces).length") == expected
        diagram.get_by_role("button", name="Next step").click()
        expect(diagram.locator(".words")).to_have_text(re.compile("plays"))


def test_the_list_of_moves_opens_where_the_board_is(open_page: Open) -> None:
    page = open_page()
    names = ["d3", "c3", "c4", "e3", "f4", "c5", "f3", "c6", "f5", "g4", "d6", "d7", "b4", "b3", "f6", "f7"]
    moves: list[str] = []
    for move in names:
        answer = page.request.post("/api/positions", data={"spec": "othello", "moves": [*moves, move]})
        if answer.ok:
            moves.append(move)
    assert len(moves) > 8
    small = open_page(f"/analysis/othello?moves={' '.join(moves)}", size=(1024, 560))
    here = small.locator(".moves [aria-current]")
    expect(here).to_contain_text(moves[-1])
    small.wait_for_function(
        "() => { const item = document.querySelector('.moves [aria-current]'), at = item.getBoundingClientRect();"
        " const box = item.closest('.move-list').getBoundingClientRect();"
        " return box.height && at.top >= box.top - 1 && at.bottom <= box.bottom + 1; }"
    )


def test_the_engine_follows_the_moves_while_one_plays_on(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    best = page.locator(".verdict-panel .lines button")
    seen: set[str] = set()
    for move in ("d3", "c3", "c4", "e3"):
        play(page, move)
        page.wait_for_function(
            "(old) => { const line = document.querySelector('.verdict-panel .lines button')?.textContent;"
            " return line && !old.includes(line); }",
            arg=sorted(seen),
        )
        seen.add(best.first.inner_text())
        assert "running already" not in page.locator(".verdict-panel").inner_text()
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".graph")).to_contain_text(re.compile("mistake"))
    play(page, "f4")
    expect(best.first).to_be_visible()
    assert "running already" not in page.locator("main").inner_text()
