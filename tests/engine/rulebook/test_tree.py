"""The memory of a search is bounded."""

import tracemalloc
from random import Random
from typing import Any

import pytest

from quintet import game_ids, load
from quintet.engine.rulebook.tree import AT_LEAST, AT_MOST, EXACT, TableEntry, TranspositionTable


@pytest.mark.parametrize("game_id", game_ids())
def test_it_never_holds_more_than_its_memory(game_id: str) -> None:
    """Real positions of random games, weighed."""
    game, chance, table = load(SMALL.get(game_id, game_id)), Random(1), TranspositionTable(memory_mb=1)
    texts: dict[str, Any] = {}
    while len(texts) < 1600:
        pos = game.start()
        while moves := game.legal_moves(pos):
            move = chance.choice(moves)
            pos = game.play(pos, move)
            texts[game.text(pos)] = move
    largest = 0
    tracemalloc.start()
    try:
        for number, (text, move) in enumerate(texts.items()):
            table.store(game.parse(text), TableEntry(10**6 + number, EXACT, 1, False, move))
            largest = max(largest, tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert 2**18 < largest < 2**20


SMALL = {"quentin": "quentin(size=8)"}
"""A board that is walked quickly."""


def test_the_last_is_kept_and_the_first_makes_room() -> None:
    table = TranspositionTable(memory_mb=1)
    for number in range(5000):
        table.store(number, TableEntry(number, EXACT, 1, False, None))
    last = table.find(4999)
    assert last is not None
    assert last.value == 4999
    assert table.find(0) is None


def test_what_was_young_is_still_found_when_it_is_old() -> None:
    table = TranspositionTable(memory_mb=1)
    for number in range(700):
        table.store(number, TableEntry(number, EXACT, 1, False, None))
    assert table.find(0) is not None
    assert table.find(699) is not None


def test_an_entry_answers_only_what_it_knows() -> None:
    shallow = TableEntry(10, EXACT, 2, False, None)
    assert shallow.cuts(2, 0, 1, 10)
    assert not shallow.cuts(3, 0, 1, 10)
    assert shallow._replace(proved=True).cuts(99, 0, 1, 10)
    at_least = TableEntry(10, AT_LEAST, 5, False, None)
    assert at_least.cuts(3, 8, 9, 10)
    assert not at_least.cuts(3, 10, 11, 10)
    at_most = TableEntry(10, AT_MOST, 5, False, None)
    assert at_most.cuts(3, 10, 11, 10)
    assert not at_most.cuts(3, 8, 9, 10)
