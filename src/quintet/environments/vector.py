"""Many games stepped at once, for learners: `quintet.vector("othello", count=4096, seed=0)`.

The kernel plays them, on several threads, and writes what a learner needs into numpy arrays that belong to the caller;
nothing is copied. A game that ends begins anew in the same step. Games without a kernel are played by the rulebook.
Observations and actions are those of `quintet.environments.planes`. An opponent inside the step is in
`quintet.environments.vector_opponent`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypedDict, TypeVar

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from quintet.core.game import AnyGame, spec
from quintet.core.inputs import checked_game, short
from quintet.core.types import IllegalMove
from quintet.engine import bounds
from quintet.engine.bounds import LONGEST_PLAYOUT, MOST_THREADS
from quintet.engine.native import kernels
from quintet.environments.planes import Planes, Symmetry, symmetries

if TYPE_CHECKING:
    from quintet._core import VectorGames
    from quintet.environments.oracle import Oracle
    from quintet.environments.vector_rules import RulebookGames

V = TypeVar("V", bound="Vector")
COUNT = 1024
"""Games where nobody says how many."""
MOST_GAMES = 2**20
LONGEST_OPENING = 1000
SAVED = 1
"""The version of what `Vector.save` writes."""
SAVED_KEYS = {"vector", "game", "opening", "limit", "starts", "rules", "games"}
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

    def __repr__(self) -> str:
        shapes = ", ".join(f"{field.name} {array.shape}" for field, array in zip(fields(self), self.each, strict=True))
        return f"<Arrays: {shapes}>"

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the game ended in this step, terminated or truncated."""
        return self.terminated | self.truncated

    def __getitem__(self, step: int) -> Arrays:
        """The arrays of one step, where the first dimension is for steps: views, not copies."""
        return Arrays(*(array[step] for array in self.each))

    def observations_as(self, dtype: DTypeLike = np.float32, *, flat: bool = False) -> NDArray[Any]:
        """The observations as other numbers, and in one row a game if they are to be flat: a copy."""
        try:
            shown = self.observations.astype(dtype)
        except (TypeError, ValueError) as wrong:
            raise ValueError(f"dtype must be a number type of numpy, such as float32, got {short(dtype)}") from wrong
        return shown.reshape(*self.players.shape, -1) if flat else shown

    @property
    def mask_bits(self) -> NDArray[np.uint8]:
        """The masks as bits, eight actions a byte, the first in the lowest bit: a copy."""
        return np.packbits(self.masks, axis=-1, bitorder="little")

    @property
    def each(self) -> tuple[NDArray[Any], ...]:
        """All arrays, in the order above."""
        return _each(self)


_each = attrgetter(*(field.name for field in fields(Arrays)))


class VectorSettings(TypedDict, total=False):
    """The settings of a `Vector` by name, for those that hand them on."""

    threads: SupportsIndex | None
    opening: SupportsIndex
    limit: SupportsIndex
    position: Any
    rules: bool


class Vector:
    """Many games of one kind, stepped together. `quintet.vector` says what each setting is."""

    def __init__(
        self,
        game: AnyGame | str,
        count: SupportsIndex | None = None,
        seed: ArrayLike = 0,
        *,
        threads: SupportsIndex | None = None,
        opening: SupportsIndex = 0,
        limit: SupportsIndex = 1000,
        position: Any = None,
        rules: bool = False,
    ) -> None:
        self.game = checked_game(game)
        starts = self._starts(position)
        if count is None:
            count = len(starts) if len(starts) > 1 else COUNT
        self.count = bounds.whole("count", count, 1, MOST_GAMES)
        _one_or_each(starts, self.count)
        if threads is None:
            threads = (os.cpu_count() or 1) if self.count >= WORTH_THREADS else 1
        self.threads = bounds.whole("threads", threads, 1, MOST_THREADS)
        self.opening = bounds.whole("opening", opening, 0, LONGEST_OPENING)
        self.limit = bounds.whole("limit", limit, 1, LONGEST_PLAYOUT)
        self.planes = Planes(self.game)
        self._texts = tuple(self.game.text(start) for start in starts)
        self._rules = rules
        seeds = seeds_of(seed, self.count)
        kernel = None if rules else kernels.kernel_for(self.game)
        games = (
            None
            if kernel is None
            else kernel.rules.vector(
                [str(move) for move in self.planes.actions],
                seeds,
                starts=self._texts,
                opening=self.opening,
                limit=self.limit,
                threads=self.threads,
            )
        )
        self.native = games is not None
        """Whether a kernel plays the games."""
        self._games: VectorGames | RulebookGames
        if games is None:
            from quintet.environments.vector_rules import RulebookGames

            self._games = RulebookGames(self.planes, seeds, starts, self.opening, self.limit)
        else:
            self._games = games
        self._oracle: Oracle | None = None
        self._more: dict[str, Any] = {}
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

    def reset(
        self, seed: ArrayLike | None = None, into: Arrays | None = None, *, games: ArrayLike | None = None
    ) -> Arrays:
        """Begin all games anew, or those with these numbers: with this seed, or with the random numbers that follow."""
        arrays = self._checked(into)
        numbers = self._numbers(games)
        self._games.reset(numbers, None if seed is None else seeds_of(seed, len(numbers)), *arrays.each)
        return arrays

    def step(self, actions: ArrayLike, into: Arrays | None = None, *, games: ArrayLike | None = None) -> Arrays:
        """Play one action in each game, or in those with these numbers alone: the rows of the others stay.

        IllegalMove names an illegal one, and then none was played.
        """
        arrays = self._checked(into)
        chosen = np.ascontiguousarray(actions)
        numbers = None if games is None else self._numbers(games)
        count = self.count if numbers is None else len(numbers)
        if chosen.shape != (count,) or (chosen.dtype.kind not in "iu" and count):
            raise ValueError(
                f"actions must be {count} whole numbers, one a game,"
                f" got an array of {chosen.dtype} and shape {chosen.shape}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        if numbers is not None:
            given, chosen = chosen, np.full(self.count, -1, np.int64)
            chosen[numbers] = np.where(
                given < 0, len(self.planes.actions), given
            )  # below 0 means that a game is left out
        wrong = self._games.step(chosen, numbers is not None, *arrays.each)
        if wrong is not None:
            action = chosen[wrong] if numbers is None else given[list(numbers).index(wrong)]
            raise IllegalMove(self._refusal(int(action), wrong))
        return arrays

    def put(self, positions: Any, into: Arrays | None = None, *, games: ArrayLike | None = None) -> Arrays:
        """Let all games, or those with these numbers, go on from one position or text, or from one a game; each begins
        its count of moves anew, and keeps its random numbers."""
        arrays = self._checked(into)
        numbers = self._numbers(games)
        texts = [self.game.text(position) for position in _one_or_each(self._starts(positions), len(numbers))]
        for number, text in zip(numbers.tolist(), texts if len(texts) > 1 else texts * len(numbers), strict=True):
            rng = self._games.state(number)[1:3]
            self._games.restore(number, text, *rng, 0, *arrays.each)
        return arrays

    def save(self) -> bytes:
        """The games as they stand, random numbers included; `restore` lets them go on."""
        states = [self._games.state(number) for number in range(self.count)]
        return json.dumps({"vector": SAVED, **self._settings, "rules": self._rules, "games": states}).encode()

    @property
    def _settings(self) -> dict[str, Any]:
        """What saved games must have in common with these."""
        starts = list(self._texts)
        return {"game": spec(self.game), "opening": self.opening, "limit": self.limit, "starts": starts}

    def restore(self, saved: bytes, into: Arrays | None = None) -> Arrays:
        """Go on from what `save` gave, of as many games with the same settings; ValueError if they differ."""
        arrays = self._checked(into)
        saved_games = _read(saved)
        for name, own in self._settings.items():
            if saved_games[name] != own:
                raise ValueError(f"the saved games have another {name}: {short(saved_games[name])}, not {short(own)}")
        if len(saved_games["games"]) != self.count:
            raise ValueError(f"expected {self.count} saved games, got {len(saved_games['games'])}")
        for number, state in enumerate(saved_games["games"]):
            self._games.restore(number, *state, *arrays.each)
        return arrays

    def copy(self) -> Self:
        """Games that stand as these do and go their own way."""
        return _restored(type(self), self.save(), self.threads, self._more)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.save(), self.threads, self._more)

    def values(self, oracle: Oracle | None = None) -> NDArray[np.float32]:
        """The exact value of each position for the player to move, NaN where the oracle does not know it."""
        from quintet.environments.oracle import Oracle

        if self._oracle is None or oracle is not None:
            self._oracle = oracle or Oracle(self.game)
        return self._oracle.arrays(self.positions())[0]

    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each game, each equally likely; from the game's own random numbers."""
        self._check_process()
        actions = np.empty(self.count, np.int64)
        self._games.sample(actions)
        return actions

    def position(self, number: SupportsIndex) -> str:
        """The text of the position in one game."""
        text: str = self._games.position(bounds.whole("game", number, 0, self.count - 1))
        return text

    def positions(self) -> list[str]:
        """The texts of all positions."""
        return [self._games.position(number) for number in range(self.count)]

    @property
    def starts(self) -> tuple[str, ...]:
        """The texts of the positions that games begin with: one for all, or one a game."""
        return self._texts

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """How observations, masks and actions can be turned and mirrored, for augmentation; the identity is first."""
        return symmetries(self.planes)

    def _starts(self, given: Any) -> list[Any]:
        """Where games begin: one position, or one a game."""
        several = isinstance(given, list | tuple) and not isinstance(given, type(self.game.start()))
        positions = list(given) if several or isinstance(given, np.ndarray) else [given]
        if not positions:
            raise ValueError("position must be one, or one a game, got none")
        return [
            bounds.unfinished(self.game, str(position) if isinstance(position, np.str_) else position)
            for position in positions
        ]

    def _numbers(self, games: ArrayLike | None) -> NDArray[np.int64]:
        """The numbers of the games that a call is about, from numbers or from a mask."""
        if games is None:
            return np.arange(self.count)
        given = np.atleast_1d(np.asarray(games))
        if given.dtype == np.bool_ and given.shape == (self.count,):
            return np.flatnonzero(given)
        numbers = given.astype(np.int64) if given.size == 0 or given.dtype.kind in "iu" else None
        if (
            numbers is None
            or numbers.ndim != 1
            or (len(numbers) and not 0 <= numbers.min() <= numbers.max() < self.count)
        ):
            expected = f"numbers from 0 to {self.count - 1}, or a mask of {self.count}"
            raise ValueError(f"games must be {expected}, got {short(games)}")
        if len(np.unique(numbers)) != len(numbers):
            raise ValueError(f"games must name each game once, got {short(games)}")
        return numbers

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
            check_writable(field.name, array, shape, kind)
        return into

    def _check_process(self) -> None:
        """The kernel's threads do not survive a fork: a step would wait for them for ever."""
        if os.getpid() != self._process:
            raise ValueError("these games belong to another process: make new ones with quintet.vector")

    def _refusal(self, action: int, number: int) -> str:
        if not 0 <= action < len(self.planes.actions):
            return f"actions must be 0 to {len(self.planes.actions) - 1}, got {action} in game {number}"
        return f"action {action}, {self.planes.actions[action]}, is not legal in game {number}: {self.position(number)}"


def _one_or_each(positions: list[Any], count: int) -> list[Any]:
    """The same positions, if they are one for all games or one for each."""
    if len(positions) not in (1, count):
        raise ValueError(f"position must be one, or {count} of them, one a game, got {len(positions)}")
    return positions


def check_writable(name: str, array: object, shape: tuple[int, ...], kind: type[np.generic]) -> None:
    """ValueError for what is not an array of this shape and kind that the kernel can write into."""
    if not isinstance(array, np.ndarray) or array.shape != shape or array.dtype != kind:
        raise ValueError(f"{name} must be an array of {kind.__name__} and shape {shape}")
    if not array.flags.c_contiguous or not array.flags.writeable:
        raise ValueError(f"{name} must be an array that can be written to, in one piece and in order")


def seeds_of(seed: ArrayLike, count: int) -> NDArray[np.uint64]:
    """The seeds of the games, mixed so that neighbouring games and seeds share no random numbers."""
    if (isinstance(seed, Sequence) and not isinstance(seed, str)) or getattr(seed, "ndim", 0) != 0:
        given = [bounds.seed_of(each) for each in seed]  # type: ignore[union-attr]
        if len(given) != count:
            raise ValueError(f"seed must be one number, or {count} of them, one a game, got {len(given)}")
        return np.array(given, np.uint64)
    return np.random.SeedSequence(bounds.seed_of(seed)).generate_state(count, np.uint64).astype(np.uint64)


def _read(saved: bytes) -> dict[str, Any]:
    """What `save` wrote."""
    try:
        content = json.loads(saved)
        if content["vector"] == SAVED and content.keys() == SAVED_KEYS:
            return dict(content)
    except (TypeError, ValueError, KeyError):
        pass
    raise ValueError(f"expected games that Vector.save gave, got {short(saved)}")


def _restored(kind: type[V], saved: bytes, threads: int, more: dict[str, Any]) -> V:
    """New games that go on from saved ones."""
    saved_games = _read(saved)
    settings = {name: saved_games[name] for name in ("opening", "limit", "rules")} | more
    starts = saved_games["starts"] if len(saved_games["starts"]) > 1 else saved_games["starts"][0]
    vector = kind(saved_games["game"], len(saved_games["games"]), position=starts, threads=threads, **settings)
    vector.restore(saved)
    return vector
