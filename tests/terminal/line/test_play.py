"""Line mode: the order of its questions, what it shows, what it refuses and how it ends."""

import re

import pytest

from quintet.core.scene import Layout
from terminal.driver import Desk, lines

WIPE_OUT = ("c4", "c5", "f6", "d3", "c2", "b3", "b5", "b4", "a4")
"""A whole game of Othello: Black turns every white disc, 13-0."""


def test_a_whole_game_asks_shows_and_ends(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines("n", "Ada", "Ben", *WIPE_OUT, "not read"))
    assert ran.status == 0
    assert ran.err == ""
    questions = ["Show the rules? [y/N] n", "Player 1 (Black), your name: Ada", "Player 2 (White), your name: Ben"]
    assert ran.out.splitlines()[:3] == questions
    assert "Game over. Ada wins 13 to 0.\nThe winner is Ada with score 13.\n" in ran.out
    assert "Score: Ada (Black) 2:2 Ben (White)\n" in ran.out
    assert ran.out.count("\n\t    a   b   c   d   e   f   g   h   \n") == 1 + len(WIPE_OUT)
    assert "not read" not in ran.out
    assert desk.saves == []


def test_board_and_score_are_shown_after_every_move(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines("", "", "", "d3", "c3"))
    scores = re.findall(r"Score: Player 1 \(Black\) (\d+:\d+) Player 2 \(White\)", ran.out)
    assert scores == ["2:2", "4:1", "3:3"]


@pytest.mark.parametrize(("answer", "shown"), [("y", True), ("YES", True), ("n", False), ("", False), ("maybe", False)])
def test_only_yes_shows_the_rules(desk: Desk, answer: str, shown: bool) -> None:
    ran = desk.run("play", "othello", typed=lines(answer))
    assert ("Black moves first." in ran.out) is shown
    assert "Player 1 (Black), your name: " in ran.out


def test_a_bad_name_is_asked_again(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines("n", "\x07", "x" * 81, "Ada", "Ben"))
    assert ran.out.count("Sorry, a name must be 1 to 80 printable characters, got ") == 2
    assert "Othello: Ada (Black) against Ben (White).\n" in ran.out


def test_blank_names_are_players_and_engines_are_not_asked(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--black", "random", typed=lines("n", ""))
    assert "Othello: random (Black) against Player 2 (White).\n" in ran.out
    assert "Player 1 (Black), your name" not in ran.out


def test_nothing_is_asked_when_both_are_engines(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--black", "random", "--white", "random", "--seed", "1")
    assert ran.status == 0
    assert "Show the rules?" not in ran.out
    assert "your name" not in ran.out
    assert re.search(r"random \(Black\) plays [a-h][1-8]\.\n", ran.out)
    assert re.search(r"The winner is random \((Black|White)\) with score \d+\.|A draw, \d+ to \d+\.", ran.out)


def test_the_first_mover_is_asked_first(desk: Desk) -> None:
    ran = desk.run("play", "bestgame", typed=lines("n", "Ada", "Ben"))
    assert "Player 1 (White), your name: Ada\nPlayer 2 (Black), your name: Ben\n" in ran.out
    assert "Ada: 0 points (20/20), Ben: 0 points (20/20)" in ran.out


def test_a_forced_pass_is_typed(desk: Desk) -> None:
    moves = ["f5", "f6", "c4", "g5", "h5", "h4", "f7", "h6"]
    ran = desk.run("play", "othello", typed=lines("n", "Ada", "Ben", *moves, "c5", "p", "pass", "c5"))
    assert "Ada (Black) has no other move: type pass.\n" in ran.out
    assert "Ada (Black), your move: c5\nSorry, c5 turns no disc.\n" in ran.out
    assert "Sorry, pass is only for a player who cannot place a disc, and you can.\n" in ran.out
    assert ran.out.endswith("quintet play --resume\n")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("zz", "Sorry, 'zz' is not a move: expected one of d3, c4, f5, e6.\n"),
        ("d4", "Sorry, d4 is occupied.\n"),
        ("a1", "Sorry, a1 turns no disc.\n"),
        ("", "Type a move like d3, or help.\n"),
        ("i9 3", "Sorry, 'i9 3' is not a move: expected one of d3, c4, f5, e6.\n"),
        ("x" * 100, "Sorry, that is too long: expected a move like d3, or help.\n"),
        ("x" * 100_000, "That line was longer than 4096 bytes: please type a shorter one.\n"),
        ("\0", "Sorry, that was a key that is no text: expected a move like d3, or help.\n"),
    ],
)
def test_what_is_no_move_is_refused_and_asked_again(desk: Desk, typed: str, reason: str) -> None:
    ran = desk.run("play", "othello", typed=lines("n", "", "", typed, "d3"))
    assert reason in ran.out
    assert ran.out.count("Player 1 (Black), your move: ") == 2
    assert "Player 2 (White), your move: " in ran.out


def test_bytes_that_are_no_text_are_refused_and_asked_again(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=b"\xff\nn\n\xfe\xff\nAda\nBen\n\xc3\x28\nd3\n")
    assert ran.status == 0
    assert ran.out.count("That line was not UTF-8 text: please type it again.\n") == 3
    assert "Score: Ada (Black) 4:1 Ben (White)" in ran.out


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=b"\xef\xbb\xbfy\r\nAda\r\nBen\r\nd3\r\n")
    assert "Black moves first." in ran.out
    assert "Score: Ada (Black) 4:1 Ben (White)" in ran.out


def test_a_game_without_scores_names_the_winner_once(desk: Desk) -> None:
    moves = ["a0-4C", "b0-4C", "a1-4C", "b1-4C", "a2-4C", "b2-4C", "a3-4C", "b3-4C", "a4"]
    ran = desk.run("play", "pentago", typed=lines("n", "Ada", "Ben", *moves))
    assert ran.out.endswith("\nGame over. Ada wins: five in a row.\nThe result is in pentago-results.txt.\n")
    assert "Player 1 wins! The winner is Ada.\n" in desk.read("pentago-results.txt")


def test_a_draw(desk: Desk) -> None:
    ran = desk.run(
        "play", "magnetize", "-h", "2", "-w", "4", "-s", "2", "-l", "2", typed=lines("n", "", "", *"02201331")
    )
    assert "Game over. A draw" in ran.out
    assert "\nDraw!\n" in desk.read("magnetize-results.txt")


def test_the_winner_is_named_first_whoever_began(desk: Desk) -> None:
    ran = desk.run("play", "bestgame(columns=3,rows=3,tokens=3)", "--no-questions", typed=lines(*"212231"))
    assert "Game over. Player 2 wins 3 to 0.\nThe winner is Player 2 with score 3.\n" in ran.out
    ran = desk.run("play", "bestgame(columns=3,rows=3,tokens=1)", "--no-questions", typed=lines("1", "2"))
    assert "Game over. A draw, 0 to 0.\n" in ran.out


def test_a_missed_turn_is_told(desk: Desk) -> None:
    ran = desk.run("play", "magnetize", "--maglock", "1", typed=lines("n", "Ada", "Ben", "m", "0"))
    assert "2. White drops into column 0. Black misses a turn, and Black's magnet goes off.\nBen (White): " in ran.out


def test_what_a_move_did_is_said_below_its_board(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--no-questions", typed=lines("d3", "a1", "c3", "undo", "quit"))
    assert re.findall(r"\n\n(\d+\. .*)\nPlayer", ran.out) == [
        "1. Black plays d3 and turns 1 disc.",
        "2. White plays c3 and turns 1 disc.",
    ], "after moves, not after what is refused or taken back"


def test_an_engine_names_a_column(desk: Desk) -> None:
    ran = desk.run("play", "magnetize", "--black", "random", "--seed", "1", "--names", "Ben", typed=lines("quit"))
    assert re.search(r"\nrandom \(Black\) plays (column \d|magnet)\.\n", ran.out)
    assert "\n\n1. Black" in ran.out


def test_a_swap_changes_colours_not_seats(desk: Desk) -> None:
    ran = desk.run("play", "quentin(size=3)", typed=lines("n", "Ada", "Ben", "b2", "swap", "resign"))
    assert "The colours change: now it is Ada (White) against Ben (Black).\nAda (White), your move: " in ran.out
    assert "Player 1 (White): Ada\nPlayer 2 (Black): Ben\n" in desk.read("quentin-results.txt")
    assert "Player 2 wins! The winner is Ben.\n" in desk.read("quentin-results.txt")


def test_an_engine_keeps_its_seat_after_a_swap(desk: Desk) -> None:
    typed = lines("n", "Ben", "swap", "quit")
    ran = desk.run("play", "quentin(size=4)", "--black", "random", "--seed", "3", typed=typed)
    assert "now it is random (White) against Ben (Black)" in ran.out
    assert "random (White) plays " in ran.out


def test_a_position_to_begin_from(desk: Desk) -> None:
    position = "b......./w......./......../......../......../......../......../........ b"
    ran = desk.run("play", "othello", "--position", position, typed=lines("n", "Ada", "Ben", "a3"))
    assert "The winner is Ada with score 3.\n" in ran.out


def test_of_many_legal_moves_a_refusal_names_some(desk: Desk) -> None:
    ran = desk.run("play", "quentin", "--size", "5", typed=lines("n", "", "", "f1"))
    assert "Sorry, 'f1' is not a move: expected one of a1, b1, c1, d1, e1, a2, b2, c2 and 17 more" in ran.out
    assert " (places are a1 to e5).\n" in ran.out


def test_the_letter_of_a_move_wins_over_everything(desk: Desk) -> None:
    wide = ("play", "magnetize(height=2,width=62)")
    ran = desk.run(*wide, typed=lines("n", "", "", "m", "M", "48", "quit"))
    assert "Black misses a turn" in ran.out
    assert "Sorry" not in ran.out
    rows = [line for line in ran.out.splitlines() if line.startswith("1 ")]
    assert rows[-1].index("o") == 2 + 22  # M is a label, and case matters
    assert rows[-1].rindex("o") == 2 + 48
    for typed in ("M", "magnet", "Magnet"):
        narrow = desk.run("play", "magnetize", typed=lines("n", "", "", typed))
        assert "1. Black's magnet is on for 2 turns" in narrow.out, "there is no column M"
    unknown = desk.run("play", "magnetize", typed=lines("n", "", "", "K"))
    assert "Sorry, 'K' is not a move: expected one of 0, 1, 2, 3, 4, m.\n" in unknown.out


def test_two_engines_do_not_go_on_for_ever(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.terminal.line.play.ENDLESS", 10)
    arguments = ("play", "pentago", "--black", "random", "--white", "random", "--seed", "1")
    monkeypatch.setattr("quintet.games.pentago.PentagoRules.layout", lambda self: Layout("tiles", "marble", 6, 6, ()))
    ran = desk.run(*arguments)
    assert ran.status == 0
    assert "After 10 moves the game is still not over, so the engines stop here.\n" in ran.out
    assert len(desk.saves) == 1


@pytest.mark.parametrize("typed", ["a4", "a4-1C", "A4 3 a"])
def test_a_turn_after_the_fifth_marble_is_forgiven(desk: Desk, typed: str) -> None:
    moves = ["a0-4C", "f0-4C", "a1-4C", "f1-4C", "a2-4C", "f2-4C", "a3-4C", "e0-4C", typed]
    ran = desk.run("play", "pentago", "--no-questions", typed=lines(*moves))
    assert "Game over. Player 1 wins: five in a row.\n" in ran.out
    assert "Sorry" not in ran.out
