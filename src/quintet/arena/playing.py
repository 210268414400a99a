"""Plays one game between two players: who won, why, and the time that it took."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from quintet.arena.openings import MEMORY_MB
from quintet.arena.plan import ArenaPlan, Bout
from quintet.core.match import Match
from quintet.core.types import NotSolved, Player
from quintet.engine import Engine, Solution
from quintet.players.player import SeatedPlayer, player_for, player_of
from quintet.protocols.external_engines import Forfeit

GRACE = 1.0
"""A move may take twice its time and this many seconds more, because the machine may be busy."""
SEATS = ("first", "second")


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played."""

    key: str
    first: str
    second: str
    opening: str
    result: str
    """``first``, ``second``, ``draw`` or ``truncated``."""
    reason: str
    ending: str
    """``rules``, ``solver``, ``forfeit`` (crash, time, illegal move) or ``truncated``."""
    moves: tuple[str, ...]
    """With those of the opening."""
    turns: tuple[int, int]
    """Moves that each player has chosen."""
    seconds: tuple[float, float]
    cpu: tuple[float, float]
    known: tuple[int, int]
    """Moves of each in positions that the solver knew ..."""
    kept: tuple[int, int]
    """... and how many of them kept the value."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> GameResult:
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.items()
        }
        return cls(**values)


@dataclass
class _Side:
    """The moves and the time of one player."""

    turns: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    known: int = 0
    kept: int = 0
    clock: float | None = None


@dataclass
class _End:
    result: str
    reason: str
    ending: str


@dataclass
class _Board:
    """A game that is being played."""

    bout: Bout
    match: Match
    sides: tuple[_Side, _Side]
    solver: Engine | None
    seated: list[SeatedPlayer] = field(default_factory=list)

    @property
    def plan(self) -> ArenaPlan:
        return self.bout.plan

    def play(self) -> _End:
        """To the end."""
        for seat in Player:
            try:
                seed = Random(f"{self.plan.seed} {self.bout.seating.key} {seat.name}").getrandbits(63)
                who, given, game, patience = (
                    self.bout.who(seat),
                    self.bout.objects[seat],
                    self.match.game,
                    self.plan.patience,
                )
                player = (
                    player_for(who, game, seed, patience=patience)
                    if given is None
                    else player_of(given, game, patience=patience)
                )
                self.seated.append(player)
                player.begin(self.match)
            except Forfeit as why:
                return self._forfeit(seat, str(why))
        while True:
            outcome = self.match.outcome
            if outcome is not None:
                return _End("draw" if outcome.winner is None else SEATS[outcome.winner], outcome.reason, "rules")
            if self.match.ply >= self.plan.turns:
                return _End("truncated", f"{self.plan.turns} moves", "truncated")
            truth = self._truth()
            mover = self.match.to_move
            if truth is not None and self.plan.adjudicate:
                winner = None if not truth.value else mover if truth.value > 0 else mover.other
                return _End("draw" if winner is None else SEATS[winner], "proved by the solver", "solver")
            try:
                self._move(mover, truth)
            except Forfeit as why:
                return self._forfeit(mover, str(why))

    def _truth(self) -> Solution | None:
        nodes = self.plan.adjudicate or self.plan.check
        if not nodes or self.solver is None:
            return None
        try:
            only = bool(self.plan.adjudicate)
            return self.solver.solve(self.match.position, nodes=nodes, seconds=None, result_only=only)
        except NotSolved:
            return None

    def _move(self, mover: Player, truth: Solution | None) -> None:
        """Let a player move; `Forfeit` where it does not."""
        side, player = self.sides[mover], self.seated[mover]
        limit = self.bout.limit(mover)
        began, used = time.perf_counter(), player.cpu()
        move = player.choose(self.match, limit.budget(self._clocks()))
        seconds, cpu = time.perf_counter() - began, player.cpu() - used
        side.turns += 1
        side.seconds += seconds
        side.cpu += cpu
        if side.clock is not None:
            side.clock -= seconds
            if side.clock < 0:
                raise Forfeit("ran out of time")
            side.clock += limit.increment
        for spent, allowed, what in ((seconds, limit.seconds, "time"), (cpu, limit.cpu, "processor time")):
            if allowed is not None and spent > 2 * allowed + GRACE:
                raise Forfeit(f"took {spent:.2f} s of {what} for a move, {allowed:g} s were allowed")
        self.match.play(move)
        if truth is not None:
            side.known += 1
            side.kept += self.match.moves[-1] in truth.best

    def _clocks(self) -> tuple[float, float] | None:
        first, second = (side.clock for side in self.sides)
        return None if first is None and second is None else (first or second or 0.0, second or first or 0.0)

    def _forfeit(self, loser: Player, why: str) -> _End:
        return _End(SEATS[loser.other], f"{self.bout.name(loser)}: {why}", "forfeit")


@contextmanager
def own_randomness(seed: str) -> Iterator[None]:
    """Seed Python's and numpy's common random numbers, which strangers' functions use, and put them back."""
    before, numpy = random.getstate(), sys.modules.get("numpy")
    random.seed(seed)
    if numpy is not None:
        numpy_before = numpy.random.get_state()
        numpy.random.seed(random.getrandbits(32))
    try:
        yield
    finally:
        random.setstate(before)
        if numpy is not None:
            numpy.random.set_state(numpy_before)


def play(bout: Bout) -> dict[str, Any]:
    """Play a game; its `GameResult` as JSON."""
    game = bout.game
    match = bout.opening.match(game)
    solver = Engine(game, memory_mb=MEMORY_MB) if bout.plan.adjudicate or bout.plan.check else None
    first, second = (_Side(clock=bout.limit(player).clock) for player in Player)
    board = _Board(bout, match, (first, second), solver)
    try:
        with own_randomness(f"{bout.plan.seed} {bout.seating.key}"):
            end = board.play()
    finally:
        for player in board.seated:
            player.close()
    return GameResult(
        bout.seating.key,
        bout.name(Player.FIRST),
        bout.name(Player.SECOND),
        str(bout.opening),
        end.result,
        end.reason,
        end.ending,
        tuple(str(move) for move in match.moves),
        (first.turns, second.turns),
        (round(first.seconds, 4), round(second.seconds, 4)),
        (round(first.cpu, 4), round(second.cpu, 4)),
        (first.known, second.known),
        (first.kept, second.kept),
    ).as_json()
