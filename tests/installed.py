"""The example game as an installer leaves it: its module, and beside it what names its entry point."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "connectfour"


def install_example(folder: Path) -> dict[str, str]:
    """Install it into a folder; the variables with which a process finds it there."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copy(EXAMPLE / "connectfour.py", folder)
    info = folder / f"{project['name'].replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", "utf-8")
    entries = [f"{name} = {value}" for name, value in project["entry-points"]["quintet.games"].items()]
    (info / "entry_points.txt").write_text("[quintet.games]\n" + "\n".join(entries) + "\n", "utf-8")
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))}
