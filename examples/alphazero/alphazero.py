"""Gumbel AlphaZero on a small board: a network learns from games that it plays against itself; needs torch.

    python examples/alphazero/alphazero.py            Best Game Ever Made on 3 x 3, two minutes
    python examples/alphazero/alphazero.py "othello(size=6)" --minutes 15 --plot regret.svg

All games are stepped at once, and `quintet.search` searches all of their positions at once. The oracle, which the
learner never sees, tells what the network's own moves and the searched ones give away.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import quintet

GAMES = 128
CHANNELS = 48
BATCH = 256
UPDATES = 4
"""Batches that are learned from after each move of all games."""
RATE = 0.002
OPENING = 6
"""The most random moves before a measured position."""


class Network(nn.Module):  # type: ignore[misc]  # torch is an extra
    """Planes in; logits for the actions and a value out. Three convolutions with a shortcut, then two heads."""

    def __init__(self, shape: tuple[int, int, int], actions: int) -> None:
        super().__init__()
        planes, rows, columns = shape
        self.scale = torch.ones(planes, 1, 1)
        self.scale[3:] = 1 / 16  # counters are numbers, not bits
        self.first = nn.Conv2d(planes, CHANNELS, 3, padding=1)
        self.second = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.third = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        flat = CHANNELS * rows * columns
        self.hidden = nn.Linear(flat, 128)
        self.logits = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        first = torch.relu(self.first(planes.float() * self.scale))
        third = torch.relu(first + self.third(torch.relu(self.second(first))))
        hidden = torch.relu(self.hidden(third.flatten(1)))
        return self.logits(hidden), torch.tanh(self.value(hidden))[:, 0]

    @torch.inference_mode()  # type: ignore[untyped-decorator]
    def evaluate(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        logits, values = self(torch.from_numpy(observations))
        return logits, values


@dataclass(frozen=True, slots=True)
class Sample:
    """A position that was searched; its result is known when the game is over."""

    planes: NDArray[np.uint8]
    mask: NDArray[np.bool_]
    policy: NDArray[np.float32]
    player: int


class Learner:
    """Plays games against itself, and learns from them."""

    def __init__(self, game: str, simulations: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.game, self.simulations, self.seed = game, simulations, seed
        self.games = quintet.vector(game, count=GAMES, seed=seed, limit=200, threads=1)
        shape, actions = self.games.planes.shape, len(self.games.planes.actions)
        self.network = Network(shape, actions)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), RATE)
        self.memory: deque[tuple[Sample, float]] = deque(maxlen=60_000)
        self.played = 0
        self._begun: list[list[Sample]] = [[] for _ in range(GAMES)]
        self._chance = np.random.default_rng(seed)
        self._moves = 0

    def move(self) -> None:
        """Search and play one move in every game; finished ones are learned from, and begin anew."""
        arrays = self.games.arrays
        self._moves += 1
        seeds = self._chance.integers(2**31, size=GAMES)
        found = quintet.search(
            self.game,
            self.network.evaluate,
            self.games.positions(),
            simulations=self.simulations,
            noise=1.0,
            seed=seeds,
        )
        for row in range(GAMES):
            planes, mask = arrays.observations[row].copy(), arrays.masks[row].copy()
            self._begun[row].append(Sample(planes, mask, found.policy[row], int(arrays.players[row])))
        self.games.step(found.actions)
        for row in map(int, np.flatnonzero(arrays.terminated | arrays.truncated)):
            for sample in self._begun[row]:
                self.memory.append((sample, float(arrays.rewards[row, sample.player])))
            self._begun[row] = []
            self.played += 1

    def learn(self) -> float:
        """One batch; its loss."""
        chosen = [self.memory[index] for index in self._chance.integers(len(self.memory), size=BATCH)]
        planes, masks, policies = (
            torch.from_numpy(np.stack([getattr(sample, name) for sample, _ in chosen]))
            for name in ("planes", "mask", "policy")
        )
        results = torch.tensor([result for _, result in chosen])
        logits, values = self.network(planes)
        logits = logits.masked_fill(~masks, -1e9)
        loss = -(policies * logits.log_softmax(1)).sum(1).mean() + ((values - results) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return float(loss.detach())

    def regret(self, positions: list[str]) -> tuple[float, float]:
        """Of the network's own policy, and of a search with it."""
        blind = quintet.search(self.game, self.network.evaluate, positions, simulations=1, considered=1)
        found = quintet.search(self.game, self.network.evaluate, positions, simulations=self.simulations)
        oracle = quintet.oracle(self.game, nodes=20_000_000)
        return tuple(oracle.regret(_one_hot(result), positions).mean for result in (blind, found))  # type: ignore[return-value]

    def agent(self, match: quintet.Match) -> Any:
        """A player for the arena."""
        found = quintet.search(self.game, self.network.evaluate, match.position, simulations=4 * self.simulations)
        return found.moves[0]


def _one_hot(result: Any) -> NDArray[np.float32]:
    rows = np.zeros(result.policy.shape, np.float32)
    rows[np.arange(len(rows)), result.actions] = 1
    return rows


def measured_positions(game: str, count: int, opening: tuple[int, int]) -> list[str]:
    """Positions from random games, some moves after the start."""
    depths = np.linspace(*opening, count).astype(int)
    return [quintet.vector(game, 1, seed=int(i), opening=int(depth)).positions()[0] for i, depth in enumerate(depths)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="bestgame(columns=3,rows=3,tokens=6)")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--simulations", type=int, default=16)
    parser.add_argument("--opening", type=int, nargs=2, default=(0, 5), help="random moves before measured positions")
    parser.add_argument("--positions", type=int, default=100, help="how many are measured")
    parser.add_argument("--against", nargs="*", default=[], help="levels to play at the end, such as level:1 level:3")
    parser.add_argument("--games", type=int, default=40, help="against each of them")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", help="draw the regret into this file")
    options = parser.parse_args()
    torch.set_num_threads(1)  # so small a network is slower on several
    learner = Learner(options.game, options.simulations, options.seed)
    positions = measured_positions(options.game, options.positions, tuple(options.opening))
    began, steps, curve = time.monotonic(), 10, []
    for step in range(steps + 1):
        while time.monotonic() - began < 60 * options.minutes * step / steps:
            learner.move()
            if learner.played >= GAMES:
                for _ in range(UPDATES):
                    learner.learn()
        minutes, (blind, found) = (time.monotonic() - began) / 60, learner.regret(positions)
        curve.append((minutes, blind, found))
        print(
            f"{minutes:6.1f} min  {learner.played:7} games  regret {blind:.3f} of the network, {found:.3f} with search"
        )
    if options.plot:
        draw(curve, options.plot)
    for level in options.against:
        print(quintet.arena(options.game, {"network": learner.agent, level: level}, games=options.games, seed=1))


def draw(curve: list[tuple[float, float, float]], path: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    minutes, blind, found = zip(*curve, strict=True)
    axes.plot(minutes, blind, label="the network alone")
    axes.plot(minutes, found, label="with search")
    axes.set(xlabel="minutes", ylabel="mean regret of a move", ylim=(0, None))
    axes.legend()
    figure.savefig(path)


if __name__ == "__main__":
    main()
