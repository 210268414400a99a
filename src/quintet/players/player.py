"""What sits at a board and chooses moves: a `SeatedPlayer` for each kind of `Who`."""

from __future__ import annotations

import copy
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.types import NotSolved
from quintet.engine import LEVELS, Engine
from quintet.engine.bounds import MEMORY_MB, MOST_SECONDS
from quintet.engine.limits import UNLIMITED, Budget, TimeControl
from quintet.engine.native import kernels
from quintet.players.function_player import FunctionPlayer, described, find_function
from quintet.players.who import AUTOMATIC, SEARCHES, Who, expected
from quintet.protocols import external_engines
from quintet.protocols.external_engines import PATIENCE, PROTOCOLS, Forfeit, OutsidePlayer

SEARCH_MEMORY_MB = 64
SOLVER_NODES = 1_000_000
"""Nodes for a proof by `solver` where nothing else limits it."""
PROGRAM_SECONDS = 2.0
"""Seconds for a move of a program where nothing else limits it."""


class SeatedPlayer(Protocol):
    """Chooses the moves of one side in one match."""

    @property
    def engine(self) -> Engine | None:
        """The engine behind it; ``None`` for a program and a function."""
        ...

    def begin(self, match: Match) -> None:
        """Get ready, so that this is no part of the time of the first move; `Forfeit` where that fails."""
        ...

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        """A legal move within the budget, or within the player's own limits; `Forfeit` where it gives none."""
        ...

    def stop(self) -> None:
        """End the choice that is being made; any thread may ask."""
        ...

    def cpu(self) -> float:
        """Seconds of processor time used so far, from an arbitrary start."""
        ...

    def close(self) -> None: ...


def player_for(
    who: Who, game: AnyGame, seed: int = 0, *, memory_mb: int | None = None, patience: float = PATIENCE
) -> SeatedPlayer:
    """The player that a `Who` names.

    `memory_mb` is for engines that name no memory of their own. `patience` is how many seconds a program may be silent
    where time does not limit it.
    """
    if who.kind in ("random", "level", "trial"):
        method = "random" if who.kind == "random" else "auto"
        engine = Engine(game, who.level or 10, memory_mb=memory_mb or MEMORY_MB, seed=seed, method=method)
        if who.settings is not None:
            engine.settings = who.settings
        return LevelPlayer(engine)
    if who.kind in SEARCHES:
        engine = Engine(
            game,
            threads=who.threads,
            memory_mb=who.memory_mb or memory_mb or SEARCH_MEMORY_MB,
            seed=seed,
            method=SEARCHES[who.kind],
            rules=who.rules,
            weights=who.weights,
            book=who.book,
        )
        return SolverPlayer(engine, who.limit) if who.kind == "solver" else SearchPlayer(engine, who.limit)
    if who.kind in PROTOCOLS:
        return ProgramPlayer(OutsidePlayer(game, who.text, patience))
    if who.kind == "function":
        return FunctionPlayer(find_function(who.text), patience)
    raise ValueError(f"a player without a keyboard must be {expected(AUTOMATIC)}, got {str(who)!r}")


def player_of(player: object, game: AnyGame, *, patience: float = PATIENCE) -> SeatedPlayer:
    """The player that is an engine, a function or an object with `choose`; ValueError for anything else."""
    if not isinstance(player, Engine):
        return FunctionPlayer(player, patience)
    if player.game != game:
        raise ValueError(f"an engine of {spec(player.game)} cannot play {spec(game)}")
    return EnginePlayer(copy.copy(player))


def check_playable(who: Who, match: Match) -> None:
    """ValueError for whatever would make this player fail in every such match."""
    if who.kind == "function":
        find_function(who.text)
    elif who.kind == "object":
        raise ValueError(f"the player {who.text} is an object of a Python program: expected quintet.arena with it")
    elif who.kind in PROTOCOLS:
        program = external_engines.parse(who.text)[1][0]
        if shutil.which(program) is None:
            raise ValueError(f"the player {who.text!r} cannot be started: no program is called {program!r}")
        external_engines.check(who.kind, match)
    elif who.weights is not None:
        kernels.kernel_for(match.game, who.weights)


class _LocalPlayer:
    """A player in this process."""

    engine: Engine | None = None

    def begin(self, match: Match) -> None:
        pass

    def stop(self) -> None:
        if self.engine is not None:
            self.engine.stop()

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        pass


class LevelPlayer(_LocalPlayer):
    """A level, which has limits of its own, or random moves."""

    def __init__(self, engine: Engine) -> None:
        self.engine: Engine = engine

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        return self.engine.choose(match)


class Stretch:
    """Estimates how many seconds pass for each second of processor time: at first from the system's load, then from
    the moves so far."""

    MOST = 1000.0

    def __init__(self) -> None:
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        self.factor = max(1.0, load / (os.cpu_count() or 1))

    def learn(self, allowed: float, stretched: float, passed: float, used: float) -> None:
        """Learn from a move that had `allowed` seconds of processor time, `stretched` to seconds.

        A move that was found at once says nothing. One that time ended does, however little processor time it got.
        """
        if used > allowed / 4 or passed > 0.9 * stretched:
            self.factor = min(self.MOST, max(1.0, (self.factor + passed / max(used, 0.001)) / 2))


class SearchPlayer(_LocalPlayer):
    """One of our searches, held to its limits."""

    def __init__(self, engine: Engine, limit: TimeControl = UNLIMITED) -> None:
        self.engine: Engine = engine
        self._own_budget = limit.budget()
        self._stretch = Stretch()

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        budget = budget or self._own_budget
        if budget.cpu is None:
            seconds = self._seconds(match, budget)
            return self._analyzed(match, nodes=budget.nodes, depth=budget.depth, seconds=seconds)
        began = time.perf_counter(), time.process_time()
        self.engine.pace = 1 / self._stretch.factor
        with processor_limit(self.engine, budget.cpu):
            # The share that the solver gets first is a share of seconds, so they should be about right; a search by
            # name has no use for them.
            stretched = budget.cpu * self._stretch.factor if self.engine.method == "auto" else MOST_SECONDS
            move = self._analyzed(match, seconds=stretched)
        self._stretch.learn(budget.cpu, stretched, time.perf_counter() - began[0], time.process_time() - began[1])
        return move

    def _analyzed(self, match: Match, **limits: Any) -> Any:
        """The best move; unlike in an analysis, Ctrl-C is passed on."""
        move = self.engine.analyze(match.position, **limits).move
        if self.engine.interrupted:
            raise KeyboardInterrupt
        return move

    def _seconds(self, match: Match, budget: Budget) -> float | None:
        if budget.clocks is None:
            return budget.seconds
        return self.engine.seconds_for_move(match.position, budget.clocks[match.to_move], budget.increment)


class EnginePlayer(SearchPlayer):
    """An engine that a program hands in. One of the highest level is held to the limits of the place where it plays,
    one of a lower level has its own. Its evaluation may be somebody else's, so whatever it raises is a forfeit."""

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        try:
            has_own_limits = self.engine.level.number < len(LEVELS) or self.engine.method == "random"
            return self.engine.choose(match) if has_own_limits else super().choose(match, budget)
        except Exception as error:
            raise Forfeit(described(error)) from None


class SolverPlayer(SearchPlayer):
    """Plays a proved move where the solver finds a proof with half of the budget, else what a search finds with the
    other half."""

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        budget = budget or self._own_budget
        seconds = self._seconds(match, budget)
        nodes = SOLVER_NODES if budget.nodes is None and seconds is None and budget.cpu is None else budget.nodes
        half_cpu = None if budget.cpu is None else budget.cpu / 2
        half = None if seconds is None else seconds / 2
        try:
            with processor_limit(self.engine, half_cpu):
                best = self.engine.solve(match.position, nodes=nodes, seconds=half or MOST_SECONDS).best
        except NotSolved:
            return super().choose(match, Budget(nodes, seconds=half, cpu=half_cpu))
        return Random(f"{self.engine.seed} {match.game.text(match.position)}").choice(best)


class ProgramPlayer:
    """A program of somebody else. It knows only seconds, so processor time is stretched to those."""

    engine = None

    def __init__(self, outside: OutsidePlayer) -> None:
        self._outside = outside
        self._stretch = Stretch()
        self._is_choosing = False
        self.begin, self.cpu, self.close = outside.begin, outside.cpu, outside.close

    def stop(self) -> None:
        """End the program if it is choosing: no protocol promises that it can be hurried. It is started anew."""
        if self._is_choosing:
            self.close()

    def choose(self, match: Match, budget: Budget | None = None) -> Any:
        budget, match = budget or Budget(seconds=PROGRAM_SECONDS), copy.copy(match)
        self._is_choosing = True
        try:
            if budget.cpu is None:
                return self._outside.choose(match, budget)
            began = time.perf_counter(), self.cpu()
            stretched = min(MOST_SECONDS, budget.cpu * self._stretch.factor)
            move = self._outside.choose(match, replace(budget, seconds=stretched, cpu=None))
            self._stretch.learn(budget.cpu, stretched, time.perf_counter() - began[0], self.cpu() - began[1])
            return move
        finally:
            self._is_choosing = False


@contextmanager
def processor_limit(engine: Engine, seconds: float | None) -> Iterator[None]:
    """Stop the engine when this process has used so much more processor time."""
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
