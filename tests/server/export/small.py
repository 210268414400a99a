"""A small export, quickly made: few boards and puzzles."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from unittest.mock import patch

from quintet.core import registry
from quintet.server.export import answers
from quintet.server.export.folder import export
from quintet.server.web import built_files
from quintet.study.puzzle import puzzles

PUZZLES = 8
BOARDS = {"magnetize": ["magnetize(height=3,width=4)"]}
"""Beside the standard ones."""


def small_export(folder: Path, *books: Path) -> dict[str, int]:
    """Writes it, with one of these books and not with one that was built here; the sizes of its files."""
    few = {game_id: dict(islice(puzzles(game_id).items(), PUZZLES)) for game_id in registry.game_ids()}
    with (
        patch.object(answers, "boards", lambda game_id: [game_id, *BOARDS.get(game_id, [])]),
        patch.object(answers, "puzzles", few.__getitem__),
        patch.object(built_files, "BOOK_PLACES", books),
    ):
        return export(folder, lambda step, done, total: None)[0]
