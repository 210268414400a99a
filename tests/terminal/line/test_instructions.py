"""What line mode says about typing moves and about the signs on the board."""

import re
from dataclasses import replace

import pytest

import quintet
from quintet.terminal.line import instructions
from terminal.driver import Desk
from terminal.pseudo_terminal import terminal

KINDS = {
    "bestgame": ["1 a token in column 1"],
    "magnetize": ["0 a piece in column 0", "m magnet (you miss 2 turns)"],
    "othello": ["d3 a disc on d3", "pass pass, when the rules allow it"],
    "pentago": [
        "a0-1C a marble on a0, then turn sub-board 1 clockwise",
        "a0-1A a marble on a0, then turn sub-board 1 anti-clockwise",
        "a0 a marble on a0, when the rules allow it",
    ],
    "quentin": [
        "a1 a stone on a1",
        "swap swap sides, when the rules allow it",
        "pass pass, when the rules allow it",
    ],
}


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_every_kind_of_move_is_named(game_id: str) -> None:
    game = quintet.load(game_id)
    lines = [re.sub(" +", " ", line).strip() for line in instructions.move_lines(game, game.start())]
    assert lines == KINDS[game_id]


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_what_is_named_is_typed_like_that(game_id: str) -> None:
    game = quintet.load(game_id)
    legal = quintet.Match(game).legal()
    for kind in instructions.move_kinds(game, game.start()):
        assert kind.is_legal == (kind.example in legal)
    assert instructions.typing_section(game), "the short forms stand in the rules"


def test_a_game_without_words_of_its_own_is_explained_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quintet.load("othello")
    layout = replace(game.layout(), piece="egg", buttons=())
    monkeypatch.setattr(type(game), "layout", lambda self: layout)
    monkeypatch.setattr(type(game), "rules", "# Othello\n")
    lines = [re.sub(" +", " ", line).strip() for line in instructions.move_lines(game, game.start())]
    assert lines == ["d3 an egg on d3", "pass pass, when the rules allow it"]
    assert instructions.typing_section(game) == ""


def test_a_game_is_greeted_with_all_of_it(desk: Desk) -> None:
    out = desk.run("play", "magnetize", "--no-questions").out
    assert out.startswith(
        "\nMagnetize: Player 1 (Black) against Player 2 (White).\n"
        "Goal. Make a square of your pieces, usually 2 x 2, on an upright board.\n"
        "On the board * is a black piece, o a white one, . an empty place. The magnets\n"
        "are on the walls: Black left, White right.\n"
        "You can type:\n"
        "  0          a piece in column 0\n"
        "  m          magnet (you miss 2 turns)\n"
        "  help       the list of everything else, such as rules, hint, undo and quit\n"
    )
    against = "To play against an engine: quintet play magnetize --white level:3\n"
    assert out.count(against) == 1
    helped = desk.run("play", "quentin(size=5)", "--white", "random", "--no-questions", typed="help\n").out
    assert helped.count("To play against an engine: quintet play 'quentin(size=5)' --white level:3\n") == 1
    assert "You can type" not in desk.run("play", "magnetize", "--black", "random", "--white", "random").out


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_a_greeting_begins_with_the_goal(game_id: str) -> None:
    game = quintet.load(game_id)
    assert instructions.greeting(game, game.start(), color=False).startswith("Goal. ")


def test_a_narrow_window_has_whole_words(desk: Desk) -> None:
    with terminal(desk, "play", "magnetize", "--plain", "--no-questions", columns=20) as at:
        shown = at.until("Player 1 (Black): ")
        assert "needs a window" not in shown, "names make no board wider"
        assert max(map(len, shown.splitlines())) <= 20
        assert "\nOn the board * is a\nblack piece, o a" in shown
        at.type("help\n")
        helped = at.until("level:3\n")
        assert all(len(line) <= 20 for line in helped.splitlines() if " " in line.strip())
        at.until("Player 1 (Black): ")
        at.leave_by("\x04")
        at.end()


def test_letters_of_columns_are_for_wide_boards(desk: Desk) -> None:
    helped = desk.run("play", "magnetize", "--no-questions", typed="help\n").out
    assert "m turns your magnet on.\n" in helped
    assert "!" not in helped
    assert "\nWide boards\n" in desk.run("rules", "magnetize").out


def test_options_that_were_chosen_are_told(desk: Desk) -> None:
    told = "Here height is 6, width is 7, square is 3 and maglock is 1.\n"
    spec = "magnetize(height=6,width=7,square=3,maglock=1)"
    assert told in desk.run("play", spec, "--no-questions").out
    assert desk.run("rules", spec).out.startswith(told)
    assert desk.run("rules", "magnetize").out.startswith("Magnetize\n")


def test_moves_are_typed_as_sentences_name_them_and_with_blanks(desk: Desk) -> None:
    ran = desk.run("play", "magnetize", "--no-questions", typed="column 2\nColumn 3\n magnet \nhint\n")
    assert "1. Black drops into column 2.\n" in ran.out
    assert "2. White drops into column 3.\n" in ran.out
    assert "3. Black's magnet is on for 2 turns" in ran.out
    assert re.search(r"You could play (column \d|magnet) \(", ran.out)
    ran = desk.run("play", "pentago", "--no-questions", typed="a0 - 1 c\n")
    assert "1. Black plays a0. Sub-board 1 turns clockwise.\n" in ran.out


def test_columns_whose_labels_differ_in_case_alone_are_two() -> None:
    game = quintet.load("magnetize", height=2, width=40)
    typed = ("column B", "column b", "column 11", "row 1", "column")
    assert [str(instructions.read_typed(game, game.start(), text)) for text in typed] == [
        "11", "37", "11", "None", "None"
    ]  # fmt: skip


def test_help_tells_the_marks_of_a_painted_board(desk: Desk) -> None:
    with terminal(desk, "play", "othello", "--no-questions") as at:
        at.until("your move: ")
        at.type("help\n")
        assert "\n( ) marks the last move, < > what wins, ◦ a place where you may play.\n" in at.until("your move: ")
        at.type("d3\n")
        board = re.sub(r"\x1b\[[0-9;]*m", "", at.until("your move: "))
        assert "(B)" in board
        assert " ◦ " in board
    assert "( ) marks" not in desk.run("play", "othello", "--no-questions", typed="help\n").out, "no marks there"


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_marks_of_legal_places_are_told_only_where_they_are_drawn(game_id: str) -> None:
    game = quintet.load(game_id)
    assert ("◦" in instructions.marks(game, True)) == (game_id == "othello")
    assert instructions.marks(game, False) == ""
