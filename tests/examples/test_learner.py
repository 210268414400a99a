"""The learner in examples/ learns, run short."""

import re
import subprocess
import sys
from pathlib import Path

from amounts import whole

LEARNER = Path(__file__).parents[2] / "examples/learner/learner.py"


@whole
def test_regret_falls(tmp_path: Path) -> None:
    plot = tmp_path / "regret.svg"
    command = [sys.executable, str(LEARNER), "--updates", "240", "--plot", str(plot)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
    assert told.startswith("bestgame(columns=3,rows=3,tokens=6): the start is worth 0\n")
    regrets = [float(regret) for regret in re.findall(r"updates +regret ([0-9.]+)", told)]
    assert len(regrets) == 13
    assert regrets[0] > 0.3
    assert regrets[-1] < 0.15
    assert "<svg" in plot.read_text("utf-8")
