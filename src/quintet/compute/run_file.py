"""The file of a run that can be stopped: lines of JSON, appended by one process at a time.

When the process is killed, the last line may be incomplete: it is dropped when the file is opened again, and its work
is repeated.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Self

from quintet.core import files


class RunFile:
    """An open file, locked until it is closed; a context manager."""

    def __init__(self, path: Path, flags: int, instead: str, run: str = "run") -> None:
        """`flags` as for `os.open`; `instead` is the option that names another file, `run` what writes to this one.

        FileExistsError and FileNotFoundError are left to the caller, other errors are a ValueError.
        """
        self.path, self.instead = path, instead
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_APPEND | flags, 0o666)
        except (FileExistsError, FileNotFoundError):
            raise
        except OSError as error:
            raise ValueError(f"{str(path)!r} cannot be opened: {files.reason(error)}") from None
        if not files.claim(self._handle):
            self.close()
            raise ValueError(f"another {run} is writing to {str(path)!r}: expected another {instead}")

    def close(self) -> None:
        os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def lines(self) -> list[bytes]:
        """The complete lines; an incomplete last one is cut off."""
        raw = self.path.read_bytes()
        whole = raw[: raw.rfind(b"\n") + 1]
        os.ftruncate(self._handle, len(whole))
        return whole.splitlines()

    def add(self, row: dict[str, Any]) -> None:
        """Append a line; ValueError says in one sentence why it cannot be written."""
        line = json.dumps(row).encode() + b"\n"
        try:
            written = os.write(self._handle, line)
        except OSError as error:
            raise ValueError(f"{str(self.path)!r} cannot be written: {files.reason(error)}") from None
        if written < len(line):
            raise ValueError(f"{str(self.path)!r} cannot be written: the disk is full")


class PlannedRun(RunFile):
    """A file that begins with its plan: new, or of an earlier run with the same plan, whose rows are then taken."""

    def __init__(self, path: Path, plan: dict[str, Any], instead: str = "--work") -> None:
        try:
            super().__init__(path, os.O_CREAT, instead)
        except FileNotFoundError:
            raise ValueError(f"{str(path)!r} cannot be opened: its folder is missing") from None
        try:
            self._read(json.loads(json.dumps({"plan": plan})))
        except BaseException:
            self.close()
            raise

    def take(self, row: dict[str, Any]) -> None:
        """Go on from a row of the earlier run; KeyError or TypeError for what is none."""
        raise NotImplementedError

    def _damaged(self) -> ValueError:
        return ValueError(f"{str(self.path)!r} is no file of a run: expected another {self.instead}")

    def _read(self, head: dict[str, Any]) -> None:
        lines = self.lines()
        if not lines:
            self.add(head)
            return
        try:
            first, *rows = map(json.loads, lines)
        except json.JSONDecodeError:
            raise self._damaged() from None
        if not isinstance(first, dict) or "plan" not in first:
            raise self._damaged()
        if first != head:
            raise ValueError(
                f"{str(self.path)!r} belongs to a run with other settings: expected another {self.instead}"
            )
        try:
            for row in rows:
                self.take(row)
        except (KeyError, TypeError):
            raise self._damaged() from None
