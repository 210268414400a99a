"""Every game as an environment of OpenEnv: one agent against an engine, in this process or over HTTP.

    QUINTET_GAME="quentin(size=5)" QUINTET_OPPONENT=level:3 uvicorn --factory quintet.agents.openenv:app

An action is a move, alone or after ``MOVE:`` at the end of an answer. An illegal one is answered with the reason; after
`retries` of them in a row it loses. The tasks of verifiers come from such a server, too: its task set ``openenv``.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any
from uuid import uuid4

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app
from pydantic import ConfigDict

from quintet.agents import prompts
from quintet.agents.llm import ENTRY, move_in
from quintet.core.inputs import checked_game
from quintet.core.match import Match
from quintet.core.registry import game_ids
from quintet.core.types import IllegalMove, Player
from quintet.engine import bounds
from quintet.players.player import SeatedPlayer, player_for
from quintet.players.who import OWN_ENGINES, parse_who

LONGEST = 1000
"""Moves after which a match is a draw."""


class PlayAction(Action):  # type: ignore[misc]  # openenv is no dependency
    """A move."""

    model_config = ConfigDict(coerce_numbers_to_str=True)  # a column is a number to who reads JSON
    move: str


class BoardObservation(Observation):  # type: ignore[misc]
    """The board as the agent sees it. `reward`: 1 won, -1 lost, 0 drawn, once it is over."""

    text: str
    """The board, whose turn it is, the legal moves; before it what was played or refused. At first the rules, too."""
    position: str
    legal_moves: list[str]
    outcome: str = ""


class BoardEnvironment(Environment):  # type: ignore[misc]
    """Matches of one agent against an engine, which takes turns at moving first."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, opponent: str = "level:1", retries: int = 3) -> None:
        super().__init__()
        self._game = checked_game(game)
        self._who = parse_who(opponent, OWN_ENGINES, "opponent")
        self._retries = bounds.whole("retries", retries, 0, 1000)
        self._begun = self._refused = 0
        self._begin(0, None)

    def reset(self, seed: int | None = None, episode_id: str | None = None, **more: Any) -> BoardObservation:
        """Begin a match; the seats alternate with the seeds."""
        self._begun += 1
        self._begin(self._begun if seed is None else seed, episode_id)
        return self._shown(f"{prompts.short_rules(self._game)}\n{ENTRY}", *self._reply())

    def step(self, action: PlayAction, timeout_s: float | None = None, **more: Any) -> BoardObservation:
        if self._is_over:
            return self._shown("The match is over: reset begins another one.")
        try:
            self._match.play(move_in(action.move))
        except IllegalMove as error:
            self._refused += 1
            if self._refused > self._retries:
                self._match.resign(self._you)
                return self._shown(f"{error}. That was the last try: you lose.")
            return self._shown(f"{error}. Tries left: {self._retries - self._refused + 1}.")
        self._refused = 0
        return self._shown(*self._reply())

    @property
    def state(self) -> State:
        match = self._match
        return State(episode_id=self._episode, step_count=match.ply, moves=[str(move) for move in match.moves])

    def _begin(self, seed: int, episode: str | None) -> None:
        chance = Random(seed)
        self._you = Player.SECOND if seed % 2 else Player.FIRST
        self._opponent: SeatedPlayer = player_for(self._who, self._game, chance.getrandbits(31))
        self._match, self._refused, self._episode = Match(self._game), 0, episode or str(uuid4())

    @property
    def _is_over(self) -> bool:
        return self._match.outcome is not None or self._match.ply >= LONGEST

    def _reply(self) -> list[str]:
        """The opponent's moves, until it is the agent's turn."""
        said = []
        while not self._is_over and self._match.to_move is not self._you:
            move = self._opponent.choose(self._match)
            self._match.play(move)
            said.append(f"The opponent played {move}.")
        return said

    def _shown(self, *before: str) -> BoardObservation:
        match, outcome = self._match, self._match.outcome
        winner = outcome.winner if outcome else None
        return BoardObservation(
            text="\n\n".join([*before, prompts.standing(match, most=10**6)]),
            position=self._game.text(match.position),
            legal_moves=[] if self._is_over else match.legal(),
            outcome="" if outcome is None else outcome.reason,
            done=self._is_over,
            reward=(0.0 if winner is None else 1.0 if winner is self._you else -1.0) if self._is_over else None,
        )


def app() -> Any:
    """The server, as uvicorn's ``--factory`` makes it, for ``QUINTET_GAME`` against ``QUINTET_OPPONENT``."""
    game, opponent = os.environ.get("QUINTET_GAME", ""), os.environ.get("QUINTET_OPPONENT", "level:1")
    if not game:
        raise ValueError(f"QUINTET_GAME must be a game, such as {game_ids()[0]}, got none")
    BoardEnvironment(game, opponent)  # what is wrong with them is said now, and not at the first match
    return create_fastapi_app(lambda: BoardEnvironment(game, opponent), PlayAction, BoardObservation)
