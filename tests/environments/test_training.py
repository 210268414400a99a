"""Programs as a researcher writes them: other people's learners on our environments, unchanged."""

import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import quintet
import quintet.environments.gymnasium
from needs import need

EXAMPLES = Path(__file__).parents[2] / "examples/training"
NEEDS = {
    "stable_baselines": "Stable-Baselines3",
    "maskable_ppo": "Stable-Baselines3",
    "tianshou_collect": "tianshou",
    "rllib_ppo": "RLlib",
    "agilerl_ppo": "AgileRL",
}


def test_a_loop_with_numbers_of_numpy() -> None:
    env = gymnasium.make("quintet/Engine-v0", game="othello", opponent="level:1")
    rng = np.random.default_rng(0)
    observation, _ = env.reset(seed=0)
    done = False
    while not done:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        assert type(action) is np.int64
        observation, reward, done, *_ = env.step(action)
    assert reward in (-1, 0, 1)
    match = quintet.Match("othello")
    while match.outcome is None:
        match.play(match.legal()[rng.integers(len(match.legal()))])


def test_every_example_is_tried() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(NEEDS)


@pytest.mark.parametrize("name", NEEDS)
def test_the_example_runs_where_its_library_is_installed(name: str) -> None:
    need(NEEDS[name])
    ran = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.strip()
