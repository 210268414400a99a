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
from quintet.core.inputs import checked_position
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


class CutOff:
    """A game that has reached the limit: a draw, so that a state need not ask for the limit each time."""

    def __init__(self, game: SingleGame | CutOff) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name == "game":  # while it is copied
            raise AttributeError(name)
        return getattr(self.game, name)

    def __deepcopy__(self, memo: object) -> CutOff:
        return CutOff(self.game.copy())

    def over(self) -> bool:
        return True

    def legal(self) -> list[int]:
        return []

    def winner(self) -> None:
        return None


class State(pyspiel.State):  # type: ignore[misc]
    """A position. OpenSpiel copies the attributes of a state one by one: there is only one.

    OpenSpiel's C++ calls the methods with an underscore and asks for the player and the end several times around each;
    `legal_actions`, `legal_actions_mask` and `observation_tensor` answer a Python program at once.
    """

    def __init__(self, game: Any, start: SingleGame) -> None:
        super().__init__(game)
        self.playing: SingleGame | CutOff = start.copy()

    @property
    def planes(self) -> Planes:
        return _planes(self.playing.spec)

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.playing.to_move()

    def is_terminal(self) -> bool:
        return self.playing.over()

    def returns(self) -> list[float]:
        winner = self.playing.winner()
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == Player.FIRST else [-1.0, 1.0]

    def legal_actions(self, player: int | None = None) -> list[int]:
        playing = self.playing
        if player is None or playing.over() or player == playing.to_move():
            return playing.legal()
        return super().legal_actions(player)  # type: ignore[no-any-return]

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        playing = self.playing
        if (player is None or player == playing.to_move()) and not playing.over():
            return playing.mask_list()
        return super().legal_actions_mask(*() if player is None else (player,))  # type: ignore[no-any-return]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        playing = self.playing
        if player is None and not playing.over():
            player = playing.to_move()
        if player in (0, 1):
            return playing.observation_list(player)
        return super().observation_tensor(*() if player is None else (player,))  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return self.playing.legal()

    def _apply_action(self, action: int) -> None:
        if not self.playing.play(action):
            raise IllegalMove(f"action {action} is not legal: expected one of {self.legal_actions()}")
        if self.move_number() >= LIMIT - 1:  # without this move
            self.playing = CutOff(self.playing)

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
            self._start = single_game(_planes(self.game_spec))
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

        def new_initial_state(self, position: str | None = None) -> State:
            """The start, or another position by its text."""
            if position is None:
                return State(self, self._start)
            planes = _planes(self.game_spec)
            start = self._start.copy()
            start.put(planes.game.text(checked_position(planes.game, position)))
            return State(self, start)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(_planes(self.game_spec))
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(kind, OpenSpielGame)


for _id in game_ids():
    _register(_id)
