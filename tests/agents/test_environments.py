"""Environments that trainers of language models use, by scripted agents and without any network."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import ModuleType
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

        for game in ("", "chess"):
            monkeypatch.setenv("QUINTET_GAME", game)
            with pytest.raises(ValueError, match=game or "QUINTET_GAME must be a game, such as"):
                openenv.app()
        monkeypatch.setenv("QUINTET_GAME", "othello(size=6)")
        client = TestClient(openenv.app())
        begun = client.post("/reset", json={"seed": 4}).json()
        assert begun["done"] is False
        assert "othello" in begun["observation"]["text"].lower()


@contextmanager
def served(app: Any) -> Iterator[str]:
    """The address of an app on this machine."""
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


def completions(says: Callable[[Any], str]) -> Any:
    """An app with OpenAI's chat completions."""
    from fastapi import FastAPI

    app = FastAPI()

    @app.post("/v1/chat/completions")
    def answer(asked: dict[str, Any]) -> dict[str, Any]:
        message = {"role": "assistant", "content": says(asked["messages"])}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        usage = {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4}
        whole = {"id": "1", "object": "chat.completion", "created": 1, "model": asked["model"]}
        return whole | {"choices": [choice], "usage": usage}

    return app


class TestVerifiers:
    """Its own task set for OpenEnv plays on our server; the model is a scripted address, and no program is started."""

    @staticmethod
    def harness() -> Any:
        """What asks the model, in this process instead of a program of its own."""
        import httpx
        import verifiers.v1 as vf
        from verifiers.v1.dialects.chat import message_to_wire

        class Config(vf.HarnessConfig):  # type: ignore[misc]
            pass

        class InProcess(vf.Harness[Config]):  # type: ignore[misc]
            SUPPORTS_RESUME = APPENDS_SYSTEM_PROMPT = True
            EXECUTES_CODE = NEEDS_CONTAINER = False

            async def launch(
                self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, urls: Any, data: Any
            ) -> Any:
                asked = {"model": ctx.model, "messages": [message_to_wire(message) for message in data.prompt]}
                async with httpx.AsyncClient() as client:
                    headers = {"authorization": f"Bearer {secret}"}
                    await client.post(f"{endpoint}/chat/completions", json=asked, headers=headers)
                return vf.ProgramResult(exit_code=0, stdout="", stderr="")

        module = ModuleType("in_process_harness")
        vars(module).update(__all__=["InProcess"], InProcess=InProcess)
        return module

    def test_a_scripted_model_plays_tasks(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        need("verifiers")
        need("OpenEnv")
        import verifiers.v1 as vf
        from verifiers.v1.runtimes import subprocess as local
        from verifiers.v1.utils.loaders import load_environment, resolve_env_config

        from quintet.agents import openenv

        seen: list[str] = []

        def says(messages: Any) -> str:
            observation = json.loads(messages[-1]["content"])["observation"]
            seen.append(observation["text"])
            move = "9" if len(seen) == 2 else observation["legal_moves"][0]
            return f"I think about it.\nMOVE: {move}" if len(messages) > 2 else str(move)

        monkeypatch.setattr(local, "CACHE_DIR", tmp_path)
        monkeypatch.setitem(sys.modules, "in_process_harness", self.harness())
        monkeypatch.setenv("QUINTET_GAME", "magnetize(height=3,width=3)")
        monkeypatch.setenv("QUINTET_OPPONENT", "random")
        with served(openenv.app()) as games, served(completions(says)) as model:
            player = {"harness": {"id": "in_process_harness"}, "runtime": {"type": "subprocess"}}
            tasks = {"id": "openenv", "base_url": games, "resets": [{"seed": 0}, {"seed": 1}]}
            env = load_environment(resolve_env_config({"taskset": tasks, "player": player}))
            ctx = vf.ModelContext("m", vf.EvalClientConfig(base_url=f"{model}/v1", api_key_var="NO_KEY"))

            async def play() -> list[Any]:
                async with env.serving():
                    return [await env.run_episode(task, ctx) for task in env.taskset]

            episodes = asyncio.run(play())
        assert [episode.errors for episode in episodes] == [[], []]
        assert all(episode.traces[0].reward in (-1, 0, 1) for episode in episodes)
        assert seen[0].startswith("# Magnetize")
        assert seen[2].startswith("'9' is not a move")
