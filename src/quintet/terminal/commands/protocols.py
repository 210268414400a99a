"""``quintet ugi``, ``gtp``, ``nboard`` and ``mcp``: other people's boards and agents, by standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from quintet.core import registry
from quintet.terminal.commands.shared_flags import Spec, flag, switch

if TYPE_CHECKING:
    from quintet.protocols.conversation import EngineProtocol, LineWriter


def ugi(game: Spec, /, **options: str | bool) -> None:
    """Be an engine for boards that speak UGI, on standard input and output."""
    from quintet.protocols.ugi import Ugi

    loaded = registry.load(game, **options)
    _converse(lambda writer: Ugi(loaded, writer))


def gtp(
    game: Spec,
    /,
    *,
    level: Annotated[int, flag("how well to play: 1 to 10")] = 10,
    seed: Annotated[int, flag("makes its choices repeatable")] = 0,
    **options: str | bool,
) -> None:
    """Be an engine for boards that speak GTP, such as GoGui, on standard input and output."""
    from quintet.protocols.gtp import Gtp

    loaded = registry.load(game, **options)
    _converse(lambda writer: Gtp(loaded, writer, level, seed))


def nboard() -> None:
    """Be an engine for Othello boards that speak NBoard's protocol, on standard input and output."""
    from quintet.protocols.nboard import NBoard

    _converse(NBoard)


def mcp(
    *,
    hints: Annotated[bool, switch("agents may ask a strong engine for a move")] = False,
    truth: Annotated[bool, switch("agents may ask for exact values")] = False,
    undo: Annotated[bool, switch("agents may take moves back")] = False,
    seed: Annotated[int, flag("makes the engines' choices repeatable")] = 0,
) -> None:
    """Let agents play: the Model Context Protocol, on standard input and output."""
    from quintet.agents.agent_tools import Tools
    from quintet.agents.mcp import serve

    # The thread that waits for input cannot be woken, and there is nothing to save.
    signal.signal(signal.SIGINT, lambda number, frame: os._exit(130))
    try:
        serve(Tools(hints=hints, truth=truth, undo=undo, seed=seed))
    except ModuleNotFoundError as missing:
        raise ValueError(str(missing)) from None


def _converse(make: Callable[[LineWriter], EngineProtocol]) -> None:
    from quintet.protocols.conversation import LineWriter, converse

    writer = LineWriter(sys.stdout)
    if sys.stdin is not None:
        converse(make(writer), sys.stdin.buffer, writer)
