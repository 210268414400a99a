"""`uv run` for Best Game Ever Made and at the root, in a copy of the tree, because uv changes what is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from amounts import whole
from needs import need
from programs.conftest import BARE, ROOT
from terminal.driver import Desk, lines

FILES = ("pyproject.toml", "README.md", "LICENSE", "CMakeLists.txt")
FOLDERS = ("src", "tests", "programs")
WITHOUT_ENGINES = [f"--config-settings-package=quintet-games:{part}=false" for part in ("wheel.cmake", "wheel.platlib")]
"""At the root uv compiles, as make does, which takes minutes."""


def copied_tree(folder: Path) -> Path:
    """What uv needs of the tree; both projects get the exact versions that make installs."""
    made = shutil.ignore_patterns(".venv", "build", "__pycache__", "*.so", "uv.lock")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=made)
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    versions = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line.strip()]
    for project in (folder / "pyproject.toml", folder / "programs/bestgame/pyproject.toml"):
        text = project.read_text("utf-8")
        start = text if "[tool.uv]\n" in text else f"{text}\n[tool.uv]\n"
        exact = f"[tool.uv]\nconstraint-dependencies = {json.dumps(versions)}\n"
        project.write_text(start.replace("[tool.uv]\n", exact), "utf-8")
    return folder


def uv_run(desk: Desk, folder: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in desk.environment.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    return subprocess.run(
        [need("uv"), "run", *words],
        cwd=folder,
        env=environment | {"UV_PYTHON": str(BARE)},
        input=typed,
        text=True,
        capture_output=True,
        timeout=600,
    )


@whole
def test_best_game_is_played_and_tested(desk: Desk, tmp_path: Path) -> None:
    folder = copied_tree(tmp_path / "tree") / "programs/bestgame"
    for name in ("bestgame-results.txt", "bestgame-results-2.txt"):
        ran = uv_run(desk, folder, "main.py", typed=lines("2", "1", "random"))
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.endswith(f"The result is in {name}.\n")
    tested = uv_run(desk, folder, "pytest")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert " passed in " in tested.stdout
    assert int(tested.stdout.split(" passed")[0].split()[-1]) > 40


@whole
def test_the_root_runs_pytest(desk: Desk, tmp_path: Path) -> None:
    tree = copied_tree(tmp_path / "tree")
    tested = uv_run(desk, tree, *WITHOUT_ENGINES, "pytest", "tests/test_cases.py", f"--basetemp={tmp_path / 'inner'}")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert " passed in " in tested.stdout
