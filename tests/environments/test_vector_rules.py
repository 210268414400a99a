"""Many games at once: the kernels against the rulebook, number for number, and whatever the threads."""

import threading
from typing import Any

import numpy as np
import pytest

import quintet
from needs import need
from quintet import IllegalMove
from quintet.environments.vector import Arrays, Vector

need("the engine room")

SPECS = [
    "othello",
    "othello(empties=winner)",
    "pentago",
    "quentin(size=2)",
    "quentin(size=5)",
    "quentin(size=4,pie=false)",
    "quentin(size=9)",
    "bestgame",
    "bestgame(columns=3,rows=3,tokens=4)",
    "bestgame(columns=9,rows=9)",
    "magnetize",
    "magnetize(height=3,width=3,maglock=0)",
    "magnetize(height=9,width=9,square=3,maglock=1)",
]
SLOW = {"pentago": 18, "quentin(size=9)": 30}
"""Steps, where the rulebook takes its time."""


def same(one: Arrays, other: Arrays) -> None:
    for a, b in zip(one.each, other.each, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("spec", SPECS)
def test_kernels_fill_the_arrays_as_the_rulebook_does(spec: str) -> None:
    both = [quintet.vector(spec, count=2, seed=7, opening=3, limit=25, rules=rules) for rules in (False, True)]
    kernel, rulebook = both
    assert kernel.native
    assert not rulebook.native
    ended = np.zeros(2, int)
    for _ in range(SLOW.get(spec, 90)):
        actions = kernel.sample()
        np.testing.assert_array_equal(actions, rulebook.sample())
        same(kernel.step(actions), rulebook.step(actions))
        assert kernel.positions() == rulebook.positions()
        ended += kernel.arrays.done
    if spec not in SLOW:
        assert ended.all(), "no game ended: the test saw no end and no beginning"
    same(kernel.reset(seed=1), rulebook.reset(seed=1))
    same(kernel.step(kernel.sample()), rulebook.step(rulebook.sample()))


def played(vector: Vector, steps: int) -> list[Any]:
    shown: list[Any] = [[array.copy() for array in vector.arrays.each]]
    for _ in range(steps):
        vector.step(vector.sample())
        shown.append([array.copy() for array in vector.arrays.each])
    return shown


@pytest.mark.parametrize("spec", ["othello", "pentago", "quentin(size=13)", "magnetize"])
def test_the_number_of_threads_changes_nothing(spec: str) -> None:
    one, *others = (played(quintet.vector(spec, count=700, seed=3, threads=threads), 40) for threads in (1, 2, 5))
    for other in others:
        for before, after in zip(one, other, strict=True):
            for a, b in zip(before, after, strict=True):
                np.testing.assert_array_equal(a, b)


def test_games_have_seeds_of_their_own() -> None:
    few, many = (quintet.vector("othello", count=count, seed=5) for count in (4, 900))
    for _ in range(70):
        few.step(few.sample())
        many.step(many.sample())
    assert few.positions() == many.positions()[:4]
    assert len(set(many.positions())) > 800
    given = quintet.vector("othello", count=3, seed=[4, 9, 4])
    for _ in range(20):
        given.step(given.sample())
    first, second, third = given.positions()
    assert first == third != second


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    vector = quintet.vector("othello", count=5, seed=0)
    actions = vector.sample()
    actions[3] = 0
    before = [array.copy() for array in vector.arrays.each]
    with pytest.raises(IllegalMove) as refused:
        vector.step(actions)
    assert str(refused.value) == f"action 0, a1, is not legal in game 3: {vector.position(3)}"
    for wrong in (-1, 65):
        actions[3] = wrong
        with pytest.raises(IllegalMove) as refused:
            vector.step(actions)
        assert str(refused.value) == f"actions must be 0 to 64, got {wrong} in game 3"
    for a, b in zip(before, vector.arrays.each, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_rollout_is_written_where_the_caller_wants_it() -> None:
    vector = quintet.vector("pentago", count=8, seed=0)
    rollout = vector.allocate(steps=12)
    for t in range(12):
        filled = vector.step(vector.sample(), into=rollout[t])
        assert np.shares_memory(filled.observations, rollout.observations)
    assert rollout.observations.shape == (12, 8, 3, 6, 6)
    marbles = rollout.observations[:, :, :2].sum(axis=(2, 3, 4))
    np.testing.assert_array_equal(marbles, np.arange(1, 13)[:, None] * np.ones((1, 8)))


def test_arrays_go_on_without_a_copy() -> None:
    vector = quintet.vector("othello", count=3)
    again = np.from_dlpack(vector.arrays.observations)
    assert np.shares_memory(again, vector.arrays.observations)


def test_two_threads_of_the_caller_do_not_get_in_each_others_way() -> None:
    vector = quintet.vector("othello", count=600, threads=2)
    said: list[str] = []

    def play() -> None:
        for _ in range(60):
            try:
                vector.step(vector.sample(), into=vector.allocate())
            except ValueError as refused:
                said.append(str(refused))

    players = [threading.Thread(target=play) for _ in range(2)]
    for player in players:
        player.start()
    for player in players:
        player.join()
    busy = "busy with another call, expected one call at a time"
    assert all(each == busy or "is not legal in game" in each for each in said), "another moved in between"
    vector.step(vector.sample())
    assert vector.arrays.masks.any(axis=1).all()
