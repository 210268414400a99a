"""Long texts a page at a time, with the pager of the person at this terminal."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess

from quintet.terminal.console import whole_screen

LESS = r"-eFRX -Ps Space\: the next page, q\: leave $"
"""Colours as they are, no paging of what fits the window, a prompt that says which keys there are, and an end: Space on
the last page leaves."""
SECURE = {"LESSSECURE": "1"}
"""A move that is typed into the pager by mistake must not write a file or start a shell."""


def show(text: str) -> bool:
    """Show a text in the pager until the person leaves it; false where there is no terminal or no pager."""
    pager = shlex.split(os.environ.get("PAGER") or "less")
    if not (whole_screen() and pager and shutil.which(pager[0])):
        return False
    process = subprocess.Popen(pager, stdin=subprocess.PIPE, env={"LESS": LESS, **SECURE, **os.environ})
    assert process.stdin is not None
    with contextlib.suppress(OSError, KeyboardInterrupt), process.stdin as pipe:  # the person may leave at once
        pipe.write(text.encode())
    while process.returncode is None:
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is for the pager; killed, it would leave no echo behind
            process.wait()
    return True
