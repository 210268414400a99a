"""Other people's programs as players: whatever speaks UGI, GTP or NBoard's protocol on its standard input and output.

    with OutsidePlayer(game, 'ugi:"./engine --fast"') as player:
        match.play(player.choose(match, Limits(seconds=2.0)))

A program that crashes, does not answer in time, resigns or plays a move that is not legal forfeits the game: `Forfeit`
says which. It is ended then, and started anew for the next game. What a protocol cannot say, such as a limit of nodes
over GTP, is left to the program's own settings.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quintet.core.game import AnyGame, parse_move
from quintet.core.match import Match
from quintet.engine.limits import Budget, Limits
from quintet.formats import ggf, othello_notation
from quintet.formats.game_files import Played
from quintet.protocols import gtp_coordinates
from quintet.protocols.conversation import LONGEST_LINE
from quintet.protocols.gtp import SIZE

STARTING = 30.0
"""Seconds that a program may take to say that it is ready."""
PATIENCE = 60.0
"""Seconds that a program may be silent where time does not limit it."""
LEAVING = 0.5
MOST_WAITING = 10_000
"""Unread lines of a program; one that says more has to wait."""


class Forfeit(ValueError):
    """A player lost by what it did: crashed, was too slow, resigned, or played what is not legal."""


def parse(text: str) -> tuple[str, tuple[str, ...]]:
    """Protocol and command of ``ugi:command``, which may be quoted as a whole; ValueError says what was expected."""
    protocol, colon, command = text.partition(":")
    words: list[str] = []
    with contextlib.suppress(ValueError):  # a quotation mark alone
        words = shlex.split(command)
        words = shlex.split(words[0]) if len(words) == 1 else words
    if protocol not in PROTOCOLS or not colon or not words:
        expected = " or ".join(f"{name}:COMMAND" for name in PROTOCOLS)
        raise ValueError(f"a program must be {expected}, got {text!r}")
    return protocol, tuple(words)


def check(protocol: str, match: Match) -> None:
    """ValueError where a protocol cannot be told such a match."""
    if protocol == "gtp" and match.start != match.game.start():
        raise ValueError("GTP cannot be told a position: a match over GTP must begin at the start of the game")
    if protocol == "nboard":
        othello_notation.check(match, "NBoard's protocol")


class OutsidePlayer:
    """A program as a player of one game."""

    def __init__(self, game: AnyGame, text: str, patience: float = PATIENCE, grace: float = 2.0) -> None:
        self.game = game
        self.patience = patience
        """Seconds that a move may take where time does not limit it."""
        self.grace = grace
        """By how much it may be late where time does: programs start their clocks later than we do."""
        self.protocol, self.command = parse(text)
        self._speaker: _Speaker | None = None
        self._start: Any = None
        self._known: list[str] = []
        """The moves that the program knows of the match that began at `_start`."""

    def __enter__(self) -> OutsidePlayer:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def begin(self, match: Match) -> None:
        """Get the program ready for a match, so that this is no part of the time of its first move."""
        check(self.protocol, match)
        try:
            if self._speaker is None:
                self._speaker = PROTOCOLS[self.protocol](_Pipe(self.command))
                self._speaker.greet(self.game)
            self._speaker.begin()
        except Forfeit:
            self.close()
            raise
        self._start, self._known = match.start, []

    def choose(self, match: Match, limits: Limits) -> Any:
        """Its move in a match that is not over, within limits or a whole `Budget`; Forfeit if it gives none."""
        budget = limits if isinstance(limits, Budget) else Budget(limits.nodes, limits.depth, limits.seconds)
        texts = [*map(str, match.moves)]
        if self._speaker is None or match.start != self._start or texts[: len(self._known)] != self._known:
            self.begin(match)
        assert self._speaker is not None
        wait = self.patience if budget.seconds is None else budget.seconds + self.grace
        if budget.clocks is not None:
            wait = budget.clocks[match.to_move] + self.grace
        try:
            self._speaker.tell(match, len(self._known))
            answer = self._speaker.ask(match, budget, wait)
            if answer.lower() == "resign":
                raise Forfeit("resigned")
            try:
                move = parse_move(self.game, match.position, self._speaker.move_text(answer))
            except ValueError:
                raise Forfeit(f"illegal move {answer[:40]!r}") from None
        except Forfeit:
            self.close()
            raise
        self._known = [*texts, str(move)]
        return move

    def cpu(self) -> float:
        """Seconds of processor time that the program has used, by the system's account, where there is one."""
        return self._speaker.pipe.cpu() if self._speaker is not None else 0.0

    def close(self) -> None:
        """End the program."""
        if self._speaker is not None:
            self._speaker.pipe.close()
            self._speaker = None


class _Pipe:
    """A program that is talked to in lines."""

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for us
            )
        except OSError as error:
            raise Forfeit(f"did not start: {error.strerror or error}") from None
        self._closed = False
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_WAITING)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            while not self._closed and (raw := stdout.readline(LONGEST_LINE)):
                self._lines.put(raw.decode("utf-8", "replace").strip())
        self._lines.put(None)

    def say(self, *lines: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Forfeit(self._gone()) from None

    def until(self, wanted: Callable[[str], bool], seconds: float = STARTING) -> str:
        """The next line that is wanted."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:  # one that talks without end is late, too
            try:
                line = self._lines.get(timeout=left)
            except queue.Empty:
                break
            if line is None:
                raise Forfeit(self._gone())
            if wanted(line):
                return line
        raise Forfeit(f"did not answer within {seconds:g} seconds")

    def _gone(self) -> str:
        try:
            return f"ended in the middle of the game, with status {self._process.wait(1.0)}"
        except subprocess.TimeoutExpired:
            return "closed its output in the middle of the game"

    def cpu(self) -> float:
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write(b"quit\n")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(LEAVING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._closed = True
        with contextlib.suppress(queue.Empty):  # room for the listener, which may be waiting for it
            while True:
                self._lines.get_nowait()


class _Speaker(ABC):
    """Asks for moves in one protocol."""

    def __init__(self, pipe: _Pipe) -> None:
        self.pipe = pipe

    @abstractmethod
    def greet(self, game: AnyGame) -> None:
        """Once, after the program was started."""

    @abstractmethod
    def begin(self) -> None:
        """Before each match."""

    @abstractmethod
    def tell(self, match: Match, known: int) -> None:
        """Send the position of a match whose first `known` moves the program knows."""

    @abstractmethod
    def ask(self, match: Match, budget: Budget, wait: float) -> str:
        """The move that the program plays, as it writes it."""

    def move_text(self, answer: str) -> str:
        """Such a move in our notation."""
        return answer


class _Ugi(_Speaker):
    def greet(self, game: AnyGame) -> None:
        self.pipe.say("ugi")
        self.pipe.until(lambda line: line == "ugiok")

    def begin(self) -> None:
        self.pipe.say("uginewgame", "isready")
        self.pipe.until(lambda line: line == "readyok")

    def tell(self, match: Match, known: int) -> None:
        game = match.game
        where = "startpos" if match.start == game.start() else f"fen {game.text(match.start)}"
        self.pipe.say(" ".join(["position", where, *(["moves", *map(str, match.moves)] if match.moves else [])]))

    def ask(self, match: Match, budget: Budget, wait: float) -> str:
        words = ["go"]
        if budget.clocks is not None:
            first, second = (round(1000 * left) for left in budget.clocks)
            increment = round(1000 * budget.increment)
            words.append(f"p1time {first} p2time {second} p1inc {increment} p2inc {increment}")
        words += [f"{name} {value}" for name in ("nodes", "depth") if (value := getattr(budget, name)) is not None]
        if budget.seconds is not None:
            words.append(f"movetime {max(1, round(1000 * budget.seconds))}")
        self.pipe.say(" ".join(words))
        answer = self.pipe.until(lambda line: line.split()[:1] == ["bestmove"], wait).split()
        if len(answer) < 2:
            raise Forfeit("answered bestmove without a move")
        return answer[1]


class _Gtp(_Speaker):
    def greet(self, game: AnyGame) -> None:
        size = getattr(game.options, SIZE, None)
        if size is None:
            self._try(f"boardsize {gtp_coordinates.side(game)}")
        else:
            self._ask(f"boardsize {size}")

    def begin(self) -> None:
        self._ask("clear_board")

    def tell(self, match: Match, known: int) -> None:
        for before, move in list(zip(match.positions, match.moves, strict=False))[known:]:
            self._ask(f"play {match.game.color(before, match.game.to_move(before))} {gtp_coordinates.vertex(move)}")

    def ask(self, match: Match, budget: Budget, wait: float) -> str:
        color = match.game.color(match.position, match.to_move)
        if budget.clocks is not None:
            self._try(f"time_left {color} {int(budget.clocks[match.to_move])} 0")
        elif budget.seconds is not None:
            self._try(f"time_settings 0 {max(1, round(budget.seconds))} 1")
        return self._ask(f"genmove {color}", wait)

    def move_text(self, answer: str) -> str:
        return gtp_coordinates.move_text(answer)

    def _ask(self, command: str, seconds: float = STARTING) -> str:
        """The first line of the answer to a command."""
        answer = self._answer(command, seconds)
        if answer.startswith("?"):
            raise Forfeit(f"refused {command!r}: {answer[1:].strip()[:200]}")
        return answer[1:].strip()

    def _try(self, command: str) -> None:
        """A command that a program need not know."""
        self._answer(command, STARTING)

    def _answer(self, command: str, seconds: float) -> str:
        self.pipe.say(command)
        return self.pipe.until(lambda line: line.startswith(("=", "?")), seconds)


class _NBoard(_Speaker):
    _pings = 0

    def greet(self, game: AnyGame) -> None:
        self.pipe.say("nboard 2")

    def begin(self) -> None:
        self._settle()

    def tell(self, match: Match, known: int) -> None:
        self.pipe.say(f"set game {ggf.text_of(Played(match))}")

    def ask(self, match: Match, budget: Budget, wait: float) -> str:
        if budget.depth is not None:
            self.pipe.say(f"set depth {budget.depth}")
        self._settle()
        self.pipe.say("go")
        words = self.pipe.until(lambda line: line.startswith("==="), wait)[3:].replace("/", " ").split()
        if not words:
            raise Forfeit("answered === without a move")
        return words[0]

    def move_text(self, answer: str) -> str:
        return othello_notation.move_from(answer)

    def _settle(self) -> None:
        """Wait until it has dealt with everything."""
        self._pings += 1
        self.pipe.say(f"ping {self._pings}")
        self.pipe.until(lambda line: line.split() == ["pong", str(self._pings)])


PROTOCOLS: dict[str, type[_Speaker]] = {"ugi": _Ugi, "gtp": _Gtp, "nboard": _NBoard}
