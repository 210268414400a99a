"""The NBoard protocol, version 2, in which Othello boards talk to engines.

    nboard 2                   set game (;GM[Othello]...;)      set depth 12      set contempt 0
    move F5//0.0               go                               hint 3            analyze
    ping 1                     learn                            quit

Answers are ``=== F5/1.50/0.3`` to ``go``, ``search F5D6 1.50 0 12`` lines to ``hint``, ``analysis PLY VALUE`` lines to
``analyze``, ``pong 1`` to ``ping``; ``status`` and ``nodestats`` in between. A pass is ``PA``. A running
search is ended before a ping is answered and reports nothing more. An unknown line is ignored, as the protocol wants;
an error is answered with ``status error: ...``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quintet.core import registry
from quintet.core.match import Match
from quintet.core.sentences import explained
from quintet.core.types import PASS, Player
from quintet.engine import Analysis, Engine
from quintet.engine.bounds import parse_whole
from quintet.formats import ggf, othello_notation
from quintet.protocols import conversation

DEEPEST = 60
MOST_HINTS = 60
DEFAULT_DEPTH = 12
GLANCE = 20_000
"""Nodes for each position of a game that is analysed."""


class NBoard(conversation.EngineProtocol):
    """The NBoard engine."""

    def __init__(self, say: Callable[[str], None]) -> None:
        super().__init__(say)
        self.game = registry.load(othello_notation.GAME)
        self._engine = Engine(self.game)
        self._match = Match(self.game)
        self._depth = DEFAULT_DEPTH
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": lambda rest: say("set myname Quintet"),
            "set": self._set,
            "move": self._move,
            "go": lambda rest: self._begin(self._go),
            "hint": self._hint,
            "analyze": lambda rest: self._begin(self._analyze),
            "ping": self._ping,
            "learn": lambda rest: say("learned"),
        }

    def hear(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        command = self._commands.get(word)
        if command is not None:
            try:
                command(rest.strip())
            except ValueError as error:
                self.refuse(explained(error))
        return True

    def refuse(self, reason: str) -> None:
        self._say(f"status error: {reason}")

    def _set(self, rest: str) -> None:
        what, _, value = rest.partition(" ")
        if what == "game":
            match = ggf.match_from(value, self.game)
            self._background.end()
            self._match = match
        elif what == "depth":
            depth = parse_whole("depth", value.strip(), 1, 10**6)
            self._background.end()
            self._depth = min(depth, DEEPEST)
            self._say(f"set myname Quintet{self._depth}")

    def _move(self, rest: str) -> None:
        self._background.end()
        othello_notation.play(self._match, rest.partition("/")[0])

    def _ping(self, rest: str) -> None:
        self._background.end()
        self._say(f"pong {rest[:100]}")

    # Searching

    def _hint(self, rest: str) -> None:
        count = parse_whole("the number of hints", rest or "1", 1, 10**6)
        self._begin(lambda: self._hints(min(count, MOST_HINTS)))

    def _begin(self, work: Callable[[], None]) -> None:
        self._background.end()
        if conversation.is_over(self.game, self._match.position):
            self.refuse("the game is over")
            return
        self._background.begin(self._engine, lambda: self._busy(work))

    def _busy(self, work: Callable[[], None]) -> None:
        self._tell("status Quintet is thinking")
        try:
            work()
        except ValueError as error:
            self._tell(f"status error: {explained(error)}")
        self._tell("status Quintet is waiting")

    def _tell(self, text: str) -> None:
        """Report what a search found, unless it was ended: the position is outdated then."""
        if not self._background.stopped.is_set():
            self._say(text)

    def _go(self) -> None:
        position = self._match.position
        legal = self.game.legal_moves(position)
        if len(legal) == 1:
            self._tell(f"=== {_move_text(legal[0])}")
            return
        analysis = self._engine.analyze(position, depth=self._depth, progress=self._progress)
        self._stats(analysis)
        self._tell(f"=== {_move_text(analysis.move)}/{_value(analysis.score, analysis.value)}/{analysis.seconds:.2f}")

    def _hints(self, count: int) -> None:
        analysis = self._engine.analyze(self._match.position, depth=self._depth, lines=count, progress=self._progress)
        self._progress(analysis)
        self._stats(analysis)

    def _analyze(self) -> None:
        """The value of every position of the game for Black, from the last one backwards."""
        for ply, position in reversed(list(enumerate(self._match.positions))):
            if self._background.stopped.is_set():
                return
            if conversation.is_over(self.game, position):
                self._tell(f"analysis {ply} {othello_notation.margin(self._match):.2f}")
                continue
            analysis = self._engine.analyze(position, nodes=GLANCE)
            sign = 1 if analysis.player is Player.FIRST else -1
            self._tell(f"analysis {ply} {sign * _points(analysis.score, analysis.value):.2f}")

    def _progress(self, analysis: Analysis) -> None:
        for line in analysis.lines:
            moves = "".join(map(_move_text, line.moves))
            self._tell(f"search {moves} {_value(line.score, line.value)} 0 {analysis.depth}")

    def _stats(self, analysis: Analysis) -> None:
        self._tell(f"nodestats {analysis.nodes} {analysis.seconds:.2f}")


def _move_text(move: Any) -> str:
    return "PA" if move == PASS else str(move).upper()


def _points(score: float | None, value: float) -> float:
    """The score in discs, or a guess from the value where there is no score."""
    return othello_notation.SQUARES * value if score is None else score


def _value(score: float | None, value: float) -> str:
    return f"{_points(score, value):.2f}"
