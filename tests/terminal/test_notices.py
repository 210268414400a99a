"""Without the engine room the command says once that its engines are slower, and only where it uses one."""

import json
from pathlib import Path

import pytest

from quintet.engine.native import kernels
from quintet.terminal.waiting import SLOWER, tell_slower_engines
from terminal.driver import Desk, lines

ENDING = ".www.bww/bbbbbwww/wbwbwbww/wwbwwbww/wbwwwbww/wwbwwwww/w.bbbwww/..bbbwww w"


@pytest.fixture
def no_engine_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "is_built", lambda: False)
    monkeypatch.setattr(kernels, "kernel_for", lambda game, weights=None: None)
    tell_slower_engines.cache_clear()


def test_the_notice_is_one_line_with_a_way_out() -> None:
    assert SLOWER.count("\n") == 0
    assert "install" in SLOWER


@pytest.mark.usefixtures("no_engine_room")
def test_every_command_that_asks_an_engine_says_it_once(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{ENDING}\n{ENDING}\n")
    for typed, arguments in (
        ("", ["analyze", "othello", "--nodes", "10"]),
        ("", ["solve", "othello", "--position", ENDING]),
        ("", ["solve", "othello", "--file", str(tmp_path / "two.txt")]),
        (lines("n", "Ada", "d3", "quit"), ["play", "othello", "--white", "level:1"]),
        (lines("n", "Ada", "Ben", "hint", "hint", "quit"), ["play", "quentin", "--size", "3"]),
    ):
        tell_slower_engines.cache_clear()
        ran = desk.run(*arguments, typed=typed)
        assert (ran.status, ran.err) == (0, f"{SLOWER}\n"), arguments
        assert SLOWER not in ran.out
        again = desk.run(*arguments, typed=typed)
        assert (again.status, again.err) == (0, ""), arguments


@pytest.mark.usefixtures("no_engine_room")
def test_what_was_refused_is_answered_with_one_sentence(desk: Desk) -> None:
    ran = desk.run("analyze", "othello", "--nodes", "0")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert SLOWER not in ran.err


@pytest.mark.usefixtures("no_engine_room")
@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (["play", "othello", "--black", "random", "--white", "random", "--seed", "1"], ""),
        (["play", "othello"], lines("n", "Ada", "Ben", "d3", "quit")),
        (["perft", "othello", "2"], ""),
        (["games"], ""),
    ],
    ids=["random", "people", "perft", "games"],
)
def test_where_no_engine_thinks_nothing_is_said(desk: Desk, arguments: list[str], typed: str) -> None:
    assert desk.run(*arguments, typed=typed).err == ""


@pytest.mark.usefixtures("no_engine_room")
@pytest.mark.parametrize(
    "arguments",
    [["analyze", "othello", "--nodes", "10"], ["solve", "othello", "--position", ENDING]],
    ids=["analyze", "solve"],
)
def test_programs_that_read_json_are_left_alone(desk: Desk, arguments: list[str]) -> None:
    ran = desk.run(*arguments, "--json")
    assert ran.err == ""
    assert "value" in json.loads(ran.out)


def test_with_the_engine_room_nothing_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "is_built", lambda: True)
    tell_slower_engines.cache_clear()
    assert desk.run("analyze", "othello", "--nodes", "10").err == ""
