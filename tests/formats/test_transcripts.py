"""Transcripts: what is written reads back."""

import pytest
from hypothesis import given, settings

from contract.specs import game_of
from contract.walks import walk
from formats.shelf import CHOICES, content, only_match, written
from quintet.formats.game_files import Played


@settings(max_examples=40, deadline=None)
@given(choices=CHOICES.filter(bool))
def test_transcripts_read_back(tmp_path_factory: pytest.TempPathFactory, choices: list[int]) -> None:
    match = walk(game_of("othello"), choices)
    assert content(only_match(written(".txt", [Played(match)], tmp_path_factory.mktemp("shelf")))) == content(match)
