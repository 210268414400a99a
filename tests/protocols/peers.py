"""A program at the other end of the pipes: says lines and waits for lines."""

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator

from amounts import part

PATIENCE = 60.0
"""Seconds after which an answer that does not come is a failure; no answer is meant to take nearly that long."""
BOARDS = [
    "othello",
    "pentago",
    "quentin(size=4)",
    "bestgame(columns=3,rows=3,tokens=4)",
    "magnetize(height=3,width=3,maglock=1)",
]
"""Every game, on boards on which games are short."""
GAMES = part(20)
MOST_MOVES = 70
GARBAGE = [
    "",
    "   ",
    "\x00\x01\x02",
    "hello world",
    "set",
    "go nowhere",
    "go depth",
    "go depth x",
    "go nodes 99999999999999999999999999",
    "setoption",
    "setoption name Hash value much",
    "setoption name None value 1",
    "position",
    "position startpos moves z9",
    "position fen",
    "position fen nonsense b",
    "query",
    "query weather",
    "play",
    "play b",
    "play green d3",
    "play b i5",
    "play b zz99",
    "genmove",
    "genmove green",
    "boardsize -1",
    "boardsize 99999999",
    "komi much",
    "undo 3",
    "gg-undo 99",
    "time_settings 1",
    "time_settings a b c",
    "time_left b",
    "known_command",
    "lz-analyze green",
    "gogui-play_sequence b",
    "12345678901234567890 name",
    "set game nonsense",
    "set game (;GM[Othello]B[A1];)",
    "set game (;GM[Othello]",
    "set depth deep",
    "move z9",
    "hint many",
    "(" * 5000,
    "x" * 200_000,
    "é" * 1000,
]


class Peer:
    """Holds a conversation with ``quintet ...`` as a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.heard: list[str] = []
        """Everything that it said so far."""
        self._lines: queue.Queue[str | None] = queue.Queue()
        self.listening = threading.Thread(target=self._listen, daemon=True)
        self.listening.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for raw in self.process.stdout:
            self._lines.put(raw.decode().rstrip("\n"))
        self._lines.put(None)

    def say(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line that it says."""
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, f"it ended after {self.heard[-5:]}"
        self.heard.append(line)
        return line

    def until(self, start: str) -> str:
        """The next line that begins like this."""
        while not (line := self.line()).startswith(start):
            pass
        return line

    def rest(self) -> list[str]:
        """What it still says until it ends."""
        lines: list[str] = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            lines.append(line)
        self.heard += lines
        return lines

    def gtp(self, command: str) -> str:
        """The answer to a command of GTP, with its sign."""
        self.say(command)
        lines: list[str] = []
        while line := self.line():
            lines.append(line)
        return "\n".join(lines)

    def end(self, word: str = "quit") -> int:
        """Say the last word and wait for the end."""
        self.say(word)
        self.rest()
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def peer(*arguments: str) -> Iterator[Peer]:
    command = [sys.executable, "-m", "quintet", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ}
    ) as process:
        made = Peer(process)
        try:
            yield made
        finally:
            process.kill()
            made.listening.join(PATIENCE)  # what it reads is closed behind this block
