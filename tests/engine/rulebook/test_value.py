"""The one number that searches compare: its order and its meaning."""

import itertools

import pytest

from engine.toys import FIRST, SECOND, GuessingToy, Node, ScoredToy, Spot, end, toy
from quintet.engine.rulebook.value import GUESS, Decoded, Evaluator, at_least, decode, is_decided, later


def test_who_wins_matters_first_then_the_margin_then_how_soon() -> None:
    ends = {
        "won by 9": end(FIRST, (9, 0)),
        "won by 8": end(FIRST, (9, 1)),
        "drawn": end(None, (4, 4)),
        "lost by 1": end(SECOND, (4, 5)),
        "lost by 7": end(SECOND, (0, 7)),
    }
    judge = Evaluator(toy(ends, ScoredToy))
    soon = [judge.final(Spot(name), FIRST, 2) for name in ends]
    late = [judge.final(Spot(name), FIRST, 90) for name in ends]
    assert soon[0] > late[0] > soon[1] > late[1] > GUESS > soon[2] == late[2] > -GUESS > late[3] > soon[3] > late[4]
    assert late[4] > soon[4]
    assert [judge.final(Spot(name), SECOND, 2) for name in ends] == [-value for value in soon]


@pytest.mark.parametrize(("winner", "margin"), [(FIRST, 3), (FIRST, 0), (SECOND, -3), (SECOND, 0), (FIRST, -2)])
def test_a_value_can_be_read_back(winner: int, margin: int) -> None:
    judge = Evaluator(toy({"a": end(FIRST if winner == FIRST else SECOND, (10 + margin, 10))}, ScoredToy))
    result = 1 if winner == FIRST else -1
    for ply in (0, 1, 7, 100):
        value = judge.final(Spot("a"), FIRST, ply)
        assert is_decided(value)
        assert decode(value) == Decoded(result, margin, ply)
        assert later(judge.final(Spot("a"), FIRST, 0), ply) == value
        assert later(value, -ply) == judge.final(Spot("a"), FIRST, 0)


def test_the_least_value_of_a_result_and_margin_parts_it_from_the_next() -> None:
    for margin in (-3, -1, 0, 1, 5):
        edge = at_least(1, margin)
        assert decode(edge).result == 1
        assert decode(edge).margin == margin
        assert decode(edge - 1).margin == margin - 1
        edge = at_least(-1, margin)
        assert decode(edge).margin == margin
        assert decode(edge - 1).margin == margin - 1
    assert at_least(0, 0) == 0
    pairs = itertools.pairwise([at_least(-1, -5), at_least(-1, -1), at_least(0, 0), at_least(1, 1), at_least(1, 2)])
    assert all(low < high for low, high in pairs)


def test_guesses_are_never_decided_and_a_draw_is_even() -> None:
    assert not is_decided(GUESS)
    assert not is_decided(-GUESS)
    assert decode(GUESS) == decode(0) == Decoded(0, 0, 0)
    assert later(1234, 5) == 1234


class Boaster(GuessingToy):
    def heuristic(self, pos: Spot, player: int) -> float:
        return 7.5


def test_a_heuristic_beyond_its_range_is_held_to_it() -> None:
    graph = {"a": Node(FIRST, {"x": "b"}), "b": end(FIRST)}
    assert Evaluator(toy(graph, Boaster)).guess(Spot("a"), FIRST) == GUESS
    assert Evaluator(toy(graph)).guess(Spot("a"), FIRST) == 0


def test_a_game_without_moves_that_is_not_over_is_a_clear_error() -> None:
    class Stuck(ScoredToy):
        def outcome(self, pos: Spot) -> None:
            return None

    with pytest.raises(ValueError, match="a position without legal moves must be over, got 'a'"):
        Evaluator(toy({"a": end(FIRST)}, Stuck)).final(Spot("a"), FIRST, 0)
