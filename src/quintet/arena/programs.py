"""Other people's programs as players: a small client for UGI, GTP and NBoard.

The program is started for each game. Moves are written as the game writes them (GTP and NBoard in capitals), and read
without regard to case. What it cannot be told, such as a limit of nodes over GTP, is left to its own settings. A
program that crashes, is silent for too long or answers nonsense has lost: `Failed` says why.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from quintet.arena.limits import Budget
from quintet.arena.players import Failed
from quintet.core.match import Match

STARTING = 30.0
"""Seconds to get ready."""
GRACE = 2.0
"""Seconds beyond its time after which a program is given up."""
LONGEST = 100_000
"""Letters in a line that is still read."""


class Program:
    """A program at one board."""

    def __init__(self, protocol: str, command: tuple[str, ...], match: Match, patience: float) -> None:
        self._patience = patience
        self._said: queue.Queue[str | None] = queue.Queue()
        self._stretch = 1.0
        self._speaker = SPEAKERS[protocol](self, match)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                start_new_session=True,  # Ctrl-C is for the arena
            )
        except OSError as error:
            raise Failed(f"did not start: {error.strerror or error}") from None
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._speaker.begin()
        except Failed:
            self.close()
            raise

    def choose(self, match: Match, budget: Budget) -> object:
        seconds, own = budget.seconds, self.cpu()
        if budget.cpu is not None:  # programs know only seconds: as many as will give it its processor time
            seconds = budget.cpu * self._stretch
        allowed = self._patience if seconds is None else seconds + GRACE
        if budget.clocks is not None:
            allowed = budget.clocks[match.to_move] + GRACE
        began = time.perf_counter()
        move = self._speaker.choose(match, budget, seconds, allowed)
        used = self.cpu() - own
        if budget.cpu is not None and used > budget.cpu / 4:
            self._stretch = max(1.0, (self._stretch + (time.perf_counter() - began) / used) / 2)
        return move

    def cpu(self) -> float:
        """By the system's account of the process, where there is one."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        with contextlib.suppress(Failed):
            self.say("quit")
        with contextlib.suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def say(self, line: str) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(line + "\n")
            stdin.flush()
        except (OSError, ValueError):
            raise Failed(self._gone()) from None

    def hear(self, until: float) -> str:
        """Its next line before a moment of `time.monotonic`."""
        try:
            line = self._said.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Failed("did not answer in time") from None
        if line is None:
            self._said.put(None)
            raise Failed(self._gone())
        return line

    def _gone(self) -> str:
        try:
            return f"ended in the middle of the game, with status {self._process.wait(1.0)}"
        except subprocess.TimeoutExpired:
            return "closed its output in the middle of the game"

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with stdout:
            while line := stdout.readline(LONGEST):
                self._said.put(line.strip())
        self._said.put(None)


class Ugi:
    """The Universal Game Interface, UCI without chess."""

    def __init__(self, program: Program, match: Match) -> None:
        self._program = program
        self._start = _start_text(match)

    def begin(self) -> None:
        self._ask("ugi", "ugiok")
        self._ask("isready", "readyok")
        self._program.say("uginewgame")
        self._ask("isready", "readyok")

    def choose(self, match: Match, budget: Budget, seconds: float | None, allowed: float) -> str:
        moves = "".join(f" {move}" for move in match.moves)
        where = "startpos" if self._start is None else f"fen {self._start}"
        self._program.say(f"position {where}{' moves' + moves if moves else ''}")
        words = []
        if budget.clocks is not None:
            first, second = (round(1000 * left) for left in budget.clocks)
            more = round(1000 * budget.increment)
            words.append(f"p1time {first} p2time {second} p1inc {more} p2inc {more}")
        for name, value in (("nodes", budget.nodes), ("depth", budget.depth)):
            if value is not None:
                words.append(f"{name} {value}")
        if seconds is not None:
            words.append(f"movetime {max(1, round(1000 * seconds))}")
        answer = self._ask(" ".join(["go", *words]), "bestmove", allowed)
        if len(answer.split()) < 2:
            raise Failed("answered bestmove without a move")
        return answer.split()[1]

    def _ask(self, line: str, word: str, allowed: float = STARTING) -> str:
        self._program.say(line)
        until = time.monotonic() + allowed
        while True:
            answer = self._program.hear(until)
            if answer.split()[:1] == [word]:
                return answer


class Gtp:
    """The Go Text Protocol, version 2."""

    def __init__(self, program: Program, match: Match) -> None:
        self._program = program
        self._match = match
        self._told = 0

    def begin(self) -> None:
        size = getattr(self._match.game.options, "size", None)
        if size is not None:
            self._ask(f"boardsize {size}")
        self._ask("clear_board")

    def choose(self, match: Match, budget: Budget, seconds: float | None, allowed: float) -> str:
        game = match.game
        for position, move in list(zip(match.positions, match.moves, strict=False))[self._told :]:
            self._ask(f"play {game.color(position, game.to_move(position))} {str(move).upper()}")
        color = game.color(match.position, match.to_move)
        if budget.clocks is not None:
            self._ask(f"time_left {color} {int(budget.clocks[match.to_move])} 0", must=False)
        elif seconds is not None:
            self._ask(f"time_settings 0 {max(1, round(seconds))} 1", must=False)
        answer = self._ask(f"genmove {color}", allowed)
        self._told = match.ply + 1
        if answer.lower() == "resign":
            raise Failed("resigned")
        return answer

    def _ask(self, line: str, allowed: float = STARTING, must: bool = True) -> str:
        self._program.say(line)
        until = time.monotonic() + allowed
        while not (answer := self._program.hear(until)).startswith(("=", "?")):
            pass
        if answer.startswith("?") and must:
            raise Failed(f"refused {line!r}: {answer[1:].strip()}")
        return answer.lstrip("=?0123456789").strip()


class NBoard:
    """The NBoard protocol, version 2; for games whose positions are rows of discs."""

    def __init__(self, program: Program, match: Match) -> None:
        self._program = program
        self._title = match.game.title
        self._board = ggf_board(match.game.text(match.start))
        self._told = 0

    def begin(self) -> None:
        self._program.say("nboard 2")
        self._program.say(f"set game (;GM[{self._title}]PB[-]PW[-]TY[{self._board.split()[0]}]BO[{self._board}];)")
        self._settle()

    def choose(self, match: Match, budget: Budget, seconds: float | None, allowed: float) -> str:
        if budget.depth is not None:
            self._program.say(f"set depth {budget.depth}")
        for move in match.moves[self._told :]:
            self._program.say(f"move {'PA' if str(move) == 'pass' else str(move).upper()}")
        self._told = match.ply
        self._settle()
        self._program.say("go")
        until = time.monotonic() + allowed
        while not (answer := self._program.hear(until)).startswith("==="):
            pass
        move = answer[3:].strip().partition("/")[0].strip()
        return "pass" if move.upper() in ("PA", "PASS") else move

    def _settle(self) -> None:
        """Wait until it has dealt with everything."""
        self._program.say("ping 1")
        until = time.monotonic() + STARTING
        while self._program.hear(until) != "pong 1":
            pass


SPEAKERS: dict[str, Callable[[Program, Match], Ugi | Gtp | NBoard]] = {"ugi": Ugi, "gtp": Gtp, "nboard": NBoard}


def check(protocol: str, match: Match) -> None:
    """ValueError where a protocol cannot be told such a match."""
    if protocol == "gtp" and match.start != match.game.start():
        raise ValueError("a gtp player needs openings that are moves: GTP cannot be told a position")
    if protocol == "nboard":
        ggf_board(match.game.text(match.start))


def ggf_board(text: str) -> str:
    """``.../.bw/... b`` as GGF has it: ``3 ----*O--- *``."""
    rows, _, turn = text.partition(" ")
    lines = rows.split("/")
    if turn not in ("b", "w") or set("".join(lines)) - set(".bw") or any(len(line) != len(lines) for line in lines):
        raise ValueError("an nboard player needs a game whose positions are square rows of '.', 'b' and 'w' and a turn")
    return f"{len(lines)} {''.join(lines)} {turn}".translate(str.maketrans(".bw", "-*O"))


def _start_text(match: Match) -> str | None:
    """Where a match starts, if it is not the game's own start."""
    game: Any = match.game
    return None if match.start == game.start() else game.text(match.start)
