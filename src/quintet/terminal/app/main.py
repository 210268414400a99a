"""The app itself: themes, help, the command palette, and its start."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme

from quintet.render.svg.palette import DARK, LIGHT, Page
from quintet.terminal.app import dialogs, settings
from quintet.terminal.app.board_screen import BoardScreen
from quintet.terminal.app.shelf_screen import ShelfScreen
from quintet.terminal.local_game import LocalGame

if TYPE_CHECKING:
    from quintet.terminal.online.find_match import Lobby
    from quintet.terminal.online.remote_match import RemoteMatch

    Opened = LocalGame | RemoteMatch | Lobby | None
    """What the app is opened on."""


def _theme(name: str, page: Page, dark: bool, system: str | None) -> Theme:
    ink = EIGHT_BIT_INK if dark and system == "256" else page.ink
    return Theme(
        name=name,
        primary=page.accent,
        accent=page.accent,
        foreground=ink,
        background=page.paper,
        surface=page.paper,
        panel=page.hairline,
        dark=dark,
    )


EIGHT_BIT_INK = "#eeeeee"
"""The ink of the dark theme under 256 colours, where the nearest one to the palette's is pink."""
PATIENCE = 3.0
"""Seconds that a key waits for the one before it."""
ROUNDS = 4
"""A key goes up to the app, what a field makes of it up to its screen, and another screen opens or comes back."""


class QuintetApp(App[None]):
    """The full-screen app."""

    CSS = """
    .quiet { color: $text-muted; }
    .under .keys { visibility: hidden; }
    Static { link-style: none; link-color: $foreground; }
    """
    TITLE = "Quintet"
    DEFAULT_MODE = "first"
    BINDINGS = [
        Binding("question_mark", "keys", "Help"),
        Binding("ctrl+q,ctrl+c", "quit", "Quit", show=False, priority=True),
        Binding("C", "next('theme')", "Light, dark or the terminal's own"),
        Binding("A", "next('speed')", "How fast moves are shown"),
        Binding("S", "next('size')", "How large the board is"),
    ]

    def __init__(self, game: Opened = None, *, questions: bool = False) -> None:
        self.colorless = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=True if self.colorless else None)  # only then all colours are left out
        self.settings = settings.load()
        self.first, self.questions = game, questions
        self.typed = asyncio.Queue[events.Key | events.Paste]()
        self.add_mode(self.DEFAULT_MODE, self._first_screen)
        self.register_theme(_theme("paper", LIGHT.page, False, self.console.color_system))
        self.register_theme(_theme("night", DARK.page, True, self.console.color_system))
        self._dress()

    def _dress(self) -> None:
        chosen = self.settings.theme
        self.theme = "ansi-dark" if chosen == "terminal" or self.colorless else chosen

    def _first_screen(self) -> Screen[None]:
        """The shelf, or the game that was asked for: leaving that one ends the app."""
        game = self.first
        if game is None:
            return ShelfScreen(self.settings, not self.colorless)
        if isinstance(game, LocalGame):
            from quintet.terminal.app.game_screen import GameScreen

            return GameScreen(game, self.settings, not self.colorless, questions=self.questions)
        from quintet.terminal.app.lobby_screen import LobbyScreen
        from quintet.terminal.app.online_screen import OnlineScreen
        from quintet.terminal.online.find_match import Lobby

        if isinstance(game, Lobby):
            return LobbyScreen(game, self.settings, not self.colorless)
        return OnlineScreen(game, self.settings, not self.colorless)

    def get_driver_class(self) -> type[Driver]:
        patient: type[Driver] = _patient(super().get_driver_class())
        return patient

    def on_mount(self) -> None:
        self.run_worker(self._hand_on_keys())

    async def on_event(self, event: events.Event) -> None:
        """Keys and pasted text wait in line; everything else happens as it comes."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            early_enter = isinstance(event, events.Key) and event.key == "ctrl+j"  # pressed before the app had started
            self.typed.put_nowait(events.Key("enter", "\r") if early_enter else event)
        else:
            await super().on_event(event)

    async def _hand_on_keys(self) -> None:
        """Hand on one key after the other, each when what the one before it began is done: keys that come at once, as
        over a slow line, would else reach a question before it is open or after it is answered."""
        while True:
            await super().on_event(await self.typed.get())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._settle(), PATIENCE)

    async def _settle(self) -> None:
        """Wait until the widgets that a key goes through, from the focused one up to the app, have nothing to do."""
        for _ in range(ROUNDS):
            for widget in (self.focused or self.screen).ancestors_with_self:
                done = asyncio.Event()
                if widget.call_later(done.set):
                    await done.wait()

    def action_next(self, name: str) -> None:
        """The next choice of a setting."""
        chosen = self.settings.next(name)
        if name == "theme":
            self._dress()
        if isinstance(self.screen, BoardScreen):
            self.screen.fit()
            self.screen.draw()
        if isinstance(self.screen, BoardScreen | ShelfScreen):
            self.screen.say(f"{name}: {chosen}")

    def action_keys(self) -> None:
        """Show every key of this screen."""
        if isinstance(self.screen, dialogs.Question):
            return
        text = Text("What you can press\n\n", "bold")
        if isinstance(self.screen, BoardScreen):
            for keys, does in self.screen.HELP_LINES.items():
                text.append(f"  {keys:20} {does}\n")
        for binding in self._keys(self.screen):
            if not binding.action.startswith("move("):  # the arrows
                key = " ".join(_spelled(key) for key in binding.key.split(","))
                text.append(f"  {key:20} {binding.description}\n")
        text.append("  Ctrl+P               every command by its name\n")
        text.append("\nEvery game is saved after each move, whatever happens.\n", "dim")
        self.push_screen(dialogs.TextPage(text))

    def _keys(self, screen: Screen[Any]) -> list[Binding]:
        """The bindings of a screen and of the app, each with the keys that no other one has taken before."""
        ours = [cls for cls in type(screen).__mro__ if cls.__module__.startswith(__package__)]
        own = [binding for cls in [*ours, QuintetApp] for binding in vars(cls).get("BINDINGS", ())]
        taken, left = set[str](), list[Binding]()
        for binding in own:
            keys = [key for key in binding.key.split(",") if key not in taken]
            taken.update(keys)
            if keys:
                left.append(replace(binding, key=",".join(keys)))
        return left

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: every key by its name."""
        for binding in self._keys(screen):
            owner = self if binding.action in APP_ACTIONS else screen
            run = lambda action=binding.action, owner=owner: self.call_later(self.run_action, action, owner)
            yield SystemCommand(binding.description, f"key {_spelled(binding.key.split(',')[0])}", run)


APP_ACTIONS = [binding.action for binding in QuintetApp.BINDINGS if isinstance(binding, Binding)]


def _patient(driver: Any) -> Any:
    """The driver, made to ignore bytes that are not text, as a noisy line or a pasted file has them."""
    if not hasattr(driver, "run_input_thread"):
        return driver

    class Patient(driver):  # type: ignore[misc]
        def run_input_thread(self) -> None:
            while not self.exit_event.is_set():
                with contextlib.suppress(UnicodeDecodeError):  # what came with them is dropped
                    super().run_input_thread()

    return Patient


NAMES = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "home": "Home",
    "end": "End",
    "ctrl+q": "Ctrl+Q",
    "ctrl+c": "Ctrl+C",
    "shift+tab": "Shift+Tab",
}


def _spelled(key: str) -> str:
    return NAMES.get(key, key)


def run(game: Opened = None, *, questions: bool = False) -> None:
    """Open the app, on a game, or on a match or the lobby of a site if one is given; with `questions`, two people at
    this keyboard are asked for their names first."""
    gc.freeze()  # imported objects stay: collecting them again and again would delay keys
    QuintetApp(game, questions=questions).run()
