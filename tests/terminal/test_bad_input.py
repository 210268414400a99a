"""Whatever is wrong: one clear sentence on standard error, status 2, no traceback, nothing lost."""

from pathlib import Path

import pytest

import quintet
from quintet.terminal import command_line
from terminal.driver import Desk, lines

IDS = ", ".join(quintet.game_ids())
COMMANDS = ", ".join(command_line.COMMANDS)
START = "......../......../......../...wb.../...bw.../......../......../........"

WHO = "must be level:1 to level:10, human or random"
OVER = f"{START.replace('w', '.')} b"

BAD = [
    (["nonsense"], f"no command is called 'nonsense': expected one of {COMMANDS}."),
    (["--nonsense"], "quintet has no option '--nonsense': expected one of --help, --plain, --version."),
    (["plya"], "no command is called 'plya': did you mean play?"),
    (["PLYA", "othello"], "no command is called 'PLYA': did you mean play?"),
    (["help", "plya"], "no command is called 'plya': did you mean play?"),
    (["--plain", "nonsense"], f"no command is called 'nonsense': expected one of {COMMANDS}."),
    (["--versoin"], "quintet has no option '--versoin': did you mean --version?"),
    (["play", "--hlep"], "play has no option '--hlep': did you mean --help?"),
    (["Othello"], "no command is called 'Othello': to play this game, type quintet play othello."),
    (["quentin(size=5)"], "no command is called 'quentin(size=5)': to play this game, type quintet play quentin."),
    (
        ["play", "quentin", "--x", "3"],
        "Quentin has no option 'x': its options are size, pie; see also quintet play --help.",
    ),
    (["analyze", "quentin", "--x=3"], "Quentin has no option 'x': its options are size, pie; see also quintet analyze"),
    (["play", "pentago", "--zz"], "Pentago has no option 'zz': it has none of its own; see also quintet play --help."),
    (["play", "quentin", "--siez", "3"], "play has no option '--siez': did you mean --size?"),
    (["games", "svaed"], "WHAT must be saved, got 'svaed': did you mean saved?"),
    (["games", "saved", "--delete", "1"], "there is no unfinished game to delete."),
    (["games", "saved", "--delete", "x"], "--delete must be a number of the list or all, got 'x'."),
    (["games", "--delete", "1"], "--delete is for unfinished games: expected quintet games saved --delete NUMBER."),
    (["play", "nonsense"], f"no game is called 'nonsense': expected one of {IDS}."),
    (["play", "\udcff"], f"no game is called '\\udcff': expected one of {IDS}."),
    (["play", "othello("], "expected a game like 'name' or 'name(option=value,...)', got 'othello('."),
    (["play", ""], "expected a game like 'name' or 'name(option=value,...)', got ''."),
    (["play", "othello(size=7)"], "size must be 4, 6, 8 or 10, got 7."),
    (["play", "quentin(size=27)"], "size must be 2 to 26, got 27."),
    (["play", "quentin", "--size", "x"], "size must be a whole number, 2 to 26, got x."),
    (["play", "quentin", "--size="], "size must be a whole number, 2 to 26, got ''."),
    (["play", "quentin(size=5)", "--size", "5"], "size is given twice, in 'quentin(size=5)' and by itself."),
    (["play", "quentin", "--size", "5", "--size", "6"], "--size is given twice."),
    (["play", "quentin", "--pie=maybe"], "--pie must be true or false, got 'maybe'."),
    (["play", "quentin", "--pie", "--no-pie"], "--no-pie is given twice."),
    (["play", "magnetize", "--square", "5"], "square must be 2 to 4 (it must fit on the board), got 5."),
    (["perft", "magnetize", "1", "-h"], "-h must be followed by a value, got none."),
    (["play", "magnetize", "-s", "2"], "expected all of -h, -w, -s, -l or none, got -s without -h, -w, -l."),
    (["play", "magnetize", "-h", "3", "-w=4", "--square", "2"], "expected all of -h, -w, -s, -l or none, got -h, -w"),
    (["play", "othelo"], "no game is called 'othelo': did you mean othello?"),
    (["analyse", "othello"], "no command is called 'analyse': did you mean analyze?"),
    (["play", "othello", "--wite", "random"], "play has no option '--wite': did you mean --white?"),
    (["play", "othello", "--app"], "--app needs a terminal that can be drawn on."),
    (["play", "othello", "--which", "1"], "--which needs --resume or --from, got neither."),
    (["play", "othello", "--names", "a,b,c"], "--names must be one name or two with a comma between, got 'a,b,c'."),
    (["play", "othello", "--from", "x.sgf"], "--from continues a game as it is: expected no GAME"),
    (["play", "--from", "x.sgf"], "the file 'x.sgf' cannot be read: no such file or directory."),
    (["play", "--resume", "--which", "1"], "there is no unfinished game to continue."),
    (["analyze", "x.sgf"], "the file 'x.sgf' cannot be read: no such file or directory."),
    (["analyze", "othello", "--ply", "1"], "--ply needs a file, got the game othello."),
    (["picture", "othello", "start", "x.gif"], "OUT must end with .svg or .png, got 'x.gif'."),
    (["picture", "othello", "start", "no/x.svg"], "'no/x.svg' cannot be written: no such file or directory."),
    (
        ["play", "magnetize", "-x", "3"],
        "Magnetize has no option 'x': its options are height, width, square, maglock; see",
    ),
    (["play", "pentago", "more"], "play takes no further arguments, got 'more'."),
    (["play", "quentin", "5"], "play takes no further arguments, got '5'; options of Quentin: --size, --pie."),
    (["rules", "quentin", "5"], "rules takes no further arguments, got '5'."),
    (["play", "othello", "--black", "level:11"], f"--black {WHO}, got 'level:11'; quintet play --help lists more."),
    (
        ["play", "othello", "--white", "engine:threads=512"],
        "threads must be a whole number from 1 to 256, got '512'.",
    ),
    (["play", "othello", "--white", "me"], f"--white {WHO}, got 'me'; quintet play --help lists more."),
    (["play", "othello", "--black"], "--black must be followed by a value, got none."),
    (["play", "othello", "--seed", "x"], "--seed must be a whole number, got 'x'."),
    (["play", "othello", "--seed", "-1"], "--seed must be 0 to 9223372036854775807, got -1."),
    (["play", "othello", "--position", "x"], "a position must be '<rows> <turn>', got 'x'."),
    (["play", "othello", "--position", f"{START} x"], "the turn must be 'b' or 'w', got 'x'."),
    (["play", "othello", "--position", OVER], "--position must be one where the game goes on"),
    (["play", "--position", "x"], "--position needs a GAME, got none."),
    (["rules"], "rules needs GAME: see quintet rules --help."),
    (["rules", "nonsense"], f"no game is called 'nonsense': expected one of {IDS}."),
    (["perft", "othello"], "perft needs DEPTH: see quintet perft --help."),
    (["perft", "othello", "x"], "DEPTH must be a whole number, got 'x'."),
    (["perft", "othello", "-1"], "DEPTH must be 0 to 100, got -1."),
    (["perft", "othello", "1", "--position", "x"], "a position must be '<rows> <turn>', got 'x'."),
    (
        ["analyze", "othello", "--nodes", "5", "--depth", "2"],
        "expected one of --seconds, --nodes and --depth, got --nodes and --depth.",
    ),
    (["analyze", "othello", "--seconds", "x"], "--seconds must be a number, got 'x'."),
    (["show"], "show needs RECORD: see quintet show --help."),
    (["show", "no such file"], "the record 'no such file' cannot be read: no such file or directory."),
    (["show", "."], "the record '.' cannot be read: is a directory."),
    (["completion", "tcsh"], "SHELL must be one of bash, zsh, fish, got 'tcsh'."),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_one_clear_sentence(desk: Desk, arguments: list[str], sentence: str) -> None:
    ran = desk.run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith(f"quintet: {sentence}")
    assert ran.err.count("\n") == 1
    assert desk.saves == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyze", "othello", "--nodes", "0"],
        ["analyze", "othello", "--depth", "-1"],
        ["analyze", "othello", "--seconds", "nan"],
        ["analyze", "othello", "--lines", "0"],
        ["solve", "othello", "--threads", "0"],
        ["solve", "othello", "--memory-mb", "-5"],
        ["solve", "othello", "--seconds", "-1"],
    ],
    ids=" ".join,
)
def test_numbers_out_of_range(desk: Desk, arguments: list[str]) -> None:
    ran = desk.run(*arguments)
    name = arguments[2].removeprefix("--").replace("-", "_")
    assert ran.status == 2
    assert ran.out == ""
    assert f"{name} must be " in ran.err
    assert f"got {arguments[3]}" in ran.err
    assert ran.err.count("\n") == 1


RECORD = "quintet record 1\ngame: othello\nmoves:\n1 d3\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "line 1: expected 'quintet record 1', got ''"),
        (b"\xff\xfe", "must be UTF-8 text, got other bytes in line 1"),
        (b"quintet record 1\ngame: othello\n\xff", "must be UTF-8 text, got other bytes in line 3"),
        (RECORD.replace("d3", "d3 d3").encode(), "line 4, move 2: d3 is occupied"),
        (RECORD.replace("othello", "x").encode(), f"line 2: no game is called 'x': expected one of {IDS}"),
        (RECORD.replace("moves", "result: draw, agreed\nresult").encode(), "line 4: expected one of game, start"),
        (b"x" * 10_000_001, "must be at most 10000000 bytes, got more"),
    ],
)
def test_records_that_cannot_be_read(desk: Desk, content: bytes, reason: str) -> None:
    Path("game.txt").write_bytes(content)
    ran = desk.run("show", "game.txt")
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("quintet: the record 'game.txt' ")
    assert reason in ran.err
    assert ran.err.count("\n") == 1


def test_a_ply_that_is_not_there(desk: Desk) -> None:
    Path("game.txt").write_text(RECORD)
    ran = desk.run("show", "game.txt", "--ply", "2")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "quintet: --ply must be 0 to 1, the number of moves in this record, got 2.\n"


def test_a_sentence_is_never_longer_than_a_screen(desk: Desk) -> None:
    ran = desk.run("play", "x" * 100_000)
    assert ran.status == 2
    assert len(ran.err) < 600


def test_nothing_on_standard_input_leaves_cleanly(desk: Desk) -> None:
    ran = desk.run("play", "othello")
    assert ran.status == 0
    assert ran.out == "Show the rules? [y/N] \nNo game was started.\n"
    assert desk.run("play", "othello", typed=lines("n", "quit")).last == "No game was started."
    assert desk.run("play", "othello", typed=lines("quit")).last == "No game was started."
    assert desk.saves == []
