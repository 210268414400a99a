"""The file of an arena: JSON lines. The plan, the openings, then each game as soon as it is over.

A line is written whole or, when the process is killed in the middle, without its end: such a rest is dropped when the
arena is resumed, and its game is played again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from quintet.arena.openings import Opening
from quintet.arena.plan import Plan
from quintet.arena.playing import Result
from quintet.compute.claims import claim

FORMAT = 1


class Store:
    """An open file and all that is in it; a context manager. One arena at a time writes to it."""

    def __init__(self, path: Path, plan: Plan | None, resume: bool) -> None:
        """A new file for a plan, or one that is resumed; then without a plan its own is gone on with."""
        self.path = path
        self.results: dict[str, Result] = {}
        self.openings: list[Opening] = []
        self._handle = self._open(resume)
        try:
            if resume:
                self.plan = self._read()
                if plan is not None:
                    self.plan = self.plan.grown_to(plan)
            else:
                assert plan is not None
                self.plan = plan
                self._write({"arena": FORMAT, "plan": plan.as_json()})
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)

    def keep_openings(self, openings: list[Opening]) -> None:
        self.openings = openings
        self._write({"openings": [[list(opening.moves), opening.position] for opening in openings]})

    def keep(self, result: Result) -> None:
        """Add a game; each is kept once."""
        if result.key in self.results:
            raise ValueError(f"the game {result.key!r} is in {str(self.path)!r} already")
        self.results[result.key] = result
        self._write(result.as_json())

    def _open(self, resume: bool) -> int:
        flags = os.O_RDWR | os.O_APPEND | (0 if resume else os.O_CREAT | os.O_EXCL)
        try:
            handle = os.open(self.path, flags, 0o666)
        except FileExistsError:
            raise ValueError(
                f"{str(self.path)!r} is there already: expected --resume to go on, or another --out"
            ) from None
        except FileNotFoundError:
            missing = "there is nothing to resume" if resume else "its folder is missing"
            raise ValueError(f"{str(self.path)!r} cannot be opened: {missing}") from None
        except OSError as error:
            raise ValueError(f"{str(self.path)!r} cannot be opened: {(error.strerror or str(error)).lower()}") from None
        if not claim(handle):
            os.close(handle)
            raise ValueError(f"another arena is writing to {str(self.path)!r}: expected another --out")
        return handle

    def _read(self) -> Plan:
        """Everything that is there; a last line without its end is cut off."""
        raw = self.path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        if len(whole) < len(raw):
            os.ftruncate(self._handle, len(whole))
        lines = whole.splitlines()
        try:
            head = json.loads(lines[0])
            if head["arena"] != FORMAT:
                raise ValueError
            plan = Plan.from_json(head["plan"])
        except (ValueError, KeyError, TypeError, IndexError):
            raise ValueError(f"{str(self.path)!r} is no arena: expected its plan in the first line") from None
        for number, line in enumerate(lines[1:], 2):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{str(self.path)!r}: line {number} is no game of an arena") from None
        return plan

    def _take(self, row: dict[str, Any]) -> None:
        if "openings" in row:
            self.openings = [Opening(tuple(moves), position) for moves, position in row["openings"]]
        else:
            result = Result.from_json(row)
            if result.key in self.results:
                raise ValueError(f"the game {result.key} comes twice")
            self.results[result.key] = result

    def _write(self, row: dict[str, Any]) -> None:
        line = json.dumps(row).encode() + b"\n"
        try:
            written = os.write(self._handle, line)
        except OSError as error:
            raise ValueError(
                f"{str(self.path)!r} cannot be written: {(error.strerror or str(error)).lower()}"
            ) from None
        if written < len(line):
            raise ValueError(f"{str(self.path)!r} cannot be written: the disk is full")
