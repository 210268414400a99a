"""Models that answer chat messages: functions, programs, addresses that speak OpenAI's protocol, and our own players.

`model_of` reads the text that names one on the command line.
"""

from __future__ import annotations

import asyncio
import base64
import concurrent.futures
import inspect
import json
import os
import shlex
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Protocol

from quintet.core.game import AnyGame
from quintet.core.inputs import short
from quintet.core.match import Match
from quintet.players.function_player import TooLate, alarm, described, imported
from quintet.players.player import player_for
from quintet.players.who import OWN_ENGINES, parse_who

SECONDS = 300.0
"""After which a model that has not answered has said nothing."""
TRIES = 4
"""How often an address is asked again that is busy or cannot be reached, with growing pauses."""
BUSY = (408, 409, 429, 500, 502, 503, 504, 529)
KINDS = "random, level:N, command:PROGRAM, http(s)://ADDRESS/v1 with --name, or module:function"
Message = dict[str, Any]
"""``role`` (system, user or assistant) and ``content``: text, or a list of a text and a picture as OpenAI has it."""


def seen(message: Message, picture: bytes) -> Message:
    """The message with a PNG."""
    url = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    parts = [{"type": "text", "text": message["content"]}, {"type": "image_url", "image_url": {"url": url}}]
    return message | {"content": parts}


def text_of(message: Message) -> str:
    content = message["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, and the tokens that it took, where the model counts them."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """The position that the messages are about, for players that do not read."""

    game: AnyGame
    position: Any
    seed: int


class ChatModel(Protocol):
    """Answers a conversation."""

    def __call__(self, messages: Sequence[Message], about: Situation) -> Reply: ...


def of_function(function: Callable[..., Any], seconds: float = SECONDS) -> ChatModel:
    """A model that is a function, or a coroutine function, from messages to text."""
    if not callable(function):
        raise ValueError(f"a model must be a function from messages to text, got {short(function)}")

    def answer(messages: Sequence[Message], about: Situation) -> Reply:
        try:
            with alarm(seconds):
                said = function(list(messages))
            if inspect.isawaitable(said):
                said = _awaited(said, seconds)
        except TooLate:
            return Reply("")
        except Exception as error:  # a stranger's function may raise anything
            raise ValueError(f"the model {described(error)}") from error
        if isinstance(said, Reply):
            return said
        if not isinstance(said, str):
            raise ValueError(f"a model must answer with text, got {short(said)}")
        return Reply(said)

    return answer


def _awaited(said: Any, seconds: float) -> Any:
    """What a coroutine returns. All run in one loop, so that a client can keep its connections between answers."""

    async def awaited() -> Any:
        return await said

    with _STARTING:
        loop = _running_loop()
    future = asyncio.run_coroutine_threadsafe(awaited(), loop)
    if not concurrent.futures.wait([future], seconds).done:
        future.cancel()
        raise TooLate
    return future.result()


_STARTING = threading.Lock()


@cache
def _running_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


def of_program(command: str, seconds: float = SECONDS) -> ChatModel:
    """A program that gets the conversation on its standard input and prints its answer; started anew for each."""
    words = shlex.split(command)
    if not words:
        raise ValueError("command: must be followed by a program, got none")

    def answer(messages: Sequence[Message], about: Situation) -> Reply:
        asked = "\n\n".join(map(text_of, messages))
        try:
            done = subprocess.run(
                words, input=asked, capture_output=True, encoding="utf-8", errors="replace", timeout=seconds
            )
        except subprocess.TimeoutExpired:
            return Reply("")
        except OSError as error:
            raise ValueError(f"the program {words[0]!r} cannot be started: {error.strerror}") from None
        if done.returncode and not done.stdout.strip():  # a program that fails is no model that says nothing
            why = done.stderr.strip().rpartition("\n")[2][:200]
            raise ValueError(f"the program {words[0]!r} ended with exit code {done.returncode} and no answer: {why}")
        return Reply(done.stdout)

    return answer


def of_address(
    address: str, name: str, key: str | None, temperature: float | None = None, seconds: float = SECONDS
) -> ChatModel:
    """A model behind an address with OpenAI's chat completions, such as a local server's ``http://127.0.0.1:8000/v1``."""
    url = address.rstrip("/") + "/chat/completions"
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {key}"} if key else {})

    def answer(messages: Sequence[Message], about: Situation) -> Reply:
        body: dict[str, Any] = {"model": name, "messages": list(messages)}
        if temperature is not None:
            body["temperature"] = temperature
        content = _posted(urllib.request.Request(url, json.dumps(body).encode(), headers), seconds)
        try:
            said = content["choices"][0]["message"]["content"]
            usage = content.get("usage") or {}
            return Reply(said or "", int(usage.get("prompt_tokens", 0)), int(usage.get("completion_tokens", 0)))
        except (KeyError, IndexError, TypeError, ValueError):
            raise ValueError(f"{url} must answer as OpenAI's chat completions do, got {short(content)}") from None

    return answer


def _posted(request: urllib.request.Request, seconds: float) -> Any:
    """The answer of an address; one that is busy is asked again."""
    reason = ""
    for attempt in range(TRIES):
        if attempt:
            time.sleep(2.0**attempt)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            reason = f"{error.code} {error.reason}"
            if error.code not in BUSY:
                break
        except (urllib.error.URLError, TimeoutError, json.JSONDecodeError) as error:
            reason = str(getattr(error, "reason", error))
    raise ValueError(f"{request.full_url} does not answer: {reason}")


def of_player(text: str) -> ChatModel:
    """One of our own players, which looks at the position instead of reading; for comparison."""
    who = parse_who(text, OWN_ENGINES, "model")

    def answer(messages: Sequence[Message], about: Situation) -> Reply:
        asked = text_of(messages[-1])
        if "ANSWER:" in asked:  # a question that is not about a move: it guesses
            choices = asked.rpartition("one of ")[2].rstrip(".").split(", ")
            return Reply(f"ANSWER: {Random(f'{about.seed} {asked}').choice(choices)}")
        move = player_for(who, about.game, about.seed).choose(Match(about.game, position=about.position))
        return Reply(f"MOVE: {move}")

    return answer


def model_of(
    text: str, name: str | None = None, temperature: float | None = None, seconds: float = SECONDS
) -> ChatModel:
    """The model that a text names; ValueError for what names none."""
    if text.startswith("command:"):
        return of_program(text.removeprefix("command:"), seconds)
    if text.startswith(("http://", "https://")):
        if name is None:
            raise ValueError("an address needs the name of its model: --name MODEL")
        return of_address(
            text, name, os.environ.get("QUINTET_API_KEY") or os.environ.get("OPENAI_API_KEY"), temperature, seconds
        )
    if text == "random" or text.startswith("level:"):
        return of_player(text)
    if ":" in text:
        return of_function(imported("model", text), seconds)
    raise ValueError(f"a model must be {KINDS}, got {text!r}")
