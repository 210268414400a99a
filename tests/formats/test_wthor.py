"""WTHOR: what is written reads back."""

import string
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amounts import part
from contract.specs import game_of
from contract.walks import walk
from formats.shelf import CHOICES, content, ended, random_match, read, written
from quintet.formats.game_files import Played

SHORT_NAMES = st.text(string.ascii_letters, min_size=1, max_size=19)


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES, names=st.tuples(SHORT_NAMES, SHORT_NAMES), event=st.text(string.ascii_letters, max_size=25))
def test_wthor_reads_back(
    tmp_path_factory: pytest.TempPathFactory, choices: list[int], names: tuple[str, str], event: str
) -> None:
    match = ended(walk(game_of("othello"), choices), Random(len(choices)))
    match.names = names
    path = written(".wtb", [Played(match, event=event, date="1999-05-13")], tmp_path_factory.mktemp("shelf"))
    (found,) = read(path)
    assert isinstance(found, Played), found
    assert (found.event, found.date) == (event, "1999")
    kept = [move for move in map(str, match.moves) if move != "pass"]
    assert [move for move in map(str, found.match.moves) if move != "pass"] == kept
    assert found.match.names == names
    assert found.match.outcome is not None
    assert match.outcome is not None
    assert found.match.outcome.winner is match.outcome.winner


@pytest.mark.long
def test_thousands_of_games_as_wthor_read_back_move_for_move(tmp_path: Path) -> None:
    random = Random(15)
    games = [random_match("othello", random) for _ in range(part(1000))]
    found = read(written(".wtb", map(Played, games), tmp_path))
    assert [content(entry.match) for entry in found if isinstance(entry, Played)] == [content(match) for match in games]
