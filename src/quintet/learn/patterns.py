"""Learning an evaluation from self-play: games, fit, foresight (how well shallow searches predict), and again.

All results are kept in the folder of the run: a run that was stopped repeats nothing.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from quintet.compute import Pool
from quintet.core import registry
from quintet.core.game import AnyGame, spec
from quintet.engine import weights as files
from quintet.engine.bounds import seed_of, whole
from quintet.engine.native import kernels
from quintet.learn.run_folder import Chunks, Report, RunFolder

GAMES_A_CHUNK = 1000
HELD_OUT = 20
BATCH = 50
"""Positions that a worker searches at a time."""
SAMPLE = 18
"""Bytes of a sample (cpp/core/learn/sample.hpp)."""
NO_FORESIGHT = bytes(2)
REFINING_RIDGE = 300.0
"""The ridge of a fit that starts from weights: they are known from more games than it has."""
BALANCING = 2
"""How often the swing is measured and taken out of the weights: what is left is an eighth, or less."""
MOST_GAMES = 10**9
MOST_GENERATIONS = 100
MOST_DEPTH, MOST_EXACT = 16, 20


@dataclass(frozen=True, slots=True)
class Generation:
    """Games to learn from: how they are played and how their positions are valued."""

    games: int
    depth: int
    """Depth of the search that plays."""
    least_random: int
    most_random: int
    """Random moves at the beginning of a game."""
    random_share: int
    """Share of random moves after them, in thousandths."""
    exact_from: int
    """Moves before the end from which on the solver plays."""
    search_share: int
    """Weight of the search's score in the target of a position, in hundredths; the rest is the result of the game."""


@dataclass(frozen=True, slots=True)
class PatternPlan:
    """What is to be learned, and how."""

    game: str
    """The spec of the game."""
    layout: str
    """Hash of the patterns: weights of other patterns would not fit."""
    seed: int
    generations: tuple[Generation, ...]
    """Each is played with the weights of the one before it."""
    start: str | None = None
    """Digest of the weights that the first generation is played with and every fit begins with; none: the written
    evaluation."""
    recent: int = 2
    """The number of last generations whose games the weights are fitted to: weaker play would mislead."""
    iterations: int = 25
    ridge: float = 30.0
    overlap: int = 3
    """Settings of the fit: see FitSettings in cpp/core/learn/fit.hpp."""
    foresight_positions: int = 3000
    uncut_depth: int = 8
    """Foresight up to this depth is measured with searches that cut nothing ..."""
    foresight_depth: int = 14
    """... and beyond it, up to this depth, with searches that cut by that foresight."""


def make_plan(
    game_spec: str,
    games: int,
    generations: int,
    seed: int,
    depth: int = 4,
    exact: int = 12,
    start: files.File | None = None,
) -> PatternPlan:
    """The plan of a run; ValueError for a game whose kernel cannot learn.

    `games` is for each of the first two generations, and three times as many for later ones: better play teaches more,
    and its searches are trusted more. `depth` is that of the search that plays, two more in the third generation and
    four more in later ones. `exact` is how many moves before the end the solver takes over, two more in the second and
    third generation and four more in later ones. With weights to start from every generation is a later one. Random
    moves in every generation keep positions in the samples that good play never reaches.
    """
    game = registry.load(game_spec)
    learner = learner_of(game)
    whole("games", games, 40, MOST_GAMES)
    whole("generations", generations, 1, MOST_GENERATIONS)
    whole("depth", depth, 1, MOST_DEPTH)
    whole("exact", exact, 0, MOST_EXACT)
    first = Generation(games, depth, least_random=4, most_random=40, random_share=0, exact_from=exact, search_share=0)
    second = replace(
        first, least_random=2, most_random=42, random_share=10, search_share=50, exact_from=_sooner(exact, 2)
    )
    third = replace(second, games=3 * games, depth=depth + 2, most_random=30, search_share=80)
    later = replace(third, depth=depth + 4, exact_from=_sooner(exact, 4))
    beginning = (first, second, third) if start is None else ()
    planned = (*beginning, *[later] * (generations - len(beginning)))[:generations]
    digest = None if start is None else hashlib.sha256(start.numbers).hexdigest()
    plan = PatternPlan(spec(game), f"{learner.layout:016x}", seed_of(seed), planned, digest)
    return plan if start is None else replace(plan, ridge=REFINING_RIDGE)


def _sooner(exact: int, moves: int) -> int:
    """The solver takes over so many moves sooner, if it does at all."""
    return exact + moves if exact else 0


def learner_of(game: AnyGame) -> Any:
    """The learner of a game's kernel; ValueError where there is none."""
    kernel = kernels.kernel_for(game)
    if kernel is None:
        raise ValueError(f"{game.id} cannot learn here: it has no kernel, or the engine room is not built")
    learner = kernel.learner
    if learner is None:
        raise ValueError(f"{game.id} cannot learn: its kernel lists no patterns")
    return learner


@dataclass(frozen=True, slots=True)
class PhaseError:
    """The error of the weights of a phase on held-out samples, in points."""

    phase: int
    samples: int
    held_out: int
    mean: float
    root_mean_square: float
    swing: float | None = None
    """How much more searches of odd depth expect than those of even depth, in points; unknown without searches."""


class PatternLearning:
    """A run in its folder."""

    def __init__(
        self,
        folder: RunFolder[PatternPlan],
        pool: Pool,
        threads: int,
        report: Report,
        start: files.File | None = None,
    ) -> None:
        self.folder, self.plan = folder, folder.plan
        self._pool, self._threads, self._report = pool, threads, report
        self._learner = learner_of(registry.load(self.plan.game))
        self._start = None if start is None else start.numbers

    def run(self) -> Iterator[tuple[int, list[PhaseError]]]:
        """Every generation in turn, with its errors."""
        for generation, rows in self.folder.generations(
            len(self.plan.generations), self._play, self._learn, self._start
        ):
            yield generation, [PhaseError(**row) for row in rows]

    def _chunks(self, generation: int) -> Chunks:
        return Chunks(self.plan.generations[generation - 1].games, GAMES_A_CHUNK, HELD_OUT)

    def _play(self, generation: int, numbers: bytes | None) -> None:
        chunks = self._chunks(generation)
        settings = asdict(self.plan.generations[generation - 1])
        # Seeds must differ from generation to generation: equal openings would teach nothing new.
        settings["seed"] = self.plan.seed * 1000 + generation
        tasks = {
            self.folder.samples(generation, chunk): (self.plan.game, numbers, settings | chunks.span(chunk))
            for chunk in range(len(chunks))
        }
        step = f"games of generation {generation}"
        self.folder.make(self._pool, self._report, step, "games could not be played", play_games, tasks)

    def _learn(self, generation: int) -> files.File:
        fitted, held_out = self._samples(generation)
        chosen = self._chosen(held_out)
        weights = self._balanced(generation, self._fitted(generation, fitted, held_out), chosen)
        uncut = self._searches(generation, "uncut", weights + NO_FORESIGHT, chosen, self.plan.uncut_depth)
        lines = fit_foresight(uncut, self._learner.phases, self.plan.uncut_depth)
        numbers = weights + foresight_numbers(lines, self.plan.uncut_depth)
        cut = self._searches(generation, "cut", numbers, chosen, self.plan.foresight_depth)
        deeper = fit_foresight(cut, self._learner.phases, self.plan.foresight_depth)
        lines = [near + far[len(near) :] for near, far in zip(lines, deeper, strict=True)]
        self._report_swing(generation, cut)
        return files.File(
            registry.load(self.plan.game).id,
            self._learner.layout,
            weights + foresight_numbers(lines, self.plan.foresight_depth),
            f"seed {self.plan.seed}, generation {generation}, {len(fitted) // SAMPLE} positions",
        )

    def _fitted(self, generation: int, fitted: bytes, held_out: bytes) -> bytes:
        """The weights, still without foresight."""
        path = self.folder.part(generation, "fitted")
        if path.exists():
            return self.folder.read(path)
        step = f"fit of generation {generation}"
        weights: bytes
        weights, errors = self._learner.fit(
            fitted,
            held_out,
            iterations=self.plan.iterations,
            ridge=self.plan.ridge,
            overlap=self.plan.overlap,
            threads=self._threads,
            start=None if self._start is None else self._learner.weights(self._start),
            progress=lambda done, steps: self._report(step, done, steps),
        )
        self.folder.save_report(generation, [PhaseError(phase, *error) for phase, error in enumerate(errors)])
        self.folder.save(path, weights)
        return weights

    def _samples(self, generation: int) -> tuple[bytes, bytes]:
        """Of this generation and the recent ones before it: samples to fit to, and held-out samples."""
        fitted: list[bytes] = []
        held_out: list[bytes] = []
        for number in range(max(1, generation - self.plan.recent + 1), generation + 1):
            chunks = self._chunks(number)
            for chunk in range(len(chunks)):
                content = self.folder.read(self.folder.samples(number, chunk))
                if len(content) % SAMPLE:
                    raise ValueError(self.folder.damaged(self.folder.samples(number, chunk)))
                (held_out if chunks.is_held_out(chunk) else fitted).append(content)
        return b"".join(fitted), b"".join(held_out)

    def _balanced(self, generation: int, weights: bytes, chosen: Sequence[bytes]) -> bytes:
        """The weights without a swing. Unbiased labels leave one: a search ends with a choice of the root's side at an
        odd depth and of the other side at an even depth, and a choice among estimates errs upwards."""
        for number in range(BALANCING):
            rows = self._searches(
                generation, f"swing-{number + 1}", weights + NO_FORESIGHT, chosen, self.plan.uncut_depth
            )
            shifts = balance(rows, self._learner.phases, self._learner.stages)
            weights = self._learner.shifted(weights, [shift / self._learner.units_per_point for shift in shifts])
        return weights

    def _chosen(self, samples: bytes) -> list[bytes]:
        """Some of the samples, in batches for workers to search."""
        count = len(samples) // SAMPLE
        stride = max(1, count // self.plan.foresight_positions)
        chosen = [samples[start * SAMPLE : (start + 1) * SAMPLE] for start in range(0, count, stride)]
        return [b"".join(chosen[start : start + BATCH]) for start in range(0, len(chosen), BATCH)]

    def _searches(
        self, generation: int, name: str, numbers: bytes, batches: Sequence[bytes], depth: int
    ) -> list[list[int]]:
        """For each sample its phase, then the values of searches of depth 1, 2, ..."""
        tasks = {
            self.folder.part(generation, f"{number:06d}.{name}"): (self.plan.game, numbers, batch, depth)
            for number, batch in enumerate(batches)
        }
        step = f"searches of generation {generation}"
        self.folder.make(self._pool, self._report, step, "positions could not be searched", search_samples, tasks)
        # In the order of the batches, not of the workers: the sums of floats must come out the same.
        return [row for path in tasks for row in self._rows(path)]

    def _rows(self, path: Path) -> list[list[int]]:
        try:
            rows: list[list[int]] = json.loads(self.folder.read(path))
        except ValueError:
            raise ValueError(self.folder.damaged(path)) from None
        return rows

    def _report_swing(self, generation: int, rows: Sequence[Sequence[int]]) -> None:
        """Add to the report of the fit what the searches show."""
        errors = [PhaseError(**row) for row in self.folder.read_report(generation)]
        swings = [swing([row for row in rows if row[0] == error.phase]) for error in errors]
        units = self._learner.units_per_point
        measured = [
            replace(error, swing=None if more is None else more / units)
            for error, more in zip(errors, swings, strict=True)
        ]
        if measured != errors:
            self.folder.save_report(generation, measured)


# Functions of the workers, on this machine or another: plain values in, bytes out


def play_games(game_spec: str, numbers: bytes | None, settings: dict[str, int]) -> bytes:
    """Samples from games; `numbers` are the weights to play with, none in the first generation."""
    samples: bytes = _learner(game_spec).self_play(_weights(game_spec, numbers), **settings)
    return samples


def search_samples(game_spec: str, numbers: bytes, samples: bytes, depth: int) -> bytes:
    """For each sample its phase, then the values of searches of depth 1, 2, ...; as JSON."""
    rows: list[list[int]] = _learner(game_spec).foresee(samples, depth, _weights(game_spec, numbers))
    return json.dumps(rows).encode()


@lru_cache(1)
def _learner(game_spec: str) -> Any:
    return learner_of(registry.load(game_spec))


@lru_cache(1)
def _weights(game_spec: str, numbers: bytes | None) -> Any | None:
    return None if numbers is None else _learner(game_spec).weights(numbers)


LEAST_DEPTH = 3
LEAST_ROWS = 40
"""The smallest number of value pairs for a line."""
DECIDED = 20_000
"""Values from here on are proved results, not estimates (cpp/core/search/value.hpp)."""


class ForesightLine(NamedTuple):
    """How well a shallow search predicts a deep one, fitted for each phase and depth.

    deep = slope * shallow + offset, with a standard deviation of `spread`; depth 0 means that there is no line. A
    search uses it to skip positions whose shallow value is far enough outside the window (multi-probcut).
    """

    shallow: int = 0
    slope: float = 1.0
    offset: float = 0.0
    spread: float = 0.0


def shallow_depth(depth: int) -> int:
    """The depth that predicts: about half, and of the same parity, because estimates swing with the side that moves
    last."""
    return 2 * (depth // 4) + depth % 2


def swing(rows: Iterable[Sequence[int]]) -> float | None:
    """How much more searches of odd depth expect than those of even depth: the mean over neighbouring depths. An
    evaluation that favours one side to move makes it large."""
    steps = [step for row in rows for _, step in _steps(row)]
    return fmean(steps) if steps else None


def balance(rows: Iterable[Sequence[int]], phases: int, stages: int) -> list[float]:
    """For each phase what its evaluation lacks for the side to move: half the swing of searches that end there, in
    units of the evaluation. A phase in which too few end takes the value of the nearest one."""
    steps: list[list[float]] = [[] for _ in range(phases)]
    for row in rows:
        for depth, step in _steps(row):
            stage = (row[0] + 0.5) * stages / phases + depth
            steps[min(int(stage * phases / stages), phases - 1)].append(step / 2)
    measured = {phase: fmean(halves) for phase, halves in enumerate(steps) if len(halves) >= LEAST_ROWS}
    return [measured[min(measured, key=lambda near: abs(near - phase))] if measured else 0.0 for phase in range(phases)]


def _steps(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    """From depth 4 on: a depth, and how much more the odd one of it and the depth before expects."""
    for depth, (before, after) in enumerate(pairwise(row[4:]), start=5):
        if abs(before) < DECIDED and abs(after) < DECIDED:
            yield depth, (after - before) * (1 if depth % 2 else -1)


def fit_foresight(rows: Sequence[Sequence[int]], phases: int, depth: int) -> list[list[ForesightLine]]:
    """Lines by phase and depth (0 to `depth`); each phase also uses the rows of its neighbours."""
    return [
        [_line([row for row in rows if abs(row[0] - phase) <= 1], deep) for deep in range(depth + 1)]
        for phase in range(phases)
    ]


def foresight_numbers(lines: Iterable[Sequence[ForesightLine]], depth: int) -> bytes:
    """In the kernel's format: the deepest depth, then for each phase and depth shallow, slope, offset, spread."""
    values = [depth]
    for row in lines:
        for line in row:
            values += [line.shallow, round(line.slope * 1000), round(line.offset), round(line.spread)]
    return b"".join(number.to_bytes(2, "little", signed=True) for number in values)


def _line(rows: Sequence[Sequence[int]], deep: int) -> ForesightLine:
    if deep < LEAST_DEPTH:
        return ForesightLine()
    shallow = shallow_depth(deep)
    pairs = [
        (row[shallow], row[deep])
        for row in rows
        if len(row) > deep and abs(row[shallow]) < DECIDED and abs(row[deep]) < DECIDED
    ]
    if len(pairs) < LEAST_ROWS:
        return ForesightLine()
    mean_x = sum(x for x, _ in pairs) / len(pairs)
    mean_y = sum(y for _, y in pairs) / len(pairs)
    across = sum((x - mean_x) ** 2 for x, _ in pairs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / across if across else 0.0
    if slope <= 0.1:
        return ForesightLine()
    offset = mean_y - slope * mean_x
    spread = math.sqrt(sum((y - slope * x - offset) ** 2 for x, y in pairs) / len(pairs))
    return ForesightLine(shallow, slope, offset, spread)
