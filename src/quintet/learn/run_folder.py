"""The folder of a learning run: the plan, the samples chunk by chunk, the weights of each generation.

Every file is written whole under another name first, so that what is there is complete: a run that was stopped, by
Ctrl-C, a kill or a full disk, goes on with what is missing and repeats nothing.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from quintet.compute.claims import claim
from quintet.core import files


class Planned(Protocol):
    """Whatever decides what is learned."""

    def as_json(self) -> dict[str, Any]: ...


class Folder:
    """A context manager: inside it no other run may use the folder."""

    def __init__(self, path: Path, plan: Planned) -> None:
        self.path = path
        self.plan = plan
        self._lock: int | None = None

    def __enter__(self) -> Folder:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise ValueError(f"the folder {str(self.path)!r} cannot be used: {files.reason(error)}") from None
        try:
            if not claim(self._lock):
                raise ValueError(f"another run is learning in {str(self.path)!r}: expected another --folder")
            self._check_plan()
        except ValueError:
            self._release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def samples(self, generation: int, chunk: int) -> Path:
        return self.path / f"generation-{generation}" / f"{chunk:06d}.samples"

    def part(self, generation: int, name: str) -> Path:
        """Something on the way to the weights."""
        return self.path / f"generation-{generation}" / name

    def weights(self, generation: int) -> Path:
        return self.path / f"generation-{generation}.weights"

    def report(self, generation: int) -> Path:
        return self.path / f"generation-{generation}.json"

    def keep(self, path: Path, content: bytes) -> None:
        """Writes a file whole or not at all; a full disk is said in a sentence."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be written: {files.reason(error)}") from None
        files.save(path, content)

    def read(self, path: Path) -> bytes:
        """What was kept, or a sentence about why it cannot be had."""
        try:
            return path.read_bytes()
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be read: {files.reason(error)}") from None

    @staticmethod
    def damaged(path: Path) -> str:
        return f"{str(path)!r} is damaged: expected what was written there; without the file it is made anew"

    def _check_plan(self) -> None:
        path = self.path / "plan.json"
        wanted = json.loads(json.dumps(self.plan.as_json()))
        if not path.exists():
            self.keep(path, json.dumps(wanted, indent=1).encode())
            return
        try:
            there = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            raise ValueError(f"{str(path)!r} is no plan of learning: expected another --folder") from None
        if there != wanted:
            names = list(dict.fromkeys(_different(there, wanted, "settings")))
            other = "of another game" if "game" in names else f"with other {', '.join(names) or 'settings'}"
            raise ValueError(
                f"the folder {str(self.path)!r} belongs to a run {other}: expected the same, or another --folder"
            )


def _different(there: Any, wanted: Any, name: str) -> list[str]:
    """The names of the settings in which two plans differ."""
    if isinstance(there, dict) and isinstance(wanted, dict):
        return [found for key in wanted for found in _different(there.get(key), wanted[key], key)]
    if isinstance(there, list) and isinstance(wanted, list) and len(there) == len(wanted):
        return [found for one, other in zip(there, wanted, strict=True) for found in _different(one, other, name)]
    return [] if there == wanted else [name]
