"""``quintet ugi``, ``gtp``, ``nboard`` and ``mcp``: other people's boards and agents, by standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

from quintet.core.game import AnyGame
from quintet.protocols.conversation import EngineProtocol, LineWriter, converse


def ugi(game: AnyGame) -> None:
    from quintet.protocols.ugi import Ugi

    _serve(lambda voice: Ugi(game, voice))


def gtp(game: AnyGame, level: int, seed: int) -> None:
    from quintet.protocols.gtp import Gtp

    _serve(lambda voice: Gtp(game, voice, level, seed))


def nboard() -> None:
    from quintet.protocols.nboard import NBoard

    _serve(NBoard)


def mcp(*, hints: bool, truth: bool, undo: bool, seed: int) -> None:
    from quintet.agents.agent_tools import Tools
    from quintet.agents.mcp import serve

    # The thread that waits for input cannot be woken, and there is nothing to save.
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    try:
        serve(Tools(hints=hints, truth=truth, undo=undo, seed=seed))
    except ModuleNotFoundError as missing:
        raise ValueError(str(missing)) from None


def _serve(make: Callable[[LineWriter], EngineProtocol]) -> None:
    voice = LineWriter(sys.stdout)
    if sys.stdin is not None:
        converse(make(voice), sys.stdin.buffer, voice)
