"""Preferences in the app, stored from one start to the next."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

from quintet.core import files
from quintet.players.who import person_name
from quintet.render.text.color_board import SIZES
from quintet.terminal import saves

SPEEDS = {"none": 0.0, "fast": 0.1, "normal": 0.22, "slow": 0.5}
"""Seconds for each step of an animated move."""
AUTO = "auto"
THEMES = ("terminal", "paper", "night")
CHOICES = {"theme": THEMES, "speed": tuple(SPEEDS), "size": (AUTO, *SIZES)}


@dataclass
class AppSettings:
    """The preferences; each change is stored at once."""

    theme: str = THEMES[0]
    speed: str = "normal"
    size: str = AUTO
    lines: bool = False
    """Whether an analysis is shown beside the board."""
    truth: bool = False
    """Whether every move is marked with what it leads to."""
    black: str = "human"
    white: str = "level:3"
    names: str = ""
    """Names of the people at this keyboard, one or two with a comma between."""

    def keep(self) -> None:
        with contextlib.suppress(OSError):  # the next start then has the old settings
            saves.home().mkdir(parents=True, exist_ok=True)
            files.replace(saves.home() / "app.json", json.dumps(asdict(self), indent=1) + "\n")

    def keep_names(self, names: Sequence[str]) -> None:
        """Store the names of people; ValueError for one that is no name."""
        checked = [person_name(name) if name.strip() else "" for name in names]
        self.names = ",".join(name.replace(",", " ") for name in checked)
        self.keep()

    def next(self, name: str) -> str:
        """Change to the next choice and answer with it."""
        choices = CHOICES[name]
        chosen = choices[(choices.index(getattr(self, name)) + 1) % len(choices)]
        setattr(self, name, chosen)
        self.keep()
        return chosen


def load() -> AppSettings:
    """The stored settings; the default for what cannot be read."""
    try:
        stored = json.loads(files.read_text(saves.home() / "app.json", "the settings"))
    except ValueError:
        return AppSettings()
    settings = AppSettings()
    for field in fields(AppSettings) if isinstance(stored, dict) else ():
        value = stored.get(field.name)
        if type(value) is type(field.default) and value in CHOICES.get(field.name, (value,)):
            setattr(settings, field.name, value)
    return settings
