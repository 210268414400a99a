"""Many games at once, by the rulebook: the planes, what is refused, and the symmetries."""

import os
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import quintet
from quintet.core.game import Symmetries
from quintet.core.scene import Counter, Scene
from quintet.core.types import Color
from quintet.environments.planes import Planes, Symmetry, symmetries
from quintet.environments.vector import Arrays
from quintet.environments.vector_rules import RulebookGames


def test_the_planes_of_a_position() -> None:
    game = quintet.load("bestgame(columns=3,rows=3)")
    planes = Planes(game)
    assert planes.names == (
        "own pieces",
        "other's pieces",
        "own colour is black",
        "own points",
        "other's points",
        "own tokens left",
        "other's tokens left",
    )
    shown = planes.of(game.parse(".../b../ww. b 18 17 3 400"))
    assert shown[0].tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert shown[1].tolist() == [[0, 0, 0], [0, 0, 0], [1, 1, 0]]
    assert [int(plane[0, 0]) for plane in shown[2:]] == [1, 3, 255, 18, 17]
    assert all((plane == plane[0, 0]).all() for plane in shown[2:])
    assert planes.mask(game.parse(".../b../ww. b 18 17 3 400")).tolist() == [True, True, True]


def test_the_name_of_a_number_has_no_sign_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = quintet.load("othello")
    counters = (Counter("left", "# moves left", Color.BLACK, 9),)
    monkeypatch.setattr(type(game), "scene", lambda self, position: Scene({}, counters))
    assert Planes(game).names[3:] == ("own moves left", "other's moves left")


def test_a_number_that_shows_only_at_times_has_its_planes() -> None:
    game = quintet.load("magnetize")
    position = game.parse("...../...../...../b.... w 2 0")
    planes = Planes(game).of(position)
    assert [int(plane[0, 0]) for plane in planes[2:]] == [0, 0, 2]


def test_a_swap_changes_who_plays_black() -> None:
    game = quintet.load("quentin(size=3)")
    vector = quintet.vector(game, count=1, rules=True)
    actions = {str(move): action for action, move in enumerate(vector.planes.actions)}
    vector.step([actions["b2"]])
    assert vector.arrays.players.tolist() == [1]
    assert vector.arrays.masks[0, actions["swap"]]
    vector.step([actions["swap"]])
    assert vector.arrays.players.tolist() == [0]
    assert vector.arrays.observations[0, 2].tolist() == [[0] * 3] * 3, "the first player has White now"
    assert vector.arrays.observations[0, 1].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_a_game_that_ends_is_told_and_begins_anew() -> None:
    vector = quintet.vector("magnetize(height=2,width=2)", count=2, rules=True, limit=4)
    for column in (0, 1, 0):
        arrays = vector.step([column, 2])
    assert arrays.truncated.tolist() == arrays.terminated.tolist() == [False, False]
    arrays = vector.step([1, 2])
    assert (arrays.terminated.tolist(), arrays.truncated.tolist()) == ([True, False], [False, True])
    assert arrays.rewards.tolist() == [[0, 0], [0, 0]]
    assert arrays.done.all()
    assert arrays.final_observations[0, :2].sum() == 4
    assert vector.positions() == ["../.. b 0 0"] * 2
    assert not arrays.observations[:, :2].any()


def test_what_is_refused() -> None:
    vector = quintet.vector("othello", count=2, rules=True)
    for actions, got in (([19], "int64 and shape (1,)"), ([19.0, 19.0], "float64 and shape (2,)")):
        with pytest.raises(ValueError) as refused:
            vector.step(actions)
        assert str(refused.value) == f"actions must be 2 whole numbers, one a game, got an array of {got}"
    with pytest.raises(ValueError) as refused:
        vector.step([19, 0])
    assert str(refused.value).startswith("action 0, a1, is not legal in game 1: ")
    for settings, said in (
        ({"count": 0}, "count must be a whole number from 1 to 1048576, got 0"),
        ({"seed": -1}, "seed must be a whole number from 0 to 9223372036854775807, got -1"),
        ({"seed": [1, 2, 3]}, "seed must be one number, or 2 of them, one a game, got 3"),
        ({"limit": 0}, "limit must be a whole number from 1 to 1000000, got 0"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256, got 0"),
        ({"opening": -1}, "opening must be a whole number from 0 to 1000, got -1"),
    ):
        asked: dict[str, Any] = {"count": 2, **settings}
        with pytest.raises(ValueError) as refused:
            quintet.vector("othello", **asked)
        assert str(refused.value) == said
    with pytest.raises(ValueError) as refused:
        quintet.vector(
            "pentago", 1, position=quintet.load("pentago").parse("bbbbb./....../....../....../....../...... w")
        )
    assert str(refused.value) == "the game is over: first has won, five in a row"


def test_arrays_that_do_not_fit_are_refused() -> None:
    vector = quintet.vector("othello", count=2, rules=True)
    short = Arrays(*(array[:1] for array in vector.arrays.each))
    with pytest.raises(ValueError) as refused:
        vector.step(vector.sample(), into=short)
    assert str(refused.value) == "observations must be an array of uint8 and shape (2, 5, 8, 8)"
    kept = Arrays(*(array.copy() for array in vector.arrays.each))
    kept.masks.flags.writeable = False
    with pytest.raises(ValueError) as refused:
        vector.step(vector.sample(), into=kept)
    assert str(refused.value) == "masks must be an array that can be written to, in one piece and in order"


def test_two_calls_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = quintet.vector("othello", count=2, rules=True)
    actions = vector.sample()
    refusals: list[str] = []

    def meanwhile(*_: object) -> None:
        with pytest.raises(ValueError) as refused:
            vector.step(actions)
        refusals.append(str(refused.value))

    monkeypatch.setattr(RulebookGames, "_tell", meanwhile)
    vector.step(actions)
    assert refusals == ["busy with another call, expected one call at a time"] * 2


def test_another_process_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = quintet.vector("othello", count=2)
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(ValueError) as refused:
        vector.step(vector.sample())
    assert str(refused.value) == "these games belong to another process: make new ones with quintet.vector"


def image_of(planes: Planes, position: Any, symmetry: Symmetry) -> Any:
    """The one of the equivalent positions that looks like this image."""
    images = planes.game.symmetries(position) if isinstance(planes.game, Symmetries) else [position]
    wanted = symmetry.observations(planes.of(position))
    return next(image for image in images if (planes.of(image) == wanted).all())


@pytest.mark.parametrize(
    ("spec", "count"),
    [("othello", 8), ("pentago", 8), ("quentin(size=5)", 4), ("bestgame", 2), ("magnetize", 1)],
)
def test_symmetries_commute_with_play(spec: str, count: int) -> None:
    game = quintet.load(spec)
    planes = Planes(game)
    found = symmetries(planes)
    assert len(found) == count
    images = [image_of(planes, game.start(), symmetry) for symmetry in found]
    rng = Random(2)
    for _ in range(10):
        legal = game.legal_moves(images[0])
        action = planes.number[rng.choice(legal)]
        images = [
            game.play(image, planes.actions[symmetry.played(np.array([action]))[0]])
            for image, symmetry in zip(images, found, strict=True)
        ]
        for image, symmetry in zip(images, found, strict=True):
            np.testing.assert_array_equal(planes.of(image), symmetry.observations(planes.of(images[0])))
            np.testing.assert_array_equal(planes.mask(image), symmetry.masks(planes.mask(images[0])))


def test_without_numpy_one_sentence_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None\nimport quintet\nquintet.vector('othello')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "learners need numpy: pip install 'quintet-games[vector]'" in ended.stderr
