"""Puzzles in the app: missed, solved, and rated as in line mode."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from quintet.study.puzzle import puzzles
from quintet.terminal import learner_progress
from quintet.terminal.app.puzzle_screen import PuzzleScreen
from terminal.app.driver import drive, until
from terminal.app.teaching import now, take, words
from terminal.driver import Desk


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
