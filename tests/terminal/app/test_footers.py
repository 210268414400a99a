"""The keys at the bottom of every screen do something there, and leaving is called what it is."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from quintet.terminal.app.shelf import Shelf
from terminal.app.driver import begin, drive, game_of, shown, status, until
from terminal.app.teaching import take
from terminal.driver import Desk

KEYS = {"?": "question_mark", ",": "comma", ".": "full_stop", ":": "colon", "↵": "enter"}


def footer(pilot: Pilot[None]) -> str:
    (line,) = (part for part in pilot.app.screen.query(Static) if (part.id or "").endswith("keys"))
    return str(line.render())


def keys(pilot: Pilot[None]) -> list[str]:
    """The keys of the footer: ``u undo  , . replay`` has three."""
    entries = re.split(r"  +", footer(pilot).strip())
    return [key for entry in entries for key in takewhile(lambda word: len(word) == 1, entry.split())]


def check(pilot: Pilot[None], leads: str) -> None:
    assert len(footer(pilot)) <= 78
    assert f"q {leads}" in footer(pilot)
    bound = pilot.app.screen.active_bindings
    for key in keys(pilot):
        name = KEYS.get(key, key)
        assert name in bound or (name == "enter" and isinstance(pilot.app.focused, Shelf)), (key, footer(pilot))


def test_of_the_shelf_and_of_all_that_it_opens(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "othello")
        check(pilot, "quit")
        for key in ("enter", "l", "p"):
            await pilot.press(key)
            check(pilot, "shelf")
            await pilot.press("q")
            assert pilot.app.screen.query_one(Shelf)
        await pilot.press("i", "x")
        check(pilot, "rules")
        await pilot.press("q", "escape")
        assert pilot.app.screen.query_one(Shelf)

    drive(story)


def test_of_a_game_that_the_app_was_opened_on(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        check(pilot, "quit")
        assert "↵ play" in footer(pilot)
        await pilot.press("R", "y")
        check(pilot, "quit")
        assert "n new game" in footer(pilot)
        assert "↵" not in footer(pilot), "nothing can be played now"
        await pilot.press("q")
        await until(pilot, lambda: pilot.app._exit)

    drive(story, begin("othello"))


def test_of_a_game_under_a_question(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        keys_below = footer(pilot)
        await pilot.press("R")
        assert keys_below not in shown(pilot), "the question has its own keys"
        await pilot.press("n")
        assert keys_below == footer(pilot)
        assert keys_below in shown(pilot)

    drive(story, begin("othello"))


def test_of_two_engines(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("p")
        check(pilot, "quit")
        assert "p go on" in footer(pilot)
        await pilot.press("p")
        assert "p pause" in footer(pilot)

    drive(story, begin("quentin(size=9)", first="random", second="random"), speed="slow")


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_ctrl_c_leaves_also_from_a_question(desk: Desk, key: str) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("colon", *"d3", key)
        await until(pilot, lambda: pilot.app._exit)

    drive(story, begin("othello"))


def test_the_help_names_every_key_once(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "othello")
        await pilot.press("l", "question_mark")
        text = str(pilot.app.screen.query_one(Static).render())
        named = [key for line in text.splitlines() if line.startswith("  ") for key in line[2:22].split()]
        assert len(named) == len(set(named))
        assert "Text up" in text

    drive(story, size=(100, 60))


@pytest.mark.parametrize(("key", "words"), [("A", "speed: "), ("S", "size: ")])
def test_a_setting_says_what_it_is_now(desk: Desk, key: str, words: str) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        assert words in shown(pilot), "on the shelf"
        await pilot.press("right")
        assert words not in shown(pilot)
        await pilot.press("enter", key)
        assert words in status(pilot), "on a board"
        await pilot.press("right")
        assert words not in status(pilot)
        assert game_of(pilot).is_live

    drive(story)


def test_the_cursor_stays_while_an_engine_thinks(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        game = game_of(pilot)
        game.local.save.seats = game.local.whos[1], game.local.whos[0]
        game.paused = True  # the engine is to move and does not
        game.go_on()
        await pilot.pause()
        assert not game.is_turn_of_person
        was = game.cursor
        assert "[" in shown(pilot)
        await pilot.press("right")
        assert game.cursor != was

    drive(story, begin("othello", second="level:1"))
