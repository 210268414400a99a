"""Ratings: strengths that are known are found again, as often as a 95 % interval promises."""

import itertools
import math
from random import Random

import pytest

from quintet.arena import ratings
from quintet.arena.ratings import ELO, Matrix, Tally, fit, solve

STRENGTHS = (-180.0, -60.0, 0.0, 90.0, 150.0)
ADVANTAGE = 45.0
NU = 0.6


def simulated(random: Random, games: int) -> dict[tuple[int, int], Tally]:
    """A round robin of players with known strengths; so many games for each pair and each seating."""
    tallies: dict[tuple[int, int], Tally] = {}
    for first, second in itertools.permutations(range(len(STRENGTHS)), 2):
        half = (STRENGTHS[first] + ADVANTAGE - STRENGTHS[second]) / ELO / 2
        drawn = random.choices(range(3), (math.exp(half), NU, math.exp(-half)), k=games)
        tallies[first, second] = (drawn.count(0), drawn.count(1), drawn.count(2))
    return tallies


def test_known_strengths_are_recovered_within_their_intervals() -> None:
    random = Random(1)
    mean = sum(STRENGTHS) / len(STRENGTHS)
    trials = 200
    inside, advantage_inside, shares = 0, 0, []
    for _ in range(trials):
        ratings = fit(len(STRENGTHS), simulated(random, 20))
        found = zip(ratings.elo, ratings.errors, STRENGTHS, strict=True)
        inside += sum(abs(elo - (true - mean)) <= error for elo, error, true in found)
        advantage_inside += abs(ratings.first_advantage - ADVANTAGE) <= ratings.first_error
        shares.append(ratings.draw_share)
    assert 0.93 <= inside / (trials * len(STRENGTHS)) <= 0.97
    assert 0.91 <= advantage_inside / trials <= 0.99
    assert sum(shares) / trials == pytest.approx(NU / (2 + NU), abs=0.01)


def test_many_games_leave_no_doubt() -> None:
    ratings = fit(len(STRENGTHS), simulated(Random(2), 20_000), anchor=2)
    assert ratings.elo[2] == 0
    assert ratings.errors[2] == 0
    assert all(abs(elo - true) < 5 for elo, true in zip(ratings.elo, STRENGTHS, strict=True))
    assert ratings.superiority(4, 3) > 0.999


def test_two_players_by_hand() -> None:
    """75 wins, 25 losses and no draw, half of them in each seat: 400 * log10(3) Elo apart."""
    ratings = fit(2, {(0, 1): (38, 0, 12), (1, 0): (13, 0, 37)})
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(400 * math.log10(3), rel=0.005)
    assert ratings.draw_share == 0
    by_hand = 1.96 * ELO / math.sqrt(100 * 0.75 * 0.25)
    assert 2 * ratings.errors[0] == pytest.approx(by_hand, rel=0.02)


def test_likelihood_of_superiority() -> None:
    even = fit(2, {(0, 1): (10, 0, 10), (1, 0): (10, 0, 10)})
    assert even.superiority(0, 1) == pytest.approx(0.5)
    better = fit(2, {(0, 1): (12, 0, 8), (1, 0): (8, 0, 12)})
    expected = 0.5 * (1 + math.erf((24 - 16) / math.sqrt(2 * 40)))
    assert better.superiority(0, 1) == pytest.approx(expected, abs=0.01)
    assert better.superiority(0, 1) + better.superiority(1, 0) == pytest.approx(1)


def test_extremes_have_numbers_and_wide_intervals() -> None:
    swept = fit(2, {(0, 1): (50, 0, 0), (1, 0): (0, 0, 50)})
    assert 500 < swept.elo[0] - swept.elo[1] < 4000
    assert swept.errors[0] > 200
    strangers = fit(4, {(0, 1): (10, 5, 10), (2, 3): (10, 5, 10)})
    assert strangers.errors[0] > 1000
    drawn = fit(2, {(0, 1): (0, 40, 0), (1, 0): (0, 40, 0)})
    assert drawn.elo[0] == pytest.approx(0)
    assert drawn.draw_share > 0.9
    nobody = fit(2, {})
    assert nobody.elo == (0, 0)
    assert nobody.errors[0] > 1000


def test_a_large_field_is_settled_in_a_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rounding hides the last gains, the search for them must end."""
    steps = 0

    def counted(matrix: Matrix, right: Matrix) -> Matrix:
        nonlocal steps
        steps += 1
        return solve(matrix, right)

    monkeypatch.setattr(ratings, "solve", counted)
    random = Random(1)
    everybody = itertools.permutations(range(60), 2)
    fit(60, {pair: (random.randint(0, 20), random.randint(0, 5), random.randint(0, 20)) for pair in everybody})
    assert steps < 12
