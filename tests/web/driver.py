"""Plays on a page as a person would: reads what the board offers, presses it, waits for what happens."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, expect

LONGEST = 240
READY = """() => {
  const board = document.querySelector("quintet-board");
  return (board.state.moves.length > 0 && board.state.pressed.length === 0) || board.dataset.over === "yes";
}"""


def start(page: Page, body: dict[str, Any]) -> str:
    """A new match by this browser; the address of its page."""
    answer = page.request.post("/api/matches", data=body)
    assert answer.status == 201, answer.text()
    address = str(answer.json()["url"])
    page.goto(address)
    return address


def moves(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("document.querySelector('quintet-board').state.moves")
    return found


def ply(page: Page) -> int:
    return page.locator(".moves > li").count()


def is_over(page: Page) -> bool:
    return bool(page.evaluate("document.querySelector('quintet-board').dataset.over === 'yes'"))


def wait(page: Page) -> bool:
    """Until it is this side's turn (True) or the game is over (False)."""
    page.wait_for_function(READY)
    return not is_over(page)


def choose(page: Page, chance: random.Random) -> list[str]:
    """The presses of some legal move; a button only now and then or when there is nothing else."""
    offered = moves(page)
    on_board = [move for move in offered if move["preview"]]
    return list(chance.choice(on_board if on_board and chance.random() < 0.95 else offered)["clicks"])


def press(page: Page, target: str) -> None:
    """By mouse: a spot, a handle or a button."""
    page.locator(f'[data-target="{target}"]:visible, .board-buttons button[value="{target}"]').first.click()


def press_all(page: Page, clicks: list[str]) -> None:
    before = ply(page)
    for target in clicks:
        press(page, target)
    expect(page.locator(f".moves > li:nth-child({before + 1})")).to_be_attached()


def play_out(page: Page, seed: int) -> int:
    """By mouse until the game is over; how many moves it had."""
    chance = random.Random(seed)
    while wait(page):
        assert ply(page) < LONGEST
        press_all(page, choose(page, chance))
    return ply(page)


def status(page: Page) -> str:
    return page.locator("#status").inner_text()
