"""The memory of a search is bounded."""

from quintet.engine.transposition_table import AT_LEAST, AT_MOST, EXACT, Entry, TranspositionTable


def test_it_never_holds_more_than_its_memory() -> None:
    table = TranspositionTable(memory_mb=1)
    for number in range(5000):
        table.store(number, Entry(number, EXACT, 1, False, None))
        assert len(table) <= 2**20 // 800
    last = table.find(4999)
    assert last is not None
    assert last.value == 4999
    assert table.find(0) is None


def test_what_was_young_is_still_found_when_it_is_old() -> None:
    table = TranspositionTable(memory_mb=1)
    for number in range(700):
        table.store(number, Entry(number, EXACT, 1, False, None))
    assert table.find(0) is not None
    assert table.find(699) is not None


def test_an_entry_answers_only_what_it_knows() -> None:
    shallow = Entry(10, EXACT, 2, False, None)
    assert shallow.cuts(2, 0, 1, 10)
    assert not shallow.cuts(3, 0, 1, 10)
    assert shallow._replace(proved=True).cuts(99, 0, 1, 10)
    at_least = Entry(10, AT_LEAST, 5, False, None)
    assert at_least.cuts(3, 8, 9, 10)
    assert not at_least.cuts(3, 10, 11, 10)
    at_most = Entry(10, AT_MOST, 5, False, None)
    assert at_most.cuts(3, 10, 11, 10)
    assert not at_most.cuts(3, 8, 9, 10)
