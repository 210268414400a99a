"""A game of these tests, played here and now."""

import sys
from pathlib import Path

from quintet.arena.openings import Opening
from quintet.arena.pairings import parse_key
from quintet.arena.plan import ArenaPlan, Bout
from quintet.arena.playing import GameResult, play
from quintet.engine.limits import TimeControl

FAKE = Path(__file__).parent / "fake_engine.py"


def fake(protocol: str, mode: str, spec: str) -> str:
    """The text of a player that is a program."""
    return f'{protocol}:{sys.executable} {FAKE} {protocol} {mode} "{spec}"'


def result(
    spec: str,
    first: str,
    second: str,
    *,
    key: str = "0-1/0a",
    opening: Opening = Opening(),
    limit: TimeControl = TimeControl(nodes=20),
    turns: int = 500,
    adjudicate: int = 0,
    check: int = 0,
    patience: float = 20.0,
) -> GameResult:
    plan = ArenaPlan(
        spec, (first, second), limit=limit, seed=1, turns=turns, adjudicate=adjudicate, check=check, patience=patience
    )
    return GameResult.from_json(play(Bout(plan, parse_key(key), opening)))
