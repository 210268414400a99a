"""Our games in OpenSpiel, for its algorithms: import this, then ``pyspiel.load_game("quintet_quentin(size=5)")``.

Every game that is installed is registered under its id with ``quintet_`` before it; its options are the parameters.
Actions and observation tensors are those of `quintet.environments.planes`. The kernel plays where there is one.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

import numpy as np

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this needs OpenSpiel: pip install 'quintet-games[openspiel]'") from missing

from quintet.core.game import spec
from quintet.core.registry import game_class, game_ids
from quintet.core.types import IllegalMove, Player
from quintet.environments.planes import Planes
from quintet.environments.single_game import SingleGame, single_game
from quintet.games import load

PREFIX = "quintet_"
LIMIT = 1000
"""OpenSpiel needs finite games: after this many moves a game is a draw."""


@cache
def _planes(game_spec: str) -> Planes:
    return Planes(load(game_spec))


@cache
def _start(game_spec: str) -> SingleGame:
    return single_game(_planes(game_spec))


class State(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies its attributes one by one, so the game is looked up by its spec."""

    def __init__(self, game: Any, game_spec: str) -> None:
        super().__init__(game)
        self.game_spec = game_spec
        self.playing = _start(game_spec).copy()
        self.made = 0
        self.over = False

    @property
    def planes(self) -> Planes:
        return _planes(self.game_spec)

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.over else self.playing.to_move()

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> list[float]:
        winner = self.playing.winner() if self.over else None
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == Player.FIRST else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.playing.legal()

    def _apply_action(self, action: int) -> None:
        if not self.playing.play(action):
            raise IllegalMove(f"action {action} is not legal: expected one of {self._legal_actions(0)}")
        self.made += 1
        self.over = self.made == LIMIT or self.playing.over()

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.planes.actions[action])

    def __str__(self) -> str:
        return self.playing.position()


class Observer:
    """Observations of a state: the planes from one player's view as a tensor, and text."""

    def __init__(self, planes: Planes) -> None:
        self._shown = np.zeros(planes.shape, np.uint8)
        self.tensor = np.zeros(planes.shape, np.float32).reshape(-1)
        self.dict = {"observation": self.tensor.reshape(planes.shape)}

    def set_from(self, state: State, player: int) -> None:
        state.playing.observe(player, self._shown)
        self.dict["observation"][:] = self._shown

    def string_from(self, state: State, player: int) -> str:
        return str(state)


def loaded(game_spec: str) -> Any:
    """OpenSpiel's game of a spec. A game is pickled as this call, so that the other process registers our games
    first."""
    return pyspiel.load_game(PREFIX + game_spec)


def _register(game_id: str) -> None:
    Options = game_class(game_id).Options
    parameters = {field.name: field.default for field in dataclasses.fields(Options)}
    kind = pyspiel.GameType(
        short_name=PREFIX + game_id,
        long_name=game_class(game_id).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )

    class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, given: dict[str, Any] | None = None) -> None:
            self.game_spec = spec(load(game_id, **(given or {})))
            info = pyspiel.GameInfo(
                num_distinct_actions=len(_planes(self.game_spec).actions),
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LIMIT,
            )
            super().__init__(kind, info, given or {})

        def __reduce__(self) -> tuple[Any, ...]:
            return loaded, (self.game_spec,)

        def new_initial_state(self) -> State:
            return State(self, self.game_spec)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(_planes(self.game_spec))
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(kind, OpenSpielGame)


for _id in game_ids():
    _register(_id)
