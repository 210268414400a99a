"""``python -m bench.history``: one more point of the curves of speed in docs/lab/speed.md.

A run is one file of ``bench/history``. Machines differ, so a point is a ratio to OpenSpiel's random games of Othello in
the same run, on the same processor; all figures are by processor time.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import quintet
from bench.__main__ import OPENSPIEL, openspiel_playouts, timed
from quintet.engine.perft_and_playouts import bench

ROOT = Path(__file__).resolve().parents[1]
RUNS = ROOT / "bench/history"
PAGE = ROOT / "docs/lab/speed.md"
DRAWING = ROOT / "docs/img/speed.svg"
HEAD = """# Speed, run by run

Made by `python -m bench.history`, which `make nightly` calls; do not edit. Each figure is a ratio, by processor time:
random games, or nodes of a fixed search, a second to OpenSpiel's random games of Othello in the same run.

![Curves of the figures below](../img/speed.svg)

"""
GAMES = 5_000
SAMPLES = 5
"""Measurements of each figure; the fastest counts, because other work only makes them slower."""


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--draw"]):
        print(f"expected nothing or --draw, got {' '.join(arguments)!r}", file=sys.stderr)
        return 2
    if not arguments:
        run = measured()
        name = f"{run['date']}-{run['commit']}.json"
        (RUNS / name).write_text(json.dumps(run, indent=1) + "\n", "utf-8")
        print(f"bench/history/{name}")
    runs = [json.loads(path.read_text("utf-8")) for path in sorted(RUNS.glob("*.json"))]
    DRAWING.write_bytes(drawn(runs))
    PAGE.write_text(page(runs), "utf-8")
    return 0


def measured() -> dict[str, Any]:
    """The figures of now: things a second, by kind of work and game."""
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    games = [quintet.load(game_id) for game_id in quintet.game_ids()]
    figures = {
        "random games": {game.id: best(GAMES, partial(quintet.playouts, game, GAMES)) for game in games},
        "nodes of a search": {game.id: max(bench(game).nodes_a_second for _ in range(SAMPLES)) for game in games},
    }
    unit = best(OPENSPIEL["othello"], partial(openspiel_playouts, "othello", OPENSPIEL["othello"]))
    return {"date": f"{date.today()}", "commit": commit.stdout.strip(), "unit": unit, "a_second": figures}


def best(count: int, work: Any) -> int:
    return round(max(count / timed(work)[1] for _ in range(SAMPLES)))


def ratios(run: dict[str, Any], work: str) -> dict[str, float]:
    return {game: a_second / run["unit"] for game, a_second in run["a_second"][work].items()}


def drawn(runs: Sequence[dict[str, Any]]) -> bytes:
    """One curve a game, on logarithmic scales."""
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    rcParams["svg.hashsalt"] = "quintet"  # the same figures make the same file
    figure = Figure(figsize=(9, 4), layout="constrained")
    labels = [f"{run['date']}\n{run['commit']}" for run in runs]
    for axes, work in zip(figure.subplots(1, 2), runs[-1]["a_second"], strict=True):
        for game in runs[-1]["a_second"][work]:
            axes.plot(labels, [ratios(run, work).get(game) for run in runs], marker="o", label=game)
        axes.set(title=work, yscale="log", ylabel="times OpenSpiel's random games of Othello")
        axes.tick_params(axis="x", labelrotation=45)
        axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    out = io.BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def page(runs: Sequence[dict[str, Any]]) -> str:
    works = list(runs[-1]["a_second"])
    rows = [
        f"| {run['date']} | {run['commit']} | {work} | "
        + " | ".join(f"{ratios(run, work).get(game, float('nan')):,.4g}" for game in runs[-1]["a_second"][work])
        + " |"
        for run in reversed(runs)
        for work in works
    ]
    games = list(runs[-1]["a_second"][works[0]])
    head = f"| date | commit | work | {' | '.join(games)} |"
    table = "\n".join([head, "| --- " * (3 + len(games)) + "|", *rows])
    return HEAD + table + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
