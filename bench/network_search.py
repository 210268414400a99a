"""Simulations a second of tree searches with an evaluation from outside: ours beside other people's, in one run.

    python -m bench.network_search

Othello, one thread, seconds of processor time. The evaluation is one that knows nothing, or a small network: two
convolutions of 32 channels in torch, in jax for mctx. All trees begin in the same number of random moves after the
start and are searched with the same number of simulations. What is not installed is left out: torch, and jax with mctx
and pgx, are in no extra, because they are large. OpenSpiel's search is the one in C++, which takes no network: its
evaluator plays one random game, or, from Python's search, knows nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import quintet

SECONDS = 1.0
TREES, SIMULATIONS, OPENING, CHANNELS = 256, 64, 8, 32
GAME = "othello"
Evaluate = Callable[[Any, Any], tuple[Any, Any]]


def rate(search: Callable[[], int]) -> float:
    """Simulations a second of processor time; `search` says how many it made."""
    search()
    done, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        done += search()
    return done / (time.process_time() - began)


def know_nothing(observations: Any, masks: Any) -> tuple[Any, Any]:
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def small_network() -> Evaluate:
    import torch
    from torch import nn

    torch.set_num_threads(1)
    body = nn.Sequential(
        nn.Conv2d(5, CHANNELS, 3, padding=1), nn.ReLU(), nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1), nn.ReLU()
    )
    heads = nn.Linear(CHANNELS * 64, 66)

    @torch.inference_mode()  # type: ignore[untyped-decorator]
    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        out = heads(body(torch.from_numpy(observations).float()).flatten(1))
        return out[:, :65], torch.tanh(out[:, 65])

    return evaluate  # type: ignore[no-any-return]


def ours(evaluate: Evaluate, method: Any, rules: bool = False) -> float:
    trees = 4 if rules else TREES
    positions = quintet.vector(GAME, count=trees, seed=1, opening=OPENING, threads=1).positions()

    def search() -> int:
        found = quintet.search(GAME, evaluate, positions, simulations=SIMULATIONS, method=method, rules=rules)
        return int(found.visits.sum())

    return rate(search)


def mctx(network: bool) -> float:
    """Its Gumbel search with pgx's Othello as the model, compiled for this processor."""
    import jax
    import jax.numpy as jnp
    import mctx as library
    from pgx import make

    env = make(GAME)
    keys = jax.random.split(jax.random.PRNGKey(1), TREES)
    shape = env.observation_shape
    weights = {
        "first": jax.random.normal(keys[0], (CHANNELS, shape[-1], 3, 3)) / 10,
        "second": jax.random.normal(keys[1], (CHANNELS, CHANNELS, 3, 3)) / 10,
        "heads": jax.random.normal(keys[2], (CHANNELS * 64, env.num_actions + 1)) / 10,
    }

    def evaluated(state: Any) -> tuple[Any, Any]:
        if not network:
            return jnp.zeros((TREES, env.num_actions)), jnp.zeros(TREES)
        planes = state.observation.astype(jnp.float32).transpose(0, 3, 1, 2)
        for name in ("first", "second"):
            planes = jax.nn.relu(jax.lax.conv(planes, weights[name], (1, 1), "SAME"))
        out = planes.reshape(TREES, -1) @ weights["heads"]
        return out[:, :-1], jnp.tanh(out[:, -1])

    def masked(logits: Any, state: Any) -> Any:
        return jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min)

    def step(parameters: Any, key: Any, action: Any, state: Any) -> Any:
        before = state.current_player
        state = jax.vmap(env.step)(state, action)
        logits, value = evaluated(state)
        value = jnp.where(state.terminated, 0.0, value)
        reward = state.rewards[jnp.arange(TREES), before]
        discount = jnp.where(state.terminated, 0.0, jnp.where(before == state.current_player, 1.0, -1.0))
        output = library.RecurrentFnOutput(
            reward=reward, discount=discount, prior_logits=masked(logits, state), value=value
        )
        return output, state

    @jax.jit  # type: ignore[untyped-decorator]
    def searched(state: Any, key: Any) -> Any:
        logits, value = evaluated(state)
        root = library.RootFnOutput(prior_logits=masked(logits, state), value=value, embedding=state)
        illegal = ~state.legal_action_mask
        return library.gumbel_muzero_policy((), key, root, step, SIMULATIONS, illegal).action_weights

    state = jax.jit(jax.vmap(env.init))(keys)
    for number in range(OPENING):
        scores = jax.random.uniform(jax.random.PRNGKey(number), state.legal_action_mask.shape)
        state = jax.jit(jax.vmap(env.step))(state, jnp.where(state.legal_action_mask, scores, -1.0).argmax(-1))

    def search() -> int:
        searched(state, keys[0]).block_until_ready()
        return TREES * SIMULATIONS

    return rate(search)


def openspiel(in_cpp: bool) -> float:
    import pyspiel
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game(GAME)
    chance = np.random.default_rng(1)
    states = []
    for _ in range(16):
        state: Any = game.new_initial_state()
        for _ in range(OPENING):
            state.apply_action(int(chance.choice(state.legal_actions())))
        states.append(state)

    class KnowsNothing(mcts.Evaluator):  # type: ignore[misc]
        def evaluate(self, state: Any) -> Any:
            return np.zeros(2)

        def prior(self, state: Any) -> Any:
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

    if in_cpp:
        rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
        kinds = pyspiel.ChildSelectionPolicy.PUCT
        bot = pyspiel.MCTSBot(game, rollouts, 1.25, SIMULATIONS, 1000, True, 1, False, kinds)
    else:
        fresh = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 1.25, SIMULATIONS, KnowsNothing(), random_state=fresh)

    def search() -> int:
        return sum(bot.mcts_search(state).explore_count for state in states)

    return rate(search)


def main() -> None:
    rows: list[tuple[str, float, float | None]] = []
    small = small_network() if find_spec("torch") else None
    for method in ("gumbel", "puct"):
        rows.append((f"ours, {method}", ours(know_nothing, method), small and ours(small, method)))
    rows.append(("ours, over the rulebook", ours(know_nothing, "gumbel", rules=True), None))
    if find_spec("mctx") and find_spec("pgx"):
        rows.append(("mctx, gumbel, with pgx", mctx(False), mctx(True)))
    if find_spec("pyspiel"):
        rows.append(("OpenSpiel's MCTS in C++, one random game a leaf", openspiel(True), None))
        rows.append(("OpenSpiel's MCTS in Python", openspiel(False), None))
    table = Table(title=f"{GAME}: simulations a second of processor time, {TREES} trees of {SIMULATIONS}")
    for name in ("search", "null network", "ours is x times", "small network", "ours is x times "):
        table.add_column(name, justify="left" if name == "search" else "right")
    best = rows[0]
    for name, null, network in rows:
        more = ["", ""] if network is None else [f"{network:,.0f}", f"{(best[2] or 0) / network:.1f}"]
        table.add_row(name, f"{null:,.0f}", f"{best[1] / null:.1f}", *more)
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
