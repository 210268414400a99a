"""The analysis board: another move makes a variation; lines are walked, promoted, deleted, shared and saved."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from amounts import whole
from quintet.core.match import Match
from web import driver
from web.conftest import Open

READY = "() => document.querySelector('quintet-board')?.state.moves.length > 0"


def play(page: Page, *moves: str) -> None:
    for move in moves:
        page.wait_for_function(READY)
        driver.press(page, move)
        expect(page.locator(".moves [aria-current]")).to_contain_text(move)


def moves_of(buttons: Locator) -> list[str]:
    """The moves without their numbers."""
    own_text = "button => [...button.childNodes].find((one) => one.nodeType === Node.TEXT_NODE).data"
    return list(buttons.evaluate_all(f"buttons => buttons.map({own_text})"))


def main_line(page: Page) -> list[str]:
    return moves_of(page.locator(".moves > li:not(.variation) > button"))


def tried(page: Page) -> list[str]:
    return [" ".join(moves_of(line.locator("button"))) for line in page.locator(".moves > .variation > .tried").all()]


def shared(page: Page) -> str:
    """The address that the button Share gives."""
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("The link").input_value()
    page.get_by_role("button", name="Close").click()
    return "/" + link.split("/", 3)[3]


def test_another_move_makes_a_variation_that_is_walked_promoted_and_deleted(open_page: Open) -> None:
    page = open_page("/analysis/othello?moves=d3 c3 c4")
    expect(page.locator(".moves [aria-current]")).to_contain_text("c4")
    page.get_by_role("button", name="To the start", exact=True).click()
    page.get_by_role("button", name="One move forward").click()
    play(page, "c5", "d6")
    assert main_line(page) == ["d3", "c3", "c4"]
    assert tried(page) == ["c5 d6"]
    expect(page.get_by_role("list", name="Instead of move 2")).to_be_visible()
    # Back and forward stay in the line; up and down go to what was tried instead.
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".moves [aria-current]")).to_contain_text("c5")
    page.locator("body").press("ArrowUp")
    expect(page.locator(".moves [aria-current]")).to_contain_text("c3")
    page.locator("body").press("ArrowDown")
    page.locator("body").press("End")
    expect(page.locator(".moves [aria-current]")).to_contain_text("d6")
    expect(page.get_by_role("link", name="Try again from here")).to_have_attribute(
        "href", re.compile(r"moves=d3\+c5\+d6")
    )
    page.get_by_role("button", name="Make main line").click()
    assert main_line(page) == ["d3", "c5", "d6"]
    assert tried(page) == ["c3 c4"]
    expect(page.get_by_role("button", name="Make main line")).to_have_count(0)
    page.locator(".tried button").first.click()
    page.get_by_role("button", name="Delete from here").click()
    assert tried(page) == []
    expect(page.locator(".moves [aria-current]")).to_contain_text("d3")


def test_the_same_move_again_makes_no_second_variation(open_page: Open) -> None:
    page = open_page("/analysis/othello?moves=d3 c3&ply=1")
    play(page, "c3")
    assert main_line(page) == ["d3", "c3"]
    assert tried(page) == []


def test_a_link_brings_the_moves_the_variations_and_the_place_back(open_page: Open) -> None:
    start = "......../......../...b..../...bb.../...bw.../......../......../........ w"
    page = open_page(f"/analysis/othello?position={start}&moves=c3 c4 e3&ply=1")
    play(page, "b3", "c5")
    again = open_page(shared(page))
    expect(again.locator(".moves [aria-current]")).to_contain_text("c5")
    assert main_line(again) == ["c3", "c4", "e3"]
    assert tried(again) == ["b3 c5"]
    expect(again.get_by_role("gridcell", name="c5, white disc, last move")).to_be_attached()


@whole
def test_what_was_never_a_match_is_saved_as_a_record(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    play(page, "d3", "c3")
    page.get_by_role("button", name="One move back").click()
    play(page, "c5")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save the main line").click()
    match = Match.from_record(saving.value.path().read_text())
    assert [str(move) for move in match.moves] == ["d3", "c3"]


@whole
def test_a_variation_leaves_the_graph_of_the_main_line_alone(open_page: Open) -> None:
    page = open_page("/analysis/othello?moves=d3 c3 c4")
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".graph [role=status]")).to_have_text(re.compile("made"), timeout=30_000)
    page.get_by_role("button", name="One move back").click()
    play(page, "b3")
    page.get_by_text("As a table").click()
    expect(page.locator(".graph tbody tr")).to_have_count(4)
    page.get_by_role("button", name="Make main line").click()
    expect(page.locator(".graph tbody tr")).to_have_count(0)


def test_exact_verdicts_are_said_in_words(open_page: Open) -> None:
    nearly = ".www.bww/bbbbbwww/wbwbwbww/wwbwwbww/wbwwwbww/wwbwwwww/w.bbbwww/..bbbwww w"
    page = open_page(f"/analysis/othello?position={nearly}")
    expect(page.locator(".verdict-head strong")).to_have_text("Exact: White wins by 40 in 5 moves", timeout=30_000)
    expect(page.locator(".lines .value").first).to_have_text("+40")
    page.locator(".lines button").first.click()
    expect(page.locator(".moves [aria-current] .number")).to_have_text("1.")
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".graph [role=status]")).to_have_text(re.compile("made"), timeout=30_000)
    page.get_by_text("As a table").click()
    expect(page.locator(".graph tbody tr").first).to_contain_text("exact: White wins by 40")
