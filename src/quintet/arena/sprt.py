"""The sequential probability ratio test on normalised Elo, from counts of game pairs.

The two games of a pair share their opening, so they are not independent and the pair is the unit: its score is 0, 1/2,
1, 3/2 or 2, and five counts (*pentanomial*) tell everything. Normalised Elo measures the mean score in units of its
standard deviation, so that a bound means the same effort whatever the openings and the share of draws. After M. Van den
Bergh, "Normalized Elo for practical use".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of a pair as a share of its points."""
UNIT = 800 / math.log(10) / math.sqrt(2)
"""Normalised Elo of a pair score that is one standard deviation above a half."""
LEAST = 1e-3
"""In place of a count of 0, whose logarithm does not exist."""
MOST_ELO = 1000.0
Counts = Sequence[float]
"""Of the pairs that scored 0, 1/2, 1, 3/2 and 2."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """Two hypotheses about normalised Elo, and how often each may be wrongly accepted."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often `elo1` may be accepted where `elo0` is true."""
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(
                f"--sprt must be elo0,elo1 with elo0 below elo1, both from -{MOST_ELO:g} to {MOST_ELO:g},"
                f" got {self.elo0:g},{self.elo1:g}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} must be above 0 and below 0.5, got {getattr(self, name):g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `elo0` and `elo1` are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where a test stands."""

    llr: float
    counts: tuple[int, ...]
    """The pairs that it has seen."""
    accepted: str | None
    """``elo0``, ``elo1``, or ``None`` while it goes on."""


def parse_sprt(text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """``0,5`` as a test."""
    parts = text.split(",")
    try:
        elo0, elo1 = (float(part) for part in parts)
    except ValueError:
        raise ValueError(f"--sprt must be two numbers elo0,elo1 such as 0,5, got {text!r}") from None
    return Sprt(elo0, elo1, alpha, beta)


class SequentialTest:
    """A test that receives one pair after the other; pairs after its verdict do not count."""

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self.verdict = Verdict(0.0, (0,) * 5, None)

    def add(self, half_points: int) -> Verdict:
        """Count a pair by its half points, 0 to 4."""
        if self.verdict.accepted is None:
            counts = tuple(count + (place == half_points) for place, count in enumerate(self.verdict.counts))
            low, high = self._test.bounds
            ratio = llr(counts, self._test.elo0, self._test.elo1)
            self.verdict = Verdict(ratio, counts, "elo0" if ratio <= low else "elo1" if ratio >= high else None)
        return self.verdict


def judge(test: Sprt, pairs: Iterable[int]) -> Verdict:
    """The verdict over the half points of pairs in their order."""
    running = SequentialTest(test)
    for half_points in pairs:
        if running.add(half_points).accepted:
            break
    return running.verdict


def llr(counts: Counts, elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of the counts, `elo1` against `elo0`."""
    if not sum(counts):
        return 0.0
    seen = [max(LEAST, count) for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    t0, t1 = elo0 / UNIT, elo1 / UNIT
    under0, under1 = _likeliest(shares, t0), _likeliest(shares, t1)
    if under0 is None or under1 is None:
        mean, deviation = _moments(shares)
        t = (mean - 0.5) / deviation
        return total / 2 * math.log((1 + (t - t0) ** 2) / (1 + (t - t1) ** 2))
    return total * sum(share * math.log(p1 / p0) for share, p0, p1 in zip(shares, under0, under1, strict=True))


def normalised_elo(counts: Counts) -> tuple[float, float]:
    """The estimate, and half the width of its 95 % interval."""
    total = sum(counts)
    if not total:
        return 0.0, math.inf
    mean, deviation = _moments([max(LEAST, count) / total for count in counts])
    return UNIT * (mean - 0.5) / deviation, 1.96 * UNIT / math.sqrt(total)


def _moments(shares: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of the pair score."""
    total = sum(shares)
    mean = sum(share * score for share, score in zip(shares, SCORES, strict=True)) / total
    variance = sum(share * (score - mean) ** 2 for share, score in zip(shares, SCORES, strict=True)) / total
    return mean, math.sqrt(variance)


def _likeliest(shares: Sequence[float], t: float) -> list[float] | None:
    """The distribution that explains the shares best among those whose mean is `t` deviations above a half.

    ``None`` if nearly all pairs score the same and the iteration fails; `llr` then uses the normal approximation.
    """
    distribution = [1 / len(SCORES)] * len(SCORES)
    for _ in range(50):
        mean, deviation = _moments(distribution)
        # The derivative of the constraint by each share, at the distribution so far.
        slopes = [score - 0.5 - t * deviation / 2 * (1 + ((mean - score) / deviation) ** 2) for score in SCORES]
        if not min(slopes) < 0 < max(slopes):
            return None
        multiplier = _root(shares, slopes)
        better = [share / (1 + multiplier * slope) for share, slope in zip(shares, slopes, strict=True)]
        moved = max(abs(new - old) for new, old in zip(better, distribution, strict=True))
        distribution = better
        if moved < 1e-9:
            break
    return distribution


def _root(shares: Sequence[float], slopes: Sequence[float]) -> float:
    """The zero x of the sum of share * slope / (1 + x * slope) between its two poles, by Newton with bisection."""
    low, high = -1 / max(slopes), -1 / min(slopes)
    x = 0.0
    for _ in range(100):
        terms = [slope / (1 + x * slope) for slope in slopes]
        value = sum(share * term for share, term in zip(shares, terms, strict=True))
        if value > 0:
            low = x
        else:
            high = x
        stepped = x + value / sum(share * term * term for share, term in zip(shares, terms, strict=True))
        if not low < stepped < high:
            stepped = (low + high) / 2
        if abs(stepped - x) <= 1e-13 * (1 + abs(x)):
            break
        x = stepped
    return x
