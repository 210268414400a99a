"""Steps a second of environments, with observations and masks written: ours beside other people's, in one run.

    python -m bench.environments

A step is one random legal move in one game, drawn from the mask. Everything is measured by processor time, pgx with
that of all its threads, so that other work on the machine counts little; only two threads of ours go by the clock on
the wall. What is not installed is left out: `pgx`, and what PettingZoo's own Connect Four needs
(`pettingzoo[classic]`), are in no extra of ours because they are large.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

import quintet

SECONDS = 0.5
COUNTS = (512, 2048, 8192)
GAMES = ("othello", "pentago", "quentin", "quentin(size=7)", "bestgame", "magnetize")
OPENSPIEL = ("othello", "pentago")
PGX = ("othello",)


def rate(step: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Steps a second of processor time, so that other work counts little; `step` says how many it made."""
    step()
    done, began = 0, clock()
    while clock() - began < SECONDS:
        done += step()
    return done / (clock() - began)


def ours(spec: str, threads: int) -> tuple[float, int]:
    """The best rate, and with how many games at once."""

    def with_games(count: int) -> float:
        vector = quintet.vector(spec, count=count, seed=1, threads=threads)

        def step() -> int:
            vector.step(vector.sample())
            return count

        for _ in range(60):  # until games are at all stages
            step()
        return rate(step) if threads == 1 else rate(step, time.perf_counter)

    return max((with_games(count), count) for count in COUNTS)


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

    env = connect_four_v3.env()
    env.reset()

    def step() -> int:
        for _ in range(50):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.reset()
                continue
            env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
        return 50

    return rate(step)


def theirs(measure: Callable[[], float]) -> float | None:
    try:
        return measure()
    except ImportError:
        return None


def shown(rate: float | None) -> str:
    return "" if rate is None else f"{rate:,.0f}"


def ratio(one: float, other: float | None) -> str:
    return "" if other is None else f"{one / other:,.0f} x"


def main() -> None:
    table = Table("game", "one thread", "two", "games", "OpenSpiel", "ratio", "pgx", "ratio", title="Steps a second")
    for spec in GAMES:
        one, count = ours(spec, 1)
        two, _ = ours(spec, 2)
        spiel = theirs(partial(openspiel, spec)) if spec in OPENSPIEL else None
        jaxed = theirs(partial(pgx, spec)) if spec in PGX else None
        table.add_row(
            spec, shown(one), shown(two), str(count), shown(spiel), ratio(one, spiel), shown(jaxed), ratio(one, jaxed)
        )
    console = Console(width=120)
    console.print(table)
    console.print(f"PettingZoo's Connect Four: {shown(theirs(connect_four)) or 'not installed'}")


if __name__ == "__main__":
    main()
