"""Choosing a game on the shelf, and reading what stands beside a board."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from quintet.terminal.app.shelf import Shelf
from quintet.terminal.app.teaching_screen import Prose

S = TypeVar("S", bound=Screen[Any])


def now(pilot: Pilot[None], kind: type[S]) -> S:
    screen = pilot.app.screen
    assert isinstance(screen, kind), screen
    return screen


async def take(pilot: Pilot[None], game_id: str) -> None:
    """Choose a game on the shelf."""
    shelf = pilot.app.screen.query_one(Shelf)
    shelf.choose(shelf.ids.index(game_id))
    await pilot.pause()


def words(pilot: Pilot[None]) -> str:
    """What stands beside the board and below it."""
    texts = [pilot.app.screen.query_one(Prose).query_one(Static), pilot.app.screen.query_one("#say", Static)]
    return " ".join(" ".join(str(text.render()).split()) for text in texts)
