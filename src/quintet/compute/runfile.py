"""The file of a run: in the first line what was decided beforehand, then a JSON line for each piece of work.

A run that was stopped goes on with what is missing. One run at a time may write, and a last line without its end is
written again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from quintet.compute.claims import claim


class RunFile:
    """A context manager; `flag` is the option that names another file, for what is refused."""

    def __init__(self, path: Path, plan: dict[str, Any], flag: str = "--work") -> None:
        self.path, self._flag = path, flag
        self.rows: list[dict[str, Any]] = []
        """What was done before."""
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be opened: {(error.strerror or str(error)).lower()}") from None
        try:
            if not claim(self._handle):
                raise ValueError(f"another run is writing to {str(path)!r}: expected another {flag}")
            self._read(json.loads(json.dumps({"plan": plan})))
        except BaseException:
            os.close(self._handle)
            raise

    def __enter__(self) -> RunFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        os.close(self._handle)

    def write(self, row: dict[str, Any]) -> None:
        """Add a piece of work that is done; a full disk is said in a sentence."""
        line = json.dumps(row).encode() + b"\n"
        try:
            written = os.write(self._handle, line)
        except OSError as error:
            raise ValueError(
                f"{str(self.path)!r} cannot be written: {(error.strerror or str(error)).lower()}"
            ) from None
        if written < len(line):
            raise ValueError(f"{str(self.path)!r} cannot be written: the disk is full")

    def damaged(self) -> ValueError:
        return ValueError(f"{str(self.path)!r} is no file of a run: expected another {self._flag}")

    def _read(self, head: dict[str, Any]) -> None:
        raw = self.path.read_bytes()
        there = raw[: raw.rfind(b"\n") + 1]
        os.ftruncate(self._handle, len(there))
        if not there:
            self.write(head)
            return
        try:
            first, *self.rows = (json.loads(line) for line in there.splitlines())
        except json.JSONDecodeError:
            raise self.damaged() from None
        if not isinstance(first, dict) or "plan" not in first:
            raise self.damaged()
        if first != head:
            raise ValueError(f"{str(self.path)!r} belongs to a run with other settings: expected another {self._flag}")
