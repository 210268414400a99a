"""Child processes that answer on standard output: how the server starts them, and what they do first."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import BinaryIO

LAST_WORDS = 4000
"""Characters of what a process printed that are logged should it die."""


async def start(module: str, *arguments: str) -> asyncio.subprocess.Process:
    """Run ``python -m MODULE ARGUMENTS`` with pipes for its input, answers and errors."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=2**22,
        start_new_session=True,  # Ctrl-C in the terminal is for the server, which ends them in order
    )


def last_words(process: asyncio.subprocess.Process, printed: str) -> dict[str, object]:
    """Why a process died, as far as is known: for the log."""
    return {"status": process.returncode, "printed": printed.strip()[-LAST_WORDS:]}


def own_stdout(nice: int) -> BinaryIO:
    """Called by the child: a file for its answers alone. Whatever else is printed goes to standard error."""
    if hasattr(os, "nice"):  # Windows has none
        os.nice(nice)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers
