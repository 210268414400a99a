"""What ``quintet --version`` says: the version, the commit and what was built from it."""

from __future__ import annotations

import platform
import subprocess
from importlib.util import find_spec
from pathlib import Path

import quintet
from quintet.engine.native.kernels import instruction_set

PACKAGE = Path(quintet.__file__).parent


def text() -> str:
    return "\n".join(
        [
            f"quintet {quintet.__version__} (commit {commit() or 'unknown'})",
            f"engines: {_engines()}",
            f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}",
        ]
    )


def _engines() -> str:
    built_for = instruction_set()
    if built_for is None:
        return "in Python, because none are compiled here"
    portable = find_spec("quintet._core_v3") is not None
    return f"compiled for {'any processor of this kind' if portable else 'this machine'}, {built_for} in use"


def commit() -> str | None:
    """Of a release the one that git wrote into its archive, of a checkout the one that is checked out."""
    written = (PACKAGE / "commit.txt").read_text("utf-8").strip()
    if not written.startswith("$Format"):
        return written
    root = PACKAGE.parents[1]
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--always", "--exclude=*", "--dirty= with changes"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip() or None
    except (OSError, subprocess.SubprocessError):
        return None
