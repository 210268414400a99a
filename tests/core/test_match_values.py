"""Matches as values: what counts when two are compared, and what copies share."""

import copy
import itertools
import pickle
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from quintet import Match, Player, load


def test_copies_are_equal_and_go_their_own_way() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    for move in ("d3", "c3"):
        match.play(move)
    match.undo()
    for same in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert same == match
        assert same.positions == match.positions
        assert len(same.positions) == 2
        same.redo()
        assert same.ply == 2
        assert match.ply == 1
        assert same != match


def test_who_plays_and_how_it_ended_count() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    changes: list[Callable[[Match], object]] = [
        lambda other: setattr(other, "names", ("Ada", "Bob")),
        lambda other: setattr(other, "started", datetime(2026, 5, 13)),
        lambda other: setattr(other, "finished", datetime(2026, 5, 13)),
        lambda other: other.resign(Player.FIRST),
        lambda other: other.resign(Player.SECOND),
        lambda other: other.agree_draw(),
        lambda other: other.play("d3"),
    ]
    others = []
    for change in changes:
        others.append(copy.copy(match))
        change(others[-1])
    for one, two in itertools.combinations([match, *others], 2):
        assert one != two
    assert match != "othello"


def test_a_start_elsewhere_and_another_game_count() -> None:
    game = load("othello")
    after = game.play(game.start(), game.legal_moves(game.start())[0])
    assert Match(game, position=after) != Match(game)
    assert Match(game, position=game.start()) == Match(game)
    assert Match(load("othello", empties="winner")) != Match(game)


def test_what_a_record_does_not_tell_does_not_count() -> None:
    match = Match(load("othello"), started=datetime(2026, 5, 13, 16, 8, 38))
    other = copy.copy(match)
    other.started = datetime(2026, 5, 13, 16, 8, 38) + timedelta(milliseconds=900)
    other.play("d3")
    other.undo()
    assert other == match


def test_a_match_changes_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Match(load("othello")))


def test_a_resignation_follows_the_name() -> None:
    match = Match(load("othello"), names=("Ada", "Ben"))
    match.resign(Player.FIRST)
    match.names = ("Eve", "Ben")
    assert match.outcome == Match.from_record(match.record()).outcome
    assert match.outcome is not None
    assert match.outcome.reason == "Eve resigned"
