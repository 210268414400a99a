"""Lessons and puzzles in a browser: by mouse and by keyboard, wrong moves and hints, and what is kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import quintet
from amounts import some, whole
from quintet.study.lesson import Prompt, lesson
from quintet.study.puzzle import Puzzle, puzzles
from web import driver
from web.conftest import PHONE, Open
from web.test_pages import faults
from web.test_play import focus, walk_to


def clicks(page: Page, text: str) -> list[str]:
    """What to press for a move."""
    page.wait_for_function(
        "(text) => document.querySelector('quintet-board').state.moves.some((move) => move.text === text)", arg=text
    )
    (found,) = (move["clicks"] for move in driver.moves(page) if move["text"] == text)
    return list(found)


def press(page: Page, text: str) -> None:
    """By mouse; once it is not, so that nothing is pressed twice on cells that ask for that."""
    for target in clicks(page, text):
        driver.press(page, target)


def onward(page: Page) -> None:
    page.locator("#keys .primary").click()


def typed(page: Page, text: str) -> None:
    """The same with Tab, arrows and Enter."""
    for target in clicks(page, text):
        cell = page.locator(f'[role=gridcell][data-target="{target}"]').first
        if cell.count():
            go_to(page, "[role=gridcell]")
            walk_to(page, str(cell.get_attribute("data-spot")))
        elif page.evaluate("document.activeElement.matches('.handle')"):
            while page.evaluate("document.activeElement.dataset.target") != target:
                page.keyboard.press("ArrowRight")
        else:
            go_to(page, f'quintet-board .handle[data-target="{target}"], .board-buttons button[value="{target}"]')
        page.keyboard.press("Enter")


def go_to(page: Page, selector: str) -> None:
    if not page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
        focus(page, selector)


def onward_typed(page: Page) -> None:
    go_to(page, "#keys .primary")
    page.keyboard.press("Enter")


WAYS = {"mouse": (press, onward), "keyboard": (typed, onward_typed)}


@pytest.mark.long
@pytest.mark.parametrize("what", some([f"{game} by {way}" for way in WAYS for game in quintet.game_ids()], of=8))
def test_a_lesson_ends_in_a_game(open_page: Open, what: str) -> None:
    game, _, way = what.partition(" by ")
    press, onward = WAYS[way]
    page = open_page("/learn")
    title = quintet.load(game).title
    page.get_by_role("link", name=f"Start: the lesson of {title}").press("Enter")
    chapters = lesson(game).chapters
    for told in chapters[:-1]:
        expect(page.locator("#chapter")).to_have_text(told.title)
        for step in told.steps:
            if step.prompt:
                expect(page.locator("#prompt")).to_have_text(step.prompt.words)
                press(page, step.prompt.answers[0])
            elif step.words:
                expect(page.locator("#words")).to_have_text(step.words)
                onward(page)
            else:
                onward(page)
    expect(page.locator("#chapter")).to_have_text(chapters[-1].title)
    onward(page)
    page.wait_for_url("**/game/*")
    assert driver.wait(page)
    page.goto("/learn")
    total = len(chapters)
    expect(page.locator(f'progress[aria-label="{title}: {total} of {total} chapters done"]')).to_be_visible()


def test_a_lesson_by_keyboard_with_wrong_moves_and_a_hint(open_page: Open, axe: str) -> None:
    page = open_page("/learn/quentin")
    first = lesson("quentin").chapters[0]
    prompt = first.steps[0].prompt
    assert isinstance(prompt, Prompt)
    expect(page.locator("#prompt")).to_have_text(prompt.words)
    focus(page, "[role=gridcell]")
    for spot, hint in (("a1", ""), ("c1", f" {prompt.hint}")):
        walk_to(page, spot)
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_have_text(re.compile(f".+\\.{re.escape(hint)}$"))
    walk_to(page, "c5")
    page.keyboard.press("Enter")
    expect(page.locator("#words")).to_have_text(first.steps[1].words)
    expect(page.get_by_role("button", name="Next chapter")).to_be_focused()
    assert faults(page, axe) == []
    page.keyboard.press("Enter")
    expect(page.locator("#chapter")).to_be_focused()
    page.reload()
    expect(page.locator("#chapters .done")).to_have_count(1)
    expect(page.locator("#chapter")).to_have_text(lesson("quentin").chapters[1].title)
    # Any move is an answer here, not only the one with which the story goes on.
    press(page, "b4")
    expect(page.locator('[data-spot="b4"]')).to_have_attribute("aria-label", re.compile("black stone"))


def a_puzzle() -> Puzzle:
    return next(one for one in puzzles("othello").values() if one.asked == 3 and one.trap)


def test_a_puzzle_is_missed_solved_and_explained(open_page: Open, axe: str) -> None:
    puzzle = a_puzzle()
    page = open_page(f"/puzzles/{puzzle.id}?game=othello")
    expect(page.locator("#task")).to_contain_text("to move:")
    assert puzzle.line[0] not in page.locator("main").inner_text()
    press(page, puzzle.trap[0])
    expect(page.locator("#answer")).to_have_text(re.compile(f"^{puzzle.trap[0]} .+ Try another."))
    expect(page.locator("#standing")).to_contain_text("0 of 1 solved")
    expect(page.locator("#answer")).to_contain_text(re.compile(rf" After (Black|White)'s {puzzle.trap[1]} "))
    page.get_by_role("button", name="See why").click()
    expect(page.get_by_role("button", name="Show the solution")).to_have_count(0)
    expect(page.locator(f'[data-spot="{puzzle.trap[1]}"]')).to_have_attribute("aria-label", re.compile("last move"))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="See why")).to_be_visible()
    press(page, puzzle.line[0])
    expect(page.locator("#answer")).to_have_text("Right. Go on.")
    press(page, puzzle.line[2])
    expect(page.locator("#answer")).to_have_text("That is it.")
    expect(page.locator("#explained")).to_contain_text(f"{puzzle.trap[0]} looks good, but")
    assert faults(page, axe) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, axe, "color-contrast") == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.get_by_role("radio", name="The tempting move").check()
    expect(page.locator(f'[data-spot="{puzzle.trap[0]}"]')).to_have_attribute("aria-label", re.compile("last move"))
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(f'[data-spot="{puzzle.trap[0]}"]')).to_have_attribute("aria-label", re.compile("empty"))
    page.get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(re.compile(rf"/puzzles/othello-(?!{puzzle.id[8:]}).*\?game=othello"))
    expect(page.locator("#task")).to_contain_text("to move:")


@whole
def test_a_puzzle_by_keyboard_and_the_list_of_them(open_page: Open) -> None:
    page = open_page("/puzzles")
    expect(page.locator("#daily h2")).to_have_text("Puzzle of the day")
    focus(page, '[href="/puzzles/next?game=othello&theme=win"]')
    page.keyboard.press("Enter")
    expect(page.locator("#about")).to_have_text("Othello · Win")
    page.wait_for_url("**/puzzles/othello-*")
    puzzle = puzzles("othello")[page.url.rpartition("/")[2].partition("?")[0]]
    focus(page, "[role=gridcell]")
    for move in puzzle.line[: puzzle.asked : 2]:
        clicks(page, move)
        walk_to(page, move)
        page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_text("That is it.")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=re.compile(r"^Win \(Othello\), solved: 1 of"))).to_be_visible()


def test_a_solution_that_is_asked_for_is_shown(open_page: Open) -> None:
    puzzle = a_puzzle()
    page = open_page(f"/puzzles/{puzzle.id}")
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#explained")).to_contain_text(f"Best play: {' '.join(puzzle.line)}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'[data-spot="{puzzle.line[0]}"]')).to_have_attribute("aria-label", re.compile("last move"))
    page.reload()
    expect(page.locator("#answer")).to_have_text("You have tried this one; it counts no more.")


def test_a_handle_shows_where_its_part_of_the_board_would_turn(open_page: Open) -> None:
    page = open_page("/analysis/pentago?moves=b3-4C b4-4C")
    driver.press(page, "a3")
    page.locator('.handle[data-target="2C"]').hover()
    expect(page.locator("quintet-board .ghost.carried")).to_have_count(3)
    page.evaluate("document.querySelector('quintet-board').mark(new Map())")  # the engine has said something
    expect(page.locator("quintet-board .ghost.carried")).to_have_count(3)
    expect(page.locator("quintet-board .piece.leaving")).to_have_count(2)
    page.locator('.handle[data-target="1C"]').hover()
    expect(page.locator("quintet-board .ghost.carried")).to_have_count(0)
    expect(page.locator("quintet-board .piece.leaving")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Now press one of the arrows")
    page.keyboard.press("Escape")
    expect(page.locator("#status")).to_have_text("Black to move.")
