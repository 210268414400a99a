"""Games as Gymnasium environments: one against an engine, and many at once.

    import gymnasium, quintet.environments.gymnasium
    env = gymnasium.make("quintet/Engine-v0", game="othello", opponent="level:3")
    envs = gymnasium.make_vec("quintet/SelfPlay-v0", num_envs=4096, game="othello")

Observations and actions are those of `quintet.environments.planes`.
"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this needs Gymnasium: pip install 'quintet-games[gymnasium]'") from missing

from quintet.core.game import AnyGame, checked_game, refusal
from quintet.core.match import Match
from quintet.core.types import Player
from quintet.engine import checks
from quintet.engine.bounds import LONGEST_PLAYOUT, MOST_SEED
from quintet.environments.planes import Planes
from quintet.environments.vector import Vector
from quintet.games import load
from quintet.players.player import player_for
from quintet.players.who import OWN_ENGINES, parse_who
from quintet.render.marks import last_of
from quintet.render.narration import printed
from quintet.render.svg.png import png
from quintet.render.svg.position import svg

SEATS = ("first", "second", "random")
MODES = ("human", "ansi", "svg", "rgb_array")
"""Render modes; ``human`` prints the text."""
WIDTH = 480
"""Pixels of a picture."""


class EngineEnv(gymnasium.Env):  # type: ignore[misc]
    """One player of a game against an engine.

    `opponent`: ``random``, ``level:N`` or one of our searches, such as ``mcts:nodes=100``. `seat`: whether the agent is
    the ``first`` player, the ``second``, or a ``random`` one of them in each game. The reward is 1 for a win and -1 for
    a loss. An illegal action loses at once, and ``info["illegal"]`` says why; the mask is in the observation, for
    ``action_space.sample(mask)``.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: AnyGame | str,
        *,
        opponent: str = "random",
        seat: str = "first",
        render_mode: str | None = None,
        limit: int = 1000,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else checked_game(game)
        self.opponent = parse_who(opponent, OWN_ENGINES, "opponent")
        self._engine = player_for(self.opponent, self.game)
        self.seat = checks.one_of("seat", seat, SEATS)
        self.render_mode = checked_mode(render_mode)
        self.limit = checks.whole("limit", limit, 1, LONGEST_PLAYOUT)
        self.planes = Planes(self.game)
        self.action_space = spaces.Discrete(len(self.planes.actions))
        self.observation_space = observation_space(self.planes)
        self.match = Match(self.game)
        self.player = Player.FIRST
        """The agent's seat."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin anew, in ``options["position"]`` if it is given."""
        super().reset(seed=seed)
        self.match = new_match(self.game, options)
        drawn, seed_of_engine = (int(self.np_random.integers(MOST_SEED)) for _ in range(2))
        self.player = Player(drawn % 2 if self.seat == "random" else SEATS.index(self.seat))
        self._engine = player_for(self.opponent, self.game, seed_of_engine)
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Play, and let the engine answer."""
        if self.match.outcome is not None:
            raise ValueError("the game is over: call reset")
        if not self.action_space.contains(action):
            raise ValueError(f"action must be 0 to {self.action_space.n - 1}, got {action}")
        move = self.planes.actions[action]
        if move not in self.match.legal_moves:
            said = refusal(self.game, self.match.position, move).reason
            self.match.resign(self.player)
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": said}
        self.match.play(move)
        self._answer()
        outcome = self.match.outcome
        reward = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner is self.player else -1.0
        truncated = outcome is None and self.match.ply >= self.limit
        return self._observation(), reward, outcome is not None, truncated, self._info()

    def render(self) -> Any:
        return None if self.render_mode is None else rendered(self.match, self.render_mode)

    def _answer(self) -> None:
        """The engine plays until it is the agent's turn."""
        match = self.match
        while match.outcome is None and match.to_move is not self.player and match.ply < self.limit:
            match.play(self._engine.choose(match))
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> dict[str, NDArray[Any]]:
        position = self.match.position
        mine = self.match.outcome is None and self.match.to_move is self.player
        mask = self.planes.mask(position) if mine else np.zeros(len(self.planes.actions), np.bool_)
        return {"observation": self.planes.of(position, self.player), "action_mask": mask.astype(np.int8)}

    def _info(self) -> dict[str, Any]:
        return {"player": int(self.player), "position": self.game.text(self.match.position)}


class SelfPlayVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games in which you play both sides: a `Vector` with Gymnasium's interface.

    Rewards are for the player who moved. ``info`` has the ``action_mask`` and the ``player`` who moves next. A game
    that ends begins anew in the same step, and ``info["final_obs"]`` has its last observation. The arrays are the
    vector's own and are filled again by the next step: copy what you keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: AnyGame | str, num_envs: int = 1, *, seed: int = 0, **settings: Any) -> None:
        self.vector = Vector(load(game) if isinstance(game, str) else game, num_envs, seed, **settings)
        planes = self.vector.planes
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, planes.shape, np.uint8)
        self.single_action_space = spaces.Discrete(len(planes.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games anew."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        return self.vector.reset(seed).observations, self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One move in each game; IllegalMove if one is not legal."""
        moved = self.vector.arrays.players.copy()
        arrays = self.vector.step(actions)
        rewards = arrays.rewards[np.arange(self.num_envs), moved].astype(np.float64)
        info = self._info()
        done = arrays.done
        if done.any():
            info |= {"final_obs": arrays.final_observations, "_final_obs": done}
        return arrays.observations, rewards, arrays.terminated, arrays.truncated, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.vector.arrays.masks, "player": self.vector.arrays.players}


def observation_space(planes: Planes) -> spaces.Dict:
    """The planes of a position, and which actions are legal."""
    mask = spaces.Box(0, 1, (len(planes.actions),), np.int8)
    return spaces.Dict({"observation": spaces.Box(0, 255, planes.shape, np.uint8), "action_mask": mask})


def new_match(game: AnyGame, options: dict[str, Any] | None) -> Match:
    """A match from ``options["position"]``, or from the start."""
    position = (options or {}).get("position")
    start = checks.unfinished(game, game.parse(position) if isinstance(position, str) else position)
    return Match(game, position=start)


def checked_mode(mode: str | None) -> str | None:
    return mode if mode is None else checks.one_of("render_mode", mode, MODES)


def rendered(match: Match, mode: str) -> Any:
    """The match in one of the modes: text, SVG, or an array of rows, columns and three bytes a pixel."""
    if mode == "ansi":
        return printed(match)
    if mode == "human":
        print(printed(match))
        return None
    game = match.game
    drawing = svg(game.layout(), game.scene(match.position), last=last_of(match), title=game.title)
    if mode == "svg":
        return drawing
    picture = png(drawing, WIDTH, background="#ffffff")
    from PIL import Image

    return np.array(Image.open(io.BytesIO(picture)).convert("RGB"))


gymnasium.register("quintet/Engine-v0", entry_point=EngineEnv)
gymnasium.register("quintet/SelfPlay-v0", vector_entry_point=SelfPlayVectorEnv)
