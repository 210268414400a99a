"""``quintet puzzle``: one puzzle after the other in line mode, with a rating in the user's data folder."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from quintet.core import registry
from quintet.server.ratings import Rating, updated
from quintet.study.puzzle import (
    BEGINNER,
    THEMES,
    UNTRIED,
    Attempt,
    Puzzle,
    Theme,
    attempt,
    explanation,
    find,
    puzzles,
    reproach,
    task,
)
from quintet.terminal import files, saves, screen
from quintet.terminal.console import Console, Leave
from quintet.terminal.lesson import say, typed_move

NEAR = 12
"""The next puzzle is one of so many whose ratings are next to the player's."""
HELP = "Type a move, or one of: solution (show it), next (another puzzle), quit."


@dataclass
class Standing:
    """How somebody does with the puzzles of a game."""

    rating: Rating = field(default_factory=lambda: Rating(*BEGINNER))
    solved: int = 0
    streak: int = 0
    tried: list[str] = field(default_factory=list)
    """The ids of puzzles that count no more."""

    @property
    def words(self) -> str:
        row = f", {self.streak} in a row" if self.streak > 1 else ""
        about = "about " if self.rating.provisional else ""
        return f"Your rating: {about}{self.rating.rating:.0f}, {self.solved} of {len(self.tried)} solved{row}."

    def settle(self, puzzle: Puzzle, solved: bool) -> None:
        """The first result on a puzzle counts."""
        if puzzle.id not in self.tried:
            self.tried.append(puzzle.id)
            self.rating = updated(self.rating, [(Rating(puzzle.rating, UNTRIED), float(solved))])
            self.solved += solved
            self.streak = self.streak + 1 if solved else 0


def show(console: Console, game: str | None, theme: Theme | None, puzzle_id: str | None) -> None:
    """Puzzles until the person leaves, or the one that was asked for."""
    kept = _read(_path())
    chosen = _chosen(puzzle_id, game, theme, kept)
    say(console, HELP)
    try:
        while True:
            standing = kept.setdefault(chosen.game_id, Standing())
            _solve(console, chosen, standing)
            _keep(console, _path(), kept)
            say(console, standing.words)
            if puzzle_id is not None or console.ask("Another? [Y/n] ").strip().lower() in ("n", "no", "quit"):
                return
            chosen = _chosen(None, game, theme, kept)
    except (Leave, KeyboardInterrupt):
        _keep(console, _path(), kept)
        console.say()


def _chosen(puzzle_id: str | None, game: str | None, theme: Theme | None, kept: dict[str, Standing]) -> Puzzle:
    """The puzzle of this id, or one that was not tried and is about as hard as the player is good."""
    if puzzle_id is not None:
        found = find(puzzle_id)
        if found is None:
            raise ValueError(f"there is no puzzle {puzzle_id!r}")
        return found
    wanted = [registry.load(game).id] if game else registry.game_ids()
    fitting = [one for game_id in wanted for one in puzzles(game_id).values() if theme in (None, one.theme)]
    if not fitting:
        what = f" with the theme {theme}" if theme else ""
        raise ValueError(f"there are no puzzles of {game or 'any game'}{what}: see 'quintet puzzles list GAME'")
    fresh = [one for one in fitting if one.id not in kept.get(one.game_id, Standing()).tried] or fitting

    def distance(puzzle: Puzzle) -> float:
        return abs(puzzle.rating - kept.get(puzzle.game_id, Standing()).rating.rating)

    return random.choice(sorted(fresh, key=distance)[:NEAR])


def _solve(console: Console, puzzle: Puzzle, standing: Standing) -> None:
    state = attempt(puzzle, [])
    title = state.match.game.title
    console.say(f"\n{title}, puzzle {puzzle.id}, rated {puzzle.rating}: {THEMES[puzzle.theme].lower()}\n")
    moves: list[str] = []
    while not state.done:
        console.say(f"{screen.whole(state.match, console.color, dots=True)}\n")
        say(console, task(puzzle) if not moves else "Right. Go on.")
        tried = _move(console, puzzle, state, moves, standing)
        if tried is None:
            break
        state = tried
    if state.done:
        console.say(f"{screen.whole(state.match, console.color)}\n")
        say(console, "That is it.")
        standing.settle(puzzle, True)
    for sentence in explanation(puzzle):
        say(console, sentence)


def _move(console: Console, puzzle: Puzzle, state: Attempt, moves: list[str], standing: Standing) -> Attempt | None:
    """Asks until a move is right; ``None`` for who gives up."""
    while True:
        typed = console.ask("Your move: ").strip()
        command = typed.lower()
        if command == "quit":
            raise Leave
        if command in ("solution", "next"):
            standing.settle(puzzle, False)
            return None
        if command in ("", "help"):
            say(console, HELP)
            continue
        try:
            tried = attempt(puzzle, [*moves, typed_move(state.match, typed)])
        except ValueError as error:
            say(console, f"Sorry, {error}.")
            continue
        if tried.wrong is None:
            moves.append(str(tried.match.moves[state.match.ply]))
            return tried
        standing.settle(puzzle, False)
        say(console, f"{reproach(puzzle, tried.wrong)} Try another.")


# What is kept


def _path() -> Path:
    return saves.home() / "puzzles.json"


def _read(path: Path) -> dict[str, Standing]:
    """By game; a file that cannot be read counts as none."""
    try:
        rows: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return {game: Standing(**row | {"rating": Rating(**row["rating"])}) for game, row in rows.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _keep(console: Console, path: Path, kept: dict[str, Standing]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(path, json.dumps({game: asdict(standing) for game, standing in kept.items()}))
    except OSError as error:
        console.say(f"Your rating cannot be kept in {path}: {files.reason(error)}.")
