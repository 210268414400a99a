"""Small text files: read with one clear sentence when that fails, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

SIZE_LIMIT = 10_000_000
"""More bytes than any record or problem file has."""


def read_text(path: Path, what: str) -> str:
    """A small text file; ValueError says in one sentence why it cannot be read."""
    try:
        with path.open("rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise ValueError(f"{what} {str(path)!r} cannot be read: {reason(error)}") from None
    if len(raw) > SIZE_LIMIT:
        raise ValueError(f"{what} {str(path)!r} must be at most {SIZE_LIMIT} bytes, got more")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{what} {str(path)!r} must be UTF-8 text, got other bytes in line {line}") from None


def write_whole(path: Path, text: str) -> None:
    """Replace a file in one step, so that it is never half written."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def reason(error: Exception) -> str:
    """What the system says, in lower case and without numbers."""
    text = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]
