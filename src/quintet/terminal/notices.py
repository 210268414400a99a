"""Notices that are printed once, on standard error."""

from __future__ import annotations

import sys
from functools import cache

from quintet.engine.native import kernels

SLOWER = (
    "quintet: the fast engines are not built here, so slower ones are used;"
    " to get the fast ones, install a C++20 compiler and then install Quintet again."
)


@cache
def slower_engines() -> None:
    """Print a notice the first time that an engine is used without compiled kernels."""
    if not kernels.is_built():
        print(SLOWER, file=sys.stderr, flush=True)
