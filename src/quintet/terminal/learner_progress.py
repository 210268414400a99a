"""The learner's progress with lessons and puzzles in the user's data folder, for line mode and the app alike."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict
from typing import Any

from quintet.core import files, registry
from quintet.study.glicko2 import GlickoRating
from quintet.study.progress import PuzzleProgress, PuzzleStanding
from quintet.study.puzzle import Puzzle, Theme
from quintet.terminal import saves

LESSONS, PUZZLES = "lessons.json", "puzzles.json"
"""Files by game id: chapters that are done; the standing and the ids of the puzzles that were tried."""


def puzzle_progress() -> PuzzleProgress:
    """Empty where the file is missing or damaged."""
    progress = PuzzleProgress()
    try:
        for game_id, row in _read(PUZZLES).items():
            counts = row | {"rating": GlickoRating(**row["rating"]), "tried": len(row["tried"])}
            progress.standings[game_id] = PuzzleStanding(**counts)
            progress.tried |= dict.fromkeys(row["tried"])
    except (TypeError, KeyError):
        return PuzzleProgress()
    return progress


def keep_puzzle_progress(progress: PuzzleProgress) -> str | None:
    """Store it; a sentence where that is not possible."""
    tried: dict[str, list[str]] = defaultdict(list)
    for puzzle_id in progress.tried:
        tried[puzzle_id.rpartition("-")[0]].append(puzzle_id)
    rows = {game_id: asdict(standing) | {"tried": tried[game_id]} for game_id, standing in progress.standings.items()}
    return _keep(PUZZLES, rows, "Your rating")


def next_puzzle(progress: PuzzleProgress, game: str | None, theme: Theme | None) -> Puzzle:
    puzzle = progress.next_puzzle([registry.load(game).id] if game else registry.game_ids(), theme)
    if puzzle is None:
        what = f" with the theme {theme}" if theme else ""
        raise ValueError(f"there are no puzzles of {game or 'any game'}{what}: see 'quintet puzzles list GAME'")
    return puzzle


def chapters_done(game_id: str) -> int:
    """Chapters of a lesson that are done; none where the file is missing or damaged."""
    chapters = _read(LESSONS).get(game_id)
    return chapters if isinstance(chapters, int) and chapters >= 0 else 0


def keep_chapters(game_id: str, chapters: int) -> str | None:
    """Store how many chapters are done; a sentence where that is not possible."""
    return _keep(LESSONS, _read(LESSONS) | {game_id: chapters}, "How far you are")


def _read(name: str) -> dict[str, Any]:
    try:
        content = json.loads((saves.home() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _keep(name: str, content: dict[str, Any], what: str) -> str | None:
    path = saves.home() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, json.dumps(content))
    except OSError as error:
        return f"{what} cannot be kept in {path}: {files.reason(error)}."
    return None
