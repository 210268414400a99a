"""The network, and games that it plays against itself: what a worker does, here or on another machine."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import quintet

CHANNELS = 48
GAMES = 128
"""Games that a worker plays at once."""
LIMIT = 200
"""Moves of a game, at most."""
Parameters = dict[str, NDArray[np.float32]]


class Network(nn.Module):  # type: ignore[misc]  # torch is an extra
    """Planes in; logits for the actions and a value out. Three convolutions with a shortcut, then two heads."""

    def __init__(self, game: str) -> None:
        super().__init__()
        kinds = quintet.vector(game, count=1).planes
        planes, rows, columns = kinds.shape
        scale = torch.ones(planes, 1, 1)
        scale[3:] = 1 / 16  # counters are numbers, not bits
        self.register_buffer("scale", scale)
        self.first = nn.Conv2d(planes, CHANNELS, 3, padding=1)
        self.second = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.third = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1)
        self.hidden = nn.Linear(CHANNELS * rows * columns, 128)
        self.logits = nn.Linear(128, len(kinds.actions))
        self.value = nn.Linear(128, 1)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        first = torch.relu(self.first(planes.float() * self.scale))
        third = torch.relu(first + self.third(torch.relu(self.second(first))))
        hidden = torch.relu(self.hidden(third.flatten(1)))
        return self.logits(hidden), torch.tanh(self.value(hidden))[:, 0]

    @torch.inference_mode()  # type: ignore[untyped-decorator]
    def evaluate(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        return self(torch.from_numpy(observations))  # type: ignore[no-any-return]

    def parameters_as_arrays(self) -> Parameters:
        return {name: tensor.numpy().copy() for name, tensor in self.state_dict().items()}


@dataclass(frozen=True, slots=True)
class Experience:
    """Positions that were searched, one a row."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    policies: NDArray[np.float32]
    results: NDArray[np.float32]
    """How the game ended for the player to move: 1 won, 0 drawn, -1 lost."""

    def __len__(self) -> int:
        return len(self.results)

    @classmethod
    def joined(cls, parts: list[Self], most: int) -> Self:
        """The last rows of these."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts])[-most:] for field in fields(cls)))


def play(game: str, parameters: Parameters, simulations: int, seed: int) -> Experience:
    """Games from their start to their end, all at once, each searched with Gumbel noise."""
    torch.set_num_threads(1)  # so small a network is slower on several
    network = Network(game)
    network.load_state_dict({name: torch.from_numpy(array) for name, array in parameters.items()})
    games = quintet.vector(game, count=GAMES, seed=seed, limit=LIMIT, threads=1)
    chance = np.random.default_rng(seed)
    arrays, going = games.arrays, np.arange(GAMES)
    steps: list[tuple[NDArray[Any], ...]] = []
    results = np.zeros((GAMES, 2), np.float32)
    while len(going):
        positions = games.positions()
        found = quintet.search(
            game,
            network.evaluate,
            [positions[row] for row in going],
            simulations=simulations,
            noise=1.0,
            seed=chance.integers(2**31, size=len(going)),
        )
        steps.append((arrays.observations[going], arrays.masks[going], found.policy, going, arrays.players[going]))
        arrays = games.step(found.actions, games=going)
        over = (arrays.terminated | arrays.truncated)[going]
        results[going[over]] = arrays.rewards[going[over]]
        going = going[~over]
    observations, masks, policies, rows, players = (np.concatenate(part) for part in zip(*steps, strict=True))
    return Experience(observations, masks, policies, results[rows, players])
