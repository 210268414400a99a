"""Gymnasium's own check on every game; a game against an engine; many games as its vector environment."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quintet
from quintet.environments.gymnasium import EngineEnv

SPECS = ["othello", "pentago", "quentin(size=4)", "bestgame(columns=3,rows=3)", "magnetize(maglock=0)"]


def make(game: str, **settings: Any) -> EngineEnv:
    env = gymnasium.make("quintet/Engine-v0", game=game, **settings).unwrapped
    assert isinstance(env, EngineEnv)
    return env


@pytest.mark.parametrize("spec", SPECS)
def test_the_environment_keeps_to_the_interface(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(spec, seat="random"))


@pytest.mark.parametrize("seat", ["first", "second"])
def test_whole_games_against_an_engine(seat: str) -> None:
    env = make("magnetize(height=3,width=3)", opponent="level:2", seat=seat)
    ends: list[float] = []
    for seed in range(6):
        env.action_space.seed(seed)
        shown, info = env.reset(seed=seed)
        assert info["player"] == ["first", "second"].index(seat)
        terminated = truncated = False
        while not terminated and not truncated:
            action = env.action_space.sample(shown["action_mask"])
            shown, reward, terminated, truncated, info = env.step(action)
            assert "illegal" not in info
        outcome = env.match.outcome
        assert outcome is not None
        assert reward == (0 if outcome.winner is None else 1 if outcome.winner is env.player else -1)
        ends.append(reward)
    assert -1 in ends
    with pytest.raises(ValueError) as refused:
        env.step(0)
    assert str(refused.value) == "the game is over: call reset"


def test_a_seed_is_any_integer_and_many_games_take_one_each() -> None:
    env = make("othello", seat="random")
    seats = [[env.reset(seed=kind(seed))[1]["player"] for seed in range(8)] for kind in (int, np.int64, np.array)]
    assert seats[0] == seats[1] == seats[2]
    assert set(seats[0]) == {0, 1}
    with pytest.raises(ValueError, match="seed must be a whole number from 0"):
        env.reset(seed=1.5)  # type: ignore[arg-type]
    envs = gymnasium.make_vec("quintet/SelfPlay-v0", num_envs=3, game="othello", opening=6)
    one, _ = envs.reset(seed=[1, 2, 3])
    other, _ = envs.reset(seed=np.array([1, 2, 3]))
    assert (one == other).all()


def test_an_illegal_action_loses() -> None:
    env = make("othello")
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1, True, "a1 turns no disc")
    env.reset()
    for action in (65, True, 19.0, "d3"):
        with pytest.raises(ValueError) as refused:
            env.step(action)
        assert str(refused.value) == f"action must be 0 to 64, got {action!r}"


def test_what_is_refused() -> None:
    for settings, said in (
        (
            {"opponent": "human"},
            "opponent must be level:1 to level:10, random, engine, solver, mcts:nodes=N or"
            " alphabeta:depth=N, got 'human'",
        ),
        ({"seat": "third"}, "seat must be one of first, second, random, got 'third'"),
        ({"limit": 0}, "limit must be a whole number from 1 to 1000000, got 0"),
    ):
        with pytest.raises(ValueError) as refused:
            make("othello", **settings)
        assert str(refused.value) == said


def test_many_games() -> None:
    envs = gymnasium.make_vec("quintet/SelfPlay-v0", num_envs=6, game="magnetize(height=3,width=3)", limit=30)
    twin = quintet.vector("magnetize(height=3,width=3)", count=6, limit=30)
    shown, info = envs.reset(seed=4)
    twin.reset(seed=4)
    ended = 0
    for _ in range(60):
        assert envs.observation_space.contains(shown)
        actions = twin.sample()
        moved = twin.arrays.players.copy()
        shown, rewards, terminated, truncated, info = envs.step(actions)
        twin.step(actions)
        np.testing.assert_array_equal(shown, twin.arrays.observations)
        np.testing.assert_array_equal(info["action_mask"], twin.arrays.masks)
        np.testing.assert_array_equal(rewards, [twin.arrays.rewards[at, player] for at, player in enumerate(moved)])
        for at in np.flatnonzero(terminated | truncated):
            ended += 1
            assert info["_final_obs"][at]
            np.testing.assert_array_equal(info["final_obs"][at], twin.arrays.final_observations[at])
    assert ended > 5


def first_legal(observation: dict[str, Any]) -> Any:
    return observation["action_mask"].argmax()


class Model:
    """A trained model as Stable-Baselines3 has them."""

    def predict(self, observation: dict[str, Any], deterministic: bool = False) -> tuple[Any, None]:
        return np.array(19), None  # legal in the first position only


class MaskedModel:
    def predict(self, observation: dict[str, Any], action_masks: Any = None) -> tuple[Any, None]:
        return action_masks.argmax(), None


@pytest.mark.parametrize("opponent", [first_legal, Model(), MaskedModel()])
def test_a_function_or_a_model_is_the_opponent(opponent: Any) -> None:
    env = make("othello", opponent=opponent, seat="second")
    observation, _ = env.reset(seed=1)
    assert str(env.match.moves[0]) == "d3"
    assert observation["observation"].dtype == np.float32
    done = False
    while not done:
        np.testing.assert_array_equal(env.action_masks(), observation["action_mask"])
        observation, reward, done, *_ = env.step(np.flatnonzero(env.action_masks())[-1])
    assert env.match.outcome is not None
    assert reward == {None: 0, 0: -1, 1: 1}[env.match.outcome.winner]
    assert not env.action_masks().any()
