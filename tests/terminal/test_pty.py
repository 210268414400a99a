"""At a pseudo-terminal: colour, the backspace key, Ctrl-C and Ctrl-D, narrow windows."""

import os
import re
import shlex
import sys
import time

import pytest

from terminal.driver import Desk
from terminal.pseudo_terminal import shell, terminal


def test_a_game_in_colour(desk: Desk) -> None:
    desk.environment["PAGER"] = "cat"
    with terminal(desk, "play", "othello") as at:
        at.until("Show the rules? [y/N] ")
        at.type("y\n")
        assert "\x1b[" in at.until("your name: ")
        at.type("Ada\n")
        at.until("your name: ")
        at.type("Ben\n")
        board = at.until("Ada (Black), your move: ")
        assert "Score: Ada (Black) 2:2 Ben (White)\n" in board
        assert "\x1b[" in board
        assert "\t1 |" not in board
        at.type("d4\x7f3\n")  # a letter taken back with the backspace key
        at.until("Score: Ada (Black) 4:1 Ben (White)\n")
        at.until("your move: ")
        at.type("resign yes\n")
        assert "The winner is Ada with score 4.\n" in at.end()
    assert "\t1 |   |   |" in desk.read("othello-results.txt")


def test_points_stand_once_in_colour(desk: Desk) -> None:
    with terminal(desk, "play", "bestgame", "--names", "Ada,Ben") as at:
        shown = re.sub(r"\x1b\[[0-9;]*m", "", at.until("your column: "))
        assert "Score: Ada" in shown
        assert "20/20 tokens left" in shown
        assert "points" not in shown.partition("Score: Ada")[2]
        at.leave_by("\x04")
        at.end()


def test_resigning_is_asked_about_and_may_be_thought_better_of(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--plain", "--names", "Ada,Ben") as at:
        at.until("your move: ")
        for answer in ("\n", "n\n", "d3\n"):
            at.type("resign\n")
            at.until("Resign this game? [y/N] ")
            at.type(answer)
            assert "wins" not in at.until("Ada (Black), your move: ")
        at.type("resign\n")
        at.until("Resign this game? [y/N] ")
        at.type("y\n")
        assert "Game over. Ben wins: Ada resigned." in at.end()


@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_a_key(desk: Desk, key: str) -> None:
    with terminal(desk, "play", "othello") as at:
        for question in ("[y/N] ", "your name: ", "your name: "):
            at.until(question)
            at.type("\n")
        at.until("your move: ")
        at.type("d3\n")
        at.until("your move: ")
        at.leave_by(key)
        assert at.end().endswith("\nThe game is saved. To continue it: quintet play --resume\n")
    with terminal(desk, "play", "--resume") as at:
        assert "4:1" in at.until("Player 2 (White), your move: ")


def test_ctrl_c_in_the_menu(desk: Desk) -> None:
    with terminal(desk, "--plain") as at:
        at.until("A number from 1 to 5: ")
        at.leave_by("\x03")
        assert re.fullmatch(r"(\^C)?\nNo game was started\.\n", at.end()), "on a line of its own"


def test_a_long_refusal_in_the_menu_is_not_cut_in_a_word(desk: Desk) -> None:
    with terminal(desk, "--plain", columns=80) as at:
        at.until("A number from 1 to ")
        at.type("magnetize\nsise=5\n")
        told = at.until("maglock.")
        assert "Sorry, magnetize has no option 'sise': expected one of height, width, square,\nmaglock." in told


def test_lists_and_refusals_are_not_cut_in_a_word(desk: Desk) -> None:
    desk.run("play", "bestgame", "--names", "Adalbert Aufderheide,Benedikt Bergmannsdorf", typed="n\n1\nquit\n")
    commands = {
        ("games", "saved"): "--delete NUMBER\n",
        ("levels", "magnetize"): "proof.\n",
        ("play", "othello", "--white", "me"): "more.\n",
    }
    for command, end in commands.items():
        with terminal(desk, *command, columns=60) as at:
            shown = at.until(end)
            assert max(map(len, shown.splitlines())) < 60
            assert len(shown.splitlines()) > 1


def test_ctrl_c_at_a_question_before_a_game(desk: Desk) -> None:
    with terminal(desk, "play", "othello") as at:
        at.until("[y/N] ")
        at.leave_by("\x03")
        assert re.fullmatch(r"(\^C)?\nNo game was started\.\n", at.end())


PAGER = """
import signal, sys
signal.signal(signal.SIGINT, lambda *_: print("not left", flush=True))
pages = sys.stdin.read()
print("a page", "Example:" in pages, flush=True)
while (key := open("/dev/tty").readline()) != "q\\n":
    pass
"""


def test_the_rules_are_paged_before_and_during_a_game(desk: Desk) -> None:
    (desk.folder / "pager.py").write_text(PAGER)
    desk.environment["PAGER"] = shlex.join([sys.executable, "pager.py"])
    with terminal(desk, "play", "othello") as at:
        at.until("[y/N] ")
        at.type("y\n")
        at.until("a page True\n")
        at.type("\x03")  # is for the pager
        at.until("not left\n")
        at.type("q\n")
        at.until("your name: ")
        at.type("\n")
        at.until("your name: ")
        at.type("\n")
        at.until("your move: ")
        at.type("rules\n")
        at.until("a page True\n")
        at.type("q\n")
        assert "2:2" in at.until("your move: ")
        at.leave_by("\x04")
        at.end()


STOPPED = "is stopped"


def test_a_pager_that_stops_stops_the_game_with_it(desk: Desk) -> None:
    """As `fg` of a shell does it: both are stopped, and both go on."""
    (desk.folder / "pager.py").write_text(PAGER)
    desk.environment["PAGER"] = shlex.join([sys.executable, "pager.py"])
    with shell(desk, "play", "othello") as at:
        at.until("[y/N] ")
        at.type("y\n")
        at.until("a page True\n")
        at.type("\x1a")
        at.until(STOPPED)
        at.type("\nfg\nq\n")
        at.until("your name: ")
        at.leave_by("\x03")
        at.until("No game was started.")


def test_a_pager_that_ignores_ctrl_z_keeps_the_keys(desk: Desk) -> None:
    deaf = PAGER.replace("pages =", "signal.signal(signal.SIGTSTP, signal.SIG_IGN)\npages =")
    (desk.folder / "pager.py").write_text(deaf)
    desk.environment["PAGER"] = shlex.join([sys.executable, "pager.py"])
    with shell(desk, "play", "othello") as at:
        at.until("[y/N] ")
        at.type("y\n")
        at.until("a page True\n")
        at.type("\x1aq\n")
        assert STOPPED not in at.until("your name: ")
        at.leave_by("\x03")
        at.until("No game was started.")


def test_after_ctrl_z_the_question_and_what_was_typed_stand_there_again(desk: Desk) -> None:
    with shell(desk, "play", "othello", "--no-questions") as at:
        at.until("your move: ")
        at.type("d")
        at.until("d")
        at.type("\x1a")
        at.until(STOPPED)
        at.type("fg\r")  # Enter is the end of a line only where the terminal is as a shell needs it
        at.until("Player 1 (Black), your move: d")
        at.type("3\n")
        at.until("Player 2 (White), your move: ")
        at.leave_by("\x04")
        at.until("The game is saved.")


def test_ctrl_c_drops_a_line_and_leaves_at_an_empty_one(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--no-questions") as at:
        at.until("your move: ")
        at.type("xyz")
        at.until("xyz")
        at.type("\x03")
        at.until("Player 1 (Black), your move: ")
        at.type("d3\n")
        at.until("Player 2 (White), your move: ")
        at.leave_by("\x03")
        assert at.end().endswith("\nThe game is saved. To continue it: quintet play --resume\n")


def test_ctrl_c_ends_a_hint_and_not_the_game(desk: Desk) -> None:
    with terminal(desk, "play", "quentin", "--no-questions") as at:
        at.until("your move: ")
        at.type("hint\n")
        at.until("Thinking, ")
        at.type("\x03")
        at.until("The hint was stopped.\n")
        at.until("your move: ")
        at.leave_by("\x04")
        at.end()


def test_keys_while_an_engine_thinks_wait_for_the_next_question(desk: Desk) -> None:
    with terminal(desk, "play", "quentin", "--black", "level:10", "--no-questions") as at:
        at.until("The machine (level 10) is thinking, 1 s")
        at.type("undo\n")
        thinking = at.until("plays ")
        assert "undo" not in thinking
        at.until("There is no move of yours to take back.")
        at.until("your move: ")
        at.leave_by("\x04")
        at.end()


def test_a_terminal_without_a_pager_shows_the_rules_without_their_examples(desk: Desk) -> None:
    desk.environment["PAGER"] = "there-is-no-such-pager"
    with terminal(desk, "play", "magnetize") as at:
        at.until("[y/N] ")
        at.type("y\n")
        rules = at.until("your name: ")
        assert "Typing moves" in rules
        assert "Example" not in rules
        at.leave_by("\x03")
        at.end()


@pytest.mark.parametrize("variable", ["--plain", "NO_COLOR", "TERM"])
def test_without_colours(desk: Desk, variable: str) -> None:
    desk.environment |= {"NO_COLOR": "1"} if variable == "NO_COLOR" else {"TERM": "dumb"} if variable == "TERM" else {}
    with terminal(desk, "play", "othello", *(["--plain"] if variable == "--plain" else [])) as at:
        for question in ("[y/N] ", "your name: ", "your name: "):
            at.until(question)
            at.type("\n")
        board = at.until("your move: ")
        assert "\n\t1 |   |   |" in board.expandtabs().replace("        ", "\t")
        assert "\x1b[3" not in board
        assert "\x1b[4" not in board


def test_an_engine_shows_that_it_thinks_and_hears_ctrl_c(desk: Desk) -> None:
    with terminal(desk, "play", "quentin", "--black", "level:10", "--white", "level:10", "--seed", "1") as at:
        at.until("The machine (level 10) is thinking, ")
        at.type("\x03")
        assert at.end().endswith("\nNo move was played, so nothing is saved.\n")


def test_a_narrow_window_has_a_compact_board(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--plain", "--names", "Ada,Ben", columns=40) as at:
        said = at.until("your move: ")
        assert "This board needs" not in said
        lines = re.sub(r"\x1b\[[0-9;]*m", "", said).splitlines()
        assert "8   · · · · · · · ·" in [line.rstrip() for line in lines]


def test_lines_are_edited_completed_and_found_again(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--no-questions") as at:
        at.until("your move: ")
        at.type("f\t\x01\x1b[Cx\x7f\n")  # Tab, to the beginning, one to the right, a letter and not
        at.until("Player 2 (White), your move: ")
        at.type("und\t\n")
        at.until("2:2")
        at.until("Player 1 (Black), your move: ")
        at.type("\x1b[A\x1b[A\n")  # the line before the last one
        at.until("Player 2 (White), your move: ")
        at.type("x" * 5000 + "\n")
        at.until("longer than 4096 bytes")
        at.type("quit\n")
        assert at.end().endswith("To continue it: quintet play --resume\n")
    assert "1 f5\n" in desk.saves[0].read_text()


def test_which_game_to_continue_is_asked(desk: Desk) -> None:
    for move in ("d3", "c4"):
        desk.spawn("play", "othello", "--no-questions", typed=f"{move}\n".encode())
    with terminal(desk, "play", "--resume") as at:
        at.until("Which one, 1 to 2, Enter for 1, the last, delete and a number, or quit: ")
        at.type("2\n")
        at.until("your move: ")
        at.type("quit\n")
        at.end()
    assert "1 d3\n" in desk.saves_by_time()[-1].read_text()


def test_which_game_to_continue_may_be_left_open(desk: Desk) -> None:
    for move in ("d3", "c4"):
        desk.spawn("play", "othello", "--no-questions", typed=f"{move}\n".encode())
    with terminal(desk, "play", "--resume") as at:
        at.until("Which one, 1 to 2, Enter for 1, the last, delete and a number, or quit: ")
        at.type("quit\n")
        assert at.end().endswith("No game was started.\n")


def test_a_game_in_two_windows_becomes_two_and_the_second_is_told(desk: Desk) -> None:
    desk.run("play", "othello", "--no-questions", typed="d3\nquit\n")
    resume = ("play", "--resume", "--which", "1")
    with terminal(desk, *resume, columns=80) as first, terminal(desk, *resume, columns=80) as second:
        for at in (first, second):
            at.until("your move: ")
        first.type("c3\n")
        first.until("your move: ")
        second.type("c5\n")
        told = second.until("your move: ")
        assert "This game was continued in another window, so this one is saved as a game of\nits own.\n" in told
    assert len(desk.saves) == 2


def test_a_window_too_narrow_still_plays(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--plain", columns=18) as at:
        for question in ("[y/N] ", "your name: ", "your name: "):
            at.until(question)
            at.type("\n")
        for move, score in ("d3", 2), ("board", 4):
            said = at.until("your move: ")
            words = " ".join(said.split())
            assert f"Player 1 (Black): {score}" in words
            assert "This board needs a window of 19 columns, and yours has 18: make it wider and type board." in words
            assert "·" not in said, "a board that does not fit is not drawn"
            at.type(f"{move}\n")


def test_the_app_is_not_upset_by_bytes_and_is_found_again_after_a_crash(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--app", "--names", "Ada,Ben") as at:
        at.until("to move")
        at.type("\r")
        at.until("1. d3")
        os.write(at.keys, b"\xff\x98\xc3\x28")
        time.sleep(0.3)  # what comes with them is dropped
        at.type("?")
        at.until("What you can press")
        at.process.kill()
    with terminal(desk) as at:
        at.until("Continue Othello: Ada against Ben, 1 move played")
        at.type("q")
        at.end()
