"""One game played action by action, by the kernel where there is one, for environments that step a single game."""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quintet.core.game import refusal, spec
from quintet.core.inputs import integer, short
from quintet.core.match import Match
from quintet.core.types import IllegalMove, Player
from quintet.engine import bounds
from quintet.engine.native import kernels
from quintet.environments.planes import Planes

if TYPE_CHECKING:
    from quintet import _core

SingleGame: TypeAlias = "_core.SingleGame | RulebookGame"
"""A game of numbered actions that can be copied; players are 0, the first, and 1."""
Observation = dict[str, NDArray[Any]]
"""``observation``, the planes, and ``action_mask``."""


def single_game(planes: Planes) -> SingleGame:
    """A game at its start."""
    kernel = kernels.kernel_for(planes.game)
    texts = [str(move) for move in planes.actions]
    game = None if kernel is None else kernel.rules.single_game(spec(planes.game), texts)
    if game is None:
        return RulebookGame(planes)
    copyreg.pickle(type(game), _reduced)
    return game


def _reduced(game: Any) -> tuple[Any, ...]:
    """How a kernel's game is pickled."""
    return _restored, (game.spec, game.position())


def _restored(game_spec: str, position: str) -> SingleGame:
    game = single_game(Planes(game_spec))
    game.put(position)
    return game


class RulebookGame:
    """A game by the rulebook, with the methods of a kernel's."""

    def __init__(self, planes: Planes, position: Any = None) -> None:
        self._planes = planes
        self._put(planes.game.start() if position is None else position)

    def __deepcopy__(self, memo: object) -> RulebookGame:
        return self.copy()

    @property
    def spec(self) -> str:
        return spec(self._planes.game)

    def copy(self) -> RulebookGame:
        return RulebookGame(self._planes, self._position)

    def position(self) -> str:
        return self._planes.game.text(self._position)

    def put(self, position: str) -> None:
        self._put(self._planes.game.parse(position))

    def play(self, action: int) -> bool:
        if action not in self._legal:
            return False
        self._put(self._planes.game.play(self._position, self._planes.actions[action]))
        return True

    def legal(self) -> list[int]:
        return list(self._legal)

    def to_move(self) -> int:
        return int(self._planes.game.to_move(self._position))

    def over(self) -> bool:
        return not self._legal

    def winner(self) -> int | None:
        outcome = self._planes.game.outcome(self._position)
        return None if outcome is None or outcome.winner is None else int(outcome.winner)

    def mask(self, mask: NDArray[np.bool_]) -> None:
        mask[:] = False
        mask[self._legal] = True

    def mask_list(self) -> list[int]:
        mask = [0] * len(self._planes.actions)
        for action in self._legal:
            mask[action] = 1
        return mask

    def observe(self, player: int, planes: NDArray[np.uint8]) -> None:
        self._planes.write(self._position, planes, Player(player))

    def observation_list(self, player: int) -> list[float]:
        planes = np.empty(self._planes.shape, np.uint8)
        self.observe(player, planes)
        return planes.astype(float).ravel().tolist()

    def _put(self, position: Any) -> None:
        self._position = position
        self._legal = [self._planes.number[move] for move in self._planes.game.legal_moves(position)]


class Episode:
    """One game from its beginning to now, for environments of a single game.

    The kernel plays it; `match` is the same game by the rulebook, played on only when somebody asks for it.
    """

    def __init__(self, planes: Planes) -> None:
        self.planes = planes
        self._start = planes.game.start()
        self._new = single_game(planes)
        self.begin(None)

    def begin(self, position: Any) -> None:
        """Begin anew, in a position or its text, or at the start; ValueError if the game is over there."""
        start = bounds.unfinished(self.planes.game, position)
        self.playing = self._new.copy()
        if start != self._start:
            self._start = start
            self.playing.put(self.planes.game.text(start))
            self._new = self.playing.copy()
        self.actions: list[int] = []
        self._match: Match | None = None

    @property
    def match(self) -> Match:
        if self._match is None:
            self._match = Match(self.planes.game, self._start)
        for action in self.actions[self._match.ply :]:
            self._match.play(self.planes.actions[action])
        return self._match

    def play(self, action: object) -> None:
        """ValueError for what is no action; IllegalMove says why one is not legal. Then nothing is played."""
        number, count = integer(action), len(self.planes.actions)
        if number is None or not 0 <= number < count:
            raise ValueError(f"action must be 0 to {count - 1}, got {short(action)}")
        if not self.playing.play(number):
            raise IllegalMove(refusal(self.planes.game, self.match.position, self.planes.actions[number]).reason)
        self.actions.append(number)

    def observation(self, player: int, *, to_move: bool) -> Observation:
        """The planes as a player sees them, and the mask: all zeros if it is not `to_move`."""
        planes = np.empty(self.planes.shape, np.uint8)
        self.playing.observe(player, planes)
        mask = np.zeros(len(self.planes.actions), np.bool_)
        if to_move:
            self.playing.mask(mask)
        return {"observation": planes.astype(np.float32), "action_mask": mask.view(np.int8)}
