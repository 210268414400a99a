"""Glicko-2 against the example of its author."""

from __future__ import annotations

import pytest

from quintet.study.glicko2 import GlickoRating, updated


def test_the_published_example() -> None:
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999."""
    opponents = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
    after = updated(GlickoRating(1500, 200, 0.06), opponents)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_widens_the_guess() -> None:
    after = updated(GlickoRating(1500, 200, 0.06), [])
    assert after.rating == 1500
    assert 200 < after.deviation < 201


def test_equals_gain_what_the_other_loses() -> None:
    won, lost = updated(GlickoRating(), [(GlickoRating(), 1.0)]), updated(GlickoRating(), [(GlickoRating(), 0.0)])
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert updated(GlickoRating(), [(GlickoRating(), 0.5)]).rating == pytest.approx(1500)
    assert won.provisional


def test_a_long_row_of_wins_stays_within_bounds() -> None:
    player = GlickoRating()
    for _ in range(3000):
        player = updated(player, [(GlickoRating(3900, 40), 1.0)])
    assert player.rating <= 4000
