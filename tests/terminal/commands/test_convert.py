"""quintet convert: from file to file, with a word for everything that does not go through."""

import os
import re
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from formats.shelf import random_match, read, written
from quintet import Match, load
from quintet.formats.game_files import Played
from terminal.driver import Desk, environment


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    folder, home = tmp_path / "folder", tmp_path / "home"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Desk(folder, home, monkeypatch, capsys, environment(home))


def names(desk: Desk) -> list[str]:
    return sorted(path.name for path in desk.folder.iterdir())


def test_from_format_to_format_and_back(desk: Desk) -> None:
    """Round through all that hold whole games, the second time over the files of the first."""
    match = random_match("othello", Random(4))
    match.names = ("Ada", "Ben")
    path = written(".sgf", [Played(match, event="Cup", date="2001")], desk.folder)
    first = path.read_text()
    for _ in range(2):
        for way in ("games.sgf a.wtb", "a.wtb b.ggf", "b.ggf c.quintet", "a.wtb games.sgf"):
            ran = desk.run("convert", *way.split())
            assert (ran.status, ran.err) == (0, "")
            assert ran.out.startswith("1 game converted")
    assert path.read_text() == first
    assert names(desk) == ["a.jou", "a.trn", "a.wtb", "b.ggf", "c.quintet", "games.sgf"]


def test_a_bad_game_is_named_and_the_rest_goes_on(desk: Desk) -> None:
    Path("games.txt").write_text("f5d6c3\nf5d6f5\n\n% nothing\nf5f6\nhello\n")
    ran = desk.run("convert", "games.txt", "games.ggf")
    assert ran.status == 1
    assert ran.out == "2 games converted, 2 not.\n"
    assert ran.err == (
        "quintet: games.txt, line 2: move 3: f5 is occupied.\n"
        "quintet: games.txt, line 6: expected moves like f5d6c3, got 'hello'.\n"
    )
    assert [len(entry.match.moves) for entry in read(Path("games.ggf")) if isinstance(entry, Played)] == [3, 2]


def test_what_a_format_cannot_hold_is_told(desk: Desk) -> None:
    Path("games.sgf").write_text("(;FF[4]GM[2]PB[Ada]PW[Ben]EV[Cup];B[f5]C[good];W[d6](;B[c3])(;B[c4]))")
    ran = desk.run("convert", "games.sgf", "games.txt")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == (
        "1 game converted; .txt cannot hold comments (1 game), events (1 game), names (1 game), variations (1 game).\n"
    )
    assert Path("games.txt").read_text() == "f5d6c3\n"


def test_a_game_that_the_format_does_not_know_is_named(desk: Desk) -> None:
    match = Match(load("quentin(size=4)"))
    match.play("a1")
    written(".quintet", [Played(match), Played(random_match("othello", Random(1)))], desk.folder)
    ran = desk.run("convert", "games.quintet", "games.wtb")
    assert ran.status == 1
    assert ran.err == "quintet: games.quintet, line 1: WTHOR holds games of othello, got quentin(size=4).\n"
    assert ran.out.startswith("1 game converted, 1 not")


def test_nothing_is_written_when_nothing_can_be(desk: Desk) -> None:
    Path("games.txt").write_text("hello\n")
    Path("games.sgf").write_text("keep me")
    ran = desk.run("convert", "games.txt", "games.sgf")
    assert ran.status == 1
    assert ran.out == "games.sgf was not written: there is no game in games.txt that could be converted.\n"
    assert Path("games.sgf").read_text() == "keep me"
    Path("empty.ggf").write_text("")
    assert desk.run("convert", "empty.ggf", "games.sgf").status == 1
    assert names(desk) == ["empty.ggf", "games.sgf", "games.txt"]


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("none.sgf", "out.ggf", "'none.sgf' cannot be used: No such file or directory"),
        (
            "games.txt",
            "out.doc",
            "must end with .quintet, .sgf, .ggf, .wtb, .txt, .obf, .pgn, got 'out.doc'",
        ),
        ("games.txt", "games.txt", "IN and OUT must be two files, got 'games.txt' twice"),
        ("games.txt", "./games.txt", "IN and OUT must be two files"),
        ("games.txt", "none/out.sgf", "'none/out.sgf' cannot be used: No such file or directory"),
        ("short.wtb", "out.sgf", "a WTHOR file must begin with 16 bytes, got 3"),
        ("wide.wtb", "out.sgf", "a WTHOR file must have boards of 8 x 8 (0 or 8 in byte 13), got 10"),
        ("result.pgn", "out.sgf", "PGN holds results and no moves: it can be written, but not read"),
        (".", "out.sgf", "the name of a file of games must end with"),
    ],
)
def test_one_sentence_for_what_cannot_be_done(desk: Desk, source: str, target: str, words: str) -> None:
    Path("games.txt").write_text("f5\n")
    Path("short.wtb").write_bytes(b"abc")
    Path("wide.wtb").write_bytes(bytes(12) + b"\n" + bytes(3))
    Path("result.pgn").write_text("")
    before = names(desk)
    ran = desk.run("convert", source, target)
    assert (ran.status, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1
    assert names(desk) == before


def test_results_for_programs_that_rate(desk: Desk) -> None:
    match = random_match("othello", Random(9))
    match.names = ('Ada "A"', "Ben")
    written(".quintet", [Played(match), Played(Match(load("quentin(size=4)")))], desk.folder)
    assert desk.run("convert", "games.quintet", "games.pgn").status == 0
    assert (
        Path("games.pgn")
        .read_text()
        .startswith(
            '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "1"]\n[White "Ada \\"A\\""]\n[Black "Ben"]\n[Result "'
        )
    )
    assert Path("games.pgn").read_text().endswith('[Result "*"]\n[Variant "quentin(size=4)"]\n\n*\n\n')


def test_names_come_from_the_tables_of_the_base(desk: Desk) -> None:
    match = random_match("othello", Random(2))
    match.names = ("Ada", "Ben")
    path = written(".wtb", [Played(match, event="Cup")], desk.folder)
    Path("games.jou").rename("WTHOR.JOU")
    Path("games.trn").rename("WTHOR.TRN")
    (found,) = read(path)
    assert isinstance(found, Played)
    assert (found.match.names, found.event) == (("Ada", "Ben"), "Cup")
    Path("WTHOR.JOU").unlink()
    (found,) = read(path)
    assert isinstance(found, Played)
    assert found.match.names == ("number 1", "number 2")


def test_the_bytes_are_those_that_the_federation_describes(desk: Desk) -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    for move in ["c4", "c5", "f6", "d3", "c2", "b3", "b5", "b4", "a4"]:  # White has no disc left
        match.play(move)
    raw = written(".wtb", [Played(match, date="1999")], desk.folder).read_bytes()
    assert struct.unpack("<IHHBBB", raw[4:15]) == (1, 0, 1999, 8, 0, 0)
    assert struct.unpack("<HHHBB", raw[16:24]) == (0, 1, 2, 64, 64)
    assert list(raw[24:34]) == [43, 53, 66, 34, 23, 32, 52, 42, 41, 0]
    assert len(raw) == 16 + 68
    players = Path("games.jou").read_bytes()
    assert struct.unpack("<IHH", players[4:12]) == (0, 3, 0)
    assert players[16 + 20 : 16 + 40] == b"Ada".ljust(20, b"\0")


def test_a_truncated_base_gives_the_games_it_has(desk: Desk) -> None:
    games = [Played(random_match("othello", Random(seed))) for seed in range(3)]
    path = written(".wtb", games, desk.folder)
    path.write_bytes(path.read_bytes()[:-100])
    ran = desk.run("convert", "games.wtb", "games.sgf")
    assert (ran.status, ran.out) == (1, "1 game converted, 1 not.\n")
    assert ran.err == "quintet: games.wtb, game 2: a game must have 68 bytes, but the file ends after 36.\n"


def test_ctrl_c_leaves_no_half_file(desk: Desk) -> None:
    games = [Played(random_match("othello", Random(seed))) for seed in range(20)]
    written(".wtb", games * 500, desk.folder)
    before = names(desk)
    with desk.start("convert", "games.wtb", "games.sgf") as process:
        while not any(path.stat().st_size for path in desk.folder.glob(".games.sgf.*/games.sgf")):
            time.sleep(0.02)
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert names(desk) == before


@pytest.mark.parametrize("extension", [".sgf", ".ggf", ".txt", ".obf", ".quintet"])
def test_a_huge_file_takes_little_memory(desk: Desk, extension: str) -> None:
    """Sixty million bytes in one line, most of them holes that take no room on the disk."""
    with Path(f"huge{extension}").open("wb") as file:
        file.write(b"(;GM[2]C[")
        file.truncate(60_000_000)
    code = f"from quintet.terminal.cli import main; assert main(['convert', 'huge{extension}', 'out.sgf']) == 1; "
    code += "print(open('/proc/self/status').read())"  # what getrusage says begins with the size of the parent
    shown = subprocess.run([sys.executable, "-c", code], cwd=desk.folder, capture_output=True, text=True, check=True)
    (most,) = re.findall(r"VmHWM:\s+(\d+) kB", shown.stdout)
    assert int(most) < 100_000
