"""Puzzles: positions in which exactly one move is right, from the file ``<id>.puzzles`` beside a game's module.

The file has JSON lines: for each board one with its spec and how its puzzles were made, then one for each puzzle.
``quintet puzzles make`` writes it from exact answers, ``quintet puzzles check`` proves them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from quintet.core import files, registry
from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.narration import named, owned
from quintet.core.sentences import sentence
from quintet.engine.analysis import verdict

Theme = Literal["win", "hold", "margin"]
THEMES: dict[Theme, str] = {
    "win": "Win",
    "hold": "The only move that holds",
    "margin": "The best margin",
}
"""Find the only move that wins, the only one that does not lose, or the one with the best margin."""

REPROACHES: dict[Theme, str] = {"win": "does not win", "hold": "loses", "margin": "is not the best"}
"""What a wrong move does."""

DAILY = (900, 1600)
"""The lowest and the highest rating of a puzzle of the day."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and what is proved about it, for the player to move, the solver."""

    id: str
    spec: str
    position: str
    theme: Theme
    value: int
    """1 won, 0 drawn."""
    margin: int | None
    """The final score difference, in a game with scores."""
    wins_in: int | None
    """How many moves of the solver's it takes to win, where that is known."""
    line: tuple[str, ...]
    """Best play of both sides."""
    asked: int
    """How many moves of the line the solver must find: each of theirs is the only right one."""
    choices: int
    """Legal moves at the start."""
    trap: tuple[str, ...]
    """The wrong move that short searches choose most, with its refutation; empty where they choose none."""
    trap_value: int
    """The proved value of the trap, for the solver."""
    trap_margin: int | None
    rating: int
    """How hard it is, on the scale of the players' ratings."""

    @property
    def game_id(self) -> str:
        return self.spec.partition("(")[0]

    def start(self) -> Match:
        game = registry.load(self.spec)
        return Match(game, game.parse(self.position))

    @property
    def own_moves(self) -> list[str]:
        """The solver's moves that are asked for."""
        match = self.start()
        solver, own = match.to_move, []
        for text in self.line[: self.asked]:
            if match.to_move is solver:
                own.append(text)
            match.play(text)
        return own


def id_of(spec: str, position: str) -> str:
    """An id that depends only on the puzzle, so that making it again gives the same one."""
    return f"{spec.partition('(')[0]}-{hashlib.sha256(f'{spec} {position}'.encode()).hexdigest()[:8]}"


# Words


def task(puzzle: Puzzle) -> str:
    """``White to move: win in 3.``"""
    match = puzzle.start()
    color = match.game.color(match.position, match.to_move).title
    if puzzle.theme == "win":
        goal = "find the only move that wins" if puzzle.wins_in is None else f"win in {puzzle.wins_in}"
    elif puzzle.theme == "hold":
        goal = "only one move does not lose"
    else:
        goal = "win by as much as you can" if puzzle.value > 0 else "find the best result"
    return f"{color} to move: {goal}."


def reproach(puzzle: Puzzle, move: str) -> str:
    """Why a legal move is wrong; true of every move but the solution."""
    return sentence(f"{named(registry.load(puzzle.spec), move)} {REPROACHES[puzzle.theme]}.")


def explanation(puzzle: Puzzle) -> list[str]:
    """Why the solution is right and the trap is not, in sentences."""
    match = puzzle.start()
    game, position = match.game, match.position
    first = named(game, puzzle.line[0])
    others = f"the other {puzzle.choices - 1} moves"
    rest = {
        "win": f"None of {others} wins.",
        "hold": f"Each of {others} loses.",
        "margin": f"None of {others} gets as much.",
    }[puzzle.theme]
    result = verdict(game, position, puzzle.value, puzzle.margin)
    count = "" if puzzle.wins_in is None else f" in {puzzle.wins_in}"
    solution = f"With {first} {result}{count}. {rest}" if puzzle.value else f"{first} makes it {result}. {rest}"
    sentences = [sentence(solution)]
    if puzzle.trap:
        tempting, *answer = puzzle.trap
        end = verdict(game, position, puzzle.trap_value, puzzle.trap_margin)
        match.play(tempting)
        after = f" after {owned(game, match.position, answer[0])}" if answer else ""
        ending = f"it is {end}" if puzzle.trap_value == 0 else end
        sentences.append(sentence(f"{named(game, tempting)} looks good, but{after} {ending}."))
    if len(puzzle.line) > 1:
        sentences.append(f"Best play: {' '.join(puzzle.line)}.")
    return sentences


# Files


def puzzles(game_id: str) -> dict[str, Puzzle]:
    """The puzzles of a game by id, the easiest first."""
    return _puzzles(registry.game_class(game_id))


@cache
def _puzzles(cls: type[AnyGame]) -> dict[str, Puzzle]:
    path = registry.data_file(cls, "puzzles")
    if path is None:
        return {}
    stored = [puzzle for _, listed in read(path).values() for puzzle in listed]
    return {puzzle.id: puzzle for puzzle in sorted(stored, key=lambda puzzle: (puzzle.rating, puzzle.id))}


def find(puzzle_id: str) -> Puzzle | None:
    game_id = puzzle_id.rpartition("-")[0]
    return puzzles(game_id).get(puzzle_id) if game_id in registry.game_ids() else None


@lru_cache(maxsize=500)
def of_the_day(day: date) -> Puzzle | None:
    """The puzzle of the day, neither easy nor hard, the same for everybody; ``None`` where there are no puzzles."""
    every = [puzzle for game_id in registry.game_ids() for puzzle in puzzles(game_id).values()]
    fitting = [puzzle for puzzle in every if DAILY[0] <= puzzle.rating <= DAILY[1]] or every
    return min(fitting, key=lambda puzzle: hashlib.sha256(f"{day} {puzzle.id}".encode()).digest(), default=None)


Boards = dict[str, tuple[Mapping[str, Any], list[Puzzle]]]
"""By spec: how the puzzles were made, and the puzzles."""


def read(path: Path) -> Boards:
    """The boards of a file; ValueError for one that is damaged."""
    boards: Boards = {}
    spec = ""
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if "made" in row:
                spec = row["spec"]
                boards[spec] = row["made"], []
            else:
                row |= {"line": tuple(row["line"].split()), "trap": tuple(row["trap"].split())}
                boards[spec][1].append(Puzzle(spec=spec, **row))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(f"{path.name} must be a file made by 'quintet puzzles make', got something else") from None
    return boards


def write(path: Path, boards: Boards) -> None:
    lines = []
    for spec, (made, listed) in sorted(boards.items()):
        lines.append(json.dumps({"spec": spec, "made": made}))
        lines += [json.dumps(_row(puzzle), separators=(",", ":")) for puzzle in listed]
    files.save(path, "\n".join(lines) + "\n")
    _puzzles.cache_clear()


def _row(puzzle: Puzzle) -> dict[str, Any]:
    row = asdict(puzzle) | {"line": " ".join(puzzle.line), "trap": " ".join(puzzle.trap)}
    del row["spec"]
    return row
