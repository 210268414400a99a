"""The truth on the board: every move is marked with what it leads to, proved or guessed, and the marks are right."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from amounts import whole
from quintet import Engine, Match, load
from web import driver
from web.conftest import Open

KINDS = {1: "wins", 0: "draws", -1: "loses"}
MARKS = """() => Object.fromEntries([...document.querySelectorAll("[role=gridcell][aria-label*='you can play']")]
  .map((cell) => [cell.dataset.target, cell.getAttribute("aria-label").split(", ").at(-1)]))"""


def ending(spec: str, empties: int) -> Match:
    """A random game with so many moves to go."""
    match, rng = Match(load(spec)), Random(5)
    while moves := match.legal():
        match.play(rng.choice(moves))
    for _ in range(empties):
        match.undo()
    return match


def test_every_move_of_an_ending_is_marked_with_its_exact_result(open_page: Open) -> None:
    match = ending("othello", 9)
    known = Engine(match.game).every_move(match.position, seconds=None, nodes=10_000_000)
    assert known.exact
    moves = " ".join(map(str, match.moves))
    page = open_page(f"/analysis/othello?moves={moves}")
    expect(page.locator(".truth")).to_have_count(len(known.lines))
    expect(page.locator(".truth.guess")).to_have_count(0)
    expected = {
        str(line.moves[0]): KINDS[round(line.value)] + (f" by {abs(line.score):.0f}" if line.score else "")
        for line in known.lines
    }
    told = {move: words.split(" in ")[0] for move, words in page.evaluate(MARKS).items()}
    assert told == expected
    expect(page.locator(".verdict-panel")).to_contain_text("Exact")
    page.get_by_label("Mark every move").uncheck()
    expect(page.locator(".truth")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Mark every move")).not_to_be_checked()


@whole
def test_guesses_look_like_guesses(open_page: Open) -> None:
    page = open_page("/analysis/othello")
    expect(page.locator(".truth.guess")).to_have_count(4)
    assert page.locator(".truth path").count() == 0
    assert len(set(page.locator(".truth text").all_text_contents())) == 1  # they are mirror images
    page.get_by_role("checkbox", name="Engine").uncheck()
    expect(page.locator(".truth")).to_have_count(0)
    expect(page.get_by_role("meter")).to_be_hidden()
    page.get_by_role("radio", name="Openings").check()
    expect(page.locator(".explorer")).to_contain_text(re.compile("or 3 like it|No public game has come here yet"))


def test_marks_help_in_a_casual_game_when_asked_for_and_follow_it(open_page: Open) -> None:
    page = open_page()
    engine = {"kind": "engine", "level": 1}
    driver.start(page, {"spec": "magnetize(height=3,width=3)", "seats": [{"kind": "me"}, engine]})
    driver.wait(page)
    expect(page.locator(".truth")).to_have_count(0)
    page.get_by_role("button", name="Marks", exact=True).click()
    expect(page.locator(".truth").first).to_be_attached()
    driver.press_all(page, [move["clicks"][0] for move in driver.moves(page) if move["preview"]][:1])
    assert driver.wait(page)
    expect(page.locator(".truth").first).to_be_attached()
    page.get_by_role("button", name="Hide marks").click()
    expect(page.locator(".truth")).to_have_count(0)


def test_nobody_is_helped_against_a_person(open_page: Open) -> None:
    page = open_page()
    driver.start(page, {"spec": "othello", "seats": [{"kind": "me"}, {"kind": "open"}]})
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    expect(page.get_by_role("button", name="Marks", exact=True)).to_have_count(0)


def test_perfect_play_can_be_stepped_through_to_its_end(open_page: Open) -> None:
    match = ending("othello", 6)
    page = open_page(f"/analysis/othello?moves={' '.join(map(str, match.moves))}")
    expect(page.locator(".verdict-panel")).to_contain_text("Exact")
    page.locator(".verdict-panel .lines button").first.click()
    expect(page.locator("[aria-current=step] .number")).to_have_text(f"{match.ply + 1}.")
    page.locator("body").press("End")
    expect(page.locator("#status")).to_have_text(re.compile("wins|draw"))
