"""Positions of single games, saved and copied games, subsets of games, exact values, and opponents inside the step."""

import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import quintet
from quintet.environments.oracle import Oracle
from quintet.environments.vector import Vector

BOTH = pytest.mark.parametrize("rules", [False, True], ids=["kernel", "rulebook"])


def played(vector: Vector, steps: int) -> Vector:
    for _ in range(steps):
        vector.step(vector.sample())
    return vector


@BOTH
def test_positions_go_back_in(rules: bool) -> None:
    there = played(quintet.vector("othello", 5, seed=3, rules=rules), 7).positions()
    assert len(set(there)) > 1
    again = quintet.vector("othello", position=there, rules=rules)
    assert (again.count, again.positions(), again.starts) == (5, there, tuple(there))
    played(again, 4)
    again.reset(games=[1, 3])
    assert [again.position(number) == there[number] for number in range(5)] == [False, True, False, True, False]
    assert quintet.vector("othello", position=np.array(there), rules=rules).positions() == there


@BOTH
def test_some_games_are_put_into_positions(rules: bool) -> None:
    vector = played(quintet.vector("bestgame", 4, seed=1, rules=rules, limit=6), 3)
    earlier = vector.positions()
    start = vector.game.start()
    arrays = vector.put([start, vector.game.text(start)], games=[0, 2])
    assert vector.positions() == [vector.game.text(start), earlier[1], vector.game.text(start), earlier[3]]
    assert not arrays.observations[0, :2].any()
    vector.copy().put(np.array([earlier[1]]), games=[1])
    other = vector.copy()
    other.put(start)
    assert other.positions() == [vector.game.text(start)] * 4, "one position is for all"
    played(vector, 3)
    assert arrays.truncated.tolist() == [False, True, False, True], "a game begins its count of moves anew"


@BOTH
def test_only_the_chosen_games_are_stepped(rules: bool) -> None:
    vector = quintet.vector("othello", 4, seed=1, rules=rules)
    earlier, drawn = vector.positions(), vector.sample()
    vector.step(drawn[[1, 2]], games=np.array([False, True, True, False]))
    assert [vector.position(number) == earlier[number] for number in range(4)] == [True, False, False, True]
    vector.step([], games=[])
    for action, message in (
        (-1, "actions must be 0 to 64, got -1 in game 3"),
        (0, "action 0, a1, is not legal in game 3"),
    ):
        with pytest.raises(quintet.IllegalMove, match=message):
            vector.step([drawn[0], action], games=[0, 3])
    assert vector.position(0) == earlier[0], "then nothing is played"


@BOTH
def test_copies_and_pickles_go_on_alike(rules: bool) -> None:
    vector = played(quintet.vector("magnetize", 6, seed=5, rules=rules, opening=2, limit=30), 9)
    others = [vector.copy(), pickle.loads(pickle.dumps(vector))]
    blank = quintet.vector("magnetize", 6, rules=rules, opening=2, limit=30)
    blank.restore(vector.save())
    played(vector, 40)
    for other in [*others, blank]:
        assert other.positions() != vector.positions()
        assert played(other, 40).save() == vector.save()
        assert all((one == two).all() for one, two in zip(other.arrays.each[:6], vector.arrays.each[:6], strict=True))


def test_a_kernel_goes_on_from_what_the_rulebook_saved() -> None:
    rulebook = played(quintet.vector("quentin(size=5)", 3, seed=5, rules=True), 9)
    kernel = quintet.vector("quentin(size=5)", 3)
    assert kernel.native
    assert not rulebook.native
    kernel.restore(rulebook.save())
    assert played(kernel, 20).positions() == played(rulebook, 20).positions()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda vector: vector.restore(b"x"), "expected games that Vector.save gave, got b'x'"),
        (lambda vector: vector.restore(3), "expected games that Vector.save gave, got 3"),
        (
            lambda vector: vector.restore(quintet.vector("othello", 3, limit=9).save()),
            "the saved games have another limit: 9, not 1000",
        ),
        (lambda vector: vector.restore(quintet.vector("othello", 2).save()), "expected 3 saved games, got 2"),
        (lambda vector: vector.put("abc"), "a position must be "),
        (lambda vector: vector.put([vector.game.start()] * 2), "position must be one, or 3 of them, one a game, got 2"),
        (lambda vector: vector.arrays.observations_as("colour"), "dtype must be a number type of numpy, such as"),
        (lambda vector: vector.put(["abc"], games=[0]), "a position must be "),
        (lambda vector: vector.reset(games=[3]), "games must be numbers from 0 to 2, or a mask of 3, got [3]"),
        (lambda vector: vector.reset(games=[0.5]), "games must be numbers from 0 to 2, or a mask of 3, got [0.5]"),
        (lambda vector: vector.reset(games=[1, 1]), "games must name each game once, got [1, 1]"),
        (lambda vector: vector.reset(seed=[1, 2]), "seed must be one number, or 3 of them, one a game, got 2"),
        (lambda vector: quintet.vector("othello", position=[]), "position must be one, or one a game, got none"),
        (
            lambda vector: quintet.vector("othello", 3, position=vector.positions()[:2]),
            "position must be one, or 3 of them, one a game, got 2",
        ),
        (
            lambda vector: quintet.vector("othello", opponent="human"),
            "opponent must be",
        ),
        (
            lambda vector: quintet.vector("othello", opponent="random", seat="third"),
            "seat must be one of first, second",
        ),
        (
            lambda vector: quintet.vector("othello", 3, opponent=lambda seen, masks: 1.5, seat="second"),
            "the opponent must give 3 actions, one a game, got array(1.5)",
        ),
    ],
)
def test_what_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        call(quintet.vector("othello", 3))
    assert str(refused.value).startswith(message)


def test_seeds_in_an_array() -> None:
    one = quintet.vector("othello", 3, seed=np.array([4, 5, 6]), opening=6)
    assert one.positions() == quintet.vector("othello", 3, seed=[4, 5, 6], opening=6).positions()


def test_observations_as_other_numbers_and_masks_as_bits() -> None:
    arrays = played(quintet.vector("othello", 3), 4).arrays
    shown = arrays.observations_as(np.float32)
    assert shown.dtype == np.float32
    assert (shown == arrays.observations).all()
    assert arrays.observations_as(flat=True).shape == (3, arrays.observations[0].size)
    bits = arrays.mask_bits
    assert bits.shape == (3, 9)
    assert (np.unpackbits(bits, axis=1, count=65, bitorder="little").astype(bool) == arrays.masks).all()
    assert len(repr(arrays)) < 400


def test_exact_values_of_the_positions() -> None:
    vector = played(quintet.vector("magnetize(height=2,width=3)", 8, seed=1), 3)
    oracle = Oracle(vector.game)
    known = [oracle.ask(position) for position in vector.positions()]
    assert vector.values().tolist() == vector.values(oracle).tolist() == [truth.value for truth in known if truth]
    assert np.isnan(vector.values(Oracle(vector.game, nodes=1))).any()


def first_legal(seen: NDArray[np.uint8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    return actions


@pytest.mark.parametrize("opponent", ["random", "level:1", first_legal])
@pytest.mark.parametrize("seat", ["first", "second", "random"])
def test_an_opponent_answers_inside_the_step(opponent: Any, seat: str) -> None:
    vector = quintet.vector("bestgame(columns=3,rows=3,tokens=4)", 6, seed=2, opponent=opponent, seat=seat)
    arrays = vector.arrays
    ended = np.zeros(6, int)
    rewarded = np.zeros(2)
    for _ in range(12):
        assert (arrays.players == vector.seats).all()
        arrays = vector.step(arrays.masks.argmax(axis=1))
        ended += arrays.done
        rewarded += arrays.rewards.sum(axis=0)
    assert (ended > 0).all()
    assert rewarded.sum() == 0
    if opponent is not first_legal:
        other = vector.copy()
        assert (other.seats == vector.seats).all()
        assert other.positions() == vector.positions()
    vector.reset(seed=4)
    assert (vector.arrays.players == vector.seats).all()
    assert not vector.arrays.rewards.any()
    vector.put([vector.game.start()] * 6)
    assert (vector.arrays.players == vector.seats).all()
    vector.restore(quintet.vector(vector.game, 6).save())
    assert (vector.arrays.players == vector.seats).all()


def test_a_game_that_the_opponent_ends_is_told() -> None:
    game = quintet.load("pentago")
    match = quintet.Match(game)
    for move in ["a0-4C", "f0-4C", "a1-4C", "f1-4C", "a2-4C", "f2-4C", "a3-4C"]:
        match.play(move)
    win = next(number for number, move in enumerate(game.all_moves()) if str(move) == "a4")
    vector = quintet.vector(
        game,
        1,
        position=match.position,
        seat="second",
        opponent=lambda seen, masks: np.where(masks[:, win], win, masks.argmax(axis=1)),
    )
    arrays = vector.step([next(number for number, move in enumerate(game.all_moves()) if str(move) == "e0-4C")])
    assert arrays.terminated.tolist() == [True]
    assert arrays.rewards.tolist() == [[1, -1]]
    assert vector.position(0) == game.text(match.position)


@pytest.mark.parametrize("opponent", ["random", "level:1", "mcts:nodes=20", "solver"])
def test_the_opponents_choices_belong_to_the_games(opponent: str) -> None:
    """A copy goes on alike, threads change nothing, and games that the learner plays alike differ."""

    def first_of(vector: Vector, steps: int) -> list[str]:
        for _ in range(steps):
            vector.step(vector.arrays.masks.argmax(axis=1))
        return vector.positions()

    spec = "bestgame(columns=3,rows=3,tokens=4)"
    vectors = [quintet.vector(spec, 8, seed=2, opponent=opponent, seat="random", threads=count) for count in (1, 3)]
    one, other = (first_of(vector, 3) for vector in vectors)
    assert one == other
    copies = [vectors[0].copy(), pickle.loads(pickle.dumps(vectors[0]))]
    later = first_of(vectors[0], 9)
    assert [first_of(copied, 9) for copied in copies] == [later, later]
    assert len(set(one)) > 2, "the seats alone make two"
