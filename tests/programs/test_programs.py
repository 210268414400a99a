"""The programs of the documents, run as a person runs them: each to the end of a game, in a pipe and at a terminal."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from programs.conftest import ROOT
from quintet import game_class
from quintet.core.story import stories, worked_examples
from terminal.driver import Desk, Ran, lines
from terminal.pseudo_terminal import terminal


@dataclass(frozen=True)
class Program:
    """How a document's program is started, a short game, and what is then seen."""

    command: tuple[str, ...]
    """The words after the folder of the programs."""
    typed: tuple[str, ...]
    prompt: str
    """What asks for the first move."""
    board: str
    """The last board, in every blank as the document draws it."""
    end: str
    """The last sentence about the result."""
    results: str
    before: int = 0
    """How many of the typed lines answer questions."""
    winner: str = "Player 1"


PENTAGO = Program(
    ("python3", "pentago/pentago.py"),
    ("a0-4C", "f0 4 C", "a1 4C", "f1-4C", "a2-4C", "f2-4C", "a3-4C", "e0-4C", "a4"),
    "Player 1 (Black), your move: ",
    """\
Player 1 (Black) ●  Player 2 (White) ○

    0   1   2     3   4   5
 1                           2
a   ●   ●   ●     ●   ●   □
b   □   □   □     □   □   □
c   □   □   □     □   □   □

d   □   □   □     □   □   □
e   ○   □   □     □   □   □
f   ○   ○   ○     □   □   □
 3                           4
""",
    "Game over. Player 1 wins: five in a row.",
    "pentago-results.txt",
)
QUENTIN = Program(
    ("quentin/gradlew", "run"),
    ("size=2", "a1", "b1", "a2"),
    "Player 1 (Black), your move: ",
    """\
     a  b
    ●●●●●●
1 ○ <●> ○  ○
2 ○ <●> ○  ○
    ●●●●●●
""",
    "Game over. Player 1 wins: edges connected.",
    "quentin-results.txt",
    before=1,
)
OTHELLO = Program(
    ("python3", "othello/othello.py"),
    ("n", "Ada", "Ben", "c4", "c5", "f6", "d3", "c2", "b3", "b5", "b4", "a4"),
    "Ada (Black), your move: ",
    "Score: Ada (Black) 13:0 Ben (White)\n\n"
    "\t   --- --- --- --- --- --- --- --- \n"
    "\t1 |   |   |   |   |   |   |   |   |\n"
    "\t   --- --- --- --- --- --- --- --- \n"
    "\t2 |   |   | B |   |   |   |   |   |\n",
    "The winner is Ada with score 13.",
    "othello-results.txt",
    before=3,
    winner="Ada",
)
BESTGAME = Program(
    ("python3", "bestgame/main.py"),
    ("1", "", "1", "5", "2", "5", "3", "resign"),
    "Move #1, Player 1 (White), your column: ",
    """\
Player 1: 3 points (17/20), Player 2: 0 points (18/20)
   1  2  3  4  5
7 [ ][ ][ ][ ][ ]
6 [ ][ ][ ][ ][ ]
5 [ ][ ][ ][ ][ ]
4 [ ][ ][ ][ ][ ]
3 [ ][ ][ ][ ][ ]
2 [ ][ ][ ][ ][b]
1 [ ][ ][ ][ ][b]
""",
    "The winner is Player 1 with score 3.",
    "bestgame-results.txt",
    before=2,
)
MAGNETIZE = Program(
    ("magnetize/play", "-l", "5", "-s", "2", "-w", "4", "-h", "3"),
    ("0", "3", "0", "3", "1", "2", "1"),
    "Black: ",
    """\
  0123

0 ....
1 **.o
2 **oo
""",
    "Game over. Black wins: square made.",
    "magnetize-results.txt",
    winner="Black",
)
PROGRAMS = {
    "pentago": PENTAGO,
    "quentin": QUENTIN,
    "othello": OTHELLO,
    "bestgame": BESTGAME,
    "magnetize": MAGNETIZE,
}
every_program = pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)


def command(programs: Path, desk: Desk, program: Program) -> list[str]:
    """The words to start a program with; executables are made first."""
    if program is MAGNETIZE:
        subprocess.run(["make", "-C", programs / "magnetize"], check=True, capture_output=True, env=desk.environment)
    return [str(programs / word) if "/" in word else word for word in program.command]


def spawn(desk: Desk, *words: str | Path, typed: str = "") -> Ran:
    done = subprocess.run(
        list(map(str, words)), input=typed, text=True, capture_output=True, cwd=desk.folder, env=desk.environment
    )
    return Ran(done.returncode, done.stdout, done.stderr)


# Every program


@every_program
def test_a_game_in_a_pipe(programs: Path, desk: Desk, program: Program) -> None:
    ran = spawn(desk, *command(programs, desk, program), typed=lines(*program.typed))
    assert (ran.status, ran.err) == (0, "")
    assert f"\n{program.prompt}" in ran.out
    assert f"\n\n{program.board}" in ran.out
    assert ran.out.endswith(f"\n{program.end}\nThe result is in {program.results}.\n")
    assert f"The winner is {program.winner}" in desk.read(program.results)


@every_program
def test_a_game_at_a_terminal_with_colours_looks_the_same(programs: Path, desk: Desk, program: Program) -> None:
    desk.environment["COLORTERM"] = "truecolor"
    with terminal(desk, command=command(programs, desk, program)) as at:
        shown = ""
        for number, line in enumerate(program.typed):
            shown += at.until("? [y/N] " if line == "n" else program.prompt if number == program.before else ": ")
            at.type(f"{line}\n")
            if line == "resign":
                shown += at.until("? [y/N] ")
                at.type("y\n")
        shown += at.end()
    assert "\x1b" not in shown
    assert f"\n\n{program.board}" in shown
    assert shown.endswith(f"\n{program.end}\nThe result is in {program.results}.\n")


@every_program
@pytest.mark.parametrize("key", ["\x03", "\x04"], ids=["Ctrl-C", "Ctrl-D"])
def test_leaving_by_a_key(programs: Path, desk: Desk, program: Program, key: str) -> None:
    with terminal(desk, command=command(programs, desk, program)) as at:
        for line in program.typed[: program.before]:
            at.until("? [y/N] " if line == "n" else ": ")
            at.type(f"{line}\n")
        at.until(program.prompt)
        at.leave_by(key)
        assert at.end().endswith("\nNo move was played, so nothing is saved.\n")


@every_program
def test_the_end_of_input_before_and_within_a_game(programs: Path, desk: Desk, program: Program) -> None:
    words = command(programs, desk, program)
    ran = spawn(desk, *words)
    assert (ran.status, ran.err) == (0, "")
    assert ran.last == ("No game was started." if program.before else "No move was played, so nothing is saved.")
    ran = spawn(desk, *words, typed=lines(*program.typed[: program.before + 1]))
    assert (ran.status, ran.err) == (0, "")
    assert ran.last.startswith("The game is saved.")
    assert len(desk.saves) == 1


@every_program
def test_a_line_that_is_no_move_is_refused_and_asked_again(programs: Path, desk: Desk, program: Program) -> None:
    typed = [*program.typed]
    typed.insert(program.before, "zz9")
    ran = spawn(desk, *command(programs, desk, program), typed=lines(*typed))
    assert f"{program.prompt}zz9\nSorry, 'zz9' is not a move" in ran.out
    assert program.end in ran.out


@pytest.mark.parametrize(
    ("program", "name"), [(PENTAGO, "pentago.py"), (OTHELLO, "othello.py"), (BESTGAME, "main.py")], ids=str
)
def test_arguments_where_none_are_expected(programs: Path, desk: Desk, program: Program, name: str) -> None:
    ran = spawn(desk, *command(programs, desk, program), "-h", "3")
    assert (ran.status, ran.out, ran.err) == (2, "", f"{name}: expected no arguments, got '-h 3'.\n")


def test_saves_are_where_the_command_has_them(programs: Path, desk: Desk, tmp_path: Path) -> None:
    del desk.environment["QUINTET_HOME"]
    desk.environment |= {"HOME": str(tmp_path / "person"), "XDG_DATA_HOME": ""}
    spawn(desk, "python3", programs / "pentago/pentago.py", typed=lines("a0-1C"))
    (save,) = (tmp_path / "person/.local/share/quintet/saves").iterdir()
    assert "1 a0-1C" in save.read_text("utf-8")


# Pentago


def test_the_class_beside_the_program(programs: Path, desk: Desk) -> None:
    example = """
from pentago import Pentago
game = Pentago()
print(game.make_move('black', 'a2', 1, 'C'))
print(game.make_move('white', 'a2', 1, 'C'))
print(game.is_board_full())
game.print_board()
print(game.get_game_state())
"""
    (programs / "pentago/example.py").write_text(example, "utf-8")
    ran = spawn(desk, "python3", programs / "pentago/example.py")
    empty = "□   □   □   □   □   □\n\n"
    board = f"{empty}{empty}●   □   ○   □   □   □\n\n{empty}{empty}{empty}".removesuffix("\n")
    assert (ran.out, ran.err) == (f"True\nTrue\nFalse\n{board}UNFINISHED\n", "")


# Quentin


def test_the_tasks_build_and_test(programs: Path, desk: Desk) -> None:
    gradlew = programs / "quentin/gradlew"
    built = spawn(desk, gradlew, "jar")
    archive = programs / "quentin/build/quentin.pyz"
    assert (built.status, built.out) == (0, f"Built {archive}: it starts Quentin wherever there is Python.\n")
    moved = archive.rename(desk.folder / "moved")
    ran = spawn(desk, moved, typed=lines(*QUENTIN.typed))
    assert ran.err == ""
    assert ran.out.endswith(f"\n{QUENTIN.end}\nThe result is in quentin-results.txt.\n")
    assert spawn(desk, moved, "x").err == "quentin: expected no arguments, got 'x'.\n"
    tested = spawn(desk, gradlew, "test")
    assert tested.status == 0
    assert "held    rules: The top and bottom edges are black\n" in tested.out
    count = tested.out.count("held    rules: ")
    assert count > 50
    assert tested.last == f"{count} of {count} held."


@pytest.mark.parametrize(("words", "got"), [([], "none"), (["build"], "build"), (["run", "jar"], "run jar")])
def test_a_task_that_is_none(programs: Path, desk: Desk, words: list[str], got: str) -> None:
    ran = spawn(desk, programs / "quentin/gradlew", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"quentin: expected one of the tasks jar, run, test, got {got}.\n"


# Othello


def test_the_rules_are_shown_first_when_they_are_wanted(programs: Path, desk: Desk) -> None:
    ran = spawn(desk, "python3", programs / "othello/othello.py", typed=lines("y", "Ada", "Ben"))
    assert ran.out.startswith("Show the rules? [y/N] y\nOthello\n=======\n")
    assert "Player 1 (Black), your name: Ada\nPlayer 2 (White), your name: Ben\n" in ran.out


def test_every_game_has_a_results_file_of_its_own(programs: Path, desk: Desk) -> None:
    for _ in range(2):
        spawn(desk, *command(programs, desk, OTHELLO), typed=lines(*OTHELLO.typed))
    assert sorted(path.name for path in desk.folder.iterdir()) == ["othello-results-2.txt", "othello-results.txt"]
    for name in ("othello-results.txt", "othello-results-2.txt"):
        ignored = ["git", "check-ignore", "-q", "--no-index", name]
        assert subprocess.run(ignored, cwd=Path(__file__).parent).returncode == 0


# Best Game Ever Made


def test_both_players_may_be_engines(programs: Path, desk: Desk) -> None:
    ran = spawn(desk, "python3", programs / "bestgame/main.py", typed=lines("2", "1", "random"))
    assert ran.status == 0
    assert "Beginner (level 1, White) plays " in ran.out
    assert "random (Black) plays " in ran.out
    assert ran.out.endswith("The result is in bestgame-results.txt.\n")


# Magnetize


FLAGS = "expected -h HEIGHT -w WIDTH -s SQUARE -l MAGLOCK"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", f"{FLAGS}, and there are no defaults: -h (height), -w (width), -s (square), -l (maglock) missing"),
        ("-l 5 -w 4", f"{FLAGS}, and there are no defaults: -h (height), -s (square) missing"),
        ("-h 3 -w 4 -s 2", f"{FLAGS}, and there are no defaults: -l (maglock) missing"),
        ("-h 3 -w 4 -s 2 -l", f"{FLAGS}, but option -l requires argument"),
        ("-h 3 -w 4 -s 2 -l 5 -x", f"{FLAGS}, but option -x not recognized"),
        ("-h 3 -w 4 -s 2 -l 5 --help", f"{FLAGS}, but option --help not recognized"),
        ("-h 3 -w 4 -s 2 -l 5 7", f"{FLAGS}, got '7' too"),
        ("-h 3 -w 4 -s 2 -l 5 -h 3", f"{FLAGS}, each once, got '-h 3 -w 4 -s 2 -l 5 -h 3'"),
        ("-h 1 -w 4 -s 2 -l 5", "height must be 2 to 62, got 1"),
        ("-h 3 -w 63 -s 2 -l 5", "width must be 2 to 62, got 63"),
        ("-h 3 -w 4 -s 4 -l 5", "square must be 2 to 3 (it must fit on the board), got 4"),
        ("-h 3 -w 4 -s 2 -l -1", "maglock must be 0 to 99, got -1"),
        ("-h three -w 4 -s 2 -l 5", "height must be a whole number, 2 to 62, got three"),
    ],
)
def test_all_four_arguments_are_required(programs: Path, desk: Desk, arguments: str, message: str) -> None:
    ran = spawn(desk, "python3", programs / "magnetize/play.py", *arguments.split())
    assert (ran.status, ran.out, ran.err) == (2, "", f"play: {message}.\n")


def test_evidence_says_what_held(programs: Path, desk: Desk) -> None:
    command(programs, desk, MAGNETIZE)
    ran = spawn(desk, programs / "magnetize/evidence")
    assert (ran.status, ran.err) == (0, "")
    for topic in ("positions", "board", "bits", "rules"):
        assert f"held    {topic}: " in ran.out
    count = len(ran.out.splitlines()) - 1
    assert ran.last == f"{count} of {count} held."
    cases = stories((ROOT / "tests/cases/magnetize.case").read_text("utf-8"))
    examples = worked_examples(game_class("magnetize").rules)
    assert ran.out.count("held    rules: ") == len(cases) + len(examples)


def test_evidence_says_what_did_not_hold(programs: Path, desk: Desk) -> None:
    source = programs / "magnetize/evidence.py"
    source.write_text(source.read_text("utf-8").replace("0x61501400", "0x61501401"), "utf-8")
    command(programs, desk, MAGNETIZE)
    ran = spawn(desk, programs / "magnetize/evidence")
    assert ran.status == 1
    assert "FAILED  bits: The last board of the document's game: AssertionError: expected [1632637953, 169]" in ran.out
    count = len(ran.out.splitlines()) - 1
    assert ran.last == f"{count - 1} of {count} held."
