"""Work that would hold up the event loop, in threads: questions to the database, and rules that take a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
PONDERING = ThreadPoolExecutor(2, "pondering")
ASIDE = ThreadPoolExecutor(3, "aside")


async def ask(question: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """A question to the database."""
    return await asyncio.to_thread(question, *arguments, **named)


async def aside(question: Callable[..., T], *arguments: Any) -> T:
    """The server's own questions, in threads of their own: however many people ask, clocks and health go on."""
    return await asyncio.get_running_loop().run_in_executor(ASIDE, partial(question, *arguments))


async def ponder(work: Callable[..., T], *arguments: Any) -> T:
    """Rules that take a while, in two threads of their own: they never hold up questions to the database."""
    return await asyncio.get_running_loop().run_in_executor(PONDERING, partial(work, *arguments))


async def ponder_if(large: bool, work: Callable[..., T], *arguments: Any) -> T:
    """At once where the rules are quick: to change threads would take longer."""
    return await ponder(work, *arguments) if large else work(*arguments)
