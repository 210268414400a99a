"""The real command as a process: pipes, signals, closed ends, and how little it imports."""

import os
import re
import signal
import subprocess
import sys

import pytest

from terminal.driver import NOTICE, QUINTET, Desk

WIPE_OUT = b"n\nAda\nBen\nc4\nc5\nf6\nd3\nc2\nb3\nb5\nb4\na4\nnot read\n"


def test_a_whole_game_through_pipes(desk: Desk) -> None:
    ran = desk.spawn("play", "othello", typed=WIPE_OUT)
    assert (ran.status, ran.err) == (0, "")
    assert "The winner is Ada with score 13.\n" in ran.out
    written = desk.read("othello-results.txt")
    date = r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [JFMASOND][a-z]{2} [ 123]\d \d\d:\d\d:\d\d \d{4}"
    head = rf"Start date and time: {date}\n\nEnd date and time  : {date}\n\nTotal duration     : 00 min \d\d sec\n\n"
    assert re.match(head + r"\t\t  \*\*\*   Game Over!   \*\*\*\n\nFinal results:\n", written)
    assert "Player 1 (Black): Ada, Score: 13\nPlayer 2 (White): Ben, Score: 0\n\n" in written
    assert "\n\t   --- --- --- --- --- --- --- --- \n\t4 | B | B | B | B | B |   |   |   |\n" in written
    assert written.endswith("\n\t    a   b   c   d   e   f   g   h   \n")


def _wait_for(process: subprocess.Popen[bytes], words: bytes) -> bytes:
    """Everything the process says up to these words."""
    assert process.stdout is not None
    said = b""
    while words not in said:
        piece = os.read(process.stdout.fileno(), 4096)
        assert piece, said.decode()
        said += piece
    return said


def _interrupt(process: subprocess.Popen[bytes], notice: bytes = b"") -> bytes:
    """Press Ctrl-C; the rest of what the process says."""
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, notice)
    return out


NOTHING = b"No move was played, so nothing is saved.\n"
SAVED = b"The game is saved. To continue it: quintet play --resume\n"


def test_ctrl_c_leaves_cleanly_and_the_game_goes_on_later(desk: Desk) -> None:
    with desk.start("play", "othello") as process:
        assert process.stdin is not None
        process.stdin.write(b"n\nAda\nBen\nd3\n")
        process.stdin.flush()
        _wait_for(process, b"Ben (White), your move: ")
        assert _interrupt(process).endswith(SAVED)
    ran = desk.spawn("play", "--resume", typed=b"c3\n")
    assert "Score: Ada (Black) 3:3 Ben (White)\n" in ran.out


def test_ctrl_c_is_heard_while_an_engine_thinks(desk: Desk) -> None:
    with desk.start("play", "quentin", "--black", "level:10", "--white", "level:10", "--seed", "1") as process:
        _wait_for(process, b"Quentin: The machine (level 10, Black) against The machine (level 10, White).")
        assert _interrupt(process, NOTICE).endswith(NOTHING)
    assert not desk.saves


SLOW_MODEL = """
import time

def think(messages):
    print("asked", flush=True)
    time.sleep(60)
"""


def test_a_benchmark_asks_nothing_for_a_page_that_cannot_be_written(desk: Desk) -> None:
    ran = desk.run("benchmark", "random", "--page", "none/page.html")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "quintet: the page 'none/page.html' cannot be written: its folder is missing.\n"


def test_ctrl_c_does_not_wait_for_the_answers_of_a_model(desk: Desk) -> None:
    (desk.folder / "slow.py").write_text(SLOW_MODEL)
    asked = ("benchmark", "slow:think", "--game", "magnetize(height=3,width=3)", "--task", "value", "--work", "run")
    with desk.start(*asked) as process:
        _wait_for(process, b"asked")
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=20)[1]
    assert process.returncode == 130
    assert err.endswith(b"\nStopped. The same command goes on from here: the answers are in run.\n")


INTERRUPTED_IMPORT = """
import sys
from quintet.terminal import cli
from quintet.terminal.line import screen
def whole(*_):
    exec("import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(9)")
screen.whole = whole
sys.argv[1:] = ["play", "othello", "--black", "random", "--white", "random"]
sys.exit(cli.main())
"""


def test_ctrl_c_in_the_middle_of_an_import_is_no_different(desk: Desk) -> None:
    (desk.folder / "interrupted.py").write_text(INTERRUPTED_IMPORT)
    command = [sys.executable, "-m", "interrupted"]
    done = subprocess.run(command, capture_output=True, cwd=desk.folder, env=desk.environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(NOTHING)


@pytest.mark.parametrize("arguments", [[], ["play", "othello"]], ids=["menu", "questions"])
def test_ctrl_c_before_the_game(desk: Desk, arguments: list[str]) -> None:
    with desk.start(*arguments) as process:
        _wait_for(process, b"[y/N] " if arguments else b": ")
        assert _interrupt(process).endswith(b"No game was started.\n")


@pytest.mark.parametrize("arguments", [["games"], ["rules", "othello"], ["--help"], ["play", "--resume"]], ids=" ".join)
def test_a_closed_pipe_ends_silently(desk: Desk, arguments: list[str]) -> None:
    desk.run("play", "othello", typed="n\n\n\nd3\n")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = subprocess.Popen(
            [*QUINTET, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.PIPE,
            cwd=desk.folder,
            env=desk.environment,
        )
    finally:
        os.close(writing)
    assert process.communicate(timeout=30)[1] == b""


def test_standard_streams_that_are_not_there(desk: Desk) -> None:
    command = f"{sys.executable} -m quintet"
    for line, status in (
        (f"{command} games >&-", 0),
        (f"{command} play othello <&-", 0),
        (f"{command} games >/dev/full", 2),
        (f"{command} nonsense 2>&-", 2),
        (f"{command} analyze othello --nodes 10 2>&-", 0),
    ):
        done = subprocess.run(line, shell=True, cwd=desk.folder, env=desk.environment, capture_output=True, timeout=30)
        assert done.returncode == status, line
        assert b"Traceback" not in done.stderr
        assert done.stderr.count(b"\n") <= 1


def test_boards_need_no_locale(desk: Desk) -> None:
    desk.environment |= {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    ran = desk.spawn("play", "pentago", typed="n\nZoë\n\n".encode())
    assert ran.status == 0
    assert "Zoë (Black) ●" in ran.out


def test_bytes_on_the_command_line_that_are_no_text(desk: Desk) -> None:
    done = subprocess.run(
        [*(word.encode() for word in QUINTET), b"show", b"\xff.txt"],
        cwd=desk.folder,
        env=desk.environment,
        capture_output=True,
    )
    assert done.returncode == 2
    assert done.stderr == b"quintet: the record '\\udcff.txt' cannot be read: no such file or directory.\n"


def test_a_short_command_imports_little(desk: Desk) -> None:
    code = (
        "import sys; from quintet.terminal.cli import main; main(['perft', 'othello', '1']);"
        "print([name for name in ('rich', 'platformdirs', 'numpy', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=desk.environment)
    assert done.stdout == "4\n[]\n"


def test_line_mode_imports_nothing_for_its_board_before_its_first_question(desk: Desk) -> None:
    code = (
        "import sys; from quintet.terminal.cli import main; main(['play', 'othello']);"
        "print([name for name in ('ctypes', 'statistics', 'quintet.render.words') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=desk.environment, stdin=subprocess.DEVNULL
    )
    assert done.stdout == "Show the rules? [y/N] \nNo game was started.\n[]\n"
