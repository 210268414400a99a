"""GGF: what is written reads back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.specs import game_of
from contract.walks import walk
from formats.shelf import CHOICES, ENDINGS, NAMES, content, end, only_match, written
from quintet import Match
from quintet.formats.game_files import Played

BRACKETS = str.maketrans("[]\\", "()/")


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES, names=st.tuples(NAMES, NAMES), ending=ENDINGS)
def test_ggf_reads_back(
    tmp_path_factory: pytest.TempPathFactory, choices: list[int], names: tuple[str, str], ending: str
) -> None:
    match = walk(game_of("othello"), choices)
    match.names = (names[0].translate(BRACKETS), names[1].translate(BRACKETS))
    end(match, ending)
    from_elsewhere = Match(match.game, position=walk(match.game, choices[:3]).position, names=match.names)
    for played in (match, from_elsewhere):
        assert content(only_match(written(".ggf", [Played(played)], tmp_path_factory.mktemp("shelf")))) == content(
            played
        )
