"""Work that would hold up the event loop, in threads: questions to the database, and rules that take a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")
PONDERING = ThreadPoolExecutor(2, "pondering")


async def ask(question: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """A question to the database."""
    return await asyncio.to_thread(question, *arguments, **named)


async def ponder(work: Callable[..., T], *arguments: Any) -> T:
    """Rules that take a while, in two threads of their own: they never hold up questions to the database."""
    return await asyncio.get_running_loop().run_in_executor(PONDERING, partial(work, *arguments))


async def ponder_if(large: bool, work: Callable[..., T], *arguments: Any) -> T:
    """At once where the rules are quick: to change threads would take longer."""
    return await ponder(work, *arguments) if large else work(*arguments)
