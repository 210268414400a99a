"""Programs of other people as players: whatever speaks UGI, GTP or NBoard's protocol on its standard input and output.

    with OutsidePlayer(game, 'ugi:"./engine --fast"', seconds=2.0) as player:
        match.play(player.choose(match))

A program that crashes, does not answer in time, resigns or plays a move that is not legal forfeits the game: `Forfeit`
says which. It is ended then, and started anew for the next game.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from quintet.adapters import ggf, othello
from quintet.adapters.files import Played
from quintet.adapters.protocol import LONGEST_LINE
from quintet.adapters.vertices import move_text, side, vertex
from quintet.core.game import AnyGame, parse_move
from quintet.core.match import Match

STARTING = 20.0
"""Seconds that a program may take to say that it is ready."""
LEAVING = 1.0
NBOARD_DEPTH = 8
"""How far an NBoard program looks ahead: the protocol has no other limit."""


class Forfeit(ValueError):
    """A program lost by what it did: crashed, was too slow, resigned, or played what is not legal."""


def parse(text: str) -> tuple[str, list[str]]:
    """Protocol and command of ``ugi:command``; ValueError says what was expected."""
    protocol, colon, command = text.partition(":")
    words: list[str] = []
    with contextlib.suppress(ValueError):  # a quotation mark alone
        words = shlex.split(command)
        words = shlex.split(words[0]) if len(words) == 1 else words
    if protocol not in PROTOCOLS or not colon or not words:
        expected = " or ".join(f"{name}:COMMAND" for name in PROTOCOLS)
        raise ValueError(f"a program must be {expected}, got {text!r}")
    return protocol, words


class OutsidePlayer:
    """A program as a player of one game."""

    def __init__(self, game: AnyGame, text: str, seconds: float = 5.0, grace: float = 2.0) -> None:
        self.game = game
        self.seconds, self.grace = seconds, grace
        """What a move may take, and by how much it may be late: programs start their clocks later than we do."""
        self.protocol, self.command = parse(text)
        self._speaker: _Speaker | None = None

    def __enter__(self) -> OutsidePlayer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def choose(self, match: Match) -> Any:
        """Its move in a match that is not over; Forfeit if it gives none."""
        try:
            if self._speaker is None:
                self._speaker = PROTOCOLS[self.protocol](_Pipe(self.command), self.game)
            told = self._speaker.choose(match, self.seconds, self.grace)
            if told.lower() == "resign":
                raise Forfeit(f"{self.command[0]} resigned")
            try:
                return parse_move(self.game, match.position, told)
            except ValueError as error:
                raise Forfeit(f"{self.command[0]} played {told[:40]!r}: {error}") from None
        except Forfeit:
            self.close()
            raise

    def close(self) -> None:
        """End the program."""
        if self._speaker is not None:
            self._speaker.pipe.close()
            self._speaker = None


class _Pipe:
    """A program that is talked to in lines."""

    def __init__(self, command: list[str]) -> None:
        self.name = command[0]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise Forfeit(f"{self.name} cannot be started: {error.strerror or error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(maxsize=10_000)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while raw := self._process.stdout.readline(LONGEST_LINE):
                self._lines.put(raw.decode("utf-8", "replace").rstrip("\r\n"))
        self._lines.put(None)

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(f"{self.name} has crashed") from None

    def until(self, wanted: Callable[[str], bool], seconds: float) -> str:
        """The next line that is wanted."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise Forfeit(f"{self.name} did not answer within {seconds:g} seconds") from None
            if line is None:
                raise Forfeit(f"{self.name} has crashed")
            if wanted(line):
                return line

    def close(self) -> None:
        with contextlib.suppress(Forfeit):
            self.say("quit")
        try:
            self._process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, AttributeError):
                stream.close()  # type: ignore[union-attr]


class _Speaker(Protocol):
    """Knows how to ask in one protocol."""

    pipe: _Pipe

    def choose(self, match: Match, seconds: float, grace: float) -> str:
        """The text of the move that the program wants to play."""
        ...


class _Ugi:
    def __init__(self, pipe: _Pipe, game: AnyGame) -> None:
        self.pipe = pipe
        pipe.say("ugi")
        pipe.until(lambda line: line.strip() == "ugiok", STARTING)
        pipe.say("isready")
        pipe.until(lambda line: line.strip() == "readyok", STARTING)

    def choose(self, match: Match, seconds: float, grace: float) -> str:
        game = match.game
        where = "startpos" if match.start == game.start() else f"fen {game.text(match.start)}"
        moves = " ".join(map(str, match.moves))
        new = [] if moves else ["uginewgame"]
        position = f"position {where} moves {moves}" if moves else f"position {where}"
        self.pipe.say(*new, position, f"go movetime {round(1000 * seconds)}")
        words = self.pipe.until(lambda line: line.startswith("bestmove"), seconds + grace).split()
        return words[1] if len(words) > 1 else ""


class _Gtp:
    def __init__(self, pipe: _Pipe, game: AnyGame) -> None:
        self.pipe = pipe
        self._told: list[str] | None = None
        """The moves that the program knows; ``None`` while it has no board."""
        self._ask("protocol_version", STARTING)
        self._try(f"boardsize {side(game)}")

    def choose(self, match: Match, seconds: float, grace: float) -> str:
        game = match.game
        if match.start != game.start():
            raise ValueError("GTP has no way to begin elsewhere than at the start")
        texts = [*map(str, match.moves)]
        if self._told is None or texts[: len(self._told)] != self._told:
            self._ask("clear_board", STARTING)
            self._try(f"time_settings 0 {max(1, round(seconds))} 1")
            self._told = []
        for at in range(len(self._told), len(texts)):
            before = match.positions[at]
            color = game.color(before, game.to_move(before))
            self._ask(f"play {color} {vertex(texts[at])}", STARTING)
        move = move_text(self._ask(f"genmove {game.color(match.position, match.to_move)}", seconds + grace).strip())
        self._told = [*texts, move.lower()]
        return move

    def _ask(self, command: str, seconds: float) -> str:
        """The first line of the answer to a command."""
        self.pipe.say(command)
        answer = self.pipe.until(lambda line: line[:1] in ("=", "?"), seconds)
        if answer.startswith("?"):
            raise Forfeit(f"{self.pipe.name} refused {command!r}: {answer[1:].strip()[:200]}")
        return answer[1:]

    def _try(self, command: str) -> None:
        """A command that a program need not know."""
        with contextlib.suppress(Forfeit):
            self._ask(command, STARTING)


class _NBoard:
    def __init__(self, pipe: _Pipe, game: AnyGame) -> None:
        if game.id != othello.GAME:
            raise ValueError(f"NBoard's protocol is for {othello.GAME}, got {game.id}")
        self.pipe = pipe
        self._pings = 0
        pipe.say("nboard 2", f"set depth {NBOARD_DEPTH}")

    def choose(self, match: Match, seconds: float, grace: float) -> str:
        self._pings += 1
        self.pipe.say(f"set game {ggf.text_of(Played(match))}", f"ping {self._pings}")
        self.pipe.until(lambda line: line.split() == ["pong", str(self._pings)], STARTING)
        self.pipe.say("go")
        words = self.pipe.until(lambda line: line.startswith("==="), seconds + grace)[3:].replace("/", " ").split()
        return othello.move_from(words[0]) if words else ""


PROTOCOLS: dict[str, Callable[[_Pipe, AnyGame], _Speaker]] = {"ugi": _Ugi, "gtp": _Gtp, "nboard": _NBoard}
