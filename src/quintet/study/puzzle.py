"""Puzzles: positions in which exactly one move is right, as a file of text beside a game's module.

``<id>.puzzles`` has JSON lines: for each board one with its spec and how its puzzles were made, then one for each
puzzle. ``quintet puzzles make`` writes such files from exact answers, ``quintet puzzles check`` confirms them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from quintet.core import files, registry
from quintet.core.game import AnyGame
from quintet.core.match import Match
from quintet.core.types import Player
from quintet.engine.verdict import verdict
from quintet.render.narration import named

Theme = Literal["win", "hold", "margin"]
THEMES: dict[Theme, str] = {
    "win": "Win",
    "hold": "The only move that holds",
    "margin": "The best margin",
}
"""What is asked: the only move that wins, the only one that does not lose, the one that wins or holds by most."""

BEGINNER = (1200.0, 200.0)
"""Rating and deviation of somebody who has tried no puzzle: surer than in games, so that one miss is no fall."""
DAILY = (900, 1600)
"""Ratings of puzzles of the day."""
UNTRIED = 120.0
"""The deviation of a puzzle that nobody has tried: its rating is measured, but not by people."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and what is proved about it, for the player to move: the one who solves."""

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
    """Best play, the solver's moves and the answers to them."""
    asked: int
    """How much of it is asked for: each of the solver's moves in it is the only right one."""
    choices: int
    """Legal moves at the start."""
    trap: tuple[str, ...]
    """The wrong move that a short search likes best, with its refutation; empty where it likes none."""
    trap_value: int
    """What is proved about the trap, for the solver too."""
    trap_margin: int | None
    rating: int
    """How hard it is, on the scale of the players' ratings."""

    @property
    def game_id(self) -> str:
        return self.spec.partition("(")[0]

    def start(self) -> Match:
        game = registry.load(self.spec)
        return Match(game, game.parse(self.position))


def id_of(spec: str, position: str) -> str:
    """The same puzzle has the same id, whenever it is made."""
    return f"{spec.partition('(')[0]}-{hashlib.sha256(f'{spec} {position}'.encode()).hexdigest()[:8]}"


# Solving


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far somebody has come."""

    match: Match
    """With the answers to the moves that were right."""
    wrong: str | None = None
    """A legal move that is not the solution; it is not played."""
    done: bool = False


def attempt(puzzle: Puzzle, moves: Sequence[str]) -> Attempt:
    """What comes of the solver's moves; IllegalMove for one that the rules do not allow.

    What leads to the same position as the solution is the solution.
    """
    match = puzzle.start()
    solver = match.to_move
    _answer(puzzle, match, solver)
    for text in moves:
        if match.ply >= puzzle.asked:
            raise ValueError(f"the puzzle is solved already: expected no move after it, got {text!r}")
        move = match.legal_move(text)
        right = match.legal_move(puzzle.line[match.ply])
        if move != right and _after(match, move) != _after(match, right):
            return Attempt(match, wrong=str(move))
        match.play(move)
        _answer(puzzle, match, solver)
    return Attempt(match, done=match.ply >= puzzle.asked)


def right_moves(puzzle: Puzzle) -> list[tuple[int, list[str], list[str]]]:
    """Where the solver is asked: the ply, the solver's moves until then, and every move that is right there."""
    match = puzzle.start()
    solver, own, found = match.to_move, list[str](), []
    _answer(puzzle, match, solver)
    while match.ply < puzzle.asked:
        right = puzzle.line[match.ply]
        after = _after(match, match.legal_move(right))
        found.append((match.ply, list(own), [str(one) for one in match.legal_moves if _after(match, one) == after]))
        own.append(right)
        match.play(right)
        _answer(puzzle, match, solver)
    return found


def _answer(puzzle: Puzzle, match: Match, solver: Player) -> None:
    while match.ply < puzzle.asked and match.to_move is not solver:
        match.play(puzzle.line[match.ply])


def _after(match: Match, move: Any) -> str:
    return match.game.text(match.game.play(match.position, move))


# Words


def task(puzzle: Puzzle) -> str:
    """``White to move: win in 3.``"""
    match = puzzle.start()
    color = match.game.color(match.position, match.to_move).title
    if puzzle.theme == "win":
        wanted = "find the only move that wins" if puzzle.wins_in is None else f"win in {puzzle.wins_in}"
    elif puzzle.theme == "hold":
        wanted = "only one move does not lose"
    else:
        wanted = "win by as much as you can" if puzzle.value > 0 else "find the best result"
    return f"{color} to move: {wanted}."


def reproach(puzzle: Puzzle, move: str) -> str:
    """Why a legal move is wrong; true of every move but the solution."""
    short = {"win": "does not win", "hold": "loses", "margin": "is not the best"}[puzzle.theme]
    return _sentence(f"{named(registry.load(puzzle.spec), move)} {short}.")


def _sentence(words: str) -> str:
    """With a capital, unless it begins with the name of a place."""
    return words[0].upper() + words[1:] if words[1].isalpha() else words


def explanation(puzzle: Puzzle) -> list[str]:
    """What is to be said when it is over, in sentences."""
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
    told = f"With {first} {result}{count}. {rest}" if puzzle.value else f"{first} makes it {result}. {rest}"
    sentences = [_sentence(told)]
    if puzzle.trap:
        tempting, *answer = (named(game, move) for move in puzzle.trap)
        end = verdict(game, position, puzzle.trap_value, puzzle.trap_margin)
        after = f" after {answer[0]}" if answer else ""
        ending = f"it is {end}" if puzzle.trap_value == 0 else end
        sentences.append(_sentence(f"{tempting} looks good, but{after} {ending}."))
    if len(puzzle.line) > 1:
        sentences.append(f"Best play: {' '.join(puzzle.line)}.")
    return sentences


# Files


def path_of(cls: type[AnyGame]) -> Path | None:
    """Where the puzzles of a game are, or would be; ``None`` for a game without a module in a file."""
    return registry.beside(cls, "puzzles")


def puzzles(game_id: str) -> dict[str, Puzzle]:
    """The puzzles of a game by their ids, the easiest first; none for a game that has none."""
    return _puzzles(registry.game_class(game_id))


@cache
def _puzzles(cls: type[AnyGame]) -> dict[str, Puzzle]:
    path = path_of(cls)
    if path is None or not path.is_file():
        return {}
    found = [puzzle for _, listed in read(path).values() for puzzle in listed]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=lambda puzzle: (puzzle.rating, puzzle.id))}


def find(puzzle_id: str) -> Puzzle | None:
    game_id = puzzle_id.rpartition("-")[0]
    return puzzles(game_id).get(puzzle_id) if game_id in registry.game_ids() else None


@lru_cache(maxsize=8)
def of_the_day(day: date) -> Puzzle | None:
    """The same for everybody, neither easy nor hard; None where there are no puzzles."""
    every = [one for game_id in registry.game_ids() for one in puzzles(game_id).values()]
    fitting = [one for one in every if DAILY[0] <= one.rating <= DAILY[1]] or every
    return min(fitting, key=lambda one: hashlib.sha256(f"{day} {one.id}".encode()).digest(), default=None)


Boards = dict[str, tuple[Mapping[str, Any], list[Puzzle]]]
"""By spec: how the puzzles were made, and they themselves."""


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
