"""How far evaluations of Othello are off: ``python -m bench.strength_error [--positions N] [--empty N] [FILE ...]``.

Positions of random games are solved, and searches of small depth are held against the result. A FILE is one of weights,
or ``none`` for the written evaluation; without any the written one and the one that came with the game.
"""

import argparse
import sys
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

import quintet
from quintet import Engine

DEPTHS = (1, 2, 4, 6, 8)


def positions(count: int, empty: int, seed: int) -> list[Any]:
    """Positions with so many empty squares and a choice of moves, each from a random game of its own."""
    game, chance = quintet.load("othello"), Random(seed)
    found: list[Any] = []
    while len(found) < count:
        position = game.start()
        while game.outcome(position) is None and game.text(position).count(".") > empty:
            position = game.play(position, chance.choice(game.legal_moves(position)))
        if game.outcome(position) is None and len(game.legal_moves(position)) > 1:
            found.append(position)
    return found


def errors(solved: Sequence[tuple[Any, int]], weights: str | None) -> list[float]:
    """The mean distance from the exact results in discs, for each depth."""
    engine = Engine(quintet.load("othello"), method="alphabeta", weights=weights, memory_mb=16)

    def expected(position: Any, depth: int) -> float:
        score = engine.analyze(position, depth=depth).score
        assert score is not None, "Othello is about discs"
        return score

    return [fmean(abs(expected(position, depth) - margin) for position, margin in solved) for depth in DEPTHS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", default=["none", ""], metavar="FILE")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--empty", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    solver = Engine(quintet.load("othello"), memory_mb=64)
    solved: list[tuple[Any, int]] = []
    for position in positions(asked.positions, asked.empty, asked.seed):
        margin = solver.solve(position, seconds=None).margin
        assert margin is not None, "a whole solution has one"
        solved.append((position, margin))
        print(f"\r{len(solved)} of {asked.positions} positions solved", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{len(solved)} positions with {asked.empty} empty squares; error in discs at depth {DEPTHS}")
    for file in asked.files:
        found = errors(solved, file or None)
        print(
            f"{file or 'the file that came with the game'}: {', '.join(f'{error:.2f}' for error in found)}", flush=True
        )


if __name__ == "__main__":
    main()
