"""Games by their kernels answer as the rulebook does."""

import pytest
from hypothesis import given, settings

from contract.specs import SPECS, game_of
from contract.walks import walk
from formats.shelf import CHOICES, content
from quintet import Player
from quintet.formats import kernel_rules


@pytest.mark.parametrize("game", SPECS)
@settings(max_examples=15, deadline=None)
@given(choices=CHOICES)
def test_a_game_by_its_kernel_answers_as_the_rulebook_does(game: str, choices: list[int]) -> None:
    rules, quick = walk(game_of(game), choices), walk(kernel_rules.load(game), choices)
    assert content(quick) == content(rules)
    assert quick.legal() == rules.legal()
    assert quick.to_move is rules.to_move
    assert [quick.game.color(quick.position, player) for player in Player] == [
        rules.game.color(rules.position, player) for player in Player
    ]
