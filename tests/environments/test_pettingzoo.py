"""PettingZoo's own tests on every game, and what a game looks like through it."""

import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import quintet
from quintet import IllegalMove
from quintet.environments import pettingzoo

SPECS = [
    "othello",
    "pentago",
    "quentin(size=4)",
    "quentin(size=3,pie=false)",
    "bestgame",
    "bestgame(columns=3,rows=3,tokens=3)",
    "magnetize",
    "magnetize(height=2,width=2,maglock=0)",
]


@pytest.mark.filterwarnings("ignore:Observation")  # it knows those that have masks by name, and warns of all others
@pytest.mark.parametrize("spec", SPECS)
def test_the_environment_keeps_to_the_interface(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pettingzoo.env(spec, limit=30), num_cycles=40)
    seed_test(lambda: pettingzoo.env(spec, limit=30), num_cycles=10)


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str) -> Any:
        return pettingzoo.env("pentago", render_mode=render_mode)

    render_test(make, custom_tests={"svg": lambda shown: shown.startswith("<svg")})
    assert "Player 2 (White) is to move." in capsys.readouterr().out
    env = make("rgb_array")
    env.reset()
    empty = env.render()
    env.step(1)
    assert empty.shape == env.render().shape
    assert (empty != env.render()).any()
    with pytest.raises(ValueError) as refused:
        make("film")
    assert str(refused.value) == "render_mode must be one of human, ansi, svg, rgb_array, got 'film'"


def test_a_game_from_start_to_end() -> None:
    env = pettingzoo.env("pentago")
    assert env.metadata["name"] == "pentago_v0"
    env.reset()
    number = {str(move): action for action, move in enumerate(quintet.load("pentago").all_moves())}
    for move in ["a0-4C", "b0-4C", "a1-4C", "b1-4C", "a2-4C", "b2-4C", "a3-4C", "b3-4C"]:
        env.step(number[move])
    mine, theirs = env.observe("player_0"), env.observe("player_1")
    np.testing.assert_array_equal(mine["observation"][0], theirs["observation"][1])
    assert mine["action_mask"].any()
    assert not theirs["action_mask"].any()
    env.step(number["a4"])
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.terminations == {"player_0": True, "player_1": True}
    env.reset(options={"position": "bbbb../wwww../....../....../....../...... w"})
    assert env.agent_selection == "player_1"


def test_a_player_may_move_twice() -> None:
    env = pettingzoo.env("magnetize", limit=3)
    env.reset()
    magnet = 5
    env.step(magnet)
    assert env.agent_selection == "player_1"
    env.step(0)
    assert env.agent_selection == "player_1", "the first player misses two turns"
    env.step(1)
    assert env.truncations == {"player_0": True, "player_1": True}


def test_an_illegal_action(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("othello")
    env.reset()
    env.step(0)
    assert env.terminations["player_0"]
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert env.infos["player_0"] == {"illegal": "a1 turns no disc"}
    assert env.last(observe=False)[1:4] == (0, True, False)
    env.step(None)
    assert env.last(observe=False)[1:4] == (-1, True, False)
    raw = pettingzoo.raw_env("othello")
    raw.reset()
    with pytest.raises(IllegalMove) as refused:
        raw.step(0)
    assert str(refused.value) == "a1 turns no disc"


@pytest.mark.parametrize("action", [-1, 65, 19.0, True, None, "d3"])
def test_what_is_no_action_is_the_programs_mistake_and_no_loss(action: Any) -> None:
    env = pettingzoo.env("othello")
    env.reset()
    with pytest.raises(ValueError) as refused:
        env.step(action)
    assert str(refused.value) == f"action must be 0 to 64, got {action!r}"
    assert not any(env.terminations.values())
    env.step(19)


def test_reset_comes_first() -> None:
    with pytest.raises(ValueError, match=r"^nobody is to move: call reset first$"):
        pettingzoo.env("othello").step(19)


def test_it_can_be_sent_to_another_process() -> None:
    raw = pickle.loads(pickle.dumps(pettingzoo.raw_env("quentin(size=5)", limit=7)))
    assert (raw.game, raw.limit) == (quintet.load("quentin(size=5)"), 7)
