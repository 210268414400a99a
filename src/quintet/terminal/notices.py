"""What is said once, on standard error, beside the answer."""

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
    """Says so the first time that an engine is used without the engine room."""
    if not kernels.is_built():
        print(SLOWER, file=sys.stderr, flush=True)
