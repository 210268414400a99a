"""OpenSpiel's own AlphaZero on a game of ours, and how near it comes to the truth.

pip install jax flax optax chex orbax-checkpoint         what its AlphaZero needs beside the extra `openspiel`
python examples/openspiel/alphazero.py                   Best Game Ever Made on 3 x 3, a few minutes
python examples/openspiel/alphazero.py --game "magnetize(height=3,width=3)" --steps 20

One process plays games with tree search and the network, this one learns from them. Afterwards the network alone,
without any search, is held against exact values: what its best move gives away, and how far off its values are.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.alpha_zero import alpha_zero

import quintet
import quintet.environments.openspiel  # its games are then known to OpenSpiel, in the processes that it starts, too
from quintet.environments.planes import Planes

SMALL = "bestgame(columns=3,rows=3,tokens=3)"


def settings(spec: str, path: str, steps: int, states: int, simulations: int) -> Any:
    """As in OpenSpiel's own example for small boards, with a plain network; `states` new positions a step."""
    game = pyspiel.load_game(f"quintet_{spec}")
    return alpha_zero.Config(
        game=f"quintet_{spec}",
        path=path,
        learning_rate=0.002,
        weight_decay=1e-4,
        decouple_weight_decay=False,
        train_batch_size=128,
        replay_buffer_size=4 * states,
        replay_buffer_reuse=4,
        max_steps=steps,
        checkpoint_freq=1,
        actors=1,
        evaluators=0,
        evaluation_window=1,
        eval_levels=2,
        uct_c=1.4,
        max_simulations=simulations,
        policy_alpha=1.0,
        policy_epsilon=0.25,
        temperature=1.0,
        temperature_drop=4,
        nn_model="mlp",
        nn_width=128,
        nn_depth=2,
        observation_shape=game.observation_tensor_shape(),
        output_size=game.num_distinct_actions(),
        verbose=False,
        quiet=True,
        nn_api_version="linen",
    )


def random_positions(game: Any, count: int) -> list[Any]:
    """Positions of random games that are not over."""
    chance, seen = Random(0), list[Any]()
    while len(seen) < count:
        position = game.start()
        while legal := game.legal_moves(position):
            seen.append(position)
            position = game.play(position, chance.choice(legal))
    return seen[:count]


def measured(config: Any, step: int, oracle: Any, positions: list[Any]) -> tuple[float, float]:
    """Of the network after so many steps: the mean regret of its best move, and how far its value is off."""
    model = alpha_zero._init_model_from_config(config)
    model.load_checkpoint(step)
    planes = Planes(oracle.game)
    policies, errors = [], []
    for position in positions:
        mask = planes.mask(position)
        value, policy = model.inference(planes.of(position).reshape(-1).astype(np.float32), mask)
        policies.append(np.eye(mask.size)[int(np.where(mask, policy, -1.0).argmax())])
        sign = 1 if oracle.game.to_move(position) is quintet.Player.FIRST else -1  # its values are the first player's
        errors.append(abs(float(value) - sign * oracle.ask(position).value))
    return oracle.regret(np.array(policies), positions).mean, float(np.mean(errors))


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's AlphaZero on a game of ours.")
    parser.add_argument("--game", default=SMALL, help="one that the oracle knows")
    parser.add_argument("--steps", type=int, default=8, help="of learning; Ctrl-C ends it early")
    parser.add_argument("--states", type=int, default=512, help="new positions for each of them")
    parser.add_argument("--simulations", type=int, default=25, help="of tree search for a move")
    parser.add_argument("--positions", type=int, default=200, help="that it is measured in")
    given = parser.parse_args()
    oracle = quintet.oracle(given.game, memory_mb=32)
    positions = random_positions(oracle.game, given.positions)
    with tempfile.TemporaryDirectory() as path:
        config = settings(given.game, path, given.steps, given.states, given.simulations)
        alpha_zero.alpha_zero(config)
        print(f"{given.game}, the network alone in {len(positions)} positions:")
        done = max(int(checkpoint.name.partition("-")[2]) for checkpoint in Path(path).glob("checkpoint-*"))
        for step in range(0, done + 1, max(1, done // 4)):
            regret, error = measured(config, step, oracle, positions)
            print(f"{step:4} steps   regret {regret:.3f}   value off by {error:.2f}", flush=True)


if __name__ == "__main__":
    main()
