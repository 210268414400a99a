"""Worked examples and rules in the app."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

import quintet
from quintet.terminal.app.settings import SPEEDS
from quintet.terminal.app.shelf import Shelf
from quintet.terminal.app.teaching_screen import ExampleScreen, Rules
from terminal.app.driver import drive
from terminal.app.teaching import now, take, words
from terminal.driver import Desk


def test_examples_of_the_rules_are_stepped_through_and_tried(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "othello")
        await pilot.press("i", "x")
        screen = now(pilot, ExampleScreen)
        await pilot.press("full_stop")
        assert "Black plays d3 and turns 1 disc." in words(pilot)
        await pilot.press("colon", *"e3", "enter")
        assert screen.match.ply == 2
        assert "You tried a move" in words(pilot)
        await pilot.press("u")
        assert screen.match.ply == 1
        await pilot.press("n", "end", "home", "b", "q", "escape")
        assert pilot.app.screen.query_one(Shelf)

    drive(story)


def test_a_move_of_an_example_is_shown_in_its_stages(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPEEDS, "slow", 600.0)

    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "magnetize")
        await pilot.press("i", "x", "b", "end", "comma")
        screen = now(pilot, ExampleScreen)
        assert "Both magnets are on" in words(pilot)
        before = screen.match.position
        await pilot.press("full_stop")
        assert screen.match.position != before
        assert len(screen.steps) == 3
        assert "White's magnet is on for 2 turns" in words(pilot)
        await pilot.press("full_stop")  # the last board: the animation ends
        assert screen.steps == []

    drive(story, speed="slow")


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_rules_are_set_for_the_window(desk: Desk, game_id: str) -> None:
    """No line is broken a second time by the page it stands on."""

    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, game_id)
        await pilot.press("i")
        page = now(pilot, Rules)
        text = page.query_one(Static)
        assert text.size.width == 34
        assert all(len(line) <= 34 for line in str(text.render()).splitlines()[1:])

    drive(story, size=(40, 24))
