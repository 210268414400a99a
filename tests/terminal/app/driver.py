"""Drives the app without a terminal: keys, the mouse, and what is on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from quintet.core.registry import load
from quintet.players.who import HUMAN, Who, parse_who
from quintet.terminal import local_game
from quintet.terminal.app import settings
from quintet.terminal.app.game_screen import GameScreen
from quintet.terminal.app.main import QuintetApp
from quintet.terminal.local_game import LocalGame
from quintet.terminal.online.find_match import Lobby
from quintet.terminal.online.remote_match import RemoteMatch

Story = Callable[[Pilot[None]], Awaitable[None]]


def begin(spec: str, *, second: str = "human", first: str = "human", position: str | None = None) -> LocalGame:
    game = load(spec)
    whos: tuple[Who, Who] = parse_who(first), parse_who(second)
    names = ("Ada", "Ben") if whos == (HUMAN, HUMAN) else local_game.names_for(whos, ["Ada"])
    return local_game.begin(game, position and game.parse(position), whos, names, seed=1)


def drive(
    story: Story,
    game: LocalGame | RemoteMatch | Lobby | None = None,
    size: tuple[int, int] = (80, 24),
    speed: str = "none",
) -> None:
    """Let a story happen in the app; moves are shown at once unless another speed is given."""
    kept = settings.load()
    kept.speed = speed
    kept.keep()

    async def run() -> None:
        app = QuintetApp(game)
        async with app.run_test(size=size) as pilot:
            await story(pilot)

    asyncio.run(run())


def game_of(pilot: Pilot[None]) -> GameScreen:
    screen: Any = pilot.app.screen
    assert isinstance(screen, GameScreen), screen
    return screen


def shown(pilot: Pilot[None]) -> str:
    """The whole screen as text."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def status(pilot: Pilot[None]) -> str:
    """The message below the board."""
    return " ".join(str(pilot.app.screen.query_one("#say", Static).render()).split())


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait for something that a thread does."""
    for _ in range(1000):
        if is_so():
            return
        await pilot.pause(0.01)
    raise AssertionError(shown(pilot))
