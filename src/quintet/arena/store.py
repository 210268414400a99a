"""The file of an arena: the plan, the openings, then each game as soon as it is over; a plan again where it grows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from quintet.arena.openings import Opening
from quintet.arena.plan import Plan
from quintet.arena.playing import Result
from quintet.compute.run_file import RunFile

FORMAT = 1


class Store(RunFile):
    """An open file and all that is in it; a context manager. One arena at a time writes to it."""

    def __init__(self, path: Path, plan: Plan | None, resume: bool) -> None:
        """A new file for a plan, or one that is resumed; then without a plan its own is gone on with."""
        self.results: dict[str, Result] = {}
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

    def grow(self, plan: Plan) -> None:
        """Go on to the length of another plan, now and whenever the file is resumed."""
        grown = self.plan.grown_to(plan)
        if grown != self.plan:
            self.plan = grown
            self.add({"plan": grown.as_json()})

    def keep_openings(self, openings: list[Opening]) -> None:
        self.openings = openings
        self.add({"openings": [[list(opening.moves), opening.position] for opening in openings]})

    def keep(self, result: Result) -> None:
        """Add a game; each is kept once."""
        if result.key in self.results:
            raise ValueError(f"the game {result.key!r} is in {str(self.path)!r} already")
        self.results[result.key] = result
        self.add(result.as_json())

    def _read(self) -> None:
        lines = self.lines()
        try:
            head = json.loads(lines[0])
            if head["arena"] != FORMAT:
                raise ValueError
            self.plan = Plan.from_json(head["plan"])
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
            self.plan = self.plan.grown_to(Plan.from_json(row["plan"]))
        else:
            result = Result.from_json(row)
            if result.key in self.results:
                raise ValueError(f"the game {result.key} comes twice")
            self.results[result.key] = result
