"""`quintet` alone: which game, with which options, who plays."""

import os
import re

import pytest

from quintet.terminal import saves
from terminal.driver import Desk, lines


def test_by_numbers_to_the_end_of_a_game(desk: Desk) -> None:
    ran = desk.run(typed=lines("3", "", "1", "1", "n", "Ada", "Ben", "resign"))
    assert ran.status == 0
    assert "\n  3  Othello\n" in ran.out
    assert "Who plays Black and moves first?\n" in ran.out
    assert "The winner is Ben with score 2.\n" in ran.out
    assert "Player 1 (Black): Ada, Score: 2\n" in desk.read("othello-results.txt")


def test_nonsense_is_asked_again(desk: Desk) -> None:
    typed = lines("9", "x", "", "quentin", "size=27", "nonsense", "size=4", "7", "2", "11", "level:3", "random", "quit")
    ran = desk.run(typed=typed)
    assert ran.out.count("Sorry, expected a number from 1 to 5.\n") == 3
    assert "Sorry, size must be 2 to 26, got 27.\n" in ran.out
    assert "Sorry, size must be a whole number, 2 to 26, got nonsense.\n" in ran.out
    assert ran.out.count("Sorry, expected a number from 1 to 3.\n") == 1
    assert ran.out.count("Sorry, expected a number from 1 to 10.\n") == 1
    assert "Quentin: Learner (level 3, Black) against random (White).\n" in ran.out


def test_words_and_bare_values_are_understood(desk: Desk) -> None:
    ran = desk.run(typed=lines("quentin", "5", "AI", "3", "person", "n", "Ben", "quit"))
    assert "Sorry" not in ran.out
    assert "Quentin: Learner (level 3, Black) against Ben (White).\n" in ran.out
    assert str(saves.last()[0].game) == "quentin(size=5)"


def test_the_options_are_listed_with_something_to_type(desk: Desk) -> None:
    out = desk.run(typed=lines("quentin")).out
    assert "\n  size=13   2 to 26        points along each side of the board\n" in out
    assert "What to change, for example size=14, or Enter to play like this: " in out
    assert "for example size=10, or" in desk.run(typed=lines("othello")).out
    assert "What to change" not in desk.run(typed=lines("pentago")).out


def test_the_colour_that_moves_first_is_asked_first(desk: Desk) -> None:
    ran = desk.run(typed=lines("bestgame", "", "3", "", "n", "Ben", "quit"))
    questions = re.findall(r"Who plays (\w+) and moves (\w+)\?", ran.out)
    assert questions == [("White", "first"), ("Black", "second")]
    assert "Best Game Ever Made: random (White) against Ben (Black).\n" in ran.out


def test_an_unfinished_game_is_offered(desk: Desk) -> None:
    assert "Continue" not in desk.run(typed="").out
    desk.run("play", "othello", typed=lines("n", "Ada", "Ben", "d3"))
    ran = desk.run(typed=lines("6", "c3"))
    assert "\n  6  Continue Othello: Ada against Ben, 1 move played\n" in ran.out
    assert "Score: Ada (Black) 3:3 Ben (White)\n" in ran.out


def test_a_broken_save_does_not_stop_the_menu(desk: Desk) -> None:
    (desk.home / "saves").mkdir(parents=True)
    (desk.home / "saves" / "x.quintet").write_bytes(b"\xff")
    ran = desk.run(typed=lines("3", "quit"))
    assert ran.status == 0
    assert "Continue" not in ran.out


@pytest.mark.parametrize("answers", range(4))
def test_the_end_of_input_leaves_cleanly(desk: Desk, answers: int) -> None:
    for typed in (lines(*["3", "", "1", "1"][:answers]), lines(*["3", "", "1", "1"][:answers], "quit")):
        ran = desk.run(typed=typed)
        assert ran.status == 0
        assert ran.err == ""
        assert ran.last == "No game was started."


def test_play_without_a_game_asks_for_what_is_missing(desk: Desk) -> None:
    ran = desk.run("play", "--white", "random", typed=lines("othello", "", "", "n", "Ada", "quit"))
    assert "Who plays White" not in ran.out
    assert "Othello: Ada (Black) against random (White).\n" in ran.out


def test_a_game_is_chosen_by_its_id_or_title_in_any_case(desk: Desk) -> None:
    for name in ("Othello", "BEST GAME ever made"):
        ran = desk.run(typed=lines(name, "", "quit"))
        assert "Sorry" not in ran.out
        assert "Who plays" in ran.out


def test_unfinished_games_are_continued_and_deleted_from_the_menu(desk: Desk) -> None:
    for names in ("Ada,Ben", "Cleo,Dan", "Eve,Finn"):
        desk.run("play", "othello", "--names", names, typed=lines("d3"))
    for age, path in enumerate(sorted(desk.saves, key=lambda path: "Eve" in path.read_text())):
        os.utime(path, (age, age))
    typed = lines("7", "x", "delete 9", "delete 2", "", "quit")
    ran = desk.run(typed=typed)
    assert "\n  7  Your unfinished games: 3, to continue or to delete\n" in ran.out
    assert re.search(r"\n  1  Othello: Eve against Finn, 1 move played, begun [-0-9]+ [0-9:]+ \(the last\)\n", ran.out)
    assert ran.out.count("Sorry, expected a number from 1 to 3, delete and a number, or quit.\n") == 2
    assert "Which one, 1 to 2, Enter for 1, the last, delete and a number, or quit: \n" in ran.out
    assert "Othello: Eve (Black) against Finn (White).\n" in ran.out, "Enter continues the marked one"
    assert len(desk.saves) == 2


def test_the_last_unfinished_game_is_the_last_that_can_be_continued(desk: Desk) -> None:
    desk.run("play", "othello", "--names", "Ada,Ben", typed=lines("d3"))
    (desk.home / "saves" / "x.quintet").write_bytes(b"\xff")
    ran = desk.run(typed=lines("6", "", "quit"))
    assert "\n  1  the saved game " in ran.out
    assert "Which one, 1 to 2, Enter for 2, the last, delete" in ran.out
    assert "Othello: Ada (Black) against Ben (White).\n" in ran.out


def test_when_all_unfinished_games_are_deleted_there_is_none_to_continue(desk: Desk) -> None:
    for names in ("Ada,Ben", "Cleo,Dan"):
        desk.run("play", "othello", "--names", names, typed=lines("d3"))
    ran = desk.run(typed=lines("7", "delete 1", "delete 1"))
    assert ran.out.endswith("There is no unfinished game.\nNo game was started.\n")
    assert desk.saves == []
