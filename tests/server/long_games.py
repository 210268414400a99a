"""Games that are long or on huge boards, for tests of limits."""

from __future__ import annotations

import random

from quintet.core import registry
from quintet.core.match import Match

HUGE = "magnetize(height=62,width=62,square=10,maglock=1)"
LONG, LENGTH = "magnetize(height=40,width=40,square=20,maglock=1)", 600
"""So many moves of it are just allowed."""


def played(spec: str, count: int) -> Match:
    match, chance = Match(registry.load(spec)), random.Random(1)
    while match.ply < count:
        match.play(chance.choice(match.legal()))
    return match


def record(spec: str, count: int) -> str:
    return played(spec, count).record()


def moves(spec: str, count: int) -> list[str]:
    return [str(move) for move in played(spec, count).moves]
