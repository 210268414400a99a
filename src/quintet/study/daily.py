"""The puzzle of the day over time: what a learner made of each, and the days in a row. Days are of UTC."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

MONTHS = 12
"""Months that the calendar goes back."""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """What a learner made of a puzzle of the day, on its day."""

    misses: int = 0
    """Wrong tries before it was over."""
    solved: bool = False
    given_up: bool = False

    @property
    def is_over(self) -> bool:
        return self.solved or self.given_up

    def after(self, right: bool | None) -> DailyResult:
        """After a try, or (None) after the solution was asked for; nothing changes any more once it is over."""
        if self.is_over:
            return self
        return DailyResult(self.misses + (right is False), right is True, right is None)


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row whose puzzles were solved on their day."""

    current: int = 0
    """Up to today, or up to yesterday while today's puzzle is open."""
    longest: int = 0


def streak(solved: Collection[date], today: date) -> Streak:
    """The streak from all days whose puzzle was solved on its day."""
    day, longest, row = timedelta(days=1), 0, 0
    before: date | None = None
    for each in sorted(set(solved)):
        row = row + 1 if before is not None and each - before == day else 1
        longest, before = max(longest, row), each
    current = row if before is not None and today - before <= day else 0
    return Streak(current, longest)


def month_of(text: str, today: date) -> date:
    """The first day of a month such as ``2026-11``; ValueError unless the calendar has it."""
    try:
        first = date.fromisoformat(f"{text}-01")
    except ValueError:
        raise ValueError(f"expected a month such as 2026-11, got {text!r}") from None
    if not first_month(today) <= first <= today:
        raise ValueError(f"month must be {first_month(today):%Y-%m} to {today:%Y-%m}, got {text!r}")
    return first


def first_month(today: date) -> date:
    """The first day of the earliest month of the calendar."""
    months = today.year * 12 + today.month - 1 - MONTHS
    return date(months // 12, months % 12 + 1, 1)


def days_of(month: date, today: date) -> list[date]:
    """The days of a month up to today."""
    days = (month + timedelta(days=number) for number in range(31))
    return [day for day in days if day.month == month.month and day <= today]
