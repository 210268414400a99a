"""Pictures that are kept as files: a test fails with the difference.

When a picture is meant to look different now, look at it, then write the files anew:

    QUINTET_SNAPSHOTS=write .venv/bin/pytest tests/render
"""

import difflib
import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"


def check(name: str, text: str) -> None:
    """Compare a text with the file of that name; the escapes of a terminal are written as ``␛``."""
    path = FOLDER / name
    shown = text.replace("\x1b", "␛") + "\n"
    if os.environ.get("QUINTET_SNAPSHOTS") == "write":
        path.write_bytes(shown.encode())
    kept = path.read_bytes().decode() if path.exists() else ""
    if shown != kept:
        lines = difflib.unified_diff(kept.splitlines(), shown.splitlines(), f"kept {name}", "drawn now", lineterm="")
        raise AssertionError("\n".join(lines) + "\n\nIf this is meant: QUINTET_SNAPSHOTS=write pytest tests/render")
