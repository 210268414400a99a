"""A sixth game in one file, found through its entry point, is everywhere with no change elsewhere."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
EXAMPLE = HERE.parent / "examples" / "connectfour"


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the example is installed: its module and what an installer writes beside it."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copy(EXAMPLE / "connectfour.py", tmp_path)
    info = tmp_path / "quintet_connectfour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", "utf-8")
    entries = project["entry-points"]["quintet.games"]
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (info / "entry_points.txt").write_text("[quintet.games]\n" + "\n".join(lines) + "\n", "utf-8")
    return {**os.environ, "PYTHONPATH": str(tmp_path), "QUINTET_HOME": str(tmp_path / "home")}


def run(installed: dict[str, str], *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env=installed,
        cwd=installed["PYTHONPATH"],
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


def test_it_is_listed_explained_and_counted(installed: dict[str, str]) -> None:
    assert "connectfour" in run(installed, "quintet", "games")
    assert "Four of your discs" in run(installed, "quintet", "rules", "connectfour")
    assert run(installed, "quintet", "perft", "connectfour", "4", "--columns", "5").splitlines()[-1] == "625"


def test_it_plays_in_line_mode_against_an_engine(installed: dict[str, str]) -> None:
    typed = "n\nAda\n" + "".join(f"{column}\n" for column in (4, 3, 5, 2, 6, 1, 7) * 6)
    shown = run(installed, "quintet", "play", "connectfour", "--white", "level:2", typed=typed)
    assert "[" in shown
    assert (Path(installed["PYTHONPATH"]) / "connectfour-results.txt").exists()


def test_it_draws_saves_and_loads(installed: dict[str, str]) -> None:
    code = (
        "import quintet; m = quintet.Match(quintet.load('connectfour(columns=5)'))\n"
        "for move in '1212121': m.play(move)\n"
        "again = quintet.Match.from_record(m.record())\n"
        "print(again.outcome.reason, again._repr_svg_().startswith('<svg'), quintet.picture(m.game, m.position)[:4])\n"
    )
    (Path(installed["PYTHONPATH"]) / "draws.py").write_text(code, "utf-8")
    assert run(installed, "draws") == "four in a row True <svg\n"


def test_it_passes_the_contract(installed: dict[str, str]) -> None:
    laws = str(HERE / "contract")
    shown = run(installed, "pytest", laws, "-k", "connectfour", "-c", str(HERE.parent / "pyproject.toml"))
    assert " passed" in shown
