"""Many games against an opponent that answers inside the step: `quintet.vector("othello", opponent="level:1")`.

The learner sees only positions in which it is to move. A step plays its actions and then the opponent's moves, until
the learner is to move in every game again. Rewards of both are added up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsIndex, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quintet.core.game import AnyGame
from quintet.core.inputs import short
from quintet.core.match import Match
from quintet.engine import bounds
from quintet.engine.bounds import MOST_SEED
from quintet.environments.vector import Arrays, Vector, VectorSettings
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import OWN_ENGINES, parse_who

SEATS = ("first", "second", "random")

Opponent = Callable[[NDArray[np.uint8], NDArray[np.bool_]], ArrayLike]
"""From the observations and masks of some games to an action for each; called once a batch."""


class OpponentVector(Vector):
    """A vector of games in which the learner has one seat."""

    def __init__(
        self,
        game: AnyGame | str,
        count: SupportsIndex | None = None,
        seed: ArrayLike = 0,
        *,
        opponent: str | Opponent,
        seat: str = "first",
        **settings: Unpack[VectorSettings],
    ) -> None:
        self._seats: NDArray[np.int8] | None = None  # until there are games, nobody answers
        super().__init__(game, count, seed, **settings)
        self._more = {"opponent": opponent, "seat": bounds.one_of("seat", seat, SEATS)}
        self._function = opponent if callable(opponent) else None
        self._player: SeatedPlayer | None = None
        if not callable(opponent):
            who = parse_who(opponent, OWN_ENGINES, "opponent")
            self._player = None if who.kind == "random" else player_for(who, self.game)
        drawn = np.random.default_rng(0).integers(2, size=self.count)  # the same for the same number of games
        self._seats = (drawn if seat == "random" else np.full(self.count, SEATS.index(seat))).astype(np.int8)
        self._answer(self.arrays)

    @property
    def seats(self) -> NDArray[np.int8]:
        """The learner's seat in each game: 0 the first player, 1 the second."""
        assert self._seats is not None
        return self._seats

    def reset(
        self, seed: ArrayLike | None = None, into: Arrays | None = None, *, games: ArrayLike | None = None
    ) -> Arrays:
        """Begin games anew; the opponent moves where it is its turn."""
        return self._answer(super().reset(seed, into, games=games))

    def step(self, actions: ArrayLike, into: Arrays | None = None, *, games: ArrayLike | None = None) -> Arrays:
        """Play one action in each game, or in those with these numbers, and let the opponent answer."""
        return self._answer(super().step(actions, into, games=games))

    def put(self, positions: Any, into: Arrays | None = None, *, games: ArrayLike | None = None) -> Arrays:
        """Let games go on from positions; the opponent moves where it is its turn."""
        return self._answer(super().put(positions, into, games=games))

    def restore(self, saved: bytes, into: Arrays | None = None) -> Arrays:
        """Go on from saved games; the opponent moves where it is its turn."""
        return self._answer(super().restore(saved, into))

    def _answer(self, arrays: Arrays) -> Arrays:
        """Lets the opponent move until the learner is to move everywhere."""
        if self._seats is None:
            return arrays
        while len(waiting := np.flatnonzero(arrays.players != self._seats)):
            earlier = arrays.rewards[waiting], arrays.terminated[waiting], arrays.truncated[waiting]
            super().step(self._chosen(waiting, arrays), arrays, games=waiting)
            arrays.rewards[waiting] += earlier[0]
            arrays.terminated[waiting] |= earlier[1]
            arrays.truncated[waiting] |= earlier[2]
        return arrays

    def _chosen(self, waiting: NDArray[np.intp], arrays: Arrays) -> NDArray[np.int64]:
        """The opponent's actions in the games that wait for it."""
        if self._function is not None:
            chosen = np.asarray(self._function(arrays.observations[waiting], arrays.masks[waiting]))
            if chosen.shape != waiting.shape or chosen.dtype.kind not in "iu":
                raise ValueError(f"the opponent must give {len(waiting)} actions, one a game, got {short(chosen)}")
            return chosen
        if self._player is None:
            return self.sample()[waiting]
        self.sample()  # the random numbers of each game go on, and seed the choice: a copy of the games has the same
        return np.array([self._move_of(self._player, number) for number in waiting.tolist()], np.int64)

    def _move_of(self, player: SeatedPlayer, number: int) -> int:
        """The action of a player of ours in one game."""
        text, word, *_ = self._games.state(number)
        assert player.engine is not None
        player.engine.seed = word & MOST_SEED
        return self.planes.number[player.choose(Match(self.game, self.game.parse(text)))]
