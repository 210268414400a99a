"""Environments that trainers of language models use, by scripted agents and without any network."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import quintet
from needs import need


class TestTextArena:
    @staticmethod
    def made(name: str, **settings: Any) -> Any:
        need("TextArena")
        import textarena

        import quintet.agents.textarena  # noqa: F401, it registers

        env = textarena.make(f"Quintet-{name}-v0", **settings)
        env.reset(num_players=2, seed=1)
        return env

    @pytest.mark.parametrize("name", quintet.game_ids())
    def test_two_scripted_agents_play_to_the_end(self, name: str) -> None:
        env, chance, done = self.made(name), Random(1), False
        match = env.match
        while not done:
            player, seen = env.get_observation()
            assert player == int(match.to_move)
            assert "Legal moves: " in seen[-1][1]
            done, _ = env.step(f"I take this one.\nMOVE: {chance.choice(match.legal())}")
        rewards, info = env.close()
        winner = match.outcome.winner
        assert rewards == ({0: 0, 1: 0} if winner is None else {int(winner): 1, int(winner.other): -1})
        assert info[0]["reason"] == match.outcome.reason

    def test_illegal_answers_are_told_why_and_lose_in_the_end(self) -> None:
        env = self.made("othello", options="size=6", error_allowance=1)
        assert "Example" not in env.get_observation()[1][0][1]
        assert env.step("[a1]") == (False, {})
        assert "a1 turns no disc" in env.get_observation()[1][-1][1]
        assert env.step("[c2]") == (False, {})
        assert env.get_observation()[0] == 1
        done, _ = (env.step("no idea"), env.step("no idea"))[1]
        assert done
        assert env.close()[0] == {1: -1, 0: 1}


class TestOpenEnv:
    @staticmethod
    def played(env: Any) -> Any:
        from quintet.agents.openenv import PlayAction

        seen = env.reset(seed=3)
        assert seen.text.startswith("# ") or "\n" in seen.text
        while not seen.done:
            assert seen.reward is None
            seen = env.step(PlayAction(move=seen.legal_moves[0]))
        return seen

    def test_a_scripted_agent_plays_to_the_end(self) -> None:
        need("OpenEnv")
        from quintet.agents.openenv import BoardEnvironment

        env = BoardEnvironment("magnetize(height=3,width=3)", "random")
        seen = self.played(env)
        assert seen.reward in (-1, 0, 1)
        assert seen.outcome
        assert env.state.step_count == len(env.state.moves)
        assert seen == self.played(env)

    def test_illegal_moves_are_told_why_and_lose_in_the_end(self) -> None:
        need("OpenEnv")
        from quintet.agents.openenv import BoardEnvironment, PlayAction

        env = BoardEnvironment("othello", "level:1", retries=1)
        env.reset(seed=2)
        seen = env.step(PlayAction(move="a1"))
        assert seen.text.startswith("a1 turns no disc")
        assert "Tries left: 1." in seen.text
        seen = env.step(PlayAction(move="x"))
        assert (seen.done, seen.reward) == (True, -1)
        assert env.step(PlayAction(move="d3")).text.startswith("The match is over")

    def test_over_http(self, monkeypatch: pytest.MonkeyPatch) -> None:
        need("OpenEnv")
        from fastapi.testclient import TestClient

        from quintet.agents import openenv

        monkeypatch.setenv("QUINTET_GAME", "chess")
        with pytest.raises(ValueError):
            openenv.app()
        monkeypatch.setenv("QUINTET_GAME", "othello(size=6)")
        client = TestClient(openenv.app())
        begun = client.post("/reset", json={"seed": 4}).json()
        assert begun["done"] is False
        assert "othello" in begun["observation"]["text"].lower()
