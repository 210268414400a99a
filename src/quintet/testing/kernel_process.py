"""The laws of a kernel in a process of its own, so that one that crashes is a sentence and not the end of the check."""

from __future__ import annotations

import logging
import multiprocessing
import signal
from contextlib import suppress
from multiprocessing.connection import Connection

from quintet.core.game import AnyGame, spec
from quintet.testing.subject import check_kernel


def check_kernel_apart(game: AnyGame) -> list[str]:
    """A sentence for each law that the kernel breaks, or one about how it ended its process."""
    if "fork" not in multiprocessing.get_all_start_methods():
        return check_kernel(game)
    context = multiprocessing.get_context("fork")  # a game from a file is known to this process alone
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_send_broken, args=(game, sender))
    child.start()
    sender.close()
    try:
        broken: list[str] = receiver.recv()
    except EOFError:
        child.join()
        return [f"{spec(game)} breaks a law. A kernel never ends the process. But {_ending(child.exitcode or 0)}"]
    child.join()
    return broken


def _send_broken(game: AnyGame, sender: Connection) -> None:
    logging.disable()  # the process that checks says why a kernel is left out
    with suppress(KeyboardInterrupt):  # the one who checks is interrupted too
        sender.send(check_kernel(game))


def _ending(status: int) -> str:
    name = signal.Signals(-status).name if status < 0 else f"status {status}"
    return (
        f"it ended with {name}: perhaps max_moves or move_codes is too small, or a table made while it is loaded fails;"
        " a debug build says where"
    )
