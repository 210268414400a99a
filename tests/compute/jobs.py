"""Functions for the workers of these tests."""

import os
import signal
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def fail(reason: str) -> None:
    raise ValueError(reason)


def process() -> int:
    return os.getpid()


def die_first(marks: str) -> str:
    """Kills its worker at the first try."""
    mark = Path(marks)
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def unpicklable() -> object:
    return lambda: None
