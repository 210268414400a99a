"""Every game as an environment of TextArena, for two agents that read and write text; needs textarena.

    import textarena
    import quintet.agents.textarena                  # registers Quintet-othello-v0 and so on
    env = textarena.make("Quintet-othello-v0")
    env = textarena.make("Quintet-quentin-v0", options="size=5", legal=False)

An answer ends with ``MOVE:`` and a move, or has one in brackets: ``[d3]``. Player 0 moves first.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import textarena
from textarena.envs.registration import ENV_REGISTRY, register

from quintet.agents import prompts
from quintet.agents.llm import ENTRY, move_in
from quintet.core.game import spec
from quintet.core.match import Match
from quintet.core.registry import game_ids, load
from quintet.core.types import IllegalMove
from quintet.engine import bounds

MOST_MOVES = 1000
"""After which a match is a draw."""


class TextArenaMatch(textarena.Env):  # type: ignore[misc]  # textarena is an extra
    """A match between two agents."""

    def __init__(
        self,
        game: str,
        *,
        options: str = "",
        legal: bool = True,
        error_allowance: int = 3,
        most_moves: int = MOST_MOVES,
    ) -> None:
        """`options`: of the game, such as ``size=5``. `legal`: whether agents are shown the legal moves. After
        `error_allowance` illegal answers in a row the next one loses."""
        self._game = load(f"{game}({options})" if options else game)
        self._legal = legal
        self._errors = bounds.whole("error_allowance", error_allowance, 0, 1000)
        self._most = bounds.whole("most_moves", most_moves, 1, 10**6)
        self.match = Match(self._game)

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        if num_players != 2:
            raise ValueError(f"num_players must be 2, got {num_players}")
        self.match = Match(self._game, names=("Player 0", "Player 1"))
        self.state = textarena.TwoPlayerState(num_players, seed, error_allowance=self._errors)
        self.state.reset(game_state={"position": ""}, player_prompt_function=self._prompt)
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        state, player = self.state, self.state.current_player_id
        state.add_observation(action, textarena.ObservationType.PLAYER_ACTION, from_id=player)
        try:
            move = self.match.legal_move(move_in(action))
        except IllegalMove as error:
            state.set_invalid_move(f"{error}." if self._legal else f"{error}.".partition(": expected")[0])
        else:
            self.match.play(move)
            kind = textarena.ObservationType.GAME_ACTION_DESCRIPTION
            state.add_observation(f"Player {player} played {move}.", kind)
            self._settle()
            self._show()
        return state.step(rotate_player=False)  # type: ignore[no-any-return]

    def _settle(self) -> None:
        """Who is to move, or how the match ended."""
        outcome = self.match.outcome
        if outcome is None and self.match.ply < self._most:
            self.state.manually_set_current_player_id(int(self.match.to_move))
        elif outcome is None or outcome.winner is None:
            self.state.set_draw("the match is too long" if outcome is None else outcome.reason)
        else:
            self.state.set_winner(int(outcome.winner), outcome.reason)

    def _show(self) -> None:
        self.state.game_state["position"] = self._game.text(self.match.position)
        shown = prompts.standing(self.match, most=10**6 if self._legal else 0)
        self.state.add_observation(shown, textarena.ObservationType.GAME_BOARD)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        order = "second" if player_id else "first"
        you = f"You are Player {player_id} in {spec(self._game)} and move {order}."
        return f"{prompts.short_rules(self._game)}\n{you}\n\n{ENTRY}"


for _id in game_ids():
    if f"Quintet-{_id}-v0" not in ENV_REGISTRY:
        register(f"Quintet-{_id}-v0", partial(TextArenaMatch, _id))
