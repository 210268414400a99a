"""Matches that are known to be true: told again without a search for their moves, and measured before."""

from quintet.core import record
from quintet.core.match import Match
from quintet.core.registry import load


def test_a_match_that_is_retold_is_the_same() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    for move in ("d3", "c3", "c4"):
        match.play(move)
    assert Match.retold(match.game, match.start, match.moves, match.names) == match


def test_a_record_is_measured_before_it_is_played() -> None:
    match = Match(load("quentin(size=5)"))
    for move in ("c3", "b2", "d3"):
        match.play(move)
    assert record.measure(match.record()) == ("quentin(size=5)", 3)
