"""``quintet check MODULE``: the laws held against a game of one's own."""

from __future__ import annotations

from quintet.core.game import spec
from quintet.testing import LAWS, check
from quintet.testing.subject import find_games


def check_games(where: str, specs: tuple[str, ...]) -> int:
    """Print what is broken; 1 if anything is."""
    broken = 0
    for game in find_games(where, specs):
        found = check(game)
        broken += len(found)
        for sentence in found:
            print(sentence)
        if not found:
            print(f"{spec(game)} keeps all {len(LAWS)} laws.")
    return int(broken > 0)
