"""Learning, step by step: games, fit, foresight, generation after generation; what is there already is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from quintet.compute import Pool
from quintet.core import registry
from quintet.engine import weights as files
from quintet.learn import foresight, tasks
from quintet.learn.folder import Folder
from quintet.learn.plan import Plan, learner_of

GAMES_A_CHUNK = 1000
HELD_OUT = 20
"""One chunk in so many is for measuring the error only; where there are fewer chunks, the last."""
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
            if not self.folder.weights(generation).exists():
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
        chunks = range((settings.games + GAMES_A_CHUNK - 1) // GAMES_A_CHUNK)
        missing = [chunk for chunk in chunks if not self.folder.samples(generation, chunk).exists()]
        step = f"games of generation {generation}"
        self._report(step, len(chunks) - len(missing), len(chunks))
        how = {name: value for name, value in asdict(settings).items() if name != "games"}
        for chunk in missing:
            first = chunk * GAMES_A_CHUNK
            games = min(GAMES_A_CHUNK, settings.games - first)
            # Seeds must differ from generation to generation: equal openings would teach nothing new.
            seeded = {"seed": self.plan.seed * 1000 + generation, "first": first, "games": games, **how}
            self._pool.submit(f"games {chunk}", tasks.play_games, self.plan.game, numbers, seeded)
        done = len(chunks) - len(missing)
        for answer in self._pool.gather():
            if answer.error is not None:
                raise ValueError(f"games could not be played: {answer.error}")
            self.folder.keep(self.folder.samples(generation, int(answer.key.split()[1])), answer.value)
            done += 1
            self._report(step, done, len(chunks))

    def _learn(self, generation: int) -> None:
        fitted, held_out = self._samples(generation)
        step = f"fit of generation {generation}"
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

    def _samples(self, generation: int) -> tuple[bytes, bytes]:
        """Of this generation and the ones shortly before it: to fit to, and held out."""
        fitted: list[bytes] = []
        held_out: list[bytes] = []
        for number in range(max(1, generation - self.plan.recent + 1), generation + 1):
            games = self.plan.generations[number - 1].games
            chunks = (games + GAMES_A_CHUNK - 1) // GAMES_A_CHUNK
            for chunk in range(chunks):
                path = self.folder.samples(number, chunk)
                try:
                    content = path.read_bytes()
                except OSError as error:
                    reason = (error.strerror or str(error)).lower()
                    raise ValueError(f"the samples {str(path)!r} cannot be read: {reason}") from None
                held = chunk % HELD_OUT == HELD_OUT - 1 or (chunks < HELD_OUT and chunk == chunks - 1)
                (held_out if held else fitted).append(content)
        return b"".join(fitted), b"".join(held_out)

    def _foresight(self, generation: int, weights: bytes, samples: bytes) -> list[list[foresight.Line]]:
        """Measured on positions that the weights were not fitted to."""
        count = len(samples) // SAMPLE
        step = max(1, count // self.plan.foresight_positions)
        chosen = [samples[at * SAMPLE : (at + 1) * SAMPLE] for at in range(0, count, step)]
        batches = [b"".join(chosen[at : at + MEASURED_AT_ONCE]) for at in range(0, len(chosen), MEASURED_AT_ONCE)]
        numbers = weights + NO_FORESIGHT
        for batch, content in enumerate(batches):
            self._pool.submit(
                f"searches {batch}", tasks.measure, self.plan.game, numbers, content, self.plan.foresight_depth
            )
        answers: dict[str, Any] = {}
        name = f"searches of generation {generation}"
        self._report(name, 0, len(batches))
        for answer in self._pool.gather():
            if answer.error is not None:
                raise ValueError(f"positions could not be searched: {answer.error}")
            answers[answer.key] = answer.value
            self._report(name, len(answers), len(batches))
        # In the batches' own order, not in that of the workers, so that the sums come out the same.
        rows = [row for batch in range(len(batches)) for row in answers[f"searches {batch}"]]
        return foresight.fit(rows, self._learner.phases, self.plan.foresight_depth)


SAMPLE = 18
"""Bytes of a sample (cpp/core/learn/sample.hpp)."""
NO_FORESIGHT = bytes(2)


def replace(candidate: Path, target: Path) -> None:
    """Put new weights in the place of the current ones."""
    files.write(target, files.read(candidate))
