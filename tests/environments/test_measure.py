"""Regret by phase and calibration, against figures that can be reckoned by hand."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import quintet
from needs import need

SPEC = "magnetize(height=3,width=3)"
ORACLE = quintet.oracle(SPEC)


def positions(count: int = 40) -> list[str]:
    texts = quintet.vector(SPEC, count=count, seed=0, opening=3, threads=1).positions()
    return sorted(set(texts))


def perfect(position: Any) -> Any:
    truth = ORACLE.ask(position)
    assert truth is not None
    return truth.best[0]


def true_value(position: Any) -> float:
    truth = ORACLE.ask(position)
    assert truth is not None
    return truth.value


def test_the_perfect_policy_loses_nothing_and_true_values_are_calibrated() -> None:
    result = quintet.measure(perfect, positions(), game=SPEC, value=true_value)
    assert result.total is not None
    assert (result.total.regret, result.total.keeps, result.total.top1) == (0, 1, 1)
    assert (result.error, result.calibration_error) == (0, 0)
    assert result.known == result.asked == sum(phase.positions for phase in result.phases)
    assert sum(box.positions for box in result.calibration) == result.known


def test_the_total_is_the_regret_of_the_oracle_and_phases_add_up_to_it() -> None:
    def policy(position: Any) -> Any:
        return Random(ORACLE.game.text(position)).choice(ORACLE.game.legal_moves(position))

    texts = positions()
    result = quintet.measure(policy, texts, game=SPEC, phases=3)
    regret = ORACLE.regret(policy, texts)
    assert result.total is not None
    assert math.isclose(result.total.regret, regret.mean)
    assert math.isclose(result.total.keeps, regret.kept)
    assert regret.mean > 0
    weighted = sum(phase.regret * phase.positions for phase in result.phases) / result.known
    assert math.isclose(weighted, regret.mean)
    assert 1 < len(result.phases) <= 3
    assert result.calibration == ()


def test_estimates_are_compared_in_bins() -> None:
    texts = positions()
    values = [true_value(text) for text in texts]
    result = quintet.measure(None, texts, game=SPEC, value=np.zeros(len(texts)))
    (box,) = result.calibration
    assert (box.estimated, box.positions) == (0, len(texts))
    assert math.isclose(box.true, sum(values) / len(values))
    assert math.isclose(result.error or 0, math.sqrt(sum(value * value for value in values) / len(values)))
    assert result.total is None
    assert "calibration error" in str(result)


def test_plots(tmp_path: Path) -> None:
    need("matplotlib")
    result = quintet.measure(perfect, positions(), game=SPEC, value=true_value)
    result.plot(tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text().count("<g ") > 20


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"policy": None}, "expected a policy, a value function or both, got neither"),
        ({"policy": perfect, "phases": 0}, "phases must be a whole number from 1 to 100, got 0"),
        ({"policy": None, "value": [0.5]}, "value must be a function or 2 values, got 1"),
        ({"policy": None, "value": lambda position: 3}, "a value must be a number from -1 to 1, got 3"),
        ({"policy": 7}, "the policy must be a function or an array of shape (2, 4), got 7"),
        (
            {"policy": perfect, "positions": "no.jsonl"},
            "the data set 'no.jsonl' cannot be read: no such file or directory",
        ),
    ],
)
def test_bad_input_is_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        quintet.measure(**{"positions": positions()[:2], "game": SPEC} | arguments)
    assert str(error.value) == sentence
