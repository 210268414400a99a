"""Learning, step by step: games, fit, foresight, generation after generation; what is there already is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from quintet.compute import Pool
from quintet.core import registry
from quintet.engine import weights as files
from quintet.learn import foresight, tasks
from quintet.learn.chunks import Chunks
from quintet.learn.plan import Plan, learner_of
from quintet.learn.run_folder import Folder

GAMES_A_CHUNK = 1000
HELD_OUT = 20
MEASURED_AT_ONCE = 50
Report = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done and how much there is."""


@dataclass(frozen=True, slots=True)
class PhaseError:
    """How far the weights of a phase are off on samples that they were not fitted to, in points."""

    phase: int
    samples: int
    held_out: int
    mean: float
    root_mean_square: float


class Learning:
    """A run in its folder."""

    def __init__(self, folder: Folder, plan: Plan, pool: Pool, threads: int, report: Report) -> None:
        self.folder, self.plan = folder, plan
        self._pool, self._threads, self._report = pool, threads, report
        self._learner = learner_of(registry.load(self.plan.game))

    def run(self) -> Iterator[tuple[int, list[PhaseError]]]:
        """Every generation in turn, with its errors."""
        for generation in range(1, len(self.plan.generations) + 1):
            if self.folder.weights(generation).exists():
                files.read(self.folder.weights(generation))  # or a sentence about what is wrong with it
            else:
                self._play(generation)
                self._learn(generation)
            yield generation, self.errors(generation)

    def errors(self, generation: int) -> list[PhaseError]:
        rows = json.loads(self.folder.report(generation).read_text("utf-8"))
        return [PhaseError(**row) for row in rows]

    def _play(self, generation: int) -> None:
        """The samples of a generation that are not there yet."""
        settings = self.plan.generations[generation - 1]
        numbers = None if generation == 1 else files.read(self.folder.weights(generation - 1)).numbers
        chunks = self._chunks(generation)
        missing = [chunk for chunk in range(len(chunks)) if not self.folder.samples(generation, chunk).exists()]
        step = f"games of generation {generation}"
        self._report(step, len(chunks) - len(missing), len(chunks))
        how = {name: value for name, value in asdict(settings).items() if name != "games"}
        for chunk in missing:
            # Seeds must differ from generation to generation: equal openings would teach nothing new.
            seeded = {"seed": self.plan.seed * 1000 + generation, **chunks.span(chunk), **how}
            self._pool.submit(f"games {chunk}", tasks.play_games, self.plan.game, numbers, seeded)
        done = len(chunks) - len(missing)
        for answer in self._pool.gather():
            if answer.error is not None:
                raise ValueError(f"games could not be played: {answer.error}")
            self.folder.keep(self.folder.samples(generation, int(answer.key.split()[1])), answer.value)
            done += 1
            self._report(step, done, len(chunks))

    def _chunks(self, generation: int) -> Chunks:
        return Chunks(self.plan.generations[generation - 1].games, GAMES_A_CHUNK, HELD_OUT)

    def _learn(self, generation: int) -> None:
        fitted, held_out = self._samples(generation)
        weights = self._fitted(generation, fitted, held_out)
        lines = self._foresight(generation, weights, held_out)
        files.write(
            self.folder.weights(generation),
            files.File(
                registry.load(self.plan.game).id,
                self._learner.layout,
                weights + foresight.numbers(lines, self.plan.foresight_depth),
                f"seed {self.plan.seed}, generation {generation}, {len(fitted) // SAMPLE} positions",
            ),
        )

    def _fitted(self, generation: int, fitted: bytes, held_out: bytes) -> bytes:
        """The weights, without foresight yet."""
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
            progress=lambda done, steps: self._report(step, done, steps),
        )
        rows = [asdict(PhaseError(phase, *error)) for phase, error in enumerate(errors)]
        self.folder.keep(self.folder.report(generation), json.dumps(rows, indent=1).encode())
        self.folder.keep(path, weights)
        return weights

    def _samples(self, generation: int) -> tuple[bytes, bytes]:
        """Of this generation and the ones shortly before it: to fit to, and held out."""
        fitted: list[bytes] = []
        held_out: list[bytes] = []
        for number in range(max(1, generation - self.plan.recent + 1), generation + 1):
            chunks = self._chunks(number)
            for chunk in range(len(chunks)):
                content = self.folder.read(self.folder.samples(number, chunk))
                if len(content) % SAMPLE:
                    raise ValueError(self.folder.damaged(self.folder.samples(number, chunk)))
                (held_out if chunks.held(chunk) else fitted).append(content)
        return b"".join(fitted), b"".join(held_out)

    def _foresight(self, generation: int, weights: bytes, samples: bytes) -> list[list[foresight.Line]]:
        """Measured on positions that the weights were not fitted to."""
        count = len(samples) // SAMPLE
        step = max(1, count // self.plan.foresight_positions)
        chosen = [samples[at * SAMPLE : (at + 1) * SAMPLE] for at in range(0, count, step)]
        batches = [b"".join(chosen[at : at + MEASURED_AT_ONCE]) for at in range(0, len(chosen), MEASURED_AT_ONCE)]
        paths = [self.folder.part(generation, f"{batch:06d}.searches") for batch in range(len(batches))]
        numbers = weights + NO_FORESIGHT
        done = 0
        for batch, (content, path) in enumerate(zip(batches, paths, strict=True)):
            if path.exists():
                done += 1
                continue
            self._pool.submit(
                f"searches {batch}", tasks.measure, self.plan.game, numbers, content, self.plan.foresight_depth
            )
        name = f"searches of generation {generation}"
        self._report(name, done, len(batches))
        for answer in self._pool.gather():
            if answer.error is not None:
                raise ValueError(f"positions could not be searched: {answer.error}")
            self.folder.keep(paths[int(answer.key.split()[1])], json.dumps(answer.value).encode())
            done += 1
            self._report(name, done, len(batches))
        # In the batches' own order, not in that of the workers, so that the sums come out the same.
        rows = [row for path in paths for row in self._searches(path)]
        return foresight.fit(rows, self._learner.phases, self.plan.foresight_depth)

    def _searches(self, path: Path) -> list[list[int]]:
        try:
            rows: list[list[int]] = json.loads(self.folder.read(path))
        except ValueError:
            raise ValueError(self.folder.damaged(path)) from None
        return rows


SAMPLE = 18
"""Bytes of a sample (cpp/core/learn/sample.hpp)."""
NO_FORESIGHT = bytes(2)


def replace(candidate: Path, target: Path) -> None:
    """Put new weights in the place of the current ones."""
    files.write(target, files.read(candidate))
