"""A run of the simulation from a seed, and many of them.

    make simulate                              for ten minutes; MINUTES=600 for a night
    make simulate SEED=17                      one run again, with everything that was wrong

A run is three simulated minutes of faults with one to three processes, then two quiet ones, then the checks. The same
seed gives the same run on every machine with the same versions of Python and of the packages.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import logging
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Coroutine, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from unittest import mock

import psycopg
import structlog

from quintet.server.live.boards import board_of
from quintet.server.live.broadcast import Subscriber
from quintet.server.storage.accounts import People, Person
from quintet.server.work import cpu_budget
from simulation.checks import Violation, violations
from simulation.loop import EPOCH, Process, SimulatedLoop, simulated
from simulation.node import Node
from simulation.people import LARGE, SMALL, Client, Operation, Watch, table
from simulation.planted import PLANTED, TRIES
from simulation.world import Listener, World

MINUTES, QUIET = 3.0, 120.0
"""Simulated minutes with faults, and simulated seconds without, of a run."""
TABLES, HELD = 5, 5.0
"""Matches at once, and seconds for which one may be locked where nothing is wrong."""
INLINE = 30
"""Spots of a board up to which rules are computed at once; so few that small boards, which are quick, are computed in
threads as well."""


@dataclass
class Result:
    """What a run did."""

    seed: int
    seconds: float
    """Simulated."""
    operations: Counter[str]
    events: int
    faults: Counter[str]
    violations: list[Violation]
    fingerprint: str
    """The same for the same run."""

    def __str__(self) -> str:
        operations = ", ".join(f"{number} {what}" for what, number in sorted(self.operations.items()))
        return f"seed {self.seed}: {self.events} events, operations {operations}, {self.faults.total()} faults"


@dataclass
class Simulation:
    """One run."""

    seed: int
    minutes: float = MINUTES
    world: World = field(init=False)
    nodes: list[Node] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    watches: list[Watch] = field(default_factory=list)
    matches: set[str] = field(default_factory=set)
    outages: list[tuple[float, float]] = field(default_factory=list)
    """When the only process did not serve."""
    ahead: float = 0.0
    """Seconds that the machine of a site of one process was set ahead."""
    _wrong: list[Violation] = field(default_factory=list)
    _disturbed: list[tuple[str, float, float]] = field(default_factory=list)
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.chance = random.Random(f"simulation {self.seed}")
        self.world = World(self.seed)
        self.world.dies = self._dies
        self.greedy = self.seed % 2 == 0
        """Whether the first player asks for more than their share."""
        self.sets_clocks = self.seed % 3 == 0
        """Whether system clocks are set in this run."""
        self._numbers = count(1)
        self._clients: dict[str, Client] = {}

    @property
    def alone(self) -> bool:
        return len(self.nodes) == 1

    def number(self) -> int:
        return next(self._numbers)

    def client(self, name: str) -> Client:
        if name not in self._clients:
            self._clients[name] = Client(self, Person(name, name, "visitor"))
        return self._clients[name]

    def background(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if error := task.exception():
            self.wrong("harness", f"{task.get_coro()}: {error!r}")

    def wrong(self, kind: str, words: str) -> None:
        self._wrong.append((kind, f"at {self.world.loop.now:.3f} s: {words}"))

    def was_disturbed(self, node: str, began: float, ended: float) -> bool:
        return any(name in (node, "") and start < ended and end > began for name, start, end in self._disturbed)

    # Running

    def run(self) -> Result:
        for spec in (*SMALL, LARGE):
            board_of(spec)  # known from the start, or the first run of a process would differ from the others
        with simulated(self.seed, self.world.run) as loop, _replaced(self):
            self.world.loop = Listener.world.loop = loop
            loop.run_until_complete(self._life(loop))
            wrong = [*self._wrong, *violations(self)]
        seen = "\n".join(f"{when:.6f} {match_id} {event}" for when, match_id, event in self.world.stored)
        answers = Counter(operation.answer for operation in self.operations)
        fingerprint = hashlib.sha256(seen.encode()).hexdigest()[:16]
        counted = self.world.faults.count
        self.world.engine.dispose()
        return Result(self.seed, loop.now, answers, len(self.world.stored), counted, wrong, fingerprint)

    async def _life(self, loop: SimulatedLoop) -> None:
        people = People(self.world.engine)
        people.keep_visitor(Person("nobody", "", "visitor"), EPOCH)
        self.nodes = [Node(self.world, number) for number in range(self.chance.randint(1, 3))]
        for node in self.nodes:
            await node.start()
        for number in range(TABLES):
            self.background(table(self, number))
        self.background(self._faults())
        self.background(self._watch_locks())
        await asyncio.sleep(60 * self.minutes)
        self.world.faults.heal()
        while not all(node.ready.is_set() for node in self.nodes):
            await asyncio.sleep(1)
        await asyncio.sleep(QUIET)

    async def _faults(self) -> None:
        """One fault after the other, of every kind."""
        faults = self.world.faults
        kinds = [self._kill, self._away, self._slow, self._deafen, self._set_clock, self._starve]
        kinds += [self._starve] * 3 * self.greedy
        while faults.active:
            await asyncio.sleep(self.chance.expovariate(1 / 12))
            if not faults.active:
                return
            kind = self.chance.choice(kinds)
            self.background(kind(self.chance.choice(self.nodes)))

    async def _watch_locks(self) -> None:
        """Nobody may hold the lock of a match for long while its process and its database are well."""
        since: dict[tuple[str, str], float] = {}
        while self.world.faults.active:
            await asyncio.sleep(0.25)
            now = self.world.loop.now
            tables = [(node.name, node.site.hub.tables._tables) for node in self.nodes if node.ready.is_set()]
            locked = [(name, key) for name, known in tables for key, each in known.items() if each.lock.locked()]
            since = {place: since.get(place, now) for place in locked}
            for (name, match_id), began in since.items():
                if HELD < now - began < HELD + 0.3 and not self.was_disturbed(name, began, now):
                    self.wrong("wait", f"{match_id}: locked at {name} for {now - began:.1f} s")

    async def _kill(self, node: Node) -> None:
        self._dies(node.process)

    def _dies(self, dying: Process) -> None:
        for node in self.nodes:
            if node.process is dying and node.ready.is_set():
                self.world.faults.count["process killed"] += 1
                node.kill()
                self.background(self._again(node, self.world.loop.now))

    async def _again(self, node: Node, began: float) -> None:
        """Start a process that has died."""
        if not self.alone:
            node.wall = self.chance.uniform(-0.02, 0.02)
        await asyncio.sleep(self.chance.choice((0.1, 2.0, 15.0)) * self.chance.uniform(0.5, 1.5))
        await node.start()
        self._disturbed.append((node.name, began, self.world.loop.now + 3))
        if self.alone:
            self.outages.append((began, self.world.loop.now))

    async def _away(self, node: Node) -> None:
        await self._for_a_while("database away", self.world.faults.away, node, 8.0)

    async def _slow(self, node: Node) -> None:
        await self._for_a_while("slow disk", self.world.faults.slow, node, 20.0)

    async def _for_a_while(self, kind: str, until: dict[str, float], node: Node, longest: float) -> None:
        now, seconds = self.world.loop.now, self.chance.uniform(0.5, longest)
        self.world.faults.count[kind] += 1
        for name in [each.name for each in self.nodes] if self.chance.random() < 0.3 else [node.name]:
            until[name] = now + seconds
            self._disturbed.append((name, now, now + seconds + 25))

    async def _deafen(self, node: Node) -> None:
        self.world.faults.count["listener cut"] += 1
        self.world.break_listeners(node.process)

    async def _set_clock(self, node: Node) -> None:
        """The system clock of a machine is set; a running process must not care. Of several machines it is right again
        before they start: their clocks are synchronised."""
        if not node.ready.is_set() or not self.sets_clocks:
            return
        self.world.faults.count["clock set"] += 1
        step = self.chance.choice((-3600.0, -30.0, 30.0, 3600.0))
        node.wall += step
        if self.alone:
            self.ahead = max(self.ahead, node.wall)

    async def _starve(self, node: Node) -> None:
        self.world.faults.count["share starved"] += 1
        self.world.faults.starved = self.world.loop.now + self.chance.uniform(2, 20)


@contextmanager
def _replaced(simulation: Simulation) -> Iterator[None]:
    """Connections of the cluster, the order of sets, and what is logged."""
    numbers = count()

    def ordered(subscriber: Subscriber) -> int:
        return int(subscriber.__dict__.setdefault("_number", next(numbers)))

    def logged(logger: Any, method: str, entry: MutableMapping[str, Any]) -> Any:
        if entry.pop("exc_info", None):
            error = sys.exc_info()[1]
            simulation.wrong("uncaught", f"{entry}: {error!r}")
        raise structlog.DropEvent

    Listener.world, Listener.made = simulation.world, 0
    structlog.configure(processors=[logged], cache_logger_on_first_use=False)
    with (
        mock.patch.object(psycopg, "AsyncConnection", Listener),
        mock.patch.object(Subscriber, "__hash__", ordered),
        mock.patch.object(cpu_budget, "INLINE", INLINE),
    ):
        try:
            yield
        finally:
            structlog.reset_defaults()


# From the command line


def main() -> int:
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is part of a run
        again = [sys.executable, "-m", "simulation", *sys.argv[1:]]
        os.execve(sys.executable, again, {**os.environ, "PYTHONHASHSEED": "0"})
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seeds", type=int, nargs="+", help="these alone, with everything that was wrong")
    options.add_argument("--planted", action="store_true", help="put faults into the program and find them")
    options.add_argument("--minutes", type=float, default=10, help="seeds from a random one on, for so long")
    chosen = options.parse_args()
    logging.disable()
    try:
        if chosen.planted:
            return all_planted()
        return some(chosen.seeds) if chosen.seeds else many(random.SystemRandom().randrange(10**6), chosen.minutes)
    except KeyboardInterrupt:
        return 130


def some(seeds: list[int]) -> int:
    """Runs with all that was wrong in them."""
    results = [Simulation(seed).run() for seed in seeds]
    for result in results:
        print(result, *(f"\n  {kind}: {words}" for kind, words in result.violations))
    return any(result.violations for result in results)


def all_planted() -> int:
    """Whether each planted fault is found, by which seed and in how many seconds."""
    missed = 0
    for name, (plant, kind) in PLANTED.items():
        began = time.process_time()
        with plant():
            wrong, seed = next(
                ((words, seed) for seed in range(1, 1 + TRIES) if (words := _violation(seed, kind))), ("", 0)
            )
        missed += not wrong
        print(f"{name}: {f'seed {seed}, {time.process_time() - began:.1f} s: {wrong}' if wrong else 'NOT FOUND'}")
    return bool(missed)


def _violation(seed: int, kind: str) -> str:
    """The first violation of this kind in a run; empty where there is none."""
    return next((words for each, words in Simulation(seed).run().violations if each == kind), "")


def many(first: int, minutes: float) -> int:
    """One seed after the other; a line for each that fails, and how far it is."""
    began, hours, events, failed, seed = time.monotonic(), 0.0, 0, 0, first
    faults: Counter[str] = Counter()
    try:
        while (spent := time.monotonic() - began) < 60 * minutes:
            result = Simulation(seed).run()
            seed += 1
            hours += result.seconds / 3600
            events += result.events
            faults += result.faults
            if result.violations:
                failed += 1
                kind, words = result.violations[0]
                print(f"\rseed {result.seed} FAILS: {kind}: {words}\n  again: make simulate SEED={result.seed}")
            counts = f"{seed - first} seeds, {hours:.1f} simulated hours, {events} events, {faults.total()} faults"
            print(f"\r{counts}, {failed} failed, {spent / 60:.0f} of {minutes:g} minutes", end="", flush=True)
    finally:
        print("\n" + ", ".join(f"{kind} {number}" for kind, number in faults.most_common()))
    return bool(failed)
