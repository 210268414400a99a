"""Learns a small board from nothing: deep Q-learning by self-play, in numpy alone.

    python examples/learner/learner.py                  Best Game Ever Made on 3 x 3, a quarter of a minute
    python examples/learner/learner.py "magnetize(height=3,width=3)" --updates 8000 --plot regret.svg

One network plays both sides. What a move is worth is the reward if it ends the game, else what the best next move is
worth: for the same player if he moves again, against him if the other does. The oracle, which the learner never sees,
tells what its best moves give away.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # so small a network is slower on several

import numpy as np
from numpy.typing import NDArray

import quintet

Floats = NDArray[np.float32]

HIDDEN = 192
GAMES = 256
BATCH = 512
MEMORY = 40_000
RATE = 0.001
TARGET_AGE = 100
"""Updates after which the network that judges positions is replaced by the one that learned."""


class Network:
    """Planes in, the worth of every action out; two hidden layers, Adam."""

    def __init__(self, inputs: int, outputs: int, rng: np.random.Generator) -> None:
        sizes = [inputs, HIDDEN, HIDDEN, outputs]
        self.weights: list[Floats] = []
        for before, after in pairwise(sizes):
            scale = np.sqrt(2 / before) if after != outputs else 0.01
            self.weights += [rng.normal(0, scale, (before, after)).astype(np.float32), np.zeros(after, np.float32)]
        self._mean = [np.zeros_like(weight) for weight in self.weights]
        self._square = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def __call__(self, planes: Floats) -> Floats:
        return self._layers(planes)[-1]

    def _layers(self, planes: Floats) -> list[Floats]:
        w1, b1, w2, b2, w3, b3 = self.weights
        first = np.maximum(planes @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        return [planes, first, second, np.tanh(second @ w3 + b3)]

    def learn(self, planes: Floats, actions: NDArray[np.int64], worth: Floats) -> None:
        """One step towards these worths of these actions."""
        layers = self._layers(planes)
        rows = np.arange(len(actions))
        slope = np.zeros_like(layers[-1])
        guess = layers[-1][rows, actions]
        slope[rows, actions] = (guess - worth) * (1 - guess**2) / len(actions)
        slopes: list[Floats] = []
        for layer in (2, 1, 0):
            slopes = [layers[layer].T @ slope, slope.sum(0), *slopes]
            slope = (slope @ self.weights[2 * layer].T) * (layers[layer] > 0)
        self._steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self._mean, self._square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            unbiased = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            weight -= RATE * mean / (1 - 0.9**self._steps) / unbiased

    def copy(self) -> Network:
        other = object.__new__(Network)
        other.weights = [weight.copy() for weight in self.weights]
        return other


@dataclass(slots=True)
class Experience:
    """The last moves that were played, and what came of each."""

    planes: Floats
    actions: NDArray[np.int64]
    rewards: Floats
    after: Floats
    masks: NDArray[np.bool_]
    """What may be played afterwards."""
    signs: Floats
    """1 if the same player moves again, -1 if the other does, 0 if the game is over."""
    size: int = field(default=0)

    @staticmethod
    def empty(inputs: int, actions: int) -> Experience:
        return Experience(
            np.zeros((MEMORY, inputs), np.float32),
            np.zeros(MEMORY, np.int64),
            np.zeros(MEMORY, np.float32),
            np.zeros((MEMORY, inputs), np.float32),
            np.zeros((MEMORY, actions), np.bool_),
            np.zeros(MEMORY, np.float32),
        )

    def add(self, *parts: NDArray[Any]) -> None:
        at = (self.size + np.arange(len(parts[0]))) % MEMORY
        kept: tuple[NDArray[Any], ...] = (self.planes, self.actions, self.rewards, self.after, self.masks, self.signs)
        for array, part in zip(kept, parts, strict=True):
            array[at] = part
        self.size += len(at)

    def draw(self, rng: np.random.Generator) -> NDArray[np.int64]:
        return rng.integers(min(self.size, MEMORY), size=BATCH)


def flat(observations: NDArray[np.uint8]) -> Floats:
    return observations.reshape(len(observations), -1).astype(np.float32)


def best(worth: Floats, masks: NDArray[np.bool_]) -> Floats:
    return np.where(masks, worth, -np.inf).astype(np.float32)


def learn(spec: str, updates: int, seed: int = 0, looks: int = 12) -> Iterator[tuple[int, float, float]]:
    """Learn; now and then: the updates so far, the regret of the best moves, what the start is thought to be worth."""
    rng = np.random.default_rng(seed)
    games = quintet.vector(spec, count=GAMES, seed=seed, limit=60)
    exam = quintet.vector(spec, count=300, seed=seed + 1, opening=6)
    start = quintet.vector(spec, count=1).arrays
    oracle = quintet.oracle(games.game)
    inputs, actions = int(np.prod(games.planes.shape)), len(games.planes.actions)
    network = Network(inputs, actions, rng)
    judge = network.copy()
    seen = Experience.empty(inputs, actions)
    arrays = games.arrays
    for update in range(updates + 1):
        if update % max(1, updates // looks) == 0:
            chosen = np.eye(actions)[best(network(flat(exam.arrays.observations)), exam.arrays.masks).argmax(1)]
            regret = oracle.regret(chosen, exam.positions())
            yield update, regret.mean, float(best(network(flat(start.observations)), start.masks).max())
        planes, players = flat(arrays.observations), arrays.players.copy()
        curious = rng.random(GAMES) < max(0.15, 1 - 2 * update / updates)
        played = np.where(curious, games.sample(), best(network(planes), arrays.masks).argmax(1))
        games.step(played)
        rewards = arrays.rewards[np.arange(GAMES), players]
        signs = np.where(arrays.done, 0, np.where(arrays.players == players, 1, -1)).astype(np.float32)
        seen.add(planes, played, rewards, flat(arrays.observations), arrays.masks, signs)
        drawn = seen.draw(rng)
        later = best(judge(seen.after[drawn]), seen.masks[drawn]).max(1)
        network.learn(seen.planes[drawn], seen.actions[drawn], seen.rewards[drawn] + seen.signs[drawn] * later)
        if update % TARGET_AGE == 0:
            judge = network.copy()


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a small board and watch the regret fall.")
    parser.add_argument(
        "game", nargs="?", default="bestgame(columns=3,rows=3,tokens=6)", help="a game with its options"
    )
    parser.add_argument("--updates", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", help="a file for the picture")
    asked = parser.parse_args()
    try:
        truth = quintet.oracle(asked.game).ask(quintet.load(asked.game).start())
    except ValueError as error:
        parser.error(str(error))
    if asked.updates < 1:
        parser.error(f"--updates must be 1 or more, got {asked.updates}")
    print(f"{asked.game}: the start is worth {truth and truth.value}")
    told = []
    for update, regret, worth in learn(asked.game, asked.updates, asked.seed):
        print(f"{update:6} updates   regret {regret:.3f}   the start is thought to be worth {worth:+.2f}", flush=True)
        told.append((update, regret))
    if asked.plot:
        from matplotlib import pyplot

        pyplot.plot(*zip(*told, strict=True), marker="o")
        pyplot.xlabel("updates")
        pyplot.ylabel("regret of the best moves")
        pyplot.ylim(bottom=0)
        pyplot.title(asked.game)
        pyplot.savefig(asked.plot)


if __name__ == "__main__":
    main()
