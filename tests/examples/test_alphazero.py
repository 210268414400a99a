"""The Gumbel AlphaZero in examples/ learns, is stopped and goes on, run short."""

import re
import subprocess
import sys
from pathlib import Path

from needs import need

PROGRAM = Path(__file__).parents[2] / "examples/alphazero/alphazero.py"


def test_it_learns_and_goes_on_where_it_was(tmp_path: Path) -> None:
    need("torch")
    state, plot = tmp_path / "state", tmp_path / "regret.svg"

    def measured(*settings: str) -> list[tuple[float, int, float, float]]:
        command = [sys.executable, str(PROGRAM), "--positions", "20", "--state", str(state), *settings]
        told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout
        lines = re.findall(r"([0-9.]+) min +(\d+) games +regret ([0-9.]+) of the network, ([0-9.]+) with search", told)
        return [(float(minutes), int(games), float(alone), float(found)) for minutes, games, alone, found in lines]

    first = measured("--minutes", "0.05")
    assert first[0][:2] == (0, 0)
    assert first[-1][1] > 0
    assert first[-1][2:] != first[0][2:], "nothing was learned"
    then = measured("--minutes", "0.15", "--plot", str(plot))
    assert then[0][1] > first[-1][1]
    assert "<svg" in plot.read_text("utf-8")
