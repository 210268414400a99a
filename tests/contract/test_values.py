"""Laws about values: games, moves and matches that say the same are equal, and show themselves as what they say."""

import copy
import itertools
import pickle
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quintet
from contract.specs import SPECS, game_of
from contract.walks import walk
from quintet import Match, Player, load

every_game = pytest.mark.parametrize("name", SPECS)
laws = settings(max_examples=12, deadline=None, derandomize=True)
CHOICES = st.lists(st.integers(0, 9999), max_size=90)
NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=20)
TIMES = st.none() | st.datetimes(timezones=st.sampled_from([None, UTC]))


# Games


@every_game
def test_a_game_is_its_spec(name: str) -> None:
    game = game_of(name)
    same = load(name)
    assert game == same
    assert hash(game) == hash(same)
    assert str(game) == name
    assert repr(game) == f"quintet.load({name!r})"
    assert eval(repr(game), {"quintet": quintet}) == game
    text: object = name
    assert game != text


@every_game
def test_copies_of_a_game_are_equal(name: str) -> None:
    game = game_of(name)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert {other: "found"}[game] == "found"


def test_games_with_different_specs_differ() -> None:
    for one, two in itertools.combinations(SPECS, 2):
        assert game_of(one) != game_of(two)
    assert len({game_of(name) for name in SPECS}) == len(SPECS)


# Moves


@every_game
def test_moves_show_themselves_as_their_notation(name: str) -> None:
    for move in game_of(name).all_moves():
        assert repr(move) == str(move)
        assert copy.deepcopy(move) == move


# Matches


def _ended(match: Match, ending: str) -> Match:
    if match.outcome is None and ending == "resign":
        match.resign(Player.SECOND)
    elif match.outcome is None and ending == "draw":
        match.agree_draw()
    return match


@every_game
@laws
@given(
    choices=CHOICES,
    undone=st.integers(0, 3),
    ending=st.sampled_from(["rules", "resign", "draw"]),
    names=st.tuples(NAMES, NAMES),
    started=TIMES,
    finished=TIMES,
)
def test_a_match_equals_its_copies_and_what_its_record_tells(
    name: str,
    choices: list[int],
    undone: int,
    ending: str,
    names: tuple[str, str],
    started: datetime | None,
    finished: datetime | None,
) -> None:
    match = walk(game_of(name), choices)
    for _ in range(min(undone, match.ply)):
        match.undo()
    match.names, match.started, match.finished = names, started, finished
    _ended(match, ending)
    for same in (
        copy.copy(match),
        copy.deepcopy(match),
        pickle.loads(pickle.dumps(match)),
        Match.from_record(match.record()),
    ):
        assert same is not match
        assert same == match
        assert (same.positions, same.moves, same.outcome) == (match.positions, match.moves, match.outcome)
        assert same.legal() == match.legal()
        assert str(same) == str(match)


@every_game
@laws
@given(choices=st.lists(st.integers(0, 9999), min_size=1, max_size=20), others=CHOICES)
def test_matches_with_different_moves_differ(name: str, choices: list[int], others: list[int]) -> None:
    match, other = walk(game_of(name), choices), walk(game_of(name), others)
    assert (match == other) == (match.moves == other.moves)
    shorter = copy.copy(match)
    shorter.undo()
    assert shorter != match
    shorter.redo()
    assert shorter == match
