"""The strength page: made from what was measured, on all standard boards."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quintet
from quintet.engine import levels

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def test_the_page_is_what_the_figures_say(tmp_path: Path) -> None:
    shutil.copy(DOCS / "strength.json", tmp_path)
    (tmp_path / "lab").mkdir()
    shutil.copy(DOCS / "lab" / "changes.json", tmp_path / "lab")
    command = [sys.executable, "-m", "bench.strength", "--page", "--docs", str(tmp_path)]
    assert subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120).stdout == b""
    for page in ("strength.md", "lab/engine-changes.md"):
        assert (tmp_path / page).read_text("utf-8") == (DOCS / page).read_text("utf-8")


@pytest.mark.parametrize("game_id", quintet.game_ids())
def test_levels_were_measured_on_the_standard_board_and_rise(game_id: str) -> None:
    board = levels.board(quintet.load(game_id))
    assert board is not None
    assert board.about is not None
    strengths = [rating.elo for rating in board.ratings]
    assert strengths == sorted(strengths)
    wins, draws, losses = board.about["level 1 against random"]
    assert 0.75 <= (wins + draws / 2) / (wins + draws + losses) <= 0.95
