"""Clocks with time from outside: no test waits."""

from __future__ import annotations

import pytest

from quintet.core.types import Player
from quintet.server.live.clocks import MatchClock, Side, as_setting, from_setting

FIRST, SECOND = Player.FIRST, Player.SECOND


def fischer(seconds: float = 60, increment: float = 2, other: float = 30) -> MatchClock:
    return from_setting(as_setting("fischer", Side(seconds, increment), Side(other)))


def test_no_clock_never_ends() -> None:
    clock = MatchClock().moved(FIRST, SECOND, 100)
    assert clock.deadline is None
    assert clock.left_at(SECOND, 1e9) is None


def test_nothing_runs_before_the_first_move() -> None:
    clock = fischer()
    assert clock.deadline is None
    assert clock.left_at(FIRST, 1000) == 60
    clock = clock.moved(FIRST, SECOND, 1000)
    assert clock.left_at(FIRST, 1000) == 60  # it cost nothing and earned nothing
    assert clock.deadline == 1030


def test_fischer_adds_after_each_move_and_sides_differ() -> None:
    clock = fischer().moved(FIRST, SECOND, 0).moved(SECOND, FIRST, 10)
    assert clock.left_at(SECOND, 99) == 20
    clock = clock.moved(FIRST, SECOND, 15)
    assert clock.left_at(FIRST, 99) == 57
    assert clock.deadline == 35


def test_a_player_who_moves_twice_keeps_the_clock() -> None:
    clock = fischer().moved(FIRST, FIRST, 0).moved(FIRST, FIRST, 10)
    assert clock.running is FIRST
    assert clock.left_at(FIRST, 10) == 52


def test_so_much_a_move_begins_anew() -> None:
    clock = from_setting(as_setting("move", Side(10), Side(20))).moved(FIRST, SECOND, 0)
    assert clock.deadline == 20
    clock = clock.moved(SECOND, FIRST, 19)
    assert clock.deadline == 29
    assert clock.left_at(SECOND, 19) == 20


def test_correspondence_counts_days() -> None:
    clock = from_setting(as_setting("days", Side(3 * 86400), Side(86400))).moved(FIRST, SECOND, 0)
    assert clock.deadline == 86400
    with pytest.raises(ValueError) as error:
        as_setting("days", Side(1000), Side(1000))
    assert "whole days" in str(error.value)


def test_a_takeback_gives_no_time_back() -> None:
    clock = fischer().moved(FIRST, SECOND, 0).moved(SECOND, FIRST, 10).turned_to(SECOND, 14)
    assert clock.left_at(FIRST, 14) == 56
    assert clock.left_at(SECOND, 14) == 20
    assert clock.turned_to(None, 20).deadline is None


def test_time_that_the_server_was_away_is_given_back() -> None:
    clock = fischer().moved(FIRST, SECOND, 0).paused(100)
    assert clock.deadline == 130
    assert clock.left_at(SECOND, 110) == 20


@pytest.mark.parametrize(
    ("kind", "side", "words"),
    [("sand", Side(1), "got 'sand'"), ("move", Side(1, 1), "increment"), ("fischer", Side(10**6), "at most")],
)
def test_bad_settings(kind: str, side: Side, words: str) -> None:
    with pytest.raises(ValueError) as error:
        as_setting(kind, side, side)
    assert words in str(error.value)
