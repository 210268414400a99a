"""The perft tables, counted by the rulebook as far as it is quick; the deep ones by the kernels."""

from pathlib import Path
from typing import NamedTuple

import pytest

from needs import need
from quintet import game_ids, load
from quintet.engine import perft

TABLES = sorted((Path(__file__).parent / "perft").glob("*.perft"))
QUICK = 120_000
"""Counts above this are left to faster hands."""


class Row(NamedTuple):
    """A line of a table: ``<spec>; <position or start>; <depth>; <count>``."""

    spec: str
    position: str
    depth: int
    lines: int


def rows(table: Path) -> list[Row]:
    """Every line that is not blank or a comment."""
    lines = [line for line in table.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    parts = [[part.strip() for part in line.split(";")] for line in lines]
    return [Row(spec, position, int(depth), int(count)) for spec, position, depth, count in parts]


QUICK_ROWS = [
    pytest.param(row, id=f"{row.spec} {row.position} {row.depth}")
    for table in TABLES
    for row in rows(table)
    if row.lines <= QUICK
]


@pytest.mark.parametrize("row", QUICK_ROWS)
def test_perft(row: Row) -> None:
    game = load(row.spec)
    position = None if row.position == "start" else game.parse(row.position)
    assert perft(game, position, row.depth, rules=True) == row.lines


def test_every_game_has_a_table_of_its_own() -> None:
    assert {table.stem for table in TABLES} == set(game_ids())
    for table in TABLES:
        assert {row.spec.partition("(")[0] for row in rows(table)} == {table.stem}
        assert len({row[:3] for row in rows(table)}) == len(rows(table)), table.stem


DEEP_ROWS = [
    pytest.param(row, id=f"{row.spec} {row.position} {row.depth}")
    for table in TABLES
    for row in rows(table)
    if row.lines > QUICK
]


@pytest.mark.parametrize("row", DEEP_ROWS)
def test_deep_perft_by_the_kernel(row: Row) -> None:
    need("the engine room")
    game = load(row.spec)
    position = None if row.position == "start" else game.parse(row.position)
    assert perft(game, position, row.depth) == row.lines
