"""Laws that every game keeps, standard or with options, ours or a third party's; and matches through it."""

import copy
from functools import cache

import pytest

from amounts import some
from contract.specs import SPECS, game_of
from contract.walks import random_match
from needs import need
from quintet import Match, Player, game_class
from quintet.testing import KERNEL_LAWS, LAWS, Law, Subject

every_game = pytest.mark.parametrize("name", SPECS)


@cache
def subject(name: str) -> Subject:
    """One for each game, so that it is walked once."""
    return Subject(game_of(name))


@every_game
@pytest.mark.parametrize("law", LAWS, ids=str)
def test_the_game_keeps_the_law(name: str, law: Law) -> None:
    subject(name).hold(law)


@pytest.mark.long
@pytest.mark.parametrize("name", some(SPECS, 5))
@pytest.mark.parametrize("law", KERNEL_LAWS, ids=str)
def test_the_kernel_keeps_the_law_with_the_rulebook(name: str, law: Law) -> None:
    need("the engine room")
    if subject(name).kernel is not None:
        subject(name).hold(law)


@every_game
def test_the_registry_finds_it(name: str) -> None:
    game = game_of(name)
    assert game_class(game.id).id == game.id
    assert str(game) == name


@every_game
def test_undo_and_redo(name: str) -> None:
    match = copy.copy(random_match(name))
    positions, moves = match.positions, match.moves
    for _ in moves:
        match.undo()
    assert match.positions == positions[:1]
    for _ in moves:
        match.redo()
    assert (match.positions, match.moves) == (positions, moves)


@every_game
@pytest.mark.parametrize("ending", ["resign", "draw"])
def test_record_of_a_match_that_was_ended(name: str, ending: str) -> None:
    match = copy.copy(random_match(name))
    if match.outcome is not None:
        match.undo()
    if ending == "resign":
        match.resign(Player.SECOND)
    else:
        match.agree_draw()
    again = Match.from_record(match.record())
    assert again.record() == match.record()
    assert (again.positions, again.outcome) == (match.positions, match.outcome)
