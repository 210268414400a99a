"""Runs an arena: openings, then games as fast as the workers play them, each kept as soon as it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from quintet.arena import openings
from quintet.arena.openings import Opening
from quintet.arena.pairings import both_ways
from quintet.arena.plan import Plan
from quintet.arena.playing import Result, play
from quintet.arena.sprt import Judge, Verdict
from quintet.arena.store import Store
from quintet.compute import Pool
from quintet.core import registry
from quintet.players.player import check_playable


def check(plan: Plan) -> None:
    """ValueError for whatever would make every game of a player fail."""
    game = registry.load(plan.game)
    drawn = [Opening()] if not plan.openings else openings.read(game, Path(plan.openings))
    matches = [opening.match(game) for opening in drawn]
    for who in plan.who:
        for match in matches if who.is_program else matches[:1]:
            check_playable(who, match)


@dataclass
class Tournament:
    """An arena that runs. What has been played is in the store, so it can be left and resumed at any time."""

    store: Store
    pool: Pool
    failed: dict[str, str] = field(default_factory=dict)
    """Games that could not be played, and why; a resumed arena tries them again."""
    verdict: Verdict | None = None
    """Of the sequential test, where there is one."""

    def run(self) -> Iterator[Result]:
        """Every game that is still to be played, as it ends."""
        plan, store = self.store.plan, self.store
        self._find_openings()
        judging = _PairByPair(plan, store) if plan.sprt else None
        submitted: set[str] = set()
        while True:
            if judging is not None:
                self.verdict = judging.verdict()
                if self.verdict.accepted:
                    return
            missing = [
                seating
                for seating in plan.seatings(store.results)
                if seating.key not in store.results and seating.key not in submitted
            ]
            if not missing:
                return
            for seating in missing:
                self.pool.submit(seating.key, play, plan.bout(seating, store.openings))
                submitted.add(seating.key)
            for done in self.pool.gather():
                if done.error is not None:
                    self.failed[done.key] = done.error
                    continue
                result = Result.from_json(done.value)
                store.keep(result)
                yield result
                if judging is not None:
                    self.verdict = judging.verdict()
                    if self.verdict.accepted:
                        self.pool.cancel()
                        return

    def _find_openings(self) -> None:
        plan, store = self.store.plan, self.store
        game = registry.load(plan.game)
        if plan.openings:
            if not store.openings:
                store.keep_openings(openings.read(game, Path(plan.openings)))
        elif len(store.openings) < plan.wanted_openings:
            found = openings.draw(self.pool, game, plan.drawing, plan.seed, plan.wanted_openings)
            if found != store.openings:
                store.keep_openings(found)


class _PairByPair:
    """The sequential test over the pairs in the order of their openings, so that its verdict does not depend on which
    games happened to end first. A pair with a game that was cut off is left out."""

    def __init__(self, plan: Plan, store: Store) -> None:
        assert plan.sprt is not None
        self._judge = Judge(plan.sprt)
        self._results = store.results
        self._next = 0

    def verdict(self) -> Verdict:
        while True:
            pair = [self._results.get(seating.key) for seating in both_ways(0, 1, [self._next])]
            if pair[0] is None or pair[1] is None:
                return self._judge.verdict
            self._next += 1
            half_points = pair_points(pair[0], pair[1])
            if half_points is not None:
                self._judge.add(half_points)


def pair_points(one: Result, two: Result) -> int | None:
    """Half points, 0 to 4, of the player who is first in `one` and second in `two`."""
    table = {"first": 2, "draw": 1, "second": 0}
    if one.result == "truncated" or two.result == "truncated":
        return None
    return table[one.result] + 2 - table[two.result]
