"""What takes long is marked `long`: `make test` runs a part of it, `make long` (``QUINTET_LONG=1``) all of it."""

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Case = TypeVar("Case")
LONG = bool(os.environ.get("QUINTET_LONG"))


def part(count: int, of: int = 4) -> int:
    return count if LONG else max(1, count // of)


def some(cases: Iterable[Case], of: int = 3) -> list[Case]:
    return [*cases][:: 1 if LONG else of]


def whole(test: Callable[..., None]) -> Callable[..., None]:
    """A test that has no parts: left to `make long` and to what every change must pass (`.ci/run`)."""
    here = LONG or "CI" in os.environ
    for mark in (pytest.mark.long, pytest.mark.skipif(not here, reason="make long runs it")):
        test = mark(test)
    return test
