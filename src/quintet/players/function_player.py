"""Functions and objects of somebody else as players: how they are found, called, timed and judged."""

from __future__ import annotations

import copy
import importlib
import inspect
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from quintet.core.inputs import short
from quintet.core.match import Match
from quintet.engine import Engine
from quintet.engine.limits import Budget
from quintet.protocols.external_engines import PATIENCE, Forfeit

Function = Callable[..., object]
"""Of a match, or of a match and a budget; returns a move or its text."""
OURS = Path(__file__).parents[1]


class TooLate(BaseException):
    """Raised inside a function that takes too long; no ``except Exception`` of its own stops it."""


def find_function(text: str) -> Function:
    """The player that ``module:function`` names."""
    function = imported("player", text)
    checked_function(repr(text), function)
    return function  # type: ignore[no-any-return]


def imported(kind: str, text: str) -> Any:
    """What ``module:name`` names; modules of the working directory are found, too. `kind` says what it should be."""
    if os.getcwd() not in sys.path:  # noqa: PTH109
        sys.path.append(os.getcwd())  # noqa: PTH109
    module, _, name = text.partition(":")
    try:
        return getattr(importlib.import_module(module), name)
    except Exception as error:  # a stranger's module may raise anything
        raise ValueError(f"the {kind} {text!r} cannot be imported: {error}") from None


def checked_function(name: str, player: object) -> tuple[Function, bool]:
    """What to call for a move, and whether it wants the budget; ValueError for what cannot choose moves."""
    function = getattr(player, "choose", player)
    expected = f"the player {name} must be a function of a match, or of a match and a budget, or have such a `choose`"
    if not callable(function) or isinstance(player, type):
        raise ValueError(f"{expected}, got {short(player)}")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # compiled code has none
        return function, True
    for count in (2, 1):
        try:
            signature.bind(*range(count))
        except TypeError:
            continue
        return function, count == 2
    raise ValueError(f"{expected}, got one of {signature}")


class FunctionPlayer:
    """It gets a match of its own, so that it may try moves. A function that works in another process may have an
    attribute `cpu`, a function that says how much processor time was used there."""

    engine: Engine | None = None

    def __init__(self, player: object, patience: float = PATIENCE) -> None:
        self._function, self._wants_budget = checked_function(repr(getattr(player, "__name__", player)), player)
        self._patience = patience

    def begin(self, match: Match) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass

    def cpu(self) -> float:
        return float(getattr(self._function, "cpu", time.process_time)())

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        budget, own = budget or Budget(), copy.copy(match)
        seconds = self._most_seconds(match, budget)
        try:
            with alarm(seconds):
                answer = self._function(own, budget) if self._wants_budget else self._function(own)
        except TooLate:
            raise Forfeit(f"did not answer within {seconds:g} seconds") from None
        except Exception as error:
            raise Forfeit(described(error)) from None
        try:
            return match.legal_move(answer)
        except ValueError:
            raise Forfeit(f"illegal move {str(answer)[:40]!r}") from None

    def _most_seconds(self, match: Match, budget: Budget) -> float:
        """When to give up on it: well after it has lost by time, so that this alone decides nothing."""
        if budget.clocks is not None:
            return budget.clocks[match.to_move] + 1
        return self._patience if budget.seconds is None else 2 * budget.seconds + 1


def described(error: Exception) -> str:
    """An exception of a stranger's code in one line, with where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not Path(frame.filename).is_relative_to(OURS)]
    where = f" in {theirs[-1].name}, line {theirs[-1].lineno}" if theirs else ""
    return f"raised {type(error).__name__}{where}: {' '.join(str(error).split())[:200]}"


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TooLate inside when so much time has passed, and each second after that. The system's timer does it in the
    main thread, and interrupts a sleep too; a thread does it elsewhere, or where that timer is in use."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and hasattr(signal, "setitimer") and not signal.getitimer(signal.ITIMER_REAL)[0]:
        with _timer(seconds):
            yield
    else:
        with _watchdog(seconds):
            yield


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise TooLate

    before = signal.signal(signal.SIGALRM, ring)
    mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])  # a parent may have blocked it
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _watchdog(seconds: float) -> Iterator[None]:
    import ctypes  # costs a hundredth of a second, which every start of `quintet play` would pay

    caller, lock, over = ctypes.c_ulong(threading.get_ident()), threading.Lock(), threading.Event()
    sent: list[bool] = []  # lists, for appending cannot be interrupted halfway
    finished: list[bool] = []
    interrupt = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch() -> None:
        pause = seconds
        while not over.wait(pause) and not finished:
            with lock:
                if not finished:
                    sent.append(True)
                    interrupt(caller, ctypes.py_object(TooLate))
            pause = 1.0

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        finished.append(True)
        with lock:
            was_late = bool(sent)
        if was_late:
            with suppress(TooLate):  # one more, to be met here: it replaces what was sent and has not arrived
                interrupt(caller, ctypes.py_object(TooLate))
                while True:
                    pass
        over.set()
