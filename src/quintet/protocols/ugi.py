"""UGI, the Universal Game Interface: the shape of UCI for any game of two players.

    ugi                                   id, options, ugiok
    isready                               readyok
    setoption name NAME value VALUE
    uginewgame
    position startpos [moves M ...]       or: position fen TEXT [moves M ...], in the game's own notation
    go [depth N] [nodes N] [movetime MS] [p1time MS p2time MS [p1inc MS p2inc MS]] [infinite]
    stop                                  ends the search; bestmove follows
    query p1turn | gameover | result      response true | false | p1win | p2win | draw | none
    quit

A search reports ``info depth D multipv K score cp C nodes N nps R time MS pv M ...``; C is a hundredth of a
point in games with scores, else a thousandth of a win. ``go`` alone plays the move of the level. Under
``go infinite`` only better answers are reported, depth, nodes and time never decrease, and ``bestmove`` is that of the
last one. An error is answered with ``info string error: ...``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quintet import __version__
from quintet.core.game import AnyGame, parse_move
from quintet.core.sentences import explained
from quintet.core.types import Player
from quintet.engine import LEVELS, Analysis, Engine, Line
from quintet.engine.bounds import parse_whole
from quintet.protocols import conversation

OPTIONS: dict[str, tuple[int, int, int]] = {
    "Level": (len(LEVELS), 1, len(LEVELS)),
    "Hash": (256, 1, 65_536),
    "Threads": (1, 1, 256),
    "MultiPV": (1, 1, 100),
    "Seed": (0, 0, 2**31 - 1),
}
"""Default, minimum and maximum of each option."""
CLOCKS = ("p1time", "p2time", "p1inc", "p2inc")
LIMITS = ("depth", "nodes", "movetime")
RESULTS = {Player.FIRST: "p1win", Player.SECOND: "p2win", None: "draw"}
MOST_MS = 10**9
NO_MOVE = "bestmove (none)"


class Ugi(conversation.EngineProtocol):
    """The UGI engine of one game."""

    def __init__(self, game: AnyGame, say: Callable[[str], None]) -> None:
        super().__init__(say)
        self.game = game
        self._values = {name: default for name, (default, _, _) in OPTIONS.items()}
        self._engine = self._new_engine()
        self._position = game.start()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": lambda words: say("readyok"),
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": lambda words: self._background.end(),
            "query": self._query,
        }

    def hear(self, line: str) -> bool:
        words = line.split()
        if not words:
            return True
        if words[0] == "quit":
            return False
        command = self._commands.get(words[0])
        if command is None:
            expected = ", ".join((*self._commands, "quit"))
            self.refuse(f"unknown command {words[0][:40]!r}: expected one of {expected}")
            return True
        try:
            command(words[1:])
        except Exception as error:  # also the errors of a stranger's game: the conversation goes on
            self.refuse(explained(error))
        return True

    def refuse(self, reason: str) -> None:
        self._say(f"info string error: {reason}")

    def _introduce(self, words: list[str]) -> None:
        self._say(f"id name Quintet {__version__} {self.game.title}")
        self._say("id author the Quintet authors")
        for name, (default, low, high) in OPTIONS.items():
            self._say(f"option name {name} type spin default {default} min {low} max {high}")
        self._say("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) != 4 or (words[0], words[2]) != ("name", "value"):
            raise ValueError(f"expected setoption name NAME value VALUE, got {' '.join(words)[:60]!r}")
        name = next((name for name in OPTIONS if name.lower() == words[1].lower()), None)
        if name is None:
            raise ValueError(f"unknown option {words[1][:40]!r}: expected one of {', '.join(OPTIONS)}")
        value = parse_whole(name, words[3], *OPTIONS[name][1:])
        self._background.end()
        self._values[name] = value
        self._engine = self._new_engine()

    def _new_engine(self) -> Engine:
        values = self._values
        return Engine(
            self.game,
            level=values["Level"],
            threads=values["Threads"],
            memory_mb=values["Hash"],
            seed=values["Seed"],
        )

    def _new_game(self, words: list[str]) -> None:
        self._background.end()
        self._engine, self._position = self._new_engine(), self.game.start()

    def _set_position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:split], words[split + 1 :]
        if where[:1] == ["fen"] and len(where) > 1:
            position = self.game.parse(" ".join(where[1:]))
        elif where == ["startpos"]:
            position = self.game.start()
        else:
            raise ValueError(f"expected position startpos or position fen TEXT, got {' '.join(words)[:60]!r}")
        for number, text in enumerate(moves, 1):
            try:
                position = self.game.play(position, parse_move(self.game, position, text))
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        self._background.end()
        self._position = position

    def _query(self, words: list[str]) -> None:
        outcome = self.game.outcome(self._position)
        answers = {
            "p1turn": str(self.game.to_move(self._position) is Player.FIRST).lower(),
            "gameover": str(outcome is not None).lower(),
            "result": "none" if outcome is None else RESULTS[outcome.winner],
        }
        if len(words) != 1 or words[0] not in answers:
            raise ValueError(f"expected query {' or '.join(answers)}, got {' '.join(words)[:60]!r}")
        self._say(f"response {answers[words[0]]}")

    # Searching

    def _go(self, words: list[str]) -> None:
        limits, infinite = self._limits(words)
        self._background.end()
        position = self._position
        if conversation.is_over(self.game, position):
            self.refuse("the game is over")
            self._say(NO_MOVE)
            return
        self._background.begin(self._engine, lambda: self._search(position, limits, infinite))

    def _limits(self, words: list[str]) -> tuple[dict[str, Any], bool]:
        """The limits of an analysis, and whether it is endless."""
        given: dict[str, int] = {}
        infinite = False
        rest = iter(words)
        for word in rest:
            if word == "infinite":
                infinite = True
            elif word in (*LIMITS, *CLOCKS):
                given[word] = parse_whole(word, next(rest, ""), 0, MOST_MS)
            else:
                expected = ", ".join((*LIMITS, *CLOCKS, "infinite"))
                raise ValueError(f"unknown limit {word[:40]!r}: expected one of {expected}")
        limits: dict[str, Any] = {name: max(1, given[name]) for name in ("depth", "nodes") if name in given}
        if "depth" in limits:
            limits["depth"] = min(limits["depth"], 100)
        is_first = self.game.to_move(self._position) is Player.FIRST
        clock, increment = ("p1time", "p1inc") if is_first else ("p2time", "p2inc")
        if "movetime" in given:
            limits["seconds"] = max(conversation.LEAST_SECONDS, given["movetime"] / 1000)
        elif clock in given:
            left, more = given[clock] / 1000, given.get(increment, 0) / 1000
            limits["seconds"] = self._engine.seconds_for_move(self._position, left, more)
        return limits, infinite and not limits

    def _search(self, position: Any, limits: dict[str, Any], infinite: bool) -> None:
        lines = self._values["MultiPV"]
        try:
            if infinite:
                move = conversation.analyze_until(
                    self._engine, position, self._background.stopped, lines, self._tell
                ).move
            elif limits:
                analysis = self._engine.analyze(position, lines=lines, progress=self._tell, **limits)
                self._tell(analysis)
                move = analysis.move
            else:
                move = self._engine.choose(position)
        except Exception as error:  # also the errors of a stranger's game: the other program waits for a move
            self.refuse(explained(error))
            move = self.game.legal_moves(position)[0]
        self._say(f"bestmove {move}")

    def _tell(self, analysis: Analysis) -> None:
        for number, line in enumerate(analysis.lines, 1):
            self._say(_info(analysis, number, line))


def _info(analysis: Analysis, number: int, line: Line) -> str:
    points = 1000 * line.value if line.score is None else 100 * line.score
    milliseconds = round(1000 * analysis.seconds)
    speed = round(analysis.nodes / analysis.seconds) if analysis.seconds else 0
    return (
        f"info depth {analysis.depth} multipv {number} score cp {round(points)} nodes {analysis.nodes}"
        f" nps {speed} time {milliseconds} pv {' '.join(map(str, line.moves))}"
    )
