"""Learning a prior from self-play: games by tree searches on several boards, then weights for the features of moves.

Where a kernel lists features of moves (cpp/core/learn/prior.hpp), the weights are fitted to predict how often a search
visits each move. Each generation searches with the weights of the one before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from quintet.compute import Pool
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import weights as files
from quintet.engine.bounds import seed_of, whole
from quintet.engine.native import kernels
from quintet.learn.patterns import MOST_GAMES, MOST_GENERATIONS
from quintet.learn.run_folder import Chunks, Report, RunFolder

GAMES_A_CHUNK = 10
HELD_OUT = 12


@dataclass(frozen=True, slots=True)
class PriorPlan:
    """What is to be learned about moves, and how."""

    game: str
    layout: str
    """Hash of the features: weights of other features would not fit."""
    seed: int
    boards: tuple[str, ...]
    """The specs that games are played on."""
    games: int
    """Games on each board in each generation."""
    generations: int
    nodes: int = 600
    """Nodes of the search for a move."""
    most_random: int = 6
    """Random moves at the beginning of a game, at most."""
    varied_share: int = 125
    """Share of the later moves, in thousandths, that are drawn in proportion to their visits."""
    passes: int = 5
    """Passes of the fit over all samples."""
    rate: float = 0.15
    doubt: float = 1.0
    """Damping of the steps of the fit: small where a feature was seen rarely."""


@dataclass(frozen=True, slots=True)
class BoardError:
    """How well the prior predicts held-out searches."""

    board: str
    samples: int
    held_out: int
    surprise: float
    """Cross-entropy of the visits under the prior, in nats."""
    best_first: float
    """The share of positions whose most visited move is the likeliest by the prior."""


def learner_of(game: AnyGame) -> Any | None:
    """The learner of a prior for a game; ``None`` where its kernel lists no features of moves."""
    kernel = kernels.kernel_for(game)
    return None if kernel is None else kernel.prior_learner


def is_about_moves(game: AnyGame) -> bool:
    """Whether a game learns a prior instead of an evaluation."""
    return learner_of(game) is not None


def make_prior_plan(game_spec: str, games: int, generations: int, seed: int) -> PriorPlan:
    """The plan of a run; `games` is for each generation on each of the boards that the kernel lists."""
    game = registry.load(game_spec)
    learner = learner_of(game)
    if learner is None:
        raise ValueError(f"{game.id} cannot learn about moves: its kernel lists no features of them")
    whole("games", games, 2, MOST_GAMES)
    whole("generations", generations, 1, MOST_GENERATIONS)
    return PriorPlan(spec(game), f"{learner.layout:016x}", seed_of(seed), tuple(learner.boards), games, generations)


def play_games(board: str, numbers: bytes | None, settings: dict[str, int]) -> bytes:
    """Samples from games, made by a worker; `numbers` are the weights to play with, none in the first generation."""
    learner = _learner(board)
    samples: bytes = learner.play(None if numbers is None else learner.weights(numbers), **settings)
    return samples


@lru_cache(4)
def _learner(board: str) -> Any:
    return learner_of(registry.load(board))


class PriorLearning:
    """A run in its folder."""

    def __init__(self, folder: RunFolder[PriorPlan], pool: Pool, report: Report) -> None:
        self.folder, self.plan = folder, folder.plan
        self._pool, self._report = pool, report
        self._chunks = Chunks(self.plan.games, GAMES_A_CHUNK, HELD_OUT)

    def run(self) -> Iterator[tuple[int, list[BoardError]]]:
        """Every generation in turn, with its errors."""
        for generation, rows in self.folder.generations(self.plan.generations, self._play, self._learn):
            yield generation, [BoardError(**row) for row in rows]

    def _play(self, generation: int, numbers: bytes | None) -> None:
        plan, tasks = self.plan, {}
        for chunk, (number, board) in product(range(len(self._chunks)), enumerate(plan.boards)):
            settings = {
                "seed": (plan.seed * 1000 + generation) * 100 + number,
                **self._chunks.span(chunk),
                "nodes": plan.nodes,
                "most_random": plan.most_random,
                "varied_share": plan.varied_share,
            }
            tasks[self._samples(generation, number, chunk)] = board, numbers, settings
        step = f"games of generation {generation}"
        self.folder.make(self._pool, self._report, step, "games could not be played", play_games, tasks)

    def _samples(self, generation: int, number: int, chunk: int) -> Path:
        return self.folder.samples(generation, chunk * len(self.plan.boards) + number)

    def _learn(self, generation: int) -> files.File:
        """Weights from the samples of the newest generation: older ones were searched with a weaker prior."""
        plan = self.plan
        learners = [_learner(board) for board in plan.boards]
        fitted: list[tuple[int, bytes]] = []
        held_out: list[list[bytes]] = [[] for _ in plan.boards]
        for chunk, number in product(range(len(self._chunks)), range(len(plan.boards))):
            content = self.folder.read(self._samples(generation, number, chunk))
            if self._chunks.is_held_out(chunk):
                held_out[number].append(content)
            else:
                fitted.append((number, content))
        fit = learners[0].begin(plan.doubt)
        step = f"fit of generation {generation}"
        counts = [0] * len(plan.boards)
        for done in range(plan.passes):
            self._report(step, done, plan.passes)
            counts = [0] * len(plan.boards)
            for number, content in fitted:
                samples, _, _ = learners[number].fit(fit, content, plan.rate)
                counts[number] += samples
        self._report(step, plan.passes, plan.passes)
        errors = [
            BoardError(board, counts[number], *learners[number].fit(fit, b"".join(held_out[number]), 0.0))
            for number, board in enumerate(plan.boards)
        ]
        self.folder.save_report(generation, errors)
        made = f"seed {plan.seed}, generation {generation}, {sum(counts)} positions"
        return files.File(registry.load(plan.game).id, learners[0].layout, learners[0].numbers(fit), made)
