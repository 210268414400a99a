"""Glicko-2 ratings as pure functions, after Mark Glickman, "Example of the Glicko-2 system" (2022)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 173.7178
TAU = 0.5
"""How much volatility may change."""
PRECISION = 1e-6
PROVISIONAL = 110.0
"""A rating with a larger deviation is provisional."""
LOWEST, HIGHEST = 100.0, 4000.0


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """An estimate of a player's strength."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL


def updated(player: GlickoRating, results: Sequence[tuple[GlickoRating, float]]) -> GlickoRating:
    """The rating after a period with these opponents and scores (1, a half or 0)."""
    mu, phi = (player.rating - 1500) / SCALE, player.deviation / SCALE
    if not results:
        return GlickoRating(player.rating, min(350.0, math.hypot(phi, player.volatility) * SCALE), player.volatility)
    precision = lead = 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - 1500) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        lead += weight * (score - expected)
    variance = 1 / precision
    volatility = _volatility(phi, player.volatility, variance, variance * lead)
    before = math.hypot(phi, volatility)
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    rating = 1500 + SCALE * (mu + after**2 * lead)
    return GlickoRating(min(HIGHEST, max(LOWEST, rating)), min(350.0, after * SCALE), volatility)


def _weight(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: the root of f by the Illinois method."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        top = e * (delta**2 - phi**2 - variance - e)
        return top / (2 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
