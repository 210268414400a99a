"""How good a policy or a value function is, by exact answers: `quintet.measure(policy, positions, game="othello")`.

Regret and agreement by phase of the game, and how well estimated values agree with true ones. Only positions count in
which the value of every move is proved.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from quintet.core.game import AnyGame, spec
from quintet.core.inputs import checked_game, checked_position, short
from quintet.engine import bounds
from quintet.environments.dataset import MEASURES
from quintet.environments.dataset_files import read
from quintet.environments.oracle import Oracle, Policy

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 10
"""Ranges of estimated values, from -1 to 1, in which they are compared with true ones."""
MOST_PHASES = 100
ValueFunction = Callable[[Any], Any]
"""From a position to its value for the player to move, from -1 to 1."""
Score = tuple[int, float, float, float]
"""Of one position: its empty spots, and what `_score` returns."""


@dataclass(frozen=True, slots=True)
class PhaseScore:
    """The figures of a policy in one phase of the game, or in all of them."""

    empties: tuple[int, int]
    """The phase: the fewest and the most empty spots."""
    positions: int
    """How many there were."""
    regret: float
    """The mean loss of value of a move, from 0 to 2."""
    keeps: float
    """The share of moves that keep the value."""
    top1: float
    """The share of moves that are best: they keep the margin, too, in games with scores."""


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Positions with similar estimates."""

    low: float
    """The lowest estimate that belongs here."""
    high: float
    """The highest."""
    positions: int
    """How many there were."""
    estimated: float
    """The mean of the estimates."""
    true: float
    """The mean of the exact values."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The figures of a policy, of a value function, or of both; prints itself, and shows itself in a notebook."""

    game: str
    """Its spec."""
    asked: int
    """Positions that were asked for."""
    known: int
    """Positions in which the value of every move is known; all figures are about these."""
    total: PhaseScore | None
    """Over all phases; none without a policy."""
    phases: tuple[PhaseScore, ...]
    """The same for each phase of the game."""
    calibration: tuple[CalibrationBin, ...]
    """Estimates against true values, bin by bin; empty without a value function."""
    error: float | None
    """The root mean square error of the estimated values; none without a value function."""
    calibration_error: float | None
    """The mean distance between estimates and true values over the bins, weighted by their positions."""

    def rows(self) -> list[dict[str, float]]:
        """A dictionary for each phase, as data frames take them."""
        return [
            {"fewest": phase.empties[0], "most": phase.empties[1], "positions": phase.positions}
            | {"regret": phase.regret, "keeps": phase.keeps, "top1": phase.top1}
            for phase in self.phases
        ]

    def __str__(self) -> str:
        parts = [self._headline()]
        if self.total:
            cells = [PHASE_HEADS, *map(_cells, self.phases), ["all", *_cells(self.total)[1:]]]
            parts.append("\n".join("  ".join(f"{cell:>9}" for cell in row) for row in cells))
        if self.calibration:
            heads = ["estimate", "positions", "mean", "true"]
            cells = [heads, *map(_bin_cells, self.calibration)]
            parts.append("\n".join("  ".join(f"{cell:>12}" for cell in row) for row in cells))
            parts.append(f"Root mean square error {self.error:.3f}, calibration error {self.calibration_error:.3f}.")
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def _headline(self) -> str:
        return f"{self.game}: {self.known} of {self.asked} positions have exact values for every move"

    def plot(self, path: str | Path) -> None:
        """Draw regret by phase and the calibration curve into an SVG, PNG or PDF file."""
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise ValueError(
                "plots need matplotlib, which is not installed: pip install 'quintet-games[plots]'"
            ) from None
        parts = [
            draw for draw, there in ((self._plot_phases, self.phases), (self._plot_bins, self.calibration)) if there
        ]
        if not parts:
            raise ValueError("there is nothing to draw: no position has a known value")
        figure = Figure(figsize=(5 * len(parts), 4), layout="constrained")
        for axes, draw in zip(figure.subplots(1, len(parts), squeeze=False)[0], parts, strict=True):
            draw(axes)
        figure.suptitle(self._headline(), fontsize=9)
        figure.savefig(path)

    def _plot_phases(self, axes: Any) -> None:
        names = [_cells(phase)[0] for phase in self.phases]
        axes.bar(names, [phase.regret for phase in self.phases], color="#3a6ea5")
        axes.set(xlabel="empty spots", ylabel="mean regret of a move", title="Regret by phase")

    def _plot_bins(self, axes: Any) -> None:
        axes.plot((-1, 1), (-1, 1), color="#999999", linewidth=1)
        sizes = [20 + 200 * box.positions / self.known for box in self.calibration]
        axes.scatter(
            [box.estimated for box in self.calibration], [box.true for box in self.calibration], sizes, color="#3a6ea5"
        )
        axes.set(
            xlabel="estimated value", ylabel="mean exact value", title="Calibration", xlim=(-1.1, 1.1), ylim=(-1.1, 1.1)
        )


PHASE_HEADS = ["empties", "positions", "regret", "keeps", "top-1"]


def _cells(phase: PhaseScore) -> list[str]:
    low, high = phase.empties
    shares = (f"{100 * share:.1f} %" for share in (phase.keeps, phase.top1))
    return [f"{low}" if low == high else f"{low}-{high}", f"{phase.positions}", f"{phase.regret:.3f}", *shares]


def _bin_cells(box: CalibrationBin) -> list[str]:
    return [f"{box.low:+.1f} to {box.high:+.1f}", f"{box.positions}", f"{box.estimated:+.3f}", f"{box.true:+.3f}"]


def measure(
    policy: Policy | NDArray[Any] | None,
    positions: Iterable[Any] | Path | str,
    *,
    game: AnyGame | str,
    value: ValueFunction | Sequence[float] | NDArray[Any] | None = None,
    phases: SupportsIndex = 4,
    nodes: SupportsIndex = 200_000,
) -> Measurement:
    """The regret of a policy and the calibration of a value function, by exact answers.

    `policy`: a function from a position to a move, to its text, or to moves with probabilities; or an array with a row
    of action probabilities for each position; or ``None``. `positions`: positions or their texts, or the file of a data
    set. `value`: a function from a position to its value for the player to move, from -1 to 1, or an array of values.
    `phases`: into how many parts the positions are divided by their empty spots. `nodes`: what one proof may cost.

    >>> games = quintet.vector("bestgame(columns=3,rows=3,tokens=6)", count=50, seed=1, opening=3)
    >>> def first(position):
    ...     return games.game.legal_moves(position)[0]
    >>> report = quintet.measure(first, games.positions(), game=games.game)
    >>> report.known, 0 < report.total.regret < 2
    (50, True)
    """
    game = checked_game(game)
    parts = bounds.whole("phases", phases, 1, MOST_PHASES)
    if policy is None and value is None:
        raise ValueError("expected a policy, a value function or both, got neither")
    data = positions if isinstance(positions, Path | str) else None
    oracle = Oracle(game, nodes=nodes, data=data)
    given = positions if not isinstance(positions, Path | str) else (row["position"] for row in read(positions))
    listed = [checked_position(game, position) for position in given]
    chosen = None if policy is None else oracle.rows_of(policy, len(listed))
    estimate = None if value is None else _estimates(value, len(listed))
    scores: list[Score] = []
    pairs: list[tuple[float, int]] = []
    for row, position in enumerate(listed):
        truth, values = oracle.ask(position), oracle.moves(position)
        if truth is None or not values:
            continue
        pairs.append((math.nan if estimate is None else estimate(row, position), truth.value))
        if chosen is not None:
            empties = MEASURES["empties"](game, position)
            scores.append((empties, *_score(oracle.chances(chosen(row, position), values), values, truth.best)))
    bins = () if estimate is None else tuple(_bins(pairs))
    return Measurement(
        game=spec(game),
        asked=len(listed),
        known=len(pairs),
        total=_phase(scores) if scores else None,
        phases=tuple(map(_phase, _divided(scores, parts))),
        calibration=bins,
        error=math.sqrt(sum((guess - true) ** 2 for guess, true in pairs) / len(pairs)) if bins else None,
        calibration_error=sum(box.positions * abs(box.estimated - box.true) for box in bins) / len(pairs)
        if bins
        else None,
    )


def _estimates(value: Any, count: int) -> Callable[[int, Any], float]:
    """The estimates by row and position, each checked."""
    if not callable(value) and len(value) != count:
        raise ValueError(f"value must be a function or {count} values, got {len(value)}")

    def estimate(row: int, position: Any) -> float:
        given = value(position) if callable(value) else value[row]
        try:
            number = float(given)
        except (TypeError, ValueError):
            number = math.nan
        if not -1 <= number <= 1:
            raise ValueError(f"a value must be a number from -1 to 1, got {short(given)}")
        return number

    return estimate


def _score(chances: Mapping[Any, float], values: Mapping[Any, int], best: Iterable[Any]) -> tuple[float, float, float]:
    """Regret, share that keeps the value, and share that is best, of the moves with these probabilities."""
    value, right = max(values.values()), set(best)
    return (
        sum(chance * (value - values[move]) for move, chance in chances.items()),
        sum(chance for move, chance in chances.items() if values[move] == value),
        sum(chance for move, chance in chances.items() if move in right),
    )


def _divided(scores: list[Score], parts: int) -> list[list[Score]]:
    """Parts of about equal size, fullest boards last; positions with equally many empty spots stay together."""
    scores = sorted(scores, key=lambda score: -score[0])
    groups: list[list[Score]] = [[]] if scores else []
    for number, score in enumerate(scores):
        is_full = number >= len(scores) * len(groups) / parts
        if is_full and groups[-1][-1][0] != score[0]:
            groups.append([])
        groups[-1].append(score)
    return groups


def _phase(scores: Sequence[Score]) -> PhaseScore:
    count = len(scores)
    empties = [score[0] for score in scores]
    regret, keeps, top1 = (sum(score[index] for score in scores) / count for index in (1, 2, 3))
    return PhaseScore((min(empties), max(empties)), count, regret, keeps, top1)


def _bins(pairs: Sequence[tuple[float, int]]) -> Iterable[CalibrationBin]:
    """The bins that are not empty."""
    for number in range(BINS):
        low, high = -1 + 2 * number / BINS, -1 + 2 * (number + 1) / BINS
        inside = [pair for pair in pairs if low <= pair[0] < high or (number == BINS - 1 and pair[0] == high)]
        if inside:
            guess, true = (sum(pair[index] for pair in inside) / len(inside) for index in (0, 1))
            yield CalibrationBin(low, high, len(inside), guess, true)
