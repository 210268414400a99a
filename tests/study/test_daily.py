"""The puzzle of the day over time, and runs through puzzles."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from quintet.study.daily import DailyResult, Streak, days_of, first_month, month_of, streak
from quintet.study.puzzle import of_the_day, puzzles
from quintet.study.puzzle_run import MISSES, STEPS, Run, ladder, puzzle_of

TODAY = date(2026, 3, 2)


def ago(*days: int) -> list[date]:
    return [TODAY - timedelta(days=day) for day in days]


@pytest.mark.parametrize(
    ("solved", "current", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([1], 1, 1),  # today's may still be solved
        ([2], 0, 1),
        ([0, 1, 2, 4, 5, 6, 7], 3, 4),
        ([1, 2, 3], 3, 3),
        ([2, 3, 4], 0, 3),
        ([0, 0, 1], 2, 2),
    ],
)
def test_days_in_a_row(solved: list[int], current: int, longest: int) -> None:
    assert streak(ago(*solved), TODAY) == Streak(current, longest)


def test_what_was_made_of_a_day_is_settled_when_it_is_over() -> None:
    result = DailyResult().after(False).after(False).after(True)
    assert result == DailyResult(2, solved=True)
    assert result.after(False) == result.after(None) == result
    given_up = DailyResult().after(False).after(None)
    assert given_up.after(True) == given_up == DailyResult(1, given_up=True)


def test_months_of_the_calendar() -> None:
    assert first_month(TODAY) == date(2025, 3, 1)
    assert month_of("2026-02", TODAY) == date(2026, 2, 1)
    assert days_of(date(2026, 2, 1), TODAY)[-1] == date(2026, 2, 28)
    assert days_of(date(2026, 3, 1), TODAY) == [date(2026, 3, 1), TODAY]
    for wrong in ("2025-02", "2026-04", "2026-13", "march", "2026-02-01"):
        with pytest.raises(ValueError, match="month"):
            month_of(wrong, TODAY)


def test_every_day_has_a_puzzle_and_few_come_twice_in_a_year() -> None:
    year = [of_the_day(day) for day in ago(*range(365))]
    assert None not in year
    assert len(set(year)) > 250


def test_a_run_climbs_and_never_repeats() -> None:
    for game in (None, "othello"):
        run = [puzzle_of("a run", number, game) for number in range(len(ladder(game)))]
        assert len(run) >= STEPS
        assert None not in run
        assert len({puzzle.id for puzzle in run if puzzle}) == len(run)
        ratings = [puzzle.rating for puzzle in run if puzzle]
        assert ratings == sorted(ratings)
        assert puzzle_of("a run", len(run), game) is None
        assert run != [puzzle_of("another", number, game) for number in range(len(run))]
    assert {puzzle.id for step in ladder("othello") for puzzle in step} == set(puzzles("othello"))


def test_three_misses_end_a_run() -> None:
    run = Run()
    for right in (True, False, True, False):
        run = run.after(right)
        assert not run.is_over
    assert run.after(False) == Run(5, 2, MISSES)
    assert run.after(False).is_over
