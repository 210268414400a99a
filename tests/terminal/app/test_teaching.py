"""Lessons, puzzles and worked examples in the app: pressed, told why, and kept where line mode keeps them."""

from __future__ import annotations

import json
from typing import TypeVar

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

import quintet
from amounts import some
from quintet.study.lesson import lesson
from quintet.study.puzzle import puzzles
from quintet.terminal import learner_progress
from quintet.terminal.app.game_screen import GameScreen
from quintet.terminal.app.lesson_screen import LessonScreen
from quintet.terminal.app.puzzle_screen import PuzzleScreen
from quintet.terminal.app.shelf import Shelf
from quintet.terminal.app.teaching_screen import ExampleScreen, Prose, Rules
from terminal.app.driver import drive, shown, until
from terminal.driver import Desk

S = TypeVar("S", bound=Screen[None])


def now(pilot: Pilot[None], kind: type[S]) -> S:
    screen = pilot.app.screen
    assert isinstance(screen, kind), screen
    return screen


async def take(pilot: Pilot[None], game_id: str) -> None:
    """Choose a game on the shelf."""
    shelf = pilot.app.screen.query_one(Shelf)
    shelf.choose(shelf.ids.index(game_id))
    await pilot.pause()


def words(pilot: Pilot[None]) -> str:
    """What stands beside the board and below it."""
    texts = [pilot.app.screen.query_one(Prose).query_one(Static), pilot.app.screen.query_one("#say", Static)]
    return " ".join(" ".join(str(text.render()).split()) for text in texts)


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
        assert "level:1" in shown(pilot)
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


def test_a_puzzle_is_missed_solved_and_rated_as_in_line_mode(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "othello")
        await pilot.press("p")
        screen = now(pilot, PuzzleScreen)
        first = screen.session.puzzle
        wrong = next(move for move in screen.match.legal() if move != first.line[0])
        await pilot.press("colon", *wrong, "enter")
        assert "Try another." in words(pilot)
        screen.choose(screen.match.legal_move(first.line[0]))
        await until(pilot, lambda: screen.session.is_over or screen.is_turn_of_person)
        while not screen.session.is_over:
            screen.choose(screen.match.legal_move(first.line[len(screen.match.moves)]))
            await until(pilot, lambda: screen.session.is_over or screen.is_turn_of_person)
        assert "That is it." in words(pilot)
        assert "0 of 1 solved" in words(pilot)
        await pilot.press("enter")
        assert screen.session.puzzle.id != first.id
        await pilot.press("v")
        assert "This is how it goes" in words(pilot)
        await pilot.press("comma")
        assert not screen.is_live

    drive(story)
    assert learner_progress.puzzle_progress().standings["othello"].tried == 2
    ran = desk.run("puzzle", "othello", typed="solution\nn\n")
    assert "0 of 3 solved" in ran.out


def test_a_puzzle_with_answers_is_played_to_its_end(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(one for one in puzzles("othello").values() if one.asked == 3)
    monkeypatch.setattr(learner_progress, "next_puzzle", lambda *wanted: puzzle)

    async def story(pilot: Pilot[None]) -> None:
        await pilot.press("p")
        screen = now(pilot, PuzzleScreen)
        while not screen.session.is_over:
            screen.choose(screen.match.legal_move(puzzle.line[len(screen.match.moves)]))
            await until(pilot, lambda: screen.session.is_over or screen.is_turn_of_person)
        assert [str(move) for move in screen.match.moves] == list(puzzle.line[: screen.match.ply])
        assert "1 of 1 solved" in words(pilot)

    drive(story)


def test_examples_of_the_rules_are_stepped_through_and_tried(desk: Desk) -> None:
    async def story(pilot: Pilot[None]) -> None:
        await take(pilot, "othello")
        await pilot.press("i", "x")
        screen = now(pilot, ExampleScreen)
        await pilot.press("full_stop")
        assert "Black plays d3." in words(pilot)
        await pilot.press("colon", *"e3", "enter")
        assert screen.match.ply == 2
        assert "You tried a move" in words(pilot)
        await pilot.press("u")
        assert screen.match.ply == 1
        await pilot.press("n", "end", "home", "b", "q", "escape")
        assert pilot.app.screen.query_one(Shelf)

    drive(story)


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
