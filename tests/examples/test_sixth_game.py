"""A sixth game in one file, found through its entry point, is everywhere with no change elsewhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from installed import EXAMPLE, install_example
from quintet.testing import LAWS


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine where the example is installed."""
    return {**os.environ, **install_example(tmp_path), "QUINTET_HOME": str(tmp_path / "home")}


def run(machine: dict[str, str], folder: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env=machine,
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_short() -> None:
    assert len((EXAMPLE / "connectfour.py").read_text("utf-8").splitlines()) < 120


def test_it_is_listed_explained_and_counted(machine: dict[str, str], tmp_path: Path) -> None:
    assert "connectfour" in run(machine, tmp_path, "quintet", "games")
    assert "Four of your discs" in run(machine, tmp_path, "quintet", "rules", "connectfour")
    assert run(machine, tmp_path, "quintet", "perft", "connectfour", "4", "--columns", "5").splitlines()[-1] == "625"


def test_its_worked_example_is_a_lesson(machine: dict[str, str], tmp_path: Path) -> None:
    shown = run(machine, tmp_path, "quintet", "lesson", "connectfour", typed="\n" * 6 + "1\n4\n\nquit\n")
    assert "1 is allowed, but it is not what is asked for here." in shown
    assert "Black wins: four in a row." in shown
    assert "2. A whole game" in shown


def test_it_plays_in_line_mode_against_an_engine(machine: dict[str, str], tmp_path: Path) -> None:
    typed = "n\nAda\n" + "".join(f"{column}\n" for column in (4, 3, 5, 2, 6, 1, 7) * 6)
    shown = run(machine, tmp_path, "quintet", "play", "connectfour", "--white", "level:2", typed=typed)
    assert "Connect Four: Ada (Black) against Novice (level 2, White).\n" in shown
    assert shown.splitlines()[-1] == "The result is in connectfour-results.txt."
    assert "Player 1 (Black): Ada\n" in (tmp_path / "connectfour-results.txt").read_text("utf-8")


def test_it_draws_saves_and_loads(machine: dict[str, str], tmp_path: Path) -> None:
    code = (
        "import quintet; m = quintet.Match(quintet.load('connectfour(columns=5)'))\n"
        "for move in '1212121': m.play(move)\n"
        "again = quintet.Match.from_record(m.record())\n"
        "print(again.outcome.reason, again._repr_svg_().startswith('<svg'), quintet.picture(m.game, m.position)[:4])\n"
    )
    (tmp_path / "draws.py").write_text(code, "utf-8")
    assert run(machine, tmp_path, "draws") == "four in a row True <svg\n"


def test_it_keeps_the_laws(machine: dict[str, str], tmp_path: Path) -> None:
    shown = run(machine, tmp_path, "quintet", "check", "connectfour", "connectfour(columns=4,rows=9)")
    kept, no_kernel = f"keeps all {len(LAWS)} laws.", "no kernel is installed: the engines search the rulebook."
    assert shown.splitlines() == [
        f"{name}{said}"
        for name in ("connectfour", "connectfour(columns=4,rows=9)")
        for said in (f" {kept}", f": {no_kernel}")
    ]
