"""The page of what is solved: made from its figures, and its rows can be run again."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from needs import need

need("the engine room")

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GAMES = ROOT / "src" / "quintet" / "games"


def run(docs: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "bench.solved", "--docs", str(docs), "--maps", str(docs), *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=120).stdout


def test_the_page_and_its_maps_are_what_the_figures_say(tmp_path: Path) -> None:
    shutil.copy(DOCS / "solved.json", tmp_path)
    assert run(tmp_path, "--page") == ""
    assert (tmp_path / "solved.md").read_text("utf-8") == (DOCS / "solved.md").read_text("utf-8")
    maps = {path.name: path.read_text("utf-8") for path in tmp_path.glob("*.maps")}
    assert maps == {path.name: path.read_text("utf-8") for path in GAMES.glob("*.maps")}
    made = {path.name: path.read_text("utf-8") for path in (tmp_path / "img").iterdir()}
    assert made == {path.name: path.read_text("utf-8") for path in (DOCS / "img").glob("solved-*.svg")}


def test_rows_can_be_run_again_and_the_others_keep_their_figures(tmp_path: Path) -> None:
    shutil.copy(DOCS / "solved.json", tmp_path)
    before = json.loads((DOCS / "solved.json").read_text("utf-8"))
    said = run(tmp_path, "--only", "quentin 3 X 3")
    assert len(said.splitlines()) == 3
    after = json.loads((tmp_path / "solved.json").read_text("utf-8"))
    assert list(after) == list(before)
    for name, figures in after.items():
        if "Quentin 3 x 3" in name:
            fixed = ("result", "best", "map")
            assert [figures.get(key) for key in fixed] == [before[name].get(key) for key in fixed]
            assert figures.keys() == before[name].keys()
        else:
            assert figures == before[name]


def test_the_pie_rule_turns_every_winning_opening_into_a_swap() -> None:
    """Two maps that were found one by one, by different searches."""
    known = json.loads((DOCS / "solved.json").read_text("utf-8"))
    for size in (2, 3, 4, 5):
        plain = known[f"Quentin {size} x {size} without the pie rule, openings"]["map"]
        pie = known[f"Quentin {size} x {size} with the pie rule, openings"]["map"]
        assert {move: value["winner"] for move, value in plain.items()} == {
            move: value["winner"] for move, value in pie.items()
        }
        assert {move for move, value in pie.items() if "swap" in value} == {
            move for move, value in plain.items() if value["winner"] == "Black"
        }
