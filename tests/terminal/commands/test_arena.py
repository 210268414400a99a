"""The command: killed, interrupted, resumed, on a cluster; and one sentence for whatever is wrong."""

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import amounts
from arena.test_tournament import without_time
from compute.clusters import ENVIRONMENT, on_cluster, two_nodes
from needs import need
from quintet.arena.playing import GameResult
from quintet.terminal.cli import main

SMALL = "quentin(size=5)"
PLAYERS = ("random", "mcts:nodes=20", "random", "level:1", "mcts:nodes=40")
MANY = (SMALL, *PLAYERS, "--games", "20", "--plies", "2", "--filter", "none", "--seed", "3")
"""200 games."""


def quintet(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "quintet", "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=ENVIRONMENT,
        text=True,
    )


def finished(process: "subprocess.Popen[str]", status: int = 0) -> str:
    out, err = process.communicate(timeout=300)
    assert process.returncode == status, out[-2000:] + err[-2000:]
    return out


def games(path: Path) -> list[GameResult]:
    """All that a file tells; a line without its end is left out."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    rows = [json.loads(line) for line in lines]
    return [GameResult.from_json(row) for row in rows if "key" in row]


def wait_for(path: Path, count: int, process: "subprocess.Popen[str]") -> None:
    """Until so many games are there."""
    until = time.monotonic() + 120
    while len(games(path)) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)


def assert_same_arena(one: Path, other: Path) -> None:
    """The same 200 games, each once."""
    first, second = games(one), games(other)
    assert len(first) == len({result.key for result in first}) == 200
    assert len(second) == len({result.key for result in second}) == 200
    assert without_time({result.key: result for result in first}) == without_time(
        {result.key: result for result in second}
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The arena of 200 games, undisturbed."""
    folder = tmp_path_factory.mktemp("whole")
    finished(quintet(folder, *MANY, "--out", "whole.jsonl", "--workers", "2"))
    return folder / "whole.jsonl"


@amounts.whole
def test_killed_twice_and_resumed_no_game_is_lost_or_doubled(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "killed.jsonl"
    for least in (20, 90):
        resume = ["--resume"] if path.exists() else []
        with quintet(tmp_path, *MANY, "--out", "killed.jsonl", "--workers", "2", *resume) as process:
            wait_for(path, least, process)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        assert least <= len(games(path)) < 200
    out = finished(quintet(tmp_path, "--resume", "--out", "killed.jsonl", "--workers", "2"))
    assert f"{SMALL}: 200 of 200 games" in out
    assert_same_arena(path, whole)
    again = finished(quintet(tmp_path, "--resume", "--out", "killed.jsonl"))
    assert again in out
    assert len(games(path)) == 200


@on_cluster
def test_on_two_nodes_with_a_worker_killed_it_is_the_same_arena(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "cluster.jsonl"
    line = [*MANY, "--out", "cluster.jsonl", "--cluster"]
    with two_nodes() as cluster, quintet(tmp_path, *line, cluster.address) as process:
        wait_for(path, 10, process)
        cluster.kill_a_worker()
        assert len(games(path)) < 200
        finished(process)
    assert_same_arena(path, whole)


@on_cluster
def test_with_a_whole_node_lost_it_is_the_same_arena(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "lost.jsonl"
    line = [*MANY, "--out", "lost.jsonl", "--cluster"]
    with two_nodes() as cluster, quintet(tmp_path, *line, cluster.address) as process:
        wait_for(path, 10, process)
        cluster.lose_a_node()
        assert len(games(path)) < 200
        finished(process)
    assert_same_arena(path, whole)


def test_ctrl_c_stops_cleanly_and_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with quintet(tmp_path, *MANY, "--out", "a.jsonl", "--workers", "2") as process:
        wait_for(path, 5, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == ""
    assert out.endswith("Stopped. To go on: quintet arena --resume --out a.jsonl\n")
    before = len(games(path))
    assert 5 <= before < 200
    told = json.loads(finished(quintet(tmp_path, "--resume", "--out", "a.jsonl", "--json")))
    assert (told["played"], told["interrupted"], told["file"]) == (200, False, "a.jsonl")


def test_what_was_asked_for_last_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    players = (SMALL, "random", "random")
    finished(quintet(tmp_path, *players, "--games", "4", "--filter", "none", "--out", "a.jsonl", "--workers", "1"))
    with quintet(tmp_path, "--resume", "--out", "a.jsonl", "--games", "600", "--workers", "1") as process:
        wait_for(path, 6, process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert out.endswith("Stopped. To go on: quintet arena --resume --out a.jsonl\n")
    played = len(games(path))
    assert 6 <= played < 600
    assert main(["arena", "--resume", "--out", str(path), "--games", "4"]) == 2
    assert capsys.readouterr().err.startswith(f"quintet: {played} games are played already: expected --games ")
    assert main(["arena", *players, "--filter", "none", "--resume", "--out", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played"] == 600
    assert main(["arena", "--resume", "--out", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["total"] == 600


def test_a_swiss_arena_keeps_its_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "a.jsonl")
    line = ["arena", SMALL, "random", "random", "--format", "swiss", "--filter", "none", "--workers", "1"]
    assert main([*line, "--rounds", "2", "--out", path]) == 0
    assert main(["arena", "--resume", "--out", path, "--rounds", "3"]) == 0
    capsys.readouterr()
    assert main(["arena", "--resume", "--out", path, "--rounds", "1"]) == 2
    assert capsys.readouterr().err == "quintet: 6 games are played already: expected --rounds 3 or more, got 1.\n"
    assert main(["arena", "--resume", "--out", path]) == 0
    assert capsys.readouterr().out.startswith(f"{SMALL}: 6 of 6 games, swiss")


def test_an_old_file_that_grew_tells_no_wrong_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.jsonl"
    line = ["arena", SMALL, "random", "random", "--games", "4", "--filter", "none", "--workers", "1"]
    assert main([*line, "--out", str(path)]) == 0
    path.write_text(path.read_text("utf-8").replace('"games": 4', '"games": 2', 1), "utf-8")
    capsys.readouterr()
    assert main(["arena", "--resume", "--out", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{SMALL}: 4 games, round-robin")


def test_a_terminal_shows_a_live_table_and_ctrl_c_leaves_it(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    environment = {**ENVIRONMENT, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    many = ["200" if word == "20" else word for word in MANY]  # not over before the table is there
    line = [sys.executable, "-m", "quintet", "arena", *many, "--out", "a.jsonl", "--workers", "2"]
    with subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment) as process:
        os.close(theirs)
        shown = b""
        interrupted = False
        while piece := _piece(ours):
            shown += piece
            if not interrupted and b"The first move is worth" in shown:
                process.send_signal(signal.SIGINT)
                interrupted = True
        assert process.wait(60) == 130
    os.close(ours)
    table = shown.decode(errors="replace")
    assert "┃" in table
    assert "/2000" in table
    assert "Traceback" not in table
    assert "Stopped. To go on: quintet arena --resume --out a.jsonl" in table


def _piece(handle: int) -> bytes:
    """What a terminal shows next; nothing when its program has gone."""
    try:
        return os.read(handle, 65536)
    except OSError:
        return b""


def test_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    need("matplotlib")
    monkeypatch.chdir(tmp_path)
    line = ["arena", "quentin(size=3)", "solver", "random", "level:1", "--games", "4", "--check", "5000"]
    line += ["--plies", "2", "--filter", "none"]
    assert main([*line, "--html", "page.html", "--plot", "plots", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "Points, row against column" in told
    assert "kept the value in" in told
    names = {"ratings", "meetings", "openings", "lengths", "kept"}
    assert {path.stem for path in (tmp_path / "plots").iterdir()} == names
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<figure>") == 5
    assert "Head to head" in page
    assert (tmp_path / "quentin-arena.jsonl").exists()
    assert main(["arena", "--resume", "--out", "quentin-arena.jsonl", "--games", "6", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played"] == 18


def test_a_third_partys_game_works(tmp_path: Path) -> None:
    example = Path(__file__).parents[3] / "examples" / "connectfour"
    shutil.copy(example / "connectfour.py", tmp_path)
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[quintet.games]\nconnectfour = connectfour:ConnectFour\n", "utf-8")
    line = [sys.executable, "-m", "quintet", "arena", "connectfour(columns=4,rows=4)", "random", "mcts:nodes=20"]
    done = subprocess.run(
        [*line, "--games", "4", "--json", "--filter", "none"],
        env={**ENVIRONMENT, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["played"] == 4


def test_a_function_in_the_current_folder_plays(tmp_path: Path) -> None:
    (tmp_path / "mybots.py").write_text("def greedy(match, budget):\n    return max(match.legal())\n", "utf-8")
    command = Path(sys.executable).with_name("quintet")
    done = subprocess.run(
        [str(command), "arena", SMALL, "random", "mybots:greedy", "--games", "2", "--filter", "none", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["forfeits"] == {}


LIMITS = "expected one of --nodes, --seconds, --clock and --cpu, got --nodes and --cpu"
TWO = ["othello", "random", "random"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "arena needs GAME: see quintet arena --help"),
        (["--resume"], "--resume without a GAME needs --out, the file of the arena that is to go on"),
        (["--resume", "--out", "none"], "'none' cannot be opened: there is nothing to resume"),
        (["--resume", "--out", "."], "'.' cannot be opened: is a directory"),
        (
            ["--resume", "--out", "a", "--nodes", "3", "--filter-nodes", "4"],
            "--resume without a GAME goes on as planned: expected only --games or --rounds, got --filter-nodes,"
            " --nodes",
        ),
        (
            ["othello", "--resume", "--out", "a"],
            "--resume takes the game and its players from the file: expected no GAME, got 'othello'",
        ),
        (["--resume", "--out", "a", "--rounds", "0"], "--rounds must be a whole number from 1 to 256, got 0"),
        ([*TWO, "--format", "swiss", "--rounds", "0"], "--rounds must be a whole number from 1 to 256, got 0"),
        (["othello"], "an arena needs 2 to 256 players, got 0"),
        (["othello", "random"], "an arena needs 2 to 256 players, got 1"),
        (["othello", "random", "engine:threads=512"], "threads must be a whole number from 1 to 256, got '512'"),
        (["othello", "random", "human"], "a player must be level:1 to level:10, random, engine, solver, "),
        (["othello", "random", "me"], "a player must be level:1 to level:10, random, engine, solver, "),
        (["nonsense", "random", "random"], "no game is called 'nonsense': expected one of "),
        ([*TWO, "--games", "7"], "games must be an even number from 2 to 1000000, got 7"),
        ([*TWO, "--games", "x"], "--games must be a whole number, got 'x'"),
        ([*TWO, "--format", "knockout"], "--format must be one of "),
        ([*TWO, "--nodes", "5", "--cpu", "1"], LIMITS),
        ([*TWO, "--nodes", "0"], "--nodes must be a whole number from 1 to 1000000000000000, got 0"),
        ([*TWO, "--seconds", "-1"], "--seconds must be a number above 0 and at most 1e+06, got -1.0"),
        ([*TWO, "--cpu", "nan"], "--cpu must be a number above 0 and at most 1e+06, got nan"),
        ([*TWO, "--clock", "soon"], "--clock must be SECONDS or SECONDS+INCREMENT such as 60+0.5, got 'soon'"),
        ([*TWO, "--plies", "-1"], "plies must be 0 to 1000, got -1"),
        ([*TWO, "--balance", "2"], "balance must be 0 to 1, got 2"),
        ([*TWO, "--filter-nodes", "0"], "filter-nodes must be 1 or more, got 0"),
        ([*TWO, "--openings", "none"], "the openings 'none' cannot be read: no such file or directory"),
        (
            [*TWO, "--openings", "x", "--plies", "2"],
            "openings come from a file or are drawn: expected one of --openings and --plies, got both",
        ),
        ([*TWO, "--sprt", "5"], "--sprt must be two numbers elo0,elo1 such as 0,5, got '5'"),
        ([*TWO, "random", "--sprt", "0,5"], "sprt compares two players: expected a round robin of two"),
        ([*TWO, "--alpha", "0.1"], "--alpha and --beta belong to --sprt: expected it, too"),
        ([*TWO, "--sprt", "0,5", "--beta", "0.7"], "beta must be above 0 and below 0.5, got 0.7"),
        ([*TWO, "--anchor", "level:1"], "--anchor must be one of random, random#2, got 'level:1'"),
        ([*TWO, "--workers", "0"], "workers must be 1 to 1024, got 0"),
        ([*TWO, "--patience", "0"], "--patience must be a number above 0 and at most 1e+06, got 0.0"),
        ([*TWO, "--out", "no/such/folder"], "'no/such/folder' cannot be opened: its folder is missing"),
        ([*TWO, "--html", "no/such/page"], "the page 'no/such/page' cannot be written: its folder is missing"),
        ([*TWO, "--seed", "-1"], "seed must be 0 or more, got -1"),
    ],
)
def test_bad_input(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"quintet: {sentence}")
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == []
