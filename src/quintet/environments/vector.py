"""Many games stepped at once, for learners: `quintet.vector("othello", count=4096, seed=0)`.

The kernel plays them, on several threads, and writes what a learner needs into numpy arrays that belong to the caller;
nothing is copied. A game that ends begins anew in the same step. Games without a kernel are played by the rulebook.
Observations and actions are those of `quintet.environments.planes`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quintet.core.game import AnyGame, checked_game, spec
from quintet.core.types import IllegalMove
from quintet.engine import checks
from quintet.engine.bounds import LONGEST_PLAYOUT, MOST_THREADS
from quintet.engine.native import kernels
from quintet.environments.planes import Planes
from quintet.environments.symmetry import Symmetry, symmetries
from quintet.environments.vector_rules import RulebookGames

MOST_GAMES = 2**20
LONGEST_OPENING = 1000
WORTH_THREADS = 512
"""With fewer games than this, the synchronisation of threads costs more than it gains."""


@dataclass(frozen=True, slots=True, eq=False)
class Arrays:
    """The arrays that a step fills, one row a game."""

    observations: NDArray[np.uint8]
    """Planes, rows, columns: the position from the view of the player to move."""
    masks: NDArray[np.bool_]
    """Which actions are legal; at least one, because a game that ended has begun anew."""
    rewards: NDArray[np.float32]
    """Of the first and the second player: 1 and -1 for a win, else 0."""
    terminated: NDArray[np.bool_]
    """Whether this step ended the game by its rules."""
    truncated: NDArray[np.bool_]
    """Whether the game was cut off at the limit."""
    players: NDArray[np.int8]
    """Who is to move: 0 the first player, 1 the second."""
    final_observations: NDArray[np.uint8]
    """The last position of a game that ended in this step; the other rows are unchanged."""

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the game ended in this step, terminated or truncated."""
        return self.terminated | self.truncated

    def __getitem__(self, step: int) -> Arrays:
        """The arrays of one step, where the first dimension is for steps: views, not copies."""
        return Arrays(*(array[step] for array in self.each))

    @property
    def each(self) -> tuple[NDArray[Any], ...]:
        """All arrays, in the order above."""
        return _each(self)


_each = attrgetter(*(field.name for field in fields(Arrays)))


class KernelGames:
    """The games by a kernel."""

    def __init__(self, games: Any) -> None:
        self._games = games
        self.sample = games.sample
        self.position = games.position

    def reset(self, seeds: NDArray[np.uint64] | None, into: Arrays) -> None:
        self._games.reset(seeds, *into.each)

    def step(self, actions: NDArray[np.int64], into: Arrays) -> int | None:
        wrong: int | None = self._games.step(actions, *into.each)
        return wrong


class Vector:
    """Many games of one kind, stepped together."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        seed: int | Sequence[int] = 0,
        *,
        threads: int | None = None,
        opening: int = 0,
        limit: int = 1000,
        position: Any = None,
        rules: bool = False,
    ) -> None:
        self.game = checked_game(game)
        self.count = checks.whole("count", count, 1, MOST_GAMES)
        checks.whole("opening", opening, 0, LONGEST_OPENING)
        checks.whole("limit", limit, 1, LONGEST_PLAYOUT)
        start = checks.unfinished(game, position)
        if threads is None:
            threads = (os.cpu_count() or 1) if count >= WORTH_THREADS else 1
        self.threads = checks.whole("threads", threads, 1, MOST_THREADS)
        self.planes = Planes(game)
        seeds = _seeds(seed, count)
        kernel = None if rules else kernels.kernel_for(game)
        games = kernel and kernel.rules.vector(
            [str(move) for move in self.planes.actions],
            seeds,
            position=game.text(start),
            opening=opening,
            limit=limit,
            threads=self.threads,
        )
        self._games: KernelGames | RulebookGames
        if games is None:
            self._games = RulebookGames(self.planes, seeds, start, opening, limit)
        else:
            self._games = KernelGames(games)
        self._process = os.getpid()
        self.arrays = self.allocate()
        """What `reset` and `step` fill by default."""
        self.reset()

    def __repr__(self) -> str:
        return f"quintet.vector({spec(self.game)!r}, count={self.count})"

    def allocate(self, steps: int | None = None) -> Arrays:
        """New arrays; with `steps` the first dimension is for steps, and `arrays[t]` are those of step `t`."""
        front = () if steps is None else (steps,)
        return Arrays(*(np.zeros((*front, *shape), kind) for shape, kind in self._expected()))

    def reset(self, seed: int | Sequence[int] | None = None, into: Arrays | None = None) -> Arrays:
        """Begin all games anew: with this seed, or with the random numbers that follow."""
        arrays = self._checked(into)
        seeds = None if seed is None else _seeds(seed, self.count)
        self._games.reset(seeds, arrays)
        return arrays

    def step(self, actions: ArrayLike, into: Arrays | None = None) -> Arrays:
        """Play one action in each game. IllegalMove names an illegal one, and then none was played."""
        arrays = self._checked(into)
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.count} whole numbers, one a game,"
                f" got an array of {chosen.dtype} and shape {chosen.shape}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        wrong = self._games.step(chosen, arrays)
        if wrong is not None:
            raise IllegalMove(self._refusal(int(chosen[wrong]), wrong))
        return arrays

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, each equally likely; from the game's own random numbers."""
        self._check_process()
        actions = np.empty(self.count, np.int64)
        self._games.sample(actions)
        return actions

    def position(self, number: int) -> str:
        """The text of the position in one game."""
        text: str = self._games.position(checks.whole("game", number, 0, self.count - 1))
        return text

    def positions(self) -> list[str]:
        """The texts of all positions."""
        return [self._games.position(number) for number in range(self.count)]

    @property
    def native(self) -> bool:
        """Whether a kernel plays the games."""
        return isinstance(self._games, KernelGames)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """How observations, masks and actions can be turned and mirrored, for augmentation; the identity is first."""
        return symmetries(self.planes)

    def _expected(self) -> list[tuple[tuple[int, ...], type]]:
        """Shape and dtype of each array."""
        shown = (self.count, *self.planes.shape)
        row = (self.count,)
        return [
            (shown, np.uint8),
            ((self.count, len(self.planes.actions)), np.bool_),
            ((self.count, 2), np.float32),
            (row, np.bool_),
            (row, np.bool_),
            (row, np.int8),
            (shown, np.uint8),
        ]

    def _checked(self, into: Arrays | None) -> Arrays:
        self._check_process()
        if into is None:
            return self.arrays
        for field, array, (shape, kind) in zip(fields(into), into.each, self._expected(), strict=True):
            if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
                raise ValueError(f"{field.name} must be an array of {kind.__name__} and shape {shape}")
            if not array.flags.c_contiguous or not array.flags.writeable:
                raise ValueError(f"{field.name} must be an array that can be written to, in one piece and in order")
        return into

    def _check_process(self) -> None:
        """The kernel's threads do not survive a fork: a step would wait for them for ever."""
        if os.getpid() != self._process:
            raise ValueError("these games belong to another process: make new ones with quintet.vector")

    def _refusal(self, action: int, number: int) -> str:
        if not 0 <= action < len(self.planes.actions):
            return f"actions must be 0 to {len(self.planes.actions) - 1}, got {action} in game {number}"
        return f"action {action}, {self.planes.actions[action]}, is not legal in game {number}: {self.position(number)}"


def _seeds(seed: int | Sequence[int], count: int) -> NDArray[np.uint64]:
    """The seeds of the games, mixed so that neighbouring games and seeds share no random numbers."""
    if isinstance(seed, Sequence):
        given = [checks.seed_of(each) for each in seed]
        if len(given) != count:
            raise ValueError(f"seed must be one number, or {count} of them, one a game, got {len(given)}")
        return np.array(given, np.uint64)
    return np.random.SeedSequence(checks.seed_of(seed)).generate_state(count, np.uint64).astype(np.uint64)
