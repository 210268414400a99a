"""How good Othello's evaluation is on positions of strong play: ``python -m bench.strength_error [FILE ...]``.

Searches of small depth are held against exact results; and for the start and positions of the middle game the table
shows how far the values of neighbouring depths lie apart, from 8 to ``--deepest``. A FILE is one of weights, or
``none`` for the written evaluation; without any it is the one that came with the game. ``--keep`` writes the positions
to a file, or reads them from there, so that another checkout can be measured on the same ones:
``../before/.venv/bin/python bench/strength_error.py --keep positions.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

import quintet
from quintet import Engine

DEPTHS = (1, 2, 4, 6, 8)
SHALLOWEST = 8
PLIES = 8
"""Random moves before both sides play well."""
FAIR = 4.0
"""How many discs an opening may be worth."""
NODES = 30_000
"""Of a move of strong play: level 9 has a ninth of it."""
MIDDLE = range(26, 51)


def games(count: int, empty: int, seed: int) -> tuple[list[Any], list[Any]]:
    """Positions with so many empty squares and a choice of moves, each from a game of its own, and others from the
    middle of some of these games."""
    game, chance = quintet.load("othello"), Random(seed)
    late: list[Any] = []
    middle: list[Any] = []
    while len(late) < count:
        engine = Engine(game, method="alphabeta", memory_mb=32)
        position = game.start()
        for _ in range(PLIES):
            position = game.play(position, chance.choice(game.legal_moves(position)))
        if abs(engine.analyze(position, nodes=NODES).score or 0) > FAIR:
            continue
        wanted = chance.choice(MIDDLE)
        while game.outcome(position) is None and (left := game.text(position).count(".")) >= empty:
            if len(game.legal_moves(position)) > 1:
                if left == wanted:
                    middle.append(position)
                if left == empty:
                    late.append(position)
                    break
            position = game.play(position, engine.analyze(position, nodes=NODES).move)
    return late, middle


def kept_or_made(keep: Path | None, count: int, empty: int, seed: int) -> tuple[list[Any], list[Any]]:
    """The positions of `games`, from the file if it is there."""
    game = quintet.load("othello")
    if keep is not None and keep.exists():
        late, middle = json.loads(keep.read_text("utf-8"))
        return [game.parse(text) for text in late], [game.parse(text) for text in middle]
    made = games(count, empty, seed)
    if keep is not None:
        keep.write_text(json.dumps([[game.text(position) for position in part] for part in made]), "utf-8")
    return made


def error(solved: Sequence[tuple[Any, int]], engine: Engine[Any, Any], depth: int) -> str:
    """The mean distance from the exact results in discs, its standard error and the nodes it took."""
    found = [engine.analyze(position, depth=depth) for position, _ in solved]
    off = [abs((analysis.score or 0) - margin) for analysis, (_, margin) in zip(found, solved, strict=True)]
    nodes = fmean(analysis.nodes for analysis in found)
    return f"depth {depth}: {fmean(off):.2f} ± {stdev(off) / len(off) ** 0.5:.2f} ({nodes:,.0f} nodes)"


def swing(positions: Sequence[Any], weights: str | None, deepest: int) -> str:
    """How far values of neighbouring depths lie apart: in the mean, and what is due to the parity."""
    game = quintet.load("othello")
    steps: list[float] = []
    nodes: list[int] = []
    for position in positions:
        engine = Engine(game, method="alphabeta", weights=weights, memory_mb=64)
        values: dict[int, float] = {}

        def note(part: Any, values: dict[int, float] = values) -> None:
            if not part.exact and part.depth >= SHALLOWEST:
                values[part.depth] = part.score

        nodes.append(engine.analyze(position, depth=deepest, progress=note).nodes)
        steps += [(values[depth] - values[depth - 1]) * (1 if depth % 2 else -1) for depth in [*values][1:]]
    apart = fmean(abs(step) for step in steps)
    return f"{apart:.2f} apart, odd less even depth {fmean(steps):+.2f} ({fmean(nodes):,.0f} nodes to depth {deepest})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", default=[""], metavar="FILE")
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--empty", type=int, default=20)
    parser.add_argument("--middle", type=int, default=50)
    parser.add_argument("--deepest", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, metavar="FILE")
    asked = parser.parse_args()
    game = quintet.load("othello")
    late, middle = kept_or_made(asked.keep, asked.positions, asked.empty, asked.seed)
    middle = [game.start(), *middle[: asked.middle]]
    solver = Engine(game, memory_mb=64)
    solved = [(position, solver.solve(position, seconds=None).margin or 0) for position in late]
    for file in asked.files:
        engine = Engine(game, method="alphabeta", weights=file or None, memory_mb=16)
        print(f"{file or 'the file that came with the game'}, {len(solved)} positions with {asked.empty} empty squares")
        for depth in DEPTHS:
            print(f"  {error(solved, engine, depth)}", flush=True)
        print(f"  {len(middle)} positions: {swing(middle, file or None, asked.deepest)}", flush=True)


if __name__ == "__main__":
    main()
