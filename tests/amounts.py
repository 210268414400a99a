"""How much of a long test is run: a part by `make test`, all of it by `make check`, which sets ``QUINTET_LONG=1``."""

import os

LONG = bool(os.environ.get("QUINTET_LONG"))


def part(whole: int, of: int = 4) -> int:
    return whole if LONG else max(1, whole // of)
