"""The players behind a `Who`: each chooses a move for the position of a match, within a budget."""

from __future__ import annotations

import copy
import importlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Protocol

from quintet.core.match import Match
from quintet.core.types import NotSolved
from quintet.engine import Engine
from quintet.engine.limits import Limits
from quintet.players.arena_who import SEARCHES, Who
from quintet.players.move_limits import MOST_SECONDS, Budget
from quintet.protocols.external_engines import PROTOCOLS, Forfeit, OutsidePlayer

SOLVER_NODES = 1_000_000
"""What `solver` may use for a proof where nothing else limits it."""


class Player(Protocol):
    """Sits at one board for one game."""

    def choose(self, match: Match, budget: Budget) -> object:
        """A move or its text; `Forfeit` where there is none."""
        ...

    def cpu(self) -> float:
        """Seconds of processor time used so far, on a scale of its own."""
        ...

    def close(self) -> None: ...


def seat(who: Who, match: Match, seed: int, patience: float) -> Player:
    """A player for one game; `patience` is how long a program may be silent where time does not limit it."""
    if who.kind == "random":
        return RandomMover(seed)
    if who.kind == "level":
        engine = Engine(match.game, who.level, seed=seed)
        if who.settings is not None:
            engine.settings = who.settings
        return Level(engine)
    if who.kind in SEARCHES:
        method = SEARCHES[who.kind]
        engine = Engine(
            match.game,
            threads=who.threads,
            memory_mb=who.memory_mb,
            seed=seed,
            method=method,
            rules=who.rules,
            weights=who.weights,
            book=who.book,
        )
        return Solver(engine, seed) if who.kind == "solver" else Search(engine)
    if who.kind in PROTOCOLS:
        return Program(OutsidePlayer(match.game, who.text, patience), match)
    return Function(find_function(who.function))


def find_function(text: str) -> Callable[[Match, Budget], object]:
    """The function that ``module:function`` names."""
    module, _, name = text.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except Exception as error:  # whatever a stranger's module raises
        raise ValueError(f"the player {text!r} cannot be imported: {error}") from None
    if not callable(function):
        raise ValueError(f"the player {text!r} must be a function of a match and a budget, got {function!r}")
    return function  # type: ignore[no-any-return]


class _Here:
    """A player in this process."""

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        pass


class RandomMover(_Here):
    """Any legal move, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, match: Match, budget: Budget) -> object:
        return self._random.choice(match.game.legal_moves(match.position))


class Level(_Here):
    """A level with the budget of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def choose(self, match: Match, budget: Budget) -> object:
        return self._engine.choose(match)


class Function(_Here):
    """A function of somebody else's, which gets a match of its own to try things with. One that works in another
    process may have a `cpu` that says what it used there."""

    def __init__(self, function: Callable[[Match, Budget], object]) -> None:
        self._function = function

    def cpu(self) -> float:
        return float(getattr(self._function, "cpu", super().cpu)())

    def choose(self, match: Match, budget: Budget) -> object:
        try:
            return self._function(copy.copy(match), budget)
        except Exception as error:
            raise Forfeit(f"raised {type(error).__name__}: {error}") from None


class Stretch:
    """Seconds that pass for each second of processor time, as the last moves showed; at first as the load suggests."""

    MOST = 1000.0

    def __init__(self) -> None:
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        self.factor = max(1.0, load / (os.cpu_count() or 1))

    def learn(self, allowed: float, told: float, passed: float, used: float) -> None:
        """After a move that was told so many seconds. One found at once says nothing; one that time ended does, however
        little it got done by then."""
        if used > allowed / 4 or passed > 0.9 * told:
            self.factor = min(self.MOST, max(1.0, (self.factor + passed / max(used, 0.001)) / 2))


class Search(_Here):
    """One of our searches, held to the budget."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stretch = Stretch()

    def choose(self, match: Match, budget: Budget) -> object:
        seconds = self._seconds(match, budget)
        if budget.cpu is None:
            found = self._engine.analyze(match.position, nodes=budget.nodes, depth=budget.depth, seconds=seconds)
            return found.move
        began = time.perf_counter(), time.process_time()
        self._engine.pace = 1 / self._stretch.factor
        with processor_limit(self._engine, budget.cpu):
            # The share that the solver gets first is a share of seconds, so they should be about right; a search by
            # name has no use for them.
            stretched = budget.cpu * self._stretch.factor if self._engine.method == "auto" else MOST_SECONDS
            move = self._engine.analyze(match.position, seconds=stretched).move
        self._stretch.learn(budget.cpu, stretched, time.perf_counter() - began[0], time.process_time() - began[1])
        return move

    def _seconds(self, match: Match, budget: Budget) -> float | None:
        if budget.clocks is None:
            return budget.seconds
        return self._engine.seconds_for_move(match.position, budget.clocks[match.to_move], budget.increment)


class Solver(Search):
    """Proved moves where the solver finds a proof within the budget, else what a search finds with as much again."""

    def __init__(self, engine: Engine, seed: int) -> None:
        super().__init__(engine)
        self._random = Random(seed)

    def choose(self, match: Match, budget: Budget) -> object:
        seconds = self._seconds(match, budget)
        nodes = SOLVER_NODES if budget.nodes is None and seconds is None and budget.cpu is None else budget.nodes
        half = MOST_SECONDS if seconds is None else seconds / 2
        try:
            with processor_limit(self._engine, None if budget.cpu is None else budget.cpu / 2):
                best = self._engine.solve(match.position, nodes=nodes, seconds=half).best
        except NotSolved:
            rest = Budget(
                nodes,
                seconds=None if seconds is None else half,
                cpu=None if budget.cpu is None else budget.cpu / 2,
            )
            return super().choose(match, rest)
        return self._random.choice(best)


class Program:
    """A program of somebody else, started for this game. It knows only seconds: processor time is told as those."""

    def __init__(self, outside: OutsidePlayer, match: Match) -> None:
        self._outside = outside
        self._stretch = Stretch()
        self.cpu, self.close = outside.cpu, outside.close
        outside.begin(match)

    def choose(self, match: Match, budget: Budget) -> object:
        if budget.cpu is None:
            return self._ask(match, budget, budget.seconds)
        began = time.perf_counter(), self.cpu()
        told = min(MOST_SECONDS, budget.cpu * self._stretch.factor)
        move = self._ask(match, budget, told)
        self._stretch.learn(budget.cpu, told, time.perf_counter() - began[0], self.cpu() - began[1])
        return move

    def _ask(self, match: Match, budget: Budget, seconds: float | None) -> object:
        limits = Limits(budget.nodes, budget.depth, seconds)
        return self._outside.choose(match, limits, budget.clocks, budget.increment)


@contextmanager
def processor_limit(engine: Engine, seconds: float | None) -> Iterator[None]:
    """Stops the engine when this process has used so much more processor time."""
    if seconds is None:
        yield
        return
    until = time.process_time() + seconds
    done = threading.Event()

    def watch() -> None:
        # With n threads the processor time that is left passes in an nth of it at the soonest.
        while (left := until - time.process_time()) > 0:
            if done.wait(max(left / engine.threads, 0.0005)):
                return
        while not done.wait(0.002):
            engine.stop()

    watcher = threading.Thread(target=watch, name="processor limit", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
