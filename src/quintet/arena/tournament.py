"""Runs an arena: openings, then games on all workers, each written to its file as soon as it is over."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quintet.arena import openings
from quintet.arena.openings import Opening
from quintet.arena.pairings import both_ways
from quintet.arena.plan import ArenaPlan
from quintet.arena.playing import GameResult, play
from quintet.arena.sprt import SequentialTest, Verdict
from quintet.compute import Pool
from quintet.compute.run_file import RunFile
from quintet.core import registry
from quintet.core.game import AnyGame
from quintet.players.player import check_playable, player_of

FORMAT = 1


class ArenaGames:
    """The plan of an arena, its openings and the games so far, in memory."""

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        self.results: dict[str, GameResult] = {}
        self.openings: list[Opening] = []

    def keep_openings(self, openings: list[Opening]) -> None:
        self.openings = openings
        self.add({"openings": [[list(opening.moves), opening.position] for opening in openings]})

    def keep(self, result: GameResult) -> None:
        """Add a game; each is kept once."""
        if result.key in self.results:
            raise ValueError(f"the game {result.key!r} is kept already")
        self.results[result.key] = result
        self.add(result.as_json())

    def add(self, row: dict[str, Any]) -> None:
        """Memory needs no row."""


class Store(RunFile, ArenaGames):
    """The same in a file; a context manager. One arena at a time writes to it.

    Its lines are the plan, the openings, then each game as soon as it is over; a plan again where it grows.
    """

    def __init__(self, path: Path, plan: ArenaPlan | None, resume: bool) -> None:
        """A new file for a plan, or one that is resumed: by its own plan, or grown to the one given."""
        self.results: dict[str, GameResult] = {}
        self.openings: list[Opening] = []
        try:
            super().__init__(path, 0 if resume else os.O_CREAT | os.O_EXCL, "--out", "arena")
        except FileExistsError:
            raise ValueError(f"{str(path)!r} is there already: expected --resume to go on, or another --out") from None
        except FileNotFoundError:
            missing = "there is nothing to resume" if resume else "its folder is missing"
            raise ValueError(f"{str(path)!r} cannot be opened: {missing}") from None
        try:
            if resume:
                self._read()
                if plan is not None:
                    self.grow(plan)
            else:
                assert plan is not None
                self.plan = plan
                self.add({"arena": FORMAT, "plan": plan.as_json()})
        except BaseException:
            self.close()
            raise

    def grow(self, plan: ArenaPlan) -> None:
        """Go on to the length of another plan, now and whenever the file is resumed."""
        grown = self.plan.grown_to(plan)
        if grown != self.plan:
            self.plan = grown
            self.add({"plan": grown.as_json()})

    def _read(self) -> None:
        lines = self.lines()
        try:
            head = json.loads(lines[0])
            if head["arena"] != FORMAT:
                raise ValueError
            self.plan = ArenaPlan.from_json(head["plan"])
        except (ValueError, KeyError, TypeError, IndexError):
            raise ValueError(f"{str(self.path)!r} is no arena: expected its plan in the first line") from None
        for number, line in enumerate(lines[1:], 2):
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{str(self.path)!r}: line {number} is no game of an arena") from None

    def _take(self, row: dict[str, Any]) -> None:
        if "openings" in row:
            self.openings = [Opening(tuple(moves), position) for moves, position in row["openings"]]
        elif "plan" in row:
            self.plan = self.plan.grown_to(ArenaPlan.from_json(row["plan"]))
        else:
            result = GameResult.from_json(row)
            if result.key in self.results:
                raise ValueError(f"the game {result.key} comes twice")
            self.results[result.key] = result


def check(plan: ArenaPlan, objects: Sequence[object] = (), own_game: AnyGame | None = None) -> None:
    """ValueError if a player could not play a single game; `objects` and `own_game` as a `Tournament` has them."""
    game = own_game or registry.load(plan.game)
    drawn = [Opening()] if not plan.openings else openings.read(game, Path(plan.openings))
    matches = [opening.match(game) for opening in drawn]
    for number, who in enumerate(plan.who):
        if objects and objects[number] is not None:
            player_of(objects[number], game)
            continue
        for match in matches if who.is_program else matches[:1]:
            check_playable(who, match)


@dataclass
class Tournament:
    """An arena that runs. What has been played is in the store, so it can be left and resumed at any time."""

    store: ArenaGames
    pool: Pool
    failed: dict[str, str] = field(default_factory=dict)
    """Games that could not be played, and why; a resumed arena tries them again."""
    verdict: Verdict | None = None
    """Of the sequential test, where there is one."""
    objects: Sequence[object] = ()
    """For each player itself where it is an object of this program, ``None`` where its text is all; empty for all."""
    own_game: AnyGame | None = None
    """The game where no spec names it."""

    def run(self) -> Iterator[GameResult]:
        """Every game that is still to be played, as it ends."""
        plan, store = self.store.plan, self.store
        self._find_openings()
        test = _PairByPair(plan, store) if plan.sprt else None
        submitted: set[str] = set()
        while True:
            if test is not None:
                self.verdict = test.verdict()
                if self.verdict.accepted:
                    return
            missing = [
                seating
                for seating in plan.seatings({key: result.result for key, result in store.results.items()})
                if seating.key not in store.results and seating.key not in submitted
            ]
            if not missing:
                return
            for seating in missing:
                self.pool.submit(seating.key, play, plan.bout(seating, store.openings, self.objects, self.own_game))
                submitted.add(seating.key)
            for done in self.pool.gather():
                if done.error is not None:
                    self.failed[done.key] = done.error
                    continue
                result = GameResult.from_json(done.value)
                store.keep(result)
                yield result
                if test is not None:
                    self.verdict = test.verdict()
                    if self.verdict.accepted:
                        self.pool.cancel()
                        return

    def _find_openings(self) -> None:
        plan, store = self.store.plan, self.store
        game = self.own_game or registry.load(plan.game)
        if plan.openings:
            if not store.openings:
                store.keep_openings(openings.read(game, Path(plan.openings)))
        elif len(store.openings) < plan.wanted_openings:
            drawn = openings.draw(self.pool, game, plan.drawing, plan.seed, plan.wanted_openings, self.own_game)
            if drawn != store.openings:
                store.keep_openings(drawn)


class _PairByPair:
    """The sequential test over the pairs in the order of their openings, so that its verdict does not depend on which
    games happened to end first. A pair with a game that was cut off is left out."""

    def __init__(self, plan: ArenaPlan, store: ArenaGames) -> None:
        assert plan.sprt is not None
        self._test = SequentialTest(plan.sprt)
        self._results = store.results
        self._next = 0

    def verdict(self) -> Verdict:
        while True:
            pair = [self._results.get(seating.key) for seating in both_ways(0, 1, [self._next])]
            if pair[0] is None or pair[1] is None:
                return self._test.verdict
            self._next += 1
            half_points = pair_points(pair[0], pair[1])
            if half_points is not None:
                self._test.add(half_points)


def pair_points(game: GameResult, exchanged: GameResult) -> int | None:
    """Half points, 0 to 4, of the player who is first in `game` and second in `exchanged`; ``None`` if one was cut
    off."""
    half_points = {"first": 2, "draw": 1, "second": 0}
    if game.result == "truncated" or exchanged.result == "truncated":
        return None
    return half_points[game.result] + 2 - half_points[exchanged.result]
