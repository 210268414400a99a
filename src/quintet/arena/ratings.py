"""Ratings by maximum likelihood: Bradley-Terry with draws (Davidson) and the advantage of moving first.

With d the difference of the strengths plus the advantage, a win of FIRST, a draw and a win of SECOND are as likely as
exp(d/2), nu and exp(-d/2) are to each other. Elo is d in units of ln(10)/400. Strengths have a very wide prior, so
that a player who won every game, or two groups that never met, get a number and an honest, wide interval.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ELO = 400 / math.log(10)
"""Elo of one natural unit of strength."""
PRIOR = (2000 / ELO) ** -2
"""Of the strengths and of the advantage: a standard deviation of 2000 Elo."""
DRAW_PRIOR = 5.0**-2
"""Of ln(nu), which would grow without bound if every game is drawn."""
SURE = 1.959964
"""Standard deviations on each side of a 95 % interval."""
MOST_STEPS = 100
CLOSE = 1e-8
"""Newton's method ends when twice the gain in log-likelihood is below this, which is near the rounding error."""

Tally = tuple[int, int, int]
"""Wins of FIRST, draws, wins of SECOND."""
Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Ratings:
    """The strengths that explain the results best."""

    elo: tuple[float, ...]
    """Relative to the anchor, or to the mean of all."""
    errors: tuple[float, ...]
    """Half the width of each 95 % interval."""
    covariance: tuple[tuple[float, ...], ...]
    """Of `elo`, in Elo squared."""
    first_advantage: float
    """Elo that the first move is worth."""
    first_error: float
    draw_share: float
    """How often equal players draw, neither of them moving first."""

    def superiority(self, player: int, other: int) -> float:
        """The likelihood that a player is stronger than another."""
        cov = self.covariance
        variance = cov[player][player] + cov[other][other] - 2 * cov[player][other]
        if variance <= 0:
            return 0.5
        return 0.5 * (1 + math.erf((self.elo[player] - self.elo[other]) / math.sqrt(2 * variance)))


def fit(players: int, tallies: Mapping[tuple[int, int], Tally], anchor: int | None = None) -> Ratings:
    """The ratings of players numbered from 0; `tallies` are by FIRST and SECOND, `anchor` is the player at 0 Elo."""
    drawn = any(draws for _, draws, _ in tallies.values())
    size = players + (2 if drawn else 1)
    model = _Model(players, tallies, drawn)
    point = [0.0] * size
    likelihood = model.likelihood(point)
    for _ in range(MOST_STEPS):
        gradient, information = model.slopes(point)
        step = solve(information, [[slope] for slope in gradient])
        if sum(slope * move[0] for slope, move in zip(gradient, step, strict=True)) < CLOSE:
            break
        share = 1.0
        while True:  # the function has one maximum, but a full step may overshoot it
            tried = [value + share * move[0] for value, move in zip(point, step, strict=True)]
            reached = model.likelihood(tried)
            if reached >= likelihood or share < 1e-9:
                break
            share /= 2
        point, likelihood = tried, reached
    identity = [[float(row == column) for column in range(size)] for row in range(size)]
    covariance = solve(model.slopes(point)[1], identity)
    return _ratings(point, covariance, players, anchor, drawn)


def _ratings(point: list[float], cov: Matrix, players: int, anchor: int | None, drawn: bool) -> Ratings:
    weights = [1 / players if anchor is None else float(place == anchor) for place in range(players)]
    everyone = range(players)
    zero = sum(weights[place] * point[place] for place in everyone)
    with_zero = [sum(cov[place][other] * weights[other] for other in everyone) for place in everyone]
    of_zero = sum(weights[place] * with_zero[place] for place in everyone)
    relative = tuple(
        tuple(ELO**2 * (cov[row][column] - with_zero[row] - with_zero[column] + of_zero) for column in everyone)
        for row in everyone
    )
    nu = math.exp(point[players + 1]) if drawn else 0.0
    return Ratings(
        tuple(ELO * (point[place] - zero) for place in everyone),
        tuple(SURE * math.sqrt(max(0.0, relative[place][place])) for place in everyone),
        relative,
        ELO * point[players],
        SURE * ELO * math.sqrt(cov[players][players]),
        nu / (2 + nu),
    )


class _Model:
    """The logarithm of the likelihood and its slopes at strengths, advantage and, where games were drawn, ln(nu)."""

    def __init__(self, players: int, tallies: Mapping[tuple[int, int], Tally], drawn: bool) -> None:
        self.players = players
        self.tallies = tallies
        self.drawn = drawn

    def _chances(self, point: Sequence[float], first: int, second: int) -> tuple[float, float, float, float]:
        """The logarithms of the chances of win, draw and loss, and the draw's chance."""
        half = (point[first] + point[self.players] - point[second]) / 2
        draw = point[self.players + 1] if self.drawn else -math.inf
        top = max(half, -half, draw)
        total = top + math.log(math.exp(half - top) + math.exp(-half - top) + math.exp(draw - top))
        return half - total, draw - total, -half - total, math.exp(draw - total)

    def likelihood(self, point: Sequence[float]) -> float:
        total = -PRIOR / 2 * sum(value**2 for value in point[: self.players + 1])
        if self.drawn:
            total -= DRAW_PRIOR / 2 * point[self.players + 1] ** 2
        for (first, second), (wins, draws, losses) in self.tallies.items():
            win, draw, loss, _ = self._chances(point, first, second)
            total += wins * win + losses * loss + (draws * draw if draws else 0.0)
        return total

    def slopes(self, point: Sequence[float]) -> tuple[list[float], Matrix]:
        """The gradient, and the information: the second derivatives with their sign changed."""
        size = len(point)
        gradient = [-PRIOR * value for value in point]
        information = [[0.0] * size for _ in range(size)]
        for place in range(self.players + 1):
            information[place][place] = PRIOR
        if self.drawn:
            gradient[-1] = -DRAW_PRIOR * point[-1]
            information[-1][-1] = DRAW_PRIOR
        for (first, second), (wins, draws, losses) in self.tallies.items():
            games = wins + draws + losses
            log_win, _, log_loss, draw = self._chances(point, first, second)
            win, loss = math.exp(log_win), math.exp(log_loss)
            edge = win - loss
            signs = ((first, 1.0), (second, -1.0), (self.players, 1.0))
            bend = games * (win + loss - edge**2) / 4
            for row, sign in signs:
                gradient[row] += sign * (wins - losses - games * edge) / 2
                for column, other in signs:
                    information[row][column] += sign * other * bend
                if self.drawn:
                    mixed = -sign * games * edge * draw / 2
                    information[row][-1] += mixed
                    information[-1][row] += mixed
            if self.drawn:
                gradient[-1] += draws - games * draw
                information[-1][-1] += games * draw * (1 - draw)
        return gradient, information


def solve(matrix: Matrix, right: Matrix) -> Matrix:
    """The solution of a positive definite system, by elimination with pivots."""
    size = len(matrix)
    rows = [[*matrix[row], *right[row]] for row in range(size)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * other for value, other in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
