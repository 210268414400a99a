"""A terminal that is really there: the command in tmux, with keys, a mouse, a size, and what is on the screen."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from quintet.core.match import Match
from quintet.terminal.app.arrangement import WIDEST, Arrangement
from quintet.terminal.app.move_entry import short_label
from terminal.driver import QUINTET, Desk

PATIENCE = 60.0
UP, DOWN, RIGHT, LEFT, ENTER, TAB = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r", "\t"
ENDED = "the command has ended"


class Window:
    """One window of a tmux server of its own."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.name = f"quintet-{uuid4().hex[:8]}"
        self.width, self.height = size

    def tmux(self, *words: str) -> str:
        command = ["tmux", "-L", self.name, "-f", "/dev/null", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    def type(self, text: str) -> None:
        self.send(text.encode())

    def send(self, raw: bytes) -> None:
        """Bytes as a terminal sends them, in pieces that a command line can hold."""
        for at in range(0, len(raw), 2000):
            self.tmux("send-keys", "-H", "-t", "0", *(f"{byte:02x}" for byte in raw[at : at + 2000]))

    def paste(self, path: Path, bracketed: bool = True) -> None:
        self.tmux("load-buffer", str(path))
        self.tmux("paste-buffer", "-t", "0", *(["-p"] if bracketed else []))

    def click(self, column: int, line: int) -> None:
        """A press and a release of the left button, as SGR reports; counted from 0."""
        self.type(f"\x1b[<0;{column + 1};{line + 1}M\x1b[<0;{column + 1};{line + 1}m")

    def resize(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.tmux("resize-window", "-t", "0", "-x", str(width), "-y", str(height))

    def shown(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "0")

    def until(self, *words: str) -> str:
        """The screen as soon as it has one of these words."""
        deadline = time.monotonic() + PATIENCE
        while True:
            screen = self.shown()
            if any(word in screen for word in words):
                return screen
            assert time.monotonic() < deadline, f"no {words} on\n{screen}"
            time.sleep(0.03)

    def pid(self) -> int:
        """Of the command, which takes the place of its shell."""
        return int(self.tmux("display-message", "-p", "-t", "0", "#{pane_pid}"))

    def press(self, match: Match, target: str) -> None:
        """Click on a target of the board, where the app has put it for this window, or on a button below it."""
        labels = {button.id: short_label(button) for button in match.game.layout().buttons if button.x is None}
        if target in labels:
            screen = self.until(f"[{labels[target]}]").splitlines()
            line = next(number for number, text in enumerate(screen) if f"[{labels[target]}]" in text)
            self.click(screen[line].index(f"[{labels[target]}]") + 1, line)
            return
        arranged = Arrangement.of(match.game.layout(), "auto", self.width, self.height)
        sized, tall = arranged.board, self.height - arranged.status_lines - 1
        room = self.width - min(WIDEST, self.width - sized.width)
        top, left = max(0, (tall - sized.height) // 2), max(0, (room - sized.width) // 2)
        self.click(*next(
            (left + column, top + line)
            for line in range(sized.height)
            for column in range(sized.width)
            if sized.target_at(line, column) == target
        ))  # fmt: skip


@contextmanager
def window(desk: Desk, *arguments: str, size: tuple[int, int] = (80, 24), **environment: str) -> Iterator[Window]:
    """The command in a window; what it leaves on the screen stays there."""
    made = Window(size)
    variables = {**{name: desk.environment[name] for name in ("QUINTET_HOME",)}, **environment}
    settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in variables.items())
    unset = "unset COLUMNS LINES COLORTERM NO_COLOR"
    command = f"{unset}; cd {shlex.quote(str(desk.folder))}; {settings} {shlex.join([*QUINTET, *arguments])}"
    shell = f"{command}; echo {shlex.quote(ENDED)} $?; exec sleep 600"
    try:
        made.tmux("new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), "sh", "-c", shell)
        yield made
    finally:
        subprocess.run(["tmux", "-L", made.name, "kill-server"], capture_output=True)
        socket = Path(os.environ.get("TMUX_TMPDIR", "/tmp")) / f"tmux-{os.getuid()}" / made.name
        socket.unlink(missing_ok=True)
