"""Lessons in line mode: told why, helped at the second miss, and what is done is kept."""

import json

import pytest

import quintet
from quintet.study.lesson import lesson
from terminal.driver import Desk


def walked(game_id: str) -> str:
    """What to type to go through a whole lesson, up to the game at its end."""
    typed = []
    for chapter in lesson(game_id).chapters[:-1]:
        for step in chapter.steps:
            typed.append(step.prompt.answers[0] if step.prompt else "")
    return "".join(f"{line}\n" for line in typed)


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_lesson_leads_to_a_game_and_is_kept(desk: Desk, game_id: str) -> None:
    ran = desk.run("lesson", game_id, typed=f"{walked(game_id)}n\nAda\nquit\n")
    assert ran.status == 0, ran.err
    for chapter in lesson(game_id).chapters:
        assert chapter.title in ran.out
    assert "Beginner (level 1, " in ran.out
    kept = json.loads((desk.home / "lessons.json").read_text())
    assert kept == {game_id: len(lesson(game_id).chapters)}


def test_a_wrong_move_is_told_why_and_the_second_brings_the_hint(desk: Desk) -> None:
    ran = desk.run("lesson", "othello", typed="help\nd4\na2\na4\n\nhint\nskip\nquit\n")
    assert "d4 is occupied." in ran.out
    hint = lesson("othello").chapters[0].steps[0].prompt
    assert hint is not None
    words = " ".join(ran.out.split())
    assert f"That turns some of them, but one move turns all four. {hint.hint}" in words
    assert ran.out.count("3. All directions count") == 1
    again = desk.run("lesson", "othello", typed="")
    assert "\n2. A turn: close in a line\n" in again.out
    assert "\n1. The goal" not in again.out
    other = desk.run("lesson", "othello", "--chapter", "4", typed="quit\n")
    assert "4. No square, no move: pass" in other.out
    assert desk.run("lesson", "othello", "--chapter", "9").err == "quintet: --chapter must be 1 to 6, got 9.\n"


def test_a_damaged_file_of_progress_is_begun_anew(desk: Desk) -> None:
    desk.home.mkdir()
    for text in ("nonsense", "[]", '{"othello": "x"}'):
        (desk.home / "lessons.json").write_text(text)
        (desk.home / "puzzles.json").write_text(text)
        assert "\n1. The goal" in desk.run("lesson", "othello", typed="a4\n\nquit\n").out
        assert json.loads((desk.home / "lessons.json").read_text())["othello"] == 1
        assert desk.run("puzzle", "othello", typed="quit\n").status == 0
