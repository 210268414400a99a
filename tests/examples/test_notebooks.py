"""The notebooks for a class run from top to bottom, as Jupyter would run them, and end in a tournament."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from needs import need

need("the engine room")
need("IPython")

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples/notebooks").glob("*.ipynb"))
RUNNER = Path(__file__).parents[2] / "docs/run_notebook.py"


def test_there_are_three_without_outputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["1-write-an-agent", "2-write-an-evaluation", "3-solve-a-game"]
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        assert cells[0]["source"][0].startswith("# ")
        assert [cell["outputs"] for cell in cells if cell["cell_type"] == "code" and cell["outputs"]] == []
        assert any("## The tournament of the class" in "".join(cell["source"]) for cell in cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, RUNNER, path], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
