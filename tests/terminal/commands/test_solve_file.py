"""solve --file: a whole file of problems."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quintet
from quintet.terminal import waiting
from quintet.terminal.commands import solve
from terminal.driver import NOTICE, Desk

EASY = f"XO{'-' * 62} X"
"""Black turns the last white disc at c1 and wins by 3, or by 64 where the winner gets the empty squares."""
EASY_TEXT = "bw....../......../......../......../......../......../......../........ b"
START = f"{'-' * 27}OX------XO{'-' * 27} X"


@pytest.fixture
def file(desk: Desk) -> Path:
    return desk.folder / "problems.obf"


def test_a_line_a_problem_and_a_summary(desk: Desk, file: Path) -> None:
    file.write_text(f"% two\n{EASY}; C1:+3;\n\n{EASY_TEXT}\n")
    ran = desk.run("solve", "othello", "--file", str(file))
    assert (ran.status, ran.err) == (0, "")
    first, second, summary = ran.out.splitlines()
    assert first.split()[:6] == ["1", "Black", "wins", "by", "3", "c1"]
    assert first.endswith(" s  as the file says")
    assert second.split()[:6] == ["2", "Black", "wins", "by", "3", "c1"]
    assert second.endswith(" s")
    assert summary.startswith("2 of 2 solved, 1 as the file says and 0 not; ")


@pytest.mark.parametrize(
    ("told", "words"), [("+5", "+5"), ("c1:+5", "c1 +5"), ("+3", None), ("c1", None), ("c1:-3", "c1 -3")]
)
def test_whether_the_file_is_right(desk: Desk, file: Path, told: str, words: str | None) -> None:
    file.write_text(f"{EASY}; {told}\n")
    ran = desk.run("solve", "othello", "--file", str(file))
    assert ran.status == (0 if words is None else 1)
    row, summary = ran.out.splitlines()
    assert row.endswith("as the file says" if words is None else f"but the file says {words}")
    counts = "1 as the file says and 0 not" if words is None else "0 as the file says and 1 not"
    assert summary.startswith(f"1 of 1 solved, {counts}; ")


def test_a_move_that_the_file_thinks_best_or_worse(desk: Desk, file: Path) -> None:
    position = "bbb../..w../.bww./w..../bbbww w -"  # White wins at e3 and e4
    file.write_text(f"{position}; e3\n{position}; e3; e4\n{position}; d2\n{position}; e3:1; e4:0\n{position}; -1\n")
    told = json.loads(desk.run("solve", "quentin(size=5,pie=false)", "--file", str(file), "--json").out)
    assert [one["agrees"] for one in told["solutions"]] == [True, True, False, False, False]


def test_the_options_of_the_game_count(desk: Desk, file: Path) -> None:
    file.write_text(f"{EASY}; C1:+64;\n")
    assert desk.run("solve", "othello(empties=winner)", "--file", str(file)).status == 0
    assert desk.run("solve", "othello", "--empties", "winner", "--file", str(file)).status == 0
    assert desk.run("solve", "othello", "--file", str(file)).status == 1


def test_as_json(desk: Desk, file: Path) -> None:
    file.write_text(f"% one\n{EASY}; C1:+3;\n")
    ran = desk.run("solve", "othello", "--file", str(file), "--json")
    told = json.loads(ran.out)
    assert ran.status == 0
    assert (told["game"], told["problems"], told["solved"], told["agreed"]) == ("othello", 1, 1, 1)
    (one,) = told["solutions"]
    assert (one["file_line"], one["position"], one["agrees"]) == (2, EASY_TEXT, True)
    assert (one["value"], one["margin"], one["best"]) == (1, 3, ["c1"])


def test_what_is_not_solved_in_time_does_not_hold_up_the_rest(desk: Desk, file: Path) -> None:
    file.write_text(f"{START}\n{EASY}\n")
    ran = desk.run("solve", "othello", "--file", str(file), "--seconds", "0.5")
    assert ran.status == 1
    first, second, summary = ran.out.splitlines()
    assert first.startswith("1  not solved")
    assert second.startswith("2  Black wins by 3")
    assert summary.startswith("1 of 2 solved; ")
    told = json.loads(desk.run("solve", "othello", "--file", str(file), "--seconds", "0.5", "--json").out)
    assert "not solved" in told["solutions"][0]["unsolved"]
    assert told["solved"] == 1


def test_ctrl_c_keeps_what_was_solved(desk: Desk, file: Path) -> None:
    file.write_text(f"{EASY}\n{START}\n{EASY}\n")
    with desk.start("solve", "othello", "--file", str(file), "--seconds", "600") as process:
        assert process.stdout is not None
        said = b""
        while b"\n" not in said:
            said += os.read(process.stdout.fileno(), 4096)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, NOTICE)
    assert (said + out).decode().splitlines()[-1].startswith("1 of 3 solved; ")


def test_ctrl_c_leaves_a_whole_json_object(desk: Desk, file: Path) -> None:
    file.write_text(f"{EASY}\n{EASY}\n")
    answer, asked = waiting.wait, []

    def wait(*arguments: Any) -> object:
        asked.append(arguments)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return answer(*arguments)

    desk.monkeypatch.setattr(waiting, "wait", wait)
    ran = desk.run("solve", "othello", "--file", str(file), "--json")
    told = json.loads(ran.out)
    assert (ran.status, told["problems"], told["solved"], len(told["solutions"])) == (130, 2, 1, 1)


NO_PROBLEMS = [
    ("othello", "", "expected one problem per line, got none"),
    ("othello", "% nothing\n\n", "expected one problem per line, got none"),
    (
        "othello",
        f"{EASY}\nhello\n",
        "line 2 is not a problem of othello: a position must be '<rows> <turn>', got 'hello'",
    ),
    ("othello", f"{EASY[1:]}\n", "line 1 is not a problem of othello: expected 64 squares of X, O and - and then"),
    ("othello", f"{EASY}; D1:+3\n", "line 1 is not a problem of othello: d1 "),
    ("othello", f"{EASY}; D9:+3\n", "line 1 is not a problem of othello: 'd9' is not a move: expected one of c1"),
    ("othello", f"{EASY}; C1:three\n", "line 1 is not a problem of othello: expected a score like +12 after"),
    ("othello", f"{'-' * 64} X\n", "line 1 is not a problem of othello: expected a position in which the game goes on"),
    ("othello", f"x\n{EASY}\ny\n", "line 1 is not a problem of othello (nor is line 3): "),
    ("othello", f"x\n{EASY}\ny\nz\n", "line 1 is not a problem of othello (nor are lines 3, 4): "),
    ("pentago", f"{EASY}\n", "line 1 is not a problem of pentago: the board must have 6 rows, got 8"),
    ("quentin(size=8)", f"{EASY}\n", "line 1 is not a problem of quentin(size=8): a position must be '<rows> <turn> <"),
]


@pytest.mark.parametrize(("game", "content", "sentence"), NO_PROBLEMS)
def test_lines_that_are_no_problems_are_named_first(
    desk: Desk, file: Path, game: str, content: str, sentence: str
) -> None:
    file.write_text(content)
    ran = desk.run("solve", game, "--file", "problems.obf")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"quintet: 'problems.obf': {sentence}")
    assert ran.err.count("\n") == 1


def test_files_that_cannot_be_read(desk: Desk, file: Path) -> None:
    assert desk.run("solve", "othello", "--file", "none.obf").err == (
        "quintet: the problem file 'none.obf' cannot be read: no such file or directory.\n"
    )
    file.write_bytes(b"\xff")
    ran = desk.run("solve", "othello", "--file", str(file))
    assert ran.status == 2
    assert "must be UTF-8 text, got other bytes in line 1" in ran.err
    ran = desk.run("solve", "othello", "--file", str(file), "--position", EASY_TEXT)
    assert (ran.status, ran.err) == (2, "quintet: expected --position or --file, got both.\n")


def test_the_result_alone_is_not_what_problems_are_about(desk: Desk) -> None:
    ran = desk.run("solve", "othello", "--file", "problems.obf", "--result-only")
    assert ran.status == 2
    assert ran.err.startswith("quintet: expected --file or --result-only, got both")


def test_a_terminal_shows_a_bar_and_the_rows_go_where_they_should(
    desk: Desk, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(f"{EASY}\n{EASY}\n")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    ran = desk.run("solve", "othello", "--file", str(file))
    assert "2/2" in ran.err
    assert "2 solved" in ran.err
    assert [line.split()[0] for line in ran.out.splitlines()] == ["1", "2", "2"]


def test_the_nodes_so_far_without_a_move_yet() -> None:
    known = quintet.Engine("othello").analyze(quintet.load("othello").start(), nodes=100)
    assert solve._so_far(known) == f", {known.nodes:,} nodes, best so far {known.move}"
    assert solve._so_far(replace(known, move=None)) == f", {known.nodes:,} nodes"
