"""Games as Gymnasium environments: one against an engine, and many at once.

    import gymnasium, quintet.environments.gymnasium
    env = gymnasium.make("quintet/Engine-v0", game="othello", opponent="level:3")
    envs = gymnasium.make_vec("quintet/SelfPlay-v0", num_envs=4096, game="othello")

Observations and actions are those of `quintet.environments.planes`.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from inspect import signature
from typing import Any, Protocol, SupportsIndex, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this needs Gymnasium: pip install 'quintet-games[gymnasium]'") from missing

from quintet.core.game import AnyGame
from quintet.core.inputs import checked_game, integer
from quintet.core.match import Match
from quintet.core.types import IllegalMove, Player
from quintet.engine import bounds
from quintet.engine.bounds import LONGEST_PLAYOUT, MOST_SEED
from quintet.environments.planes import Planes
from quintet.environments.single_game import Episode, Observation
from quintet.environments.vector import Vector, VectorSettings
from quintet.environments.vector_opponent import SEATS
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import OWN_ENGINES, parse_who
from quintet.render.marks import last_of
from quintet.render.match_text import printed
from quintet.render.picture import png
from quintet.render.svg.position import svg

MODES = ("human", "ansi", "svg", "rgb_array")
"""Render modes; ``human`` prints the text."""
WIDTH = 480
"""Pixels of a picture."""


Policy = Callable[[Observation], Any]
"""From an observation to an action."""


class Model(Protocol):
    """A trained model, as Stable-Baselines3 has them."""

    def predict(self, observation: Any) -> Any:
        """The action for an observation, first of what it returns; MaskablePPO takes ``action_masks`` too."""
        ...


def _policy(opponent: object) -> Policy | None:
    """How a function or a model chooses; ``None`` for one of our players."""
    predict = getattr(opponent, "predict", None)
    if predict is None:
        return opponent if callable(opponent) else None
    masked = "action_masks" in signature(predict).parameters

    def choose(observation: Observation) -> Any:
        settings = {"action_masks": observation["action_mask"].astype(np.bool_)} if masked else {}
        return predict(observation, **settings)[0]

    return choose


class EngineEnv(gymnasium.Env):  # type: ignore[misc]
    """One player of a game against an engine.

    `opponent`: a player such as ``random``, ``level:3`` or ``mcts:nodes=100``; a function from an observation to an
    action; or a trained model with a method ``predict``, as Stable-Baselines3 has them. An action of these two that is
    not legal is replaced by a random one. `seat`: whether the agent is the ``first`` player, the ``second``, or a
    ``random`` one of them in each game. The reward is 1 for a win and -1 for a loss. An illegal action loses at once,
    and ``info["illegal"]`` says why; the mask is in the observation, for ``action_space.sample(mask)``, and in
    `action_masks`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(
        self,
        game: AnyGame | str,
        *,
        opponent: str | Policy | Model = "random",
        seat: str = "first",
        render_mode: str | None = None,
        limit: SupportsIndex = 1000,
    ) -> None:
        self.game = checked_game(game)
        self._policy = _policy(opponent)
        self._who = None if self._policy is not None else parse_who(str(opponent), OWN_ENGINES, "opponent")
        self._engine: SeatedPlayer | None = None
        self.seat = bounds.one_of("seat", seat, SEATS)
        self.render_mode = checked_mode(render_mode)
        self.limit = bounds.whole("limit", limit, 1, LONGEST_PLAYOUT)
        self.planes = Planes(self.game)
        self.action_space = spaces.Discrete(len(self.planes.actions))
        self.observation_space = observation_space(self.planes)
        self._episode = Episode(self.planes)
        self._lost = False
        self.player = Player.FIRST
        """The agent's seat."""

    @property
    def match(self) -> Match:
        """The match so far."""
        return self._episode.match

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew, in ``options["position"]`` if it is given."""
        super().reset(seed=None if seed is None else bounds.seed_of(seed))
        self._episode.begin((options or {}).get("position"))
        self._lost = False
        drawn, seed_of_engine = (int(self.np_random.integers(MOST_SEED)) for _ in range(2))
        self.player = Player(drawn % 2 if self.seat == "random" else SEATS.index(self.seat))
        if self._who is not None and self._who.kind != "random":
            self._engine = player_for(self._who, self.game, seed_of_engine)
        self._answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play, and let the opponent answer."""
        playing = self._episode.playing
        if self._lost or playing.over():
            raise ValueError("the game is over: call reset")
        try:
            self._episode.play(action)
        except IllegalMove as illegal:
            self._lost = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(illegal)}
        self._answer()
        over, winner = playing.over(), playing.winner()
        reward = 0.0 if not over or winner is None else 1.0 if winner == self.player else -1.0
        truncated = not over and len(self._episode.actions) >= self.limit
        return self._observation(), reward, over, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as MaskablePPO asks for them."""
        return self._observation()["action_mask"].astype(np.bool_)

    def render(self) -> Any:
        return None if self.render_mode is None else rendered(self.match, self.render_mode)

    def _answer(self) -> None:
        """The opponent plays until it is the agent's turn."""
        episode = self._episode
        playing = episode.playing
        while not playing.over() and playing.to_move() != self.player and len(episode.actions) < self.limit:
            episode.play(self._chosen(playing.legal()))
        if self.render_mode == "human":
            self.render()

    def _chosen(self, legal: list[int]) -> int:
        """The action of the opponent."""
        if self._engine is not None:
            return self.planes.number[self._engine.choose(self._episode.match)]
        if self._policy is not None:
            chosen = self._policy(self._episode.observation(self.player.other, to_move=True))
            if chosen in legal:
                return int(chosen)
        return legal[int(self.np_random.integers(len(legal)))]

    def _observation(self) -> Observation:
        playing = self._episode.playing
        mine = not self._lost and not playing.over() and playing.to_move() == self.player
        return self._episode.observation(self.player, to_move=mine)

    def _info(self) -> dict[str, Any]:
        return {"player": int(self.player), "position": self._episode.playing.position()}


class SelfPlayVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games in which you play both sides: a `Vector` with Gymnasium's interface.

    Rewards are for the player who moved. ``info`` has the ``action_mask`` and the ``player`` who moves next. A game
    that ends begins anew in the same step, and ``info["final_obs"]`` has its last observation. The arrays are the
    vector's own and are filled again by the next step: copy what you keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: AnyGame | str,
        num_envs: int = 1,
        *,
        seed: ArrayLike = 0,
        **settings: Unpack[VectorSettings],
    ) -> None:
        self.vector = Vector(game, num_envs, seed, **settings)
        planes = self.vector.planes
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, planes.shape, np.uint8)
        self.single_action_space = spaces.Discrete(len(planes.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: ArrayLike | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begin all games anew."""
        super().reset(seed=integer(seed))
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
    # Numbers of 32 bits, because learning libraries take three dimensions of bytes for an image.
    return spaces.Dict({"observation": spaces.Box(0, 255, planes.shape, np.float32), "action_mask": mask})


def checked_mode(mode: str | None) -> str | None:
    return mode if mode is None else bounds.one_of("render_mode", mode, MODES)


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
