"""The programs in a tree where nothing is set up, and a Python that has no packages."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from terminal.conftest import desk
from terminal.driver import Desk

__all__ = ["desk"]

ROOT = Path(__file__).parents[2]
BARE = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
"""The Python that our environment was made with."""


@pytest.fixture
def programs(tmp_path: Path, desk: Desk) -> Path:
    """A copy of the folder beside the sources, with a `python3` on the path that does not have the package."""
    tree, path = tmp_path / "tree", tmp_path / "bin"
    shutil.copytree(ROOT / "programs", tree / "programs", ignore=shutil.ignore_patterns(".venv", "build", "uv.lock"))
    (tree / "src").symlink_to(ROOT / "src")
    (tree / "tests").symlink_to(ROOT / "tests")
    path.mkdir()
    (path / "python3").symlink_to(BARE)
    desk.environment["PATH"] = os.pathsep.join([str(path), desk.environment["PATH"]])
    for name in ("PYTHONPATH", "VIRTUAL_ENV"):
        desk.environment.pop(name, None)
    return tree / "programs"
