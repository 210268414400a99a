"""A game as a PettingZoo environment: `quintet.environments.pettingzoo.env("othello")`.

Two agents, ``player_0`` and ``player_1``, take turns as the rules say, which need not be in alternation. An observation
has the planes of `quintet.environments.planes` as its agent sees them, and the mask of the actions that are legal
now: all zeros for the agent that is not to move. The winner gets 1 and the loser -1 with the last move. The kernel
plays where there is one, with the rulebook's results.
In `env` an illegal action loses the game; `raw_env` raises `IllegalMove`. PettingZoo's own wrappers check the same and
can be put around either, but they take several times as long as the game itself.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this needs PettingZoo: pip install 'quintet-games[pettingzoo]'") from missing

from quintet.core.game import AnyGame
from quintet.core.inputs import checked_game
from quintet.core.match import Match
from quintet.core.types import IllegalMove
from quintet.engine import bounds
from quintet.engine.bounds import LONGEST_PLAYOUT
from quintet.environments.gymnasium import MODES, checked_mode, observation_space, rendered
from quintet.environments.planes import Planes
from quintet.environments.single_game import Episode, Observation

AGENTS = ["player_0", "player_1"]
VERSION = 0
"""Raised when planes, actions or rewards change."""


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801
    """The environment itself, under the name that PettingZoo gives to every such class."""

    def __init__(self, game: AnyGame | str, *, render_mode: str | None = None, limit: int = 1000) -> None:
        EzPickle.__init__(self, game, render_mode=render_mode, limit=limit)
        super().__init__()
        self.game = checked_game(game)
        self.render_mode = checked_mode(render_mode)
        self.limit = bounds.whole("limit", limit, 1, LONGEST_PLAYOUT)
        self.planes = Planes(self.game)
        self.metadata = {
            "name": f"{self.game.id}_v{VERSION}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(len(self.planes.actions)) for agent in AGENTS}
        self.observation_spaces = {agent: observation_space(self.planes) for agent in AGENTS}
        self._episode = Episode(self.planes)
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def match(self) -> Match:
        """The match so far."""
        return self._episode.match

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew, in ``options["position"]`` if it is given. A seed has no effect: the games have no chance."""
        self._episode.begin((options or {}).get("position"))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._episode.playing.to_move()]

    def observe(self, agent: str) -> Observation:
        return self._episode.observation(AGENTS.index(agent), to_move=agent == self.agent_selection)

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ValueError("nobody is to move: call reset first")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        episode, mover = self._episode, AGENTS.index(self.agent_selection)
        episode.play(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        over = episode.playing.over()
        if over:
            self.terminations = dict.fromkeys(AGENTS, True)
            if (winner := episode.playing.winner()) is not None:
                self.rewards = {AGENTS[winner]: 1.0, AGENTS[1 - winner]: -1.0}
        elif len(episode.actions) >= self.limit:
            self.truncations = dict.fromkeys(AGENTS, True)
            over = True
        self.agent_selection = AGENTS[1 - mover if over else episode.playing.to_move()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(self.match, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class env(raw_env):  # noqa: N801
    """The environment in which an illegal action loses: -1 for the agent, and ``infos`` says why."""

    def step(self, action: Any) -> None:
        try:
            super().step(action)
        except IllegalMove as illegal:
            loser = self.agent_selection
            self.terminations = dict.fromkeys(AGENTS, True)
            self.rewards = dict.fromkeys(AGENTS, 0.0) | {loser: -1.0}
            self._cumulative_rewards[loser] = 0.0
            self.infos[loser] = {"illegal": str(illegal)}
            self.agent_selection = AGENTS[1 - AGENTS.index(loser)]
            self._accumulate_rewards()
