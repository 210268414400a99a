"""Lessons in the app: pressed, told why, and kept where line mode keeps them."""

from __future__ import annotations

import json

import pytest
from textual.pilot import Pilot

import quintet
from amounts import some
from quintet.study.lesson import lesson
from quintet.terminal.app.game_screen import GameScreen
from quintet.terminal.app.lesson_screen import LessonScreen
from quintet.terminal.app.shelf import Shelf
from terminal.app.driver import drive, shown
from terminal.app.teaching import now, take, words
from terminal.driver import Desk


@pytest.mark.long
@pytest.mark.parametrize("game_id", some(quintet.game_ids()))
def test_a_lesson_leads_to_a_game_and_is_kept(desk: Desk, game_id: str) -> None:
    taught = lesson(game_id)

    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, game_id)
        await pilot.press("l")
        for number, chapter in enumerate(taught.chapters):
            screen = now(pilot, LessonScreen)
            assert screen.session.number == number
            assert chapter.title.split()[0] in shown(pilot)
            for step in chapter.steps:
                if step.prompt is None:
                    await pilot.press("enter")
                else:
                    screen.choose(screen.match.legal_move(step.prompt.answers[0]))
                    await pilot.pause()
        game = now(pilot, GameScreen)
        assert game.is_turn_of_person
        assert "Beginner (level 1)" in shown(pilot)
        await pilot.press("q")
        assert pilot.app.screen.query_one(Shelf)

    drive(story)
    assert json.loads((desk.home / "lessons.json").read_text()) == {game_id: len(taught.chapters)}


def test_a_wrong_move_is_told_why_and_the_second_brings_the_hint(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "othello")
        await pilot.press("l")
        screen = now(pilot, LessonScreen)
        prompt = screen.session.step.prompt
        assert prompt is not None
        await pilot.press("colon", *"d4", "enter")
        assert "d4 is occupied." in words(pilot)
        await pilot.press("colon", *"a2", "enter", "colon", *"a2", "enter")
        assert screen.match.ply == 0
        assert prompt.hint in words(pilot)
        await pilot.press("colon", *prompt.answers[0], "enter")
        assert screen.session.step_number == 1
        await pilot.press("n", "h")
        assert screen.session.number == 1
        await pilot.press("b")
        assert screen.session.number == 0
        assert not (desk.home / "lessons.json").exists(), "a chapter that was skipped is not done"

    drive(story)
