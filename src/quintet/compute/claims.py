"""Files that belong to one process at a time."""

from __future__ import annotations

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows
    fcntl = None  # type: ignore[assignment]


def claim(handle: int) -> bool:
    """Keep others out of an open file until it is closed; False when one has it. Where the system cannot, True."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
