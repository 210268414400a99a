"""A game of these tests, played here and now."""

import sys
from pathlib import Path

from quintet.arena.openings import Opening
from quintet.arena.playing import Bout, GameResult, play
from quintet.engine.limits import TimeControl
from quintet.players.who import parse_who

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
    who = parse_who(first), parse_who(second)
    names = ("one", "two")
    return GameResult.from_json(
        play(Bout(key, spec, who, names, opening, limit, 1, turns, adjudicate, check, patience))
    )
