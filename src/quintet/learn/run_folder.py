"""The folder of a learning run: the plan, the samples chunk by chunk, the weights of each generation.

Every file is written whole or not at all. A run that was stopped, by Ctrl-C, a kill or a full disk, makes what is
missing and repeats nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from quintet.compute import Pool
from quintet.core import files
from quintet.engine import weights as weight_files

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Plan = TypeVar("Plan", bound="DataclassInstance")

Report = Callable[[str, int, int], None]
"""Called with the name of a step, how much of it is done and how much there is."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """The games of a generation in chunks, numbered from 0: a worker plays one at a time. Few games make small chunks,
    so that some are always held out and most are not."""

    games: int
    largest: int
    """The largest number of games in a chunk."""
    held_out: int
    """Every n-th chunk is held out for validation; with fewer than n chunks, the last one."""

    @property
    def size(self) -> int:
        return min(self.largest, -(-self.games // self.held_out))

    def __len__(self) -> int:
        return -(-self.games // self.size)

    def span(self, chunk: int) -> dict[str, int]:
        """The number of the first game of a chunk, and how many there are."""
        first = chunk * self.size
        return {"first": first, "games": min(self.size, self.games - first)}

    def is_held_out(self, chunk: int) -> bool:
        last = len(self) < self.held_out and chunk == len(self) - 1
        return last or chunk % self.held_out == self.held_out - 1


class RunFolder(Generic[Plan]):
    """A context manager: inside it no other run may use the folder."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self.plan = plan
        """What is to be learned; of a folder that is there already with the settings that it was begun with."""
        self._lock: int | None = None

    def __enter__(self) -> RunFolder[Plan]:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise ValueError(f"the folder {str(self.path)!r} cannot be used: {files.reason(error)}") from None
        try:
            if not files.claim(self._lock):
                raise ValueError(f"another run is learning in {str(self.path)!r}: expected another --folder")
            self._check_plan()
        except ValueError:
            self._release()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def samples(self, generation: int, chunk: int) -> Path:
        return self.path / f"generation-{generation}" / f"{chunk:06d}.samples"

    def part(self, generation: int, name: str) -> Path:
        """An intermediate result on the way to the weights."""
        return self.path / f"generation-{generation}" / name

    def weights(self, generation: int) -> Path:
        return self.path / f"generation-{generation}.weights"

    def report(self, generation: int) -> Path:
        return self.path / f"generation-{generation}.json"

    def generations(
        self,
        count: int,
        play: Callable[[int, bytes | None], None],
        learn: Callable[[int], weight_files.File],
        numbers: bytes | None = None,
    ) -> Iterator[tuple[int, list[dict[str, Any]]]]:
        """Every generation in turn, with the rows of its report: games with the weights of the one before, then
        weights from the games, unless they are there already. The first is played with `numbers`, or with none."""
        for generation in range(1, count + 1):
            path = self.weights(generation)
            if not path.exists():
                play(generation, numbers)
                weight_files.write(path, learn(generation))
            numbers = weight_files.read(path).numbers
            yield generation, self.read_report(generation)

    def make(
        self,
        pool: Pool,
        report: Report,
        step: str,
        failure: str,
        function: Callable[..., bytes],
        tasks: Mapping[Path, tuple[Any, ...]],
    ) -> None:
        """Have workers make the files that are missing: each holds what the function returns for its arguments."""
        missing = {str(path): path for path in tasks if not path.exists()}
        done = len(tasks) - len(missing)
        report(step, done, len(tasks))
        for name, path in missing.items():
            pool.submit(name, function, *tasks[path])
        for name, content in pool.values(failure):
            self.save(missing[name], content)
            done += 1
            report(step, done, len(tasks))

    def save_report(self, generation: int, errors: Sequence[DataclassInstance]) -> None:
        self.save(self.report(generation), json.dumps([asdict(error) for error in errors], indent=1).encode())

    def read_report(self, generation: int) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = json.loads(self.report(generation).read_text("utf-8"))
        return rows

    def save(self, path: Path, content: bytes) -> None:
        """Write a file whole or not at all; ValueError says in one sentence why it cannot be written."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be written: {files.reason(error)}") from None
        files.save(path, content)

    def read(self, path: Path) -> bytes:
        """A file of the run; ValueError says in one sentence why it cannot be read."""
        try:
            return path.read_bytes()
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be read: {files.reason(error)}") from None

    @staticmethod
    def damaged(path: Path) -> str:
        return f"{str(path)!r} is damaged: expected what was written there; without the file it is made anew"

    def _check_plan(self) -> None:
        path = self.path / "plan.json"
        if not path.exists():
            self.save(path, json.dumps(asdict(self.plan), indent=1).encode())
            return
        try:
            stored = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            raise ValueError(f"{str(path)!r} is no plan of learning: expected another --folder") from None
        if isinstance(stored, dict):
            defaults = {known.name: known.default for known in fields(self.plan) if known.default is not MISSING}
            self.plan, stored = _as_begun(self.plan, stored), defaults | stored
        plan = json.loads(json.dumps(asdict(self.plan)))
        if stored != plan:
            names = list(dict.fromkeys(_different(stored, plan, "settings")))
            other = "of another game" if "game" in names else f"with other {', '.join(names) or 'settings'}"
            raise ValueError(
                f"the folder {str(self.path)!r} belongs to a run {other}: expected the same, or another --folder"
            )


def _as_begun(plan: Plan, stored: dict[str, Any]) -> Plan:
    """The plan with the numbers that the folder was begun with, as far as nobody asked for others: an earlier version
    of Quintet may have had other defaults."""
    begun = {
        known.name: stored[known.name]
        for known in fields(plan)
        if isinstance(known.default, int | float)
        and getattr(plan, known.name) == known.default
        and isinstance(stored.get(known.name), int | float)
    }
    return replace(plan, **begun)


def _different(stored: Any, plan: Any, name: str) -> list[str]:
    """The names of the settings in which two plans differ."""
    if isinstance(stored, dict) and isinstance(plan, dict):
        return [setting for key in plan for setting in _different(stored.get(key), plan[key], key)]
    if isinstance(stored, list) and isinstance(plan, list) and len(stored) == len(plan):
        return [setting for pair in zip(stored, plan, strict=True) for setting in _different(*pair, name)]
    return [] if stored == plan else [name]
