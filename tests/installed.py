"""An example game as an installer leaves it: its module, and beside it what names its entry points."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
EXAMPLE = EXAMPLES / "connectfour"


def install_example(folder: Path, example: Path = EXAMPLE) -> dict[str, str]:
    """Install it into a folder; the variables with which a process finds it there."""
    project = tomllib.loads((example / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copy(example / f"{example.name}.py", folder)
    info = folder / f"{project['name'].replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n", "utf-8")
    lines: list[str] = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))}
