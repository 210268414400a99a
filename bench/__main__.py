"""``make bench``: the kernels by themselves, then the same work by OpenSpiel, printed as ratios.

Machines are noisy, so only ratios of one run are claims. ``bench/results.md`` has the newest figures, ``docs/lab`` the
earlier ones.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rich.console import Console
from rich.table import Table

import quintet
from quintet.engine.bench import bench
from quintet.engine.native.kernels import kernel_for

T = TypeVar("T")

PERFT = [("othello", 11), ("othello", 12), ("pentago", 4)]
PLAYOUTS = {
    "othello": 300_000,
    "pentago": 1_000_000,
    "quentin(size=5)": 500_000,
    "quentin(size=9)": 100_000,
    "quentin": 30_000,
    "bestgame": 400_000,
    "bestgame(columns=7,rows=5)": 400_000,
    "magnetize": 1_000_000,
    "magnetize(height=8,width=8,square=3)": 200_000,
}
OPENSPIEL = {"othello": 1_000, "pentago": 10_000}


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What the work gave, and the processor seconds it took."""
    began = time.process_time()
    return work(), time.process_time() - began


def openspiel_playouts(name: str, count: int) -> None:
    """OpenSpiel's own C++ rollouts: one simulation of its MCTS evaluates the start by so many random games."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=count, seed=1)
    bot = pyspiel.MCTSBot(
        game, evaluator, 2.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
    )
    bot.step(game.new_initial_state())


def main() -> None:
    console = Console()
    table = Table("search", "nodes", "nodes/s", "signature", title="Fixed searches, one thread")
    for game_id in quintet.game_ids():
        if kernel_for(quintet.load(game_id)):
            done = bench(quintet.load(game_id))
            table.add_row(done.game, f"{done.nodes:,}", f"{done.nodes_a_second:,}", f"{done.signature:016x}")
    console.print(table)
    table = Table("perft", "count", "seconds", "a second", title="Perft, no hash table")
    for spec, depth in PERFT:
        game = quintet.load(spec)
        count, seconds = timed(partial(quintet.perft, game, None, depth))
        table.add_row(f"{spec} {depth}", f"{count:,}", f"{seconds:.2f}", f"{count / seconds:,.0f}")
    console.print(table)
    table = Table("random games", "a second", "OpenSpiel a second", "ratio", title="Playouts, one thread")
    for spec, count in PLAYOUTS.items():
        game = quintet.load(spec)
        _, seconds = timed(partial(quintet.playouts, game, count, limit=5000))
        ours = count / seconds
        row = [spec, f"{ours:,.0f}", "", ""]
        if spec in OPENSPIEL:
            _, seconds = timed(partial(openspiel_playouts, spec, OPENSPIEL[spec]))
            theirs = OPENSPIEL[spec] / seconds
            row[2:] = [f"{theirs:,.0f}", f"{ours / theirs:.0f} x"]
        table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    main()
