"""Files read and written with one clear sentence when that fails; a file is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]

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


def replace(path: Path, content: str | bytes, mode: int = 0o600) -> None:
    """Replace a file in one step, so that no reader sees half of it; OSError where that cannot be done."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def save(path: Path, content: str | bytes, what: str = "") -> None:
    """Replace a file that others may read, in one step; ValueError says in one sentence why it cannot be written."""
    try:
        replace(path, content, 0o666)
    except OSError as error:
        raise ValueError(f"{what}{' ' if what else ''}{str(path)!r} cannot be written: {reason(error)}") from None


def claim(handle: int) -> bool:
    """Lock an open file for this process until it is closed; False where another one has it."""
    if fcntl is None:  # pragma: no cover - Windows
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def reason(error: Exception) -> str:
    """What the system says, beginning in lower case and without numbers."""
    text = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]
