"""A command at a pseudo-terminal: colour, keys and Ctrl-C as a person has them."""

from __future__ import annotations

import codecs
import contextlib
import errno
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from terminal.driver import QUINTET, Desk


@dataclass
class Terminal:
    """A command at a terminal: what it shows, and the keys."""

    process: subprocess.Popen[bytes]
    keys: int
    shown: str = ""
    decoder: codecs.IncrementalDecoder = field(default_factory=lambda: codecs.getincrementaldecoder("utf-8")("replace"))
    """A letter of several bytes may come in two pieces."""

    def until(self, words: str) -> str:
        """What is shown up to these words."""
        while words not in self.shown:
            assert self._more(), self.shown
        before, _, self.shown = self.shown.partition(words)
        return before + words

    def type(self, text: str) -> None:
        os.write(self.keys, text.encode())

    def leave_by(self, key: str) -> None:
        """Press a key, and again if it came in the moment between a question and the wait for its answer."""
        self.type(key)
        while not select.select([self.keys], [], [], 2)[0]:
            self.type(key)

    def end(self) -> str:
        """The rest, once the command has left."""
        while self._more():
            pass
        assert self.process.wait(timeout=30) == 0
        return self.shown

    def _more(self) -> bool:
        assert select.select([self.keys], [], [], 60)[0], f"silence after {self.shown!r}"
        try:
            piece = os.read(self.keys, 4096)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            piece = b""  # how Linux says that nobody is left at the other end
        self.shown = (self.shown + self.decoder.decode(piece)).replace("\r\n", "\n")
        return bool(piece)


SHELL = """
import os, signal, sys
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
while not os.WIFEXITED(status := os.waitpid(job, os.WUNTRACED)[1]):
    os.tcsetpgrp(0, os.getpgrp())
    print("The job is stopped.", flush=True)
    while sys.stdin.readline() != "fg\\n":
        pass
    os.tcsetpgrp(0, job)
    os.killpg(job, signal.SIGCONT)
"""
"""What a shell does for the keys of a job: Ctrl-Z stops it, and `fg` lets it go on."""


@contextlib.contextmanager
def shell(desk: Desk, *arguments: str) -> Iterator[Terminal]:
    """`quintet` as the job of a small shell."""
    with terminal(desk, *arguments, command=[sys.executable, "-c", SHELL, *QUINTET]) as at:
        yield at


@contextlib.contextmanager
def terminal(
    desk: Desk,
    *arguments: str,
    columns: int = 100,
    command: Sequence[str] = QUINTET,
    folder: Path | None = None,
    typed: str = "",
) -> Iterator[Terminal]:
    """A command, `quintet` unless another is given, at a terminal of this width; `typed` waits for it to start."""
    keys, screen = pty.openpty()
    os.write(keys, typed.encode())
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in desk.environment.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [*command, *arguments],
        stdin=screen,
        stdout=screen,
        stderr=screen,
        cwd=folder or desk.folder,
        env=environment,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(screen)
    try:
        yield Terminal(process, keys)
    finally:
        process.kill()
        process.wait()
        os.close(keys)
