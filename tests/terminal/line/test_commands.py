"""What can be typed in line mode besides a move."""

import re
from pathlib import Path

import pytest

import quintet
from quintet import Match
from quintet.terminal.line.commands import COMMANDS
from terminal.driver import Desk, lines

START = ("n", "Ada", "Ben")
RANDOM = ("--white", "random", "--seed", "7")


def test_help_lists_every_command(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "help"))
    for word in COMMANDS:
        assert f"\n  {word} " in ran.out
    assert "\n  rules      the rules of this game\n" in ran.out


def test_help_names_every_kind_of_move_and_every_sign(desk: Desk) -> None:
    out = desk.run("play", "magnetize", "--no-questions", typed=lines("help")).out.partition("Your moves:\n")[2]
    assert out.startswith(
        "  0          a piece in column 0\n"
        "  m          magnet (you miss 2 turns)\n"
        "The number of a column, 0 at the left; m turns your magnet on."
    ), "the kinds of moves, and what the rules say about typing"
    assert "\nOn the board * is a black piece, o a white one, . an empty place. The magnets\n" in out


def test_the_rules_can_be_read_during_a_game(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--no-questions", typed=lines("d3", "Rules", "c3", "quit"))
    assert "\nOthello\n=======\n" in ran.out
    assert "Example: " in ran.out, "whole where nobody has to wait for a page"
    assert "3:3" in ran.out, "the game goes on"
    after = ran.out.partition("Example: ")[2]
    assert "4:1" in after, "the board is shown again"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hlep", "Sorry, 'hlep' is not a move: did you mean help?\n"),
        ("undo 3", "Sorry, 'undo 3' is not a move: did you mean undo?\n"),
        ("undo please", "Sorry, 'undo please' is not a move: did you mean undo?\n"),
        ("resign please", "Sorry, 'resign please' is not a move: did you mean resign?\n"),
        ("h", "You can also type:\n"),
        ("U", "There is no move of yours to take back.\n"),
        ("\x1b[A", "Sorry, that was a key that is no text: expected a move like d3, or help.\n"),
        ("?", "You can also type:\n"),
        ("draw", "do you agree to a draw? [y/N] "),
        ("q", "No move was played, so nothing is saved.\n"),
        ("EXIT", "No move was played, so nothing is saved.\n"),
    ],
)
def test_commands_are_forgiving(desk: Desk, typed: str, answer: str) -> None:
    assert answer in desk.run("play", "othello", "--no-questions", typed=lines(typed)).out


def test_commands_do_not_care_about_case_and_blanks(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "  MOVES "))
    assert "\nd3 c4 f5 e6\n" in ran.out


def test_a_column_that_only_a_wider_board_has_is_no_move(desk: Desk) -> None:
    narrow, wide = ("play", "magnetize"), ("play", "magnetize(width=62)")
    assert "The game is saved" in desk.run(*narrow, typed=lines(*START, "1", "q", "x")).out
    assert "Black drops into column 52" in desk.run(*wide, typed=lines(*START, "q", "quit")).out


def test_board_shows_the_board_again(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "board"))
    assert ran.out.count("Score: Ada (Black) 2:2 Ben (White)\n") == 2


def test_undo_and_redo_between_people_are_one_move(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "c3", "undo", "redo", "undo", "undo", "quit"))
    scores = [line.split()[3] for line in ran.out.splitlines() if line.startswith("Score: ")]
    assert scores == ["2:2", "4:1", "3:3", "4:1", "3:3", "4:1", "2:2"]


def test_there_may_be_nothing_to_undo_or_redo(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "undo", "redo"))
    assert "There is no move of yours to take back.\n" in ran.out
    assert "There is no move to play again.\n" in ran.out


def test_undo_against_an_engine_goes_back_to_your_own_turn(desk: Desk) -> None:
    ran = desk.run("play", "othello", *RANDOM, typed=lines("n", "Ada", "d3", "undo", "redo", "undo", "quit"))
    scores = [line.split()[3] for line in ran.out.splitlines() if line.startswith("Score: ")]
    assert scores[0] == "2:2"
    assert scores[3] == "2:2"
    assert scores[4] == scores[2]
    assert scores[5] == "2:2"
    assert ran.out.count("random (White) plays ") == 1


def test_an_engine_that_began_cannot_be_taken_back(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--black", "random", typed=lines("n", "Ben", "undo"))
    assert "There is no move of yours to take back.\n" in ran.out


def test_hint_is_a_legal_move(desk: Desk) -> None:
    ran = desk.run("play", "magnetize(height=2,width=2)", typed=lines(*START, "hint"))
    move, _, known = ran.out.partition("You could play ")[2].partition(".")[0].partition(" (")
    assert move in ("column 0", "column 1", "magnet")
    assert known == "exact: a draw with best play)"


def test_a_hint_says_how_the_game_may_go_on(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--no-questions", typed="hint\n")
    assert re.search(
        r"You could play [a-h]\d \(.*; the game may then go on with [a-h]\d, [a-h]\d, [a-h]\d\)\.\n", ran.out
    )


def test_save_writes_a_record_that_loads(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "save my game.txt", "c3", "save my game.txt"))
    assert ran.out.count("Saved in my game.txt. To continue it: quintet play --from 'my game.txt'\n") == 2
    match = Match.from_record(desk.read("my game.txt"))
    assert [str(move) for move in match.moves] == ["d3", "c3"]
    assert match.names == ("Ada", "Ben")


@pytest.mark.parametrize("name", ["g.sgf", "g.ggf", "g.txt"])
def test_save_never_overwrites_another_game(desk: Desk, name: str) -> None:
    desk.run("play", "othello", typed=lines(*START, "d3", "c3", f"save {name}"))
    first = desk.read(name)
    for moves in (["d3", "e3"], ["e6"]):
        ran = desk.run("play", "othello", typed=lines(*START, *moves, f"save {name}"))
        assert f"{name} holds another game: pick another name.\n" in ran.out
    (desk.folder / name).write_text(first[:-8] + "nonsense")
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "c3", f"save {name}"))
    assert f"{name} holds another game: pick another name.\n" in ran.out
    (desk.folder / name).write_text(first)
    assert "Saved in" in desk.run("play", "othello", typed=lines(*START, "d3", f"save {name}")).out


@pytest.mark.parametrize("name", ["g.sgf", "g.GGF", "g.quintet"])
def test_save_writes_what_the_name_means(desk: Desk, name: str) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "d3", f"save {name}", "c3", f"save {name}"))
    assert ran.out.count(f"Saved in {name}. To continue it: quintet play --from {name}\n") == 2
    assert desk.read(name).startswith("quintet record" if name.endswith("quintet") else "(;")
    assert desk.run("convert", name, "again.txt").status == 0
    assert desk.read("again.txt") == "d3c3\n"
    assert desk.run("show", name).status == 0


def test_save_refuses_what_it_cannot_write(desk: Desk) -> None:
    ran = desk.run("play", "pentago", typed=lines(*START, "save g.wtb", "save g.ggf"))
    assert "g.wtb cannot be written: a game is saved as .quintet, .txt, .sgf or .ggf" in ran.out
    assert "g.ggf cannot be written: " in ran.out
    assert not list(desk.folder.glob("g.*"))


def test_save_needs_a_name_that_can_be_written(desk: Desk) -> None:
    (desk.folder / "notes.txt").write_text("precious")
    typed = lines(*START, "save", "save notes.txt", "save no/such/folder.txt", "save .", "save \0", "d3")
    ran = desk.run("play", "othello", typed=typed)
    assert "Type save and a file name, for example save game.txt.\n" in ran.out
    assert "notes.txt exists and is not a saved game: pick another name.\n" in ran.out
    assert "no/such/folder.txt cannot be written: no such file or directory.\n" in ran.out
    assert ". cannot be written: is a directory.\n" in ran.out
    assert desk.read("notes.txt") == "precious"
    assert "Score: Ada (Black) 4:1 Ben (White)\n" in ran.out


def test_resigning_ends_the_game_and_writes_the_result(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "resign", "not read"))
    assert "Game over. Ada wins: Ben resigned.\nThe winner is Ada with score 4.\n" in ran.out
    assert "Player 1 wins! The winner is Ada with score 4.\n" in desk.read("othello-results.txt")
    assert desk.saves == []


@pytest.mark.parametrize(("answer", "agreed"), [("y", True), ("", False)])
def test_a_draw_needs_both(desk: Desk, answer: str, agreed: bool) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "draw?", answer))
    assert "Ben (White), do you agree to a draw? [y/N] " in ran.out
    assert ("Game over. A draw" in ran.out) is agreed
    assert ("Ben (White) does not agree, and the game goes on.\n" in ran.out) is not agreed
    assert Path("othello-results.txt").exists() is agreed


def test_an_engine_agrees_to_a_draw_unless_it_stands_better(desk: Desk) -> None:
    won = "wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww/wwwwww../wwwwwwb. b"
    level = ("--white", "level:1", "--seed", "1")
    ran = desk.run("play", "othello", *level, "--position", won, typed=lines("n", "Ada", "draw?"))
    assert "Beginner (level 1, White) does not agree, and the game goes on.\n" in ran.out
    assert ran.last == "No move was played, so nothing is saved."
    assert not desk.saves
    lost = f"{won[:-2].translate(str.maketrans('bw', 'wb'))} b"
    ran = desk.run("play", "othello", *level, "--position", lost, typed=lines("n", "Ada", "draw?"))
    assert "Game over. A draw" in ran.out


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_an_engine_plays_on_from_an_empty_board(desk: Desk, game_id: str) -> None:
    ran = desk.run("play", game_id, "--white", "level:1", "--black", "human", "--no-questions", typed="draw?\n")
    assert "A draw" not in ran.out


def test_leaving_saves_and_writes_no_result(desk: Desk) -> None:
    ran = desk.run("play", "othello", typed=lines(*START, "d3", "quit", "not read"))
    assert ran.status == 0
    assert ran.last == "The game is saved. To continue it: quintet play --resume"
    assert not Path("othello-results.txt").exists()
    assert len(desk.saves) == 1


def test_the_two_change_places(desk: Desk) -> None:
    ran = desk.run("play", "othello", "--white", "random", "--seed", "7", "--names", "Ada", typed=lines("switch"))
    assert "Now it is random (Black) against Ada (White).\n" in ran.out
    assert "random (Black) plays " in ran.out
    assert desk.saves[0].read_text().startswith("# seats: random human\n")
