"""What people had before is opened by today's tree: tests/data/upgrade says which commit made these files, and how."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import quintet
from quintet.engine import weights
from quintet.engine.native import kernels
from quintet.study import puzzle
from quintet.terminal.cli import main
from server.servers import Server

BEFORE = Path(__file__).parent / "data/upgrade"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the database of then."""
    home = tmp_path / "home"
    home.mkdir()
    with sqlite3.connect(home / "site.sqlite") as base:
        base.executescript((BEFORE / "site.sql").read_text("utf-8"))
    return home


@pytest.fixture
def site(home: Path) -> Iterator[Server]:
    """Today's server on it."""
    server = Server(home).start()
    yield server
    server.close()


def test_accounts_matches_and_progress_are_there(site: Server) -> None:
    ada = site.client()
    ada.post("/api/login", {"username": "ada", "password": "correct horse battery"})
    library = ada.get("/api/library", params={"mine": "true"})["matches"]
    assert sorted(match["spec"] for match in library) == ["othello", "pentago"]
    record = ada.http.get(f"/api/matches/{library[0]['id']}/record").text
    assert quintet.Match.from_record(record).ply > 0
    ratings = {row["game"]: row["rating"] for row in ada.get("/api/players/ada")["ratings"]}
    assert ratings["othello"] > 1500
    assert len(ada.get("/api/tokens")["tokens"]) == 1
    assert {lesson["game"]: lesson["done"] for lesson in ada.get("/api/lessons")["lessons"]}["othello"] == 2


def test_a_match_goes_on_where_it_was(site: Server) -> None:
    ben = site.client()
    ben.post("/api/login", {"username": "ben", "password": "correct horse battery"})
    (match,) = ben.get("/api/lobby")["mine"]
    seen = ben.see(match["id"])
    assert [seen["spec"], seen["ply"]] == ["bestgame", 3]
    ben.move(match["id"], 3, "4")
    assert ben.see(match["id"])["ply"] == 4


def test_a_copy_is_proved(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Matches that go on have no entry of a later version yet."""
    monkeypatch.setenv("QUINTET_HOME", str(home))
    assert main(["backup", str(home / "copy.sqlite"), "--verify"]) == 0, capsys.readouterr()
    assert "all is well" in capsys.readouterr().out


def test_a_saved_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "saves").mkdir()
    shutil.copy(BEFORE / "saved-game.quintet", tmp_path / "saves")
    monkeypatch.setenv("QUINTET_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", iter(()))
    assert main(["games", "saved"]) == 0
    assert "Magnetize" in capsys.readouterr().out


def test_puzzles_are_read() -> None:
    boards = puzzle.read(BEFORE / "bestgame.puzzles")
    assert sum(len(listed) for _, listed in boards.values()) > 50


@pytest.mark.skipif(not kernels.is_built(), reason="weights are for kernels")
def test_weights_are_used() -> None:
    file = BEFORE / "learning/generation-1.weights"
    learned = kernels.kernel_for(quintet.load("othello"))
    assert learned
    assert weights.read_for(file, "othello", learned.learner).numbers
    engine = quintet.Engine("othello", weights=str(file), book=False)
    start = quintet.load("othello").start()
    assert (
        engine.analyze(start, nodes=500).value != quintet.Engine("othello", book=False).analyze(start, nodes=500).value
    )


@pytest.mark.skipif(not kernels.is_built(), reason="weights are for kernels")
def test_a_folder_of_learning_goes_on_with_the_settings_that_it_was_begun_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(BEFORE / "learning", tmp_path / "learning")
    done = (tmp_path / "learning/generation-1.weights").read_bytes()
    settings = ["--games", "40", "--generations", "1", "--depth", "1", "--exact", "4", "--match-games", "0"]
    assert main(["learn", "othello", *settings, "--folder", str(tmp_path / "learning"), "--workers", "1"]) == 0
    assert "Learned: " in capsys.readouterr().out
    assert (tmp_path / "learning/generation-1.weights").read_bytes() == done
    assert main(["learn", "othello", *settings, "--folder", str(tmp_path / "learning"), "--seed", "1"]) == 2
    assert "belongs to a run with other seed" in capsys.readouterr().err
