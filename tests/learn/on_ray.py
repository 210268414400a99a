"""Learns a small plan on a cluster: run with its address and a folder."""

import sys
from dataclasses import replace
from pathlib import Path

from quintet.compute import Pool, open_pool
from quintet.learn.patterns import Generation, PatternLearning, make_plan
from quintet.learn.run_folder import RunFolder

PLAN = replace(
    make_plan("othello", 300, 2, 5),
    generations=(
        Generation(300, 3, least_random=4, most_random=40, random_share=0, exact_from=8, search_share=0),
        Generation(300, 3, least_random=4, most_random=40, random_share=20, exact_from=8, search_share=50),
    ),
    iterations=3,
    foresight_positions=60,
    uncut_depth=4,
    foresight_depth=6,
)


def learned(pool: Pool, path: Path) -> bytes:
    """The weights of the last generation."""
    with RunFolder(path, PLAN) as folder:
        for _ in PatternLearning(folder, pool, 1, lambda *_: None).run():
            pass
        return folder.weights(len(PLAN.generations)).read_bytes()


def main(address: str, folder: str) -> None:
    with open_pool(cluster=address) as pool:
        learned(pool, Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
