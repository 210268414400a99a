"""Known truths: tactics of every game, published Othello endgames, Pentago positions by an independent solver."""

import json
from pathlib import Path
from typing import Any

import pytest

import quintet
from amounts import LONG
from needs import need
from quintet import Engine

need("the engine room")

DATA = Path(__file__).parents[2] / "data"
ENDGAMES = 6 if LONG else 3
"""Of the twenty published: the first six take seconds each, the last ones minutes."""


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("row", rows("tactics.jsonl"), ids=lambda row: f"{row['spec']} {row['kind']} {row['position']}")
def test_the_search_finds_the_move(row: dict[str, Any]) -> None:
    """Wins in one to three moves, only moves, and traps into which a shallow search without learned weights falls."""
    game = quintet.load(row["spec"])
    position = game.parse(row["position"])
    assert str(Engine(game, method="alphabeta").analyze(position, nodes=300_000).move) in row["best"]
    if row["kind"] == "trap":
        assert str(Engine(game, method="alphabeta", weights="none").analyze(position, depth=1).move) not in row["best"]


@pytest.mark.long
@pytest.mark.parametrize("row", rows("othello-ffo.jsonl")[:ENDGAMES], ids=lambda row: row["name"])
def test_published_endgames(row: dict[str, Any]) -> None:
    game = quintet.load(row["spec"])
    found = Engine(game).solve(game.parse(row["position"]), nodes=300_000_000, seconds=None)
    assert found.margin == row["margin"]
    assert [str(move) for move in found.best] == row["best"]


VALUES = {"win": 1, "draw": 0, "loss": -1}


def test_pentago_by_an_independent_solver() -> None:
    game = quintet.load("pentago")
    for row in rows("pentago-truth.jsonl"):
        found = Engine(game, memory_mb=64).solve(game.parse(row["position"]), seconds=None)
        assert found.value == VALUES[row["value"]], row["position"]
        assert {str(move) for move in found.best} == set(row["best"]), row["position"]


@pytest.mark.parametrize("level", [8, 9, 10])
def test_the_high_levels_keep_the_value_in_pentago(level: int) -> None:
    game = quintet.load("pentago")
    for seed, row in enumerate(rows("pentago-truth.jsonl")):
        move = Engine(game, level, seed=seed).choose(game.parse(row["position"]))
        assert row["value"] == "loss" or str(move) in row["best"], row["position"]
