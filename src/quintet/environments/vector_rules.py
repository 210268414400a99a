"""Many games at once by the rulebook, for games without a kernel: the same arrays and random numbers, slower."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quintet.core.types import Player
from quintet.environments.planes import Planes
from quintet.environments.vector import Arrays

BITS = 2**64 - 1


class Rng:
    """xoroshiro128++, seeded through splitmix64: the numbers of ``cpp/core/rng.hpp``."""

    def __init__(self, seed: int) -> None:
        self.words = _mixed(seed + GOLDEN), _mixed(seed + 2 * GOLDEN)

    def below(self, n: int) -> int:
        """Uniform from 0 up to, not including, `n`."""
        a, b = self.words
        drawn = (_turned((a + b) & BITS, 17) + a) & BITS
        b ^= a
        self.words = _turned(a, 49) ^ b ^ (b << 21 & BITS), _turned(b, 28)
        return drawn * n >> 64


GOLDEN = 0x9E3779B97F4A7C15


def _mixed(z: int) -> int:
    z &= BITS
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & BITS
    z = (z ^ z >> 27) * 0x94D049BB133111EB & BITS
    return z ^ z >> 31


def _turned(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & BITS


@dataclass(slots=True)
class _Playing:
    """One of the games."""

    rng: Rng
    start: Any
    position: Any = None
    legal: Sequence[Any] = ()
    made: int = 0
    """Moves after the opening."""


class RulebookGames:
    """The rulebook's version of a kernel's vector games, with its methods; each gets the arrays of `Arrays.each`."""

    def __init__(
        self, planes: Planes, seeds: NDArray[np.uint64], starts: Sequence[Any], opening: int, limit: int
    ) -> None:
        self._planes, self._game = planes, planes.game
        self._opening, self._limit = opening, limit
        self._playing = [
            _Playing(Rng(int(seed)), starts[0 if len(starts) == 1 else row]) for row, seed in enumerate(seeds)
        ]
        self._busy = False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One call at a time, as with a kernel."""
        if self._busy:
            raise ValueError("busy with another call, expected one call at a time")
        self._busy = True
        try:
            yield
        finally:
            self._busy = False

    def reset(self, numbers: NDArray[np.int64], seeds: NDArray[np.uint64] | None, *arrays: NDArray[Any]) -> None:
        """Begin the games with these numbers anew."""
        with self._alone():
            for place, row in enumerate(numbers.tolist()):
                playing = self._playing[row]
                if seeds is not None:
                    playing.rng = Rng(int(seeds[place]))
                self._begin(playing)
                self._tell_new(row, Arrays(*arrays))

    def step(self, actions: NDArray[np.int64], skipping: bool, *arrays: NDArray[Any]) -> int | None:
        """Play one action in each game; or none at all, and return the first game whose action is illegal.

        With `skipping`, games whose action is -1 are left out.
        """
        moves = self._planes.actions
        with self._alone():
            chosen = [(row, action) for row, action in enumerate(actions.tolist()) if not (skipping and action == -1)]
            for row, action in chosen:
                if not 0 <= action < len(moves) or moves[action] not in self._playing[row].legal:
                    return row
            into = Arrays(*arrays)
            for row, action in chosen:
                self._advance(row, self._playing[row], moves[action], into)
        return None

    def sample(self, actions: NDArray[np.int64]) -> None:
        """A random legal action for each game."""
        with self._alone():
            for row, playing in enumerate(self._playing):
                actions[row] = self._planes.number[_drawn(playing)]

    def position(self, row: int) -> str:
        return self._game.text(self._playing[row].position)

    def state(self, row: int) -> tuple[str, int, int, int]:
        """The position, the two words of its random numbers, and the moves since it was handed over."""
        playing = self._playing[row]
        return self._game.text(playing.position), *playing.rng.words, playing.made

    def restore(self, row: int, position: str, rng_a: int, rng_b: int, made: int, *arrays: NDArray[Any]) -> None:
        """Let one game go on from a state."""
        with self._alone():
            playing = self._playing[row]
            playing.position, playing.rng.words, playing.made = self._game.parse(position), (rng_a, rng_b), made
            playing.legal = self._game.legal_moves(playing.position)
            self._tell_new(row, Arrays(*arrays))

    def _begin(self, playing: _Playing) -> None:
        """Begin a game with its random moves, without one that would end it."""
        playing.position, playing.made = playing.start, 0
        playing.legal = self._game.legal_moves(playing.start)
        for _ in range(self._opening):
            after = self._game.play(playing.position, _drawn(playing))
            if not (legal := self._game.legal_moves(after)):
                return
            playing.position, playing.legal = after, legal

    def _advance(self, row: int, playing: _Playing, move: Any, into: Arrays) -> None:
        playing.position = self._game.play(playing.position, move)
        playing.legal = self._game.legal_moves(playing.position)
        playing.made += 1
        over = not playing.legal
        cut = playing.made == self._limit and not over
        outcome = self._game.outcome(playing.position) if over else None
        winner = None if outcome is None else outcome.winner
        into.rewards[row] = 0 if winner is None else (1, -1) if winner is Player.FIRST else (-1, 1)
        into.terminated[row], into.truncated[row] = over, cut
        if over or cut:
            self._planes.write(playing.position, into.final_observations[row])
            self._begin(playing)
        self._tell(row, into)

    def _tell_new(self, row: int, into: Arrays) -> None:
        """A game that was not stepped."""
        into.rewards[row] = 0
        into.terminated[row] = into.truncated[row] = False
        self._tell(row, into)

    def _tell(self, row: int, into: Arrays) -> None:
        playing = self._playing[row]
        self._planes.write(playing.position, into.observations[row])
        into.masks[row] = False
        into.masks[row, [self._planes.number[move] for move in playing.legal]] = True
        into.players[row] = self._game.to_move(playing.position)


def _drawn(playing: _Playing) -> Any:
    return playing.legal[playing.rng.below(len(playing.legal))]
