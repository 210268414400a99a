"""Flags made from a game's options."""

import itertools

import pytest

from quintet import game_class
from quintet.terminal.command_line import command
from quintet.terminal.flags import find_game, spelled_out
from terminal.driver import Desk

FLAGS = (["-h", "3"], ["-w", "4"], ["-s", "2"], ["-l", "5"])


@pytest.mark.parametrize("order", list(itertools.permutations(range(4)))[::5], ids=str)
@pytest.mark.parametrize("first", [True, False], ids=["game first", "game last"])
def test_short_flags_in_any_order(desk: Desk, order: tuple[int, ...], first: bool) -> None:
    flags = [word for at in order for word in FLAGS[at]]
    arguments = ["magnetize", *flags] if first else [*flags, "magnetize"]
    ran = desk.run("play", *arguments, typed="n\n\n\n0\n")
    assert ran.status == 0
    assert "\n  0123\n\n0 ....\n1 ....\n2 ....\n\nPlayer 1 (Black): " in ran.out
    (save,) = desk.saves
    assert "game: magnetize(height=3,width=4,maglock=5)\n" in save.read_text()


@pytest.mark.parametrize(
    ("flags", "count"),
    [
        (["--size", "3"], 81),
        (["--size=3"], 81),
        (["--size", "3", "--pie", "true"], 81),
        (["--size", "3", "--pie=true"], 81),
        (["--size", "3", "--pie"], 81),
        (["--size", "3", "--pie", "false"], 72),
        (["--size", "3", "--pie", "FALSE"], 72),
        (["--size", "3", "--pie=false"], 72),
        (["--no-pie", "--size", "3"], 72),
    ],
)
def test_long_flags_and_yes_or_no(desk: Desk, flags: list[str], count: int) -> None:
    assert desk.run("perft", "quentin", "2", *flags, "--rules").last == str(count)
    assert desk.run("perft", *flags, "quentin", "2", "--rules").last == str(count)


def test_every_command_with_a_game_takes_its_flags(desk: Desk) -> None:
    assert desk.run("perft", "magnetize", "1", "-w", "3").last == "4"
    assert '"move"' in desk.run("analyze", "magnetize", "-w", "3", "--depth", "1", "--json").out
    assert desk.run("solve", "magnetize", "-w", "2", "-h", "2", "-l", "1", "--seconds", "50").status == 0


def test_h_alone_asks_for_help(desk: Desk) -> None:
    assert "Options of Magnetize" in desk.run("play", "magnetize", "-h").out
    refused = desk.run("play", "magnetize", "-w", "4", "-h")
    assert refused.err == "quintet: expected all of -h, -w, -s, -l or none, got -h, -w without -s, -l.\n"


def test_help_is_only_the_long_flag_and_lists_the_options_of_a_game(desk: Desk) -> None:
    ran = desk.run("play", "magnetize", "--help")
    assert ran.status == 0
    assert "Options of Magnetize" in ran.out
    for words in ("--height -h", "2 to 62", "--maglock -l", "0 to 99 (default 2)"):
        assert words in ran.out
    assert "--help -h" not in ran.out
    assert "Options of" not in desk.run("play", "--help").out


def test_h_is_help_where_no_game_takes_it(desk: Desk) -> None:
    for arguments in (("-h",), ("play", "-h"), ("play", "othello", "-h")):
        ran = desk.run(*arguments)
        assert ran.status == 0
        assert "Usage: quintet" in ran.out


def test_the_value_of_a_flag_is_not_taken_for_the_game() -> None:
    found = find_game(["play", "--position", "othello", "--black", "pentago", "quentin"], command)
    assert found is game_class("quentin")
    assert find_game(["play", "--resume", "othello"], command) is game_class("othello")
    assert find_game(["play", "--position"], command) is None
    assert find_game(["games", "othello"], command) is game_class("othello")
    assert find_game(["othello"], command) is None
    assert find_game([], command) is None


def test_only_the_value_of_a_yes_or_no_flag_is_joined() -> None:
    quentin = game_class("quentin")
    assert spelled_out(["--pie", "true", "--size", "true"], quentin) == ["--pie=true", "--size", "true"]
    assert spelled_out(["--pie", "5"], quentin) == ["--pie", "5"]
    assert spelled_out(["--pie", "true"], None) == ["--pie", "true"]
