"""Learning which moves are likely: games by tree searches on several boards, then weights for the features of moves.

Where a kernel lists features of moves (cpp/core/learn/prior.hpp) the searches tell how often they tried each move, and
the weights are fitted to foretell that. Each generation searches with what the one before it learned.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quintet.compute import Pool
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import weights as files
from quintet.engine.checks import seed_of, whole
from quintet.engine.native import kernels
from quintet.learn.chunks import Chunks
from quintet.learn.plan import MOST_GAMES, MOST_GENERATIONS
from quintet.learn.run_folder import Folder

GAMES_A_CHUNK = 10
HELD_OUT = 12
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class PriorPlan:
    """What is to be learned about moves, and how."""

    game: str
    layout: str
    """Of the features: weights of others would not fit."""
    seed: int
    boards: tuple[str, ...]
    """The specs that games are played on."""
    games: int
    """On each board in each generation."""
    generations: int
    nodes: int = 600
    """Of the search for a move."""
    most_random: int = 6
    """Random moves at the beginning of a game, at most."""
    varied_share: int = 125
    """Of the moves after them, in thousandths: drawn by how often the search tried them."""
    passes: int = 5
    """Over all samples."""
    rate: float = 0.15
    doubt: float = 1.0
    """How slowly weights move: at most so far in a step, and less where little was seen."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class BoardError:
    """How well the prior foretells searches that it was not fitted to."""

    board: str
    samples: int
    held_out: int
    surprise: float
    """The mean of -ln of what it gave to the moves, weighted by how much the search tried them."""
    best_first: float
    """The share of positions whose most tried move it takes to be the likeliest."""


def learner_of(game: AnyGame) -> Any | None:
    """Learning about the moves of a game; ``None`` where its kernel lists no features of them."""
    kernel = kernels.kernel_for(game)
    return None if kernel is None else kernel.prior_learner


def is_about_moves(game: AnyGame) -> bool:
    """Whether this is what a game can learn."""
    return learner_of(game) is not None


def make_prior_plan(game_spec: str, games: int, generations: int, seed: int) -> PriorPlan:
    """The plan for so many games on each of the boards that the kernel lists."""
    game = registry.load(game_spec)
    learner = learner_of(game)
    if learner is None:
        raise ValueError(f"{game.id} cannot learn about moves: its kernel lists no features of them")
    whole("games", games, 2, MOST_GAMES)
    whole("generations", generations, 1, MOST_GENERATIONS)
    return PriorPlan(spec(game), f"{learner.layout:016x}", seed_of(seed), tuple(learner.boards), games, generations)


def play_games(board: str, numbers: bytes | None, settings: dict[str, int]) -> bytes:
    """What workers do: samples from games; `numbers` are the weights to play with, if there are any yet."""
    learner = _learner(board)
    samples: bytes = learner.play(None if numbers is None else learner.weights(numbers), **settings)
    return samples


@lru_cache(4)
def _learner(board: str) -> Any:
    return learner_of(registry.load(board))


class PriorLearning:
    """A run in its folder."""

    def __init__(self, folder: Folder, plan: PriorPlan, pool: Pool, report: Report) -> None:
        self.folder, self.plan = folder, plan
        self._pool, self._report = pool, report
        self._chunks = Chunks(plan.games, GAMES_A_CHUNK, HELD_OUT)

    def run(self) -> Iterator[tuple[int, list[BoardError]]]:
        """Every generation in turn, with its errors."""
        for generation in range(1, self.plan.generations + 1):
            if self.folder.weights(generation).exists():
                files.read(self.folder.weights(generation))  # or a sentence about what is wrong with it
            else:
                self._play(generation)
                self._fit(generation)
            rows = json.loads(self.folder.report(generation).read_text("utf-8"))
            yield generation, [BoardError(**row) for row in rows]

    def _play(self, generation: int) -> None:
        """The samples of a generation that are not there yet."""
        plan = self.plan
        numbers = None if generation == 1 else files.read(self.folder.weights(generation - 1)).numbers
        every = [(number, chunk) for chunk in range(len(self._chunks)) for number in range(len(plan.boards))]
        missing = [one for one in every if not self._samples(generation, *one).exists()]
        step = f"games of generation {generation}"
        self._report(step, len(every) - len(missing), len(every))
        for number, chunk in missing:
            settings = {
                "seed": (plan.seed * 1000 + generation) * 100 + number,
                **self._chunks.span(chunk),
                "nodes": plan.nodes,
                "most_random": plan.most_random,
                "varied_share": plan.varied_share,
            }
            self._pool.submit(f"games {number} {chunk}", play_games, plan.boards[number], numbers, settings)
        done = len(every) - len(missing)
        for answer in self._pool.gather():
            if answer.error is not None:
                raise ValueError(f"games could not be played: {answer.error}")
            board, chunk_of_it = map(int, answer.key.split()[1:])
            self.folder.keep(self._samples(generation, board, chunk_of_it), answer.value)
            done += 1
            self._report(step, done, len(every))

    def _samples(self, generation: int, number: int, chunk: int) -> Path:
        return self.folder.samples(generation, chunk * len(self.plan.boards) + number)

    def _fit(self, generation: int) -> None:
        """Weights from the samples of the newest generation: older ones were searched with less knowledge."""
        plan = self.plan
        learners = [_learner(board) for board in plan.boards]
        fitted: list[tuple[int, bytes]] = []
        held_out: list[list[bytes]] = [[] for _ in plan.boards]
        for chunk in range(len(self._chunks)):
            for number in range(len(plan.boards)):
                content = self.folder.read(self._samples(generation, number, chunk))
                if self._chunks.held(chunk):
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
        rows = [
            asdict(BoardError(board, counts[number], *learners[number].fit(fit, b"".join(held_out[number]), 0.0)))
            for number, board in enumerate(plan.boards)
        ]
        self.folder.keep(self.folder.report(generation), json.dumps(rows, indent=1).encode())
        made = f"seed {plan.seed}, generation {generation}, {sum(counts)} positions"
        numbers = learners[0].numbers(fit)
        game_id = registry.load(plan.game).id
        files.write(self.folder.weights(generation), files.File(game_id, learners[0].layout, numbers, made))
