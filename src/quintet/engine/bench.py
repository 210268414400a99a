"""A fixed amount of search, to measure speed and to notice when the searches change."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from quintet.core.game import AnyGame, spec
from quintet.engine.native import kernels

POSITIONS = 8
NODES = 100_000
LONGEST_OPENING = 24


@dataclass(frozen=True, slots=True)
class Bench:
    """The result of the fixed work of one game."""

    game: str
    nodes: int
    seconds: float
    nodes_a_second: int
    signature: int
    """Total nodes mixed with the answers: a refactor must not change it."""

    def as_json(self) -> dict[str, Any]:
        """The signature is text: it has 64 bits, and many JSON readers keep only 53."""
        return asdict(self) | {"signature": f"{self.signature:016x}"}


def positions(game: AnyGame) -> list[str]:
    """The same positions of a game every time, reached by random play from the start."""
    rng = Random(spec(game))
    texts: list[str] = []
    while len(texts) < POSITIONS:
        position = game.start()
        for _ in range(rng.randint(0, LONGEST_OPENING)):
            if moves := game.legal_moves(position):
                position = game.play(position, rng.choice(moves))
        if game.outcome(position) is None:
            texts.append(game.text(position))
    return texts


def bench(game: AnyGame) -> Bench:
    """Search the positions one after the other on one thread; ValueError where there is no kernel."""
    kernel = kernels.kernel_for(game)
    if kernel is None:
        raise ValueError(f"bench measures the fast engine of a game, and {spec(game)} has none here")
    tally = kernel.bench(positions(game), NODES)
    return Bench(spec(game), tally.nodes, tally.seconds, round(tally.nodes / tally.seconds), tally.signature)
