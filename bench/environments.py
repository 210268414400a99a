"""Steps a second of environments, with observations and masks written: ours beside other people's, in one run.

    python -m bench.environments

A step is one random legal move in one game, drawn from the mask; not by Gymnasium's ``sample``, which takes three
times as long as a step. A second is one of processor time, of all threads
together, so that other work on the machine counts little. What is not installed is left out: `envpool` is in the extra
`envpool`; `pgx`, and what PettingZoo's own Connect Four needs (`pettingzoo[classic]`), are in none, because they are
large.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import quintet

SECONDS = 0.5
COUNTS = (512, 2048, 8192)
GAMES = ("othello", "pentago", "quentin", "quentin(size=7)", "bestgame", "magnetize")
GAME = "othello"
"""The game that the others have, too."""
ENVPOOL, ENVPOOL_COUNTS = {"othello": "Othello-v1"}, (64, 512)


def rate(step: Callable[[], int]) -> float:
    """Steps a second of processor time; `step` says how many it made."""
    step()
    done, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        done += step()
    return done / (time.process_time() - began)


def drawn(mask: Any) -> Any:
    """A random legal action."""
    return random.choice(mask.nonzero()[0])


def ours(spec: str, threads: int) -> tuple[float, int]:
    """The best rate, and with how many games at once."""

    def with_games(count: int) -> float:
        vector = quintet.vector(spec, count=count, seed=1, threads=threads)

        def step() -> int:
            vector.step(vector.sample())
            return count

        for _ in range(60):  # until games are at all stages
            step()
        return rate(step)

    return max((with_games(count), count) for count in COUNTS)


def envpool(name: str, threads: int) -> float:
    """A game of EnvPool, as many games at once as suit it best."""
    from envpool import make

    def with_games(count: int) -> float:
        env = make(name, env_type="gymnasium", num_envs=count, num_threads=threads, seed=1)
        _, info = env.reset()
        rng = np.random.default_rng(1)

        def step() -> int:
            nonlocal info
            masks = info["legal_action_mask"]
            actions = np.where(masks, rng.random(masks.shape, np.float32), -1).argmax(axis=1)
            info = env.step(actions.astype(np.int32))[-1]
            return count

        for _ in range(20):
            step()
        return rate(step)

    return max(with_games(count) for count in ENVPOOL_COUNTS)


def openspiel(name: str) -> float:
    """OpenSpiel's own game, stepped from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    state: Any = game.new_initial_state()

    def step() -> int:
        nonlocal state
        for _ in range(50):
            state.apply_action(random.choice(state.legal_actions()))
            if state.is_terminal():
                state = game.new_initial_state()
            state.observation_tensor()
            state.legal_actions_mask()
        return 50

    return rate(step)


def pgx(name: str) -> float:
    """Compiled by JAX for this processor, as many games at once as suit it best."""
    import jax
    from pgx import make

    env = make(name)
    begin = jax.jit(jax.vmap(env.init))

    def chosen(over: Any, new: Any, old: Any) -> Any:
        return jax.numpy.where(over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

    def with_games(count: int) -> float:
        def advance(state: Any, key: Any) -> Any:
            scores = jax.random.uniform(key, state.legal_action_mask.shape)
            action = jax.numpy.where(state.legal_action_mask, scores, -1.0).argmax(-1)
            after = jax.vmap(env.step)(state, action)
            fresh = jax.vmap(env.init)(jax.random.split(key, count))
            return jax.tree.map(partial(chosen, after.terminated | after.truncated), fresh, after)

        compiled = jax.jit(advance)
        key = jax.random.PRNGKey(0)
        state = begin(jax.random.split(key, count))

        def step() -> int:
            nonlocal state, key
            key, drawn = jax.random.split(key)
            state = compiled(state, drawn)
            state.observation.block_until_ready()
            return count

        for _ in range(10):
            step()
        return rate(step)

    return max(with_games(count) for count in COUNTS)


def connect_four() -> float:
    """PettingZoo's own."""
    from pettingzoo.classic import connect_four_v3

    return pettingzoo(connect_four_v3.env())


def pettingzoo(env: Any) -> float:
    """An environment of PettingZoo."""
    env.reset()

    def step() -> int:
        for _ in range(50):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                continue
            env.step(drawn(observation["action_mask"]))
        return 50

    return rate(step)


def in_openspiel(spec: str) -> float:
    """Ours, as a game of OpenSpiel."""
    import quintet.environments.openspiel  # noqa: F401  # OpenSpiel knows our games then

    return openspiel(f"quintet_{spec}")


def in_pettingzoo(spec: str) -> float:
    """Ours, as an environment of PettingZoo."""
    from quintet.environments.pettingzoo import env

    return pettingzoo(env(spec))


def in_gymnasium(spec: str) -> float:
    """Ours, one player against random moves; a step is two moves of the game."""
    import gymnasium

    import quintet.environments.gymnasium  # noqa: F401  # Gymnasium knows our games then

    env = gymnasium.make("quintet/Engine-v0", game=spec).unwrapped
    observation, _ = env.reset(seed=1)

    def step() -> int:
        nonlocal observation
        for _ in range(50):
            observation, _, terminated, truncated, _ = env.step(drawn(observation["action_mask"]))
            if terminated or truncated:
                observation, _ = env.reset()
        return 50

    return rate(step)


def in_gymnasium_vector(spec: str, threads: int) -> float:
    """Ours, many games of self-play through Gymnasium's interface."""
    from quintet.environments.gymnasium import SelfPlayVectorEnv

    count = COUNTS[1]
    envs = SelfPlayVectorEnv(spec, count, threads=threads)
    envs.reset(seed=1)

    def step() -> int:
        envs.step(envs.vector.sample())
        return count

    return rate(step)


def theirs(measure: Callable[[], float]) -> float | None:
    try:
        return measure()
    except ImportError:
        return None


def shown(rate: float | None) -> str:
    return "" if rate is None else f"{rate:,.0f}"


def ratio(rate: float | None, other: float | None) -> str:
    if rate is None or other is None:
        return ""
    return f"{rate / other:,.0f} x" if rate >= 10 * other else f"{rate / other:.2f} x"


def all_games() -> Table:
    """The vector of every game, beside OpenSpiel's and pgx's own games."""
    table = Table("game", "one thread", "two", "games", title="The vector: steps a processor second")
    for spec in GAMES:
        one, count = ours(spec, 1)
        two, _ = ours(spec, 2)
        table.add_row(spec, shown(one), shown(two), str(count))
    return table


def beside_others() -> Table:
    """Everything that steps Othello from Python, and how many times as fast ours is."""
    others = {
        "EnvPool": theirs(partial(envpool, ENVPOOL[GAME], 1)),
        "EnvPool, two": theirs(partial(envpool, ENVPOOL[GAME], 2)),
        "pgx": theirs(partial(pgx, GAME)),
        "OpenSpiel": theirs(partial(openspiel, GAME)),
        "PettingZoo": theirs(connect_four),
    }
    here = {
        "vector": ours(GAME, 1)[0],
        "vector, two threads": ours(GAME, 2)[0],
        "Gymnasium, self-play": theirs(partial(in_gymnasium_vector, GAME, 1)),
        "Gymnasium, self-play, two": theirs(partial(in_gymnasium_vector, GAME, 2)),
        "Gymnasium, one game": theirs(partial(in_gymnasium, GAME)),
        "PettingZoo": theirs(partial(in_pettingzoo, GAME)),
        "OpenSpiel": theirs(partial(in_openspiel, GAME)),
    }
    title = f"{GAME}: steps a processor second, and ratios to others (PettingZoo: its Connect Four)"
    table = Table("ours", "steps", *others, title=title)
    table.add_row("", "", *(shown(other) for other in others.values()))
    for name, measured in here.items():
        table.add_row(name, shown(measured), *(ratio(measured, other) for other in others.values()))
    return table


def main() -> None:
    console = Console(width=120)
    console.print(all_games())
    console.print(beside_others())
    pentago = theirs(partial(in_openspiel, "pentago")), theirs(partial(openspiel, "pentago"))
    console.print(f"Pentago in OpenSpiel: {shown(pentago[0])}, its own {shown(pentago[1])}: {ratio(*pentago)}")


if __name__ == "__main__":
    main()
