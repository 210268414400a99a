"""An event loop with simulated time, in which processes can be killed; nothing in it waits for anything real."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import random
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unittest import mock
from weakref import WeakKeyDictionary

T = TypeVar("T")
AnyHandle = TypeVar("AnyHandle", bound=asyncio.Handle)
EPOCH = 1_800_000_000.0
"""The system time at the start of every simulation."""


@dataclass(eq=False)
class Process:
    """A process of the simulation. Whatever is started in its context belongs to it, and ends with it."""

    name: str
    alive: bool = True
    threads: dict[Any, ThreadPool] = field(default_factory=dict)


@dataclass
class ThreadPool:
    """The threads of one executor at one process."""

    free: int
    waiting: deque[Callable[[], None]] = field(default_factory=deque)


WORLD = Process("world")
"""Clients and faults: never killed."""
process: contextvars.ContextVar[Process] = contextvars.ContextVar("process", default=WORLD)
Run = Callable[[Any, Callable[..., Any], tuple[Any, ...]], tuple[float, Callable[[], Any]]]
"""How long a call in a thread of an executor takes, and what is really done at its end."""


class NothingLeft(Exception):
    """No timer and no task is left: somebody waits for ever."""


class _Clock:
    """In the place of a selector: waiting is a step in time."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise NothingLeft(f"nothing is left to happen at {self._loop.now:.3f} s")
        self._loop.now += timeout
        return []

    def close(self) -> None:
        pass


class SimulatedLoop(asyncio.BaseEventLoop):
    """Time passes only when nothing is left to do, and then at once."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.now = 0.0
        self.errors: list[str] = []
        """What nobody caught."""
        self._run = run
        self._selector = _Clock(self)
        self._clock_resolution = 1e-6
        self._owners: WeakKeyDictionary[asyncio.Task[Any], Process] = WeakKeyDictionary()
        self._dead: list[asyncio.Task[Any]] = []
        """Tasks of killed processes; if they were collected, their `finally` blocks would run."""

    def time(self) -> float:
        return self.now

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if process.get().alive and "was destroyed" not in context["message"]:
            self.errors.append(f"{context['message']}: {context.get('exception')!r}")

    # Threads: calls that end after a while, in this thread

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        future: asyncio.Future[T] = self.create_future()
        pool = process.get().threads.setdefault(executor, ThreadPool(getattr(executor, "_max_workers", 6)))

        def begin() -> None:
            pool.free -= 1
            seconds, work = self._run(executor, func, args)
            self.call_later(seconds, end, work)

        def end(work: Callable[[], T]) -> None:
            try:
                answer = work()
            except Exception as error:
                if not future.done():
                    future.set_exception(error)
            else:
                if not future.done():
                    future.set_result(answer)
            pool.free += 1
            if pool.waiting:
                pool.waiting.popleft()()

        if pool.free > 0:
            begin()
        else:
            pool.waiting.append(begin)
        return future

    # Processes

    def create_task(self, coro: Any, *, name: Any = None, context: Any = None) -> asyncio.Task[Any]:
        task = super().create_task(coro, name=name, context=context)
        self._owners[task] = process.get() if context is None else _owner(context)
        return task

    def start(self, owner: Process, coroutine: Any) -> asyncio.Task[Any]:
        """Run this as a task of a process."""
        context = contextvars.copy_context()
        context.run(process.set, owner)
        return self.create_task(coroutine, context=context)

    def kill(self, owner: Process) -> None:
        """Nothing that belongs to this process happens any more: no `finally`, no goodbye."""
        owner.alive = False
        self._dead += [task for task in asyncio.all_tasks(self) if self._owners[task] is owner]
        for handle in [*self._ready, *self._scheduled]:
            if _owner(handle._context) is owner:  # type: ignore[attr-defined]
                handle.cancel()

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        return _unless_dead(super().call_soon(callback, *args, context=context))

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        return _unless_dead(super().call_at(when, callback, *args, context=context))


def _unless_dead(handle: AnyHandle) -> AnyHandle:
    if not _owner(handle._context).alive:  # type: ignore[attr-defined]
        handle.cancel()
    return handle


def _owner(context: contextvars.Context) -> Process:
    return context.get(process, WORLD)


@contextmanager
def simulated(seed: int, run: Run) -> Iterator[SimulatedLoop]:
    """A loop whose time and chance everybody uses: `time` and `secrets` are replaced while it exists."""
    chance = random.Random(f"secrets {seed}")
    loop = SimulatedLoop(run)
    replaced = {
        (time, "time"): lambda: EPOCH + loop.now,
        (time, "monotonic"): loop.time,
        (time, "perf_counter"): loop.time,
        (time, "thread_time"): loop.time,
        (secrets, "token_bytes"): lambda count=32: chance.randbytes(count),
    }
    patches = [mock.patch.object(module, name, fake) for (module, name), fake in replaced.items()]
    collecting = gc.isenabled()
    gc.disable()  # so that nothing is finalized at a moment of its own
    for patch in patches:
        patch.start()
    try:
        asyncio.set_event_loop(loop)
        yield loop
    finally:
        for patch in patches:
            patch.stop()
        for task in [*asyncio.all_tasks(loop), *loop._dead]:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with suppress(Exception):
                task.get_coro().close()
        asyncio.set_event_loop(None)
        loop._ready.clear()
        loop._scheduled.clear()
        loop.close()
        if collecting:
            gc.enable()
