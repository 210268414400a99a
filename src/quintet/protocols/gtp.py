"""GTP, the Go Text Protocol, version 2, with the extensions by which GoGui plays games that are not Go.

Moves are named as in `gtp_coordinates`: ``D3``, ``pass``, and the game's own names for others (``swap``, ``a2-1C``).
The same side may move twice: a forced pass that the other program does not send is played, otherwise the turn is given
to the side that moves. After a swap of colours ``gogui-rules_side_to_move`` says who is next.

``genmove`` searches in the background: ``# interrupt`` and ``quit`` make it answer at once; other commands wait for it.
``lz-analyze [COLOR] [CENTISECONDS]`` reports each better answer until the next line comes.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from typing import Any

from quintet import __version__
from quintet.core import options, registry
from quintet.core.game import AnyGame, parse_move
from quintet.core.sentences import explained
from quintet.core.types import PASS, Color, IllegalMove
from quintet.engine import Analysis, Engine, Line
from quintet.engine.bounds import parse_whole
from quintet.protocols import conversation
from quintet.protocols.gtp_coordinates import LETTERS, check_columns, in_vertices, move_text, rows, side, vertex

COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
SIZE = "size"
"""The option that ``boardsize`` sets, where a game has it."""
MOST_SECONDS = 10**6
ANALYSES = """\
gfx/Best Moves/quintet-best
string/Value/quintet-value
string/Position/quintet-position"""
BEST_LINES = 5
LZ_LINES = 10
INTERVAL = 100
"""Interval between two lines of a running analysis, in hundredths of a second."""


class Gtp(conversation.EngineProtocol):
    """The GTP engine of one game."""

    def __init__(self, game: AnyGame, say: Callable[[str], None], level: int = 10, seed: int = 0) -> None:
        super().__init__(say)
        self._level, self._seed = level, seed
        self._endless = False
        """Whether the current search is an analysis that the next line ends."""
        self._main = self._byo = self._stones = 0
        self._left: dict[Color, tuple[int, int]] = {}
        self._set_game(game)
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: f"Quintet {self.game.title}",
            "version": lambda words: __version__,
            "known_command": lambda words: str(words[:1] != [] and words[0] in self._names()).lower(),
            "list_commands": lambda words: "\n".join(self._names()),
            "boardsize": self._boardsize,
            "clear_board": self._clear,
            "komi": self._komi,
            "play": self._play,
            "gogui-play_sequence": self._play_sequence,
            "undo": lambda words: self._undo(["1"]),
            "gg-undo": self._undo,
            "showboard": lambda words: "\n" + "\n".join(rows(self.game, self._position)),
            "final_score": self._final_score,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "gogui-interrupt": lambda words: "",
            "gogui-analyze_commands": lambda words: ANALYSES,
            "gogui-rules_game_id": lambda words: "".join(filter(str.isalpha, self.game.id)).capitalize(),
            "gogui-rules_board": lambda words: "\n".join(rows(self.game, self._position)),
            "gogui-rules_board_size": lambda words: str(side(self.game)),
            "gogui-rules_legal_moves": lambda words: " ".join(map(vertex, self.game.legal_moves(self._position))),
            "gogui-rules_side_to_move": lambda words: self._to_move().title.lower(),
            "gogui-rules_final_result": self._final_result,
            "quintet-position": lambda words: self.game.text(self._position),
        }
        self._searches: dict[str, Callable[[list[str]], Callable[[], str]]] = {
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "quintet-best": self._best,
            "quintet-value": self._value,
        }

    def _set_game(self, game: AnyGame) -> None:
        check_columns(game)
        self.game = game
        self._engine = Engine(game, level=self._level, seed=self._seed)
        self._positions = [game.start()]

    @property
    def _position(self) -> Any:
        return self._positions[-1]

    def _names(self) -> list[str]:
        return sorted([*self._commands, *self._searches, "lz-analyze", "quit"])

    # The conversation

    def hear(self, line: str) -> bool:
        if line.strip().lower() == "# interrupt":
            self._background.end()
            return True
        command = re.fullmatch(r"\s*(?:(\d{1,18})\s+|(\d{1,18})\s*$)?(\S*)\s*(.*)", _clean(line))
        number, name, rest = (command[1] or command[2] or "", command[3], command[4]) if command else ("", "", "")
        if not name and not number:
            return True
        if self._endless or name == "quit":
            self._background.end()
            self._endless = False
        self._background.wait()
        if name == "quit":
            self._reply(number, lambda: "")
            return False
        words = rest.split()
        if name in self._commands:
            self._reply(number, lambda: self._commands[name](words))
        elif name in self._searches:
            self._search(number, name, words)
        elif name == "lz-analyze":
            self._analyze(number, words)
        else:
            self._answer(number, "?", "unknown command")
        return True

    def refuse(self, reason: str) -> None:
        self._background.wait()
        self._answer("", "?", f"syntax error: {reason}")

    def _reply(self, number: str, command: Callable[[], str]) -> None:
        try:
            sign, words = "=", command()
        except Exception as error:  # also the errors of a stranger's game: the conversation goes on
            sign, words = "?", explained(error)
        self._answer(number, sign, words)

    def _answer(self, number: str, sign: str, words: str) -> None:
        """An answer ends with an empty line, so empty lines inside it are dropped."""
        body = "\n".join(line for index, line in enumerate(words.split("\n")) if line.strip() or index == 0)
        self._say(f"{sign}{number} {body}".rstrip(" ") + "\n")

    def _search(self, number: str, name: str, words: list[str]) -> None:
        try:
            work = self._searches[name](words)
        except ValueError as error:
            self._answer(number, "?", explained(error))
            return
        self._background.begin(self._engine, lambda: self._reply(number, work))

    # Rules

    def _boardsize(self, words: list[str]) -> str:
        size = parse_whole("boardsize", _only(words, "SIZE"), 1, 1000)
        if size > len(LETTERS):
            raise ValueError(f"unacceptable size: GTP has {len(LETTERS)} columns, got {size}")
        if SIZE in options.ranges(self.game.Options):
            values = {name: getattr(self.game.options, name) for name in options.ranges(self.game.Options)}
            try:
                self._set_game(registry.load(self.game.id, **{**values, SIZE: size}))
            except ValueError as error:
                raise ValueError(f"unacceptable size: {error}") from None
        elif size != side(self.game):
            raise ValueError(f"unacceptable size: expected {side(self.game)}, got {size}")
        return self._clear([])

    def _clear(self, words: list[str]) -> str:
        self._positions = [self.game.start()]
        self._left.clear()
        return ""

    def _komi(self, words: list[str]) -> str:
        if not re.fullmatch(r"[+-]?\d{1,6}(\.\d{1,6})?", _only(words, "KOMI")):
            raise ValueError(f"syntax error: komi must be a number, got {words[0][:40]!r}")
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise ValueError(f"syntax error: expected play COLOR MOVE, got {' '.join(words)[:60]!r}")
        self._positions += self._played(self._position, _color(words[0]), words[1])
        return ""

    def _play_sequence(self, words: list[str]) -> str:
        """Play all of the moves, or none."""
        if len(words) % 2:
            raise ValueError("syntax error: expected a colour before every move")
        positions = list(self._positions)
        for color, move in zip(words[::2], words[1::2], strict=True):
            positions += self._played(positions[-1], _color(color), move)
        self._positions = positions
        return ""

    def _played(self, position: Any, color: Color, move: str) -> list[Any]:
        """The positions after a move of this side."""
        text = move_text(move)
        if conversation.is_over(self.game, position):
            if text.lower() == PASS.text:  # other programs confirm the end of the game with a pass
                return [position]
            raise IllegalMove("illegal move: the game is over")
        try:
            before = self._turned_to(position, color)
            return [self.game.play(before, parse_move(self.game, before, text))]
        except ValueError as error:
            raise IllegalMove(f"illegal move: {in_vertices(str(error))}") from None

    def _turned_to(self, position: Any, color: Color) -> Any:
        """The position with this side to move: after a forced pass of the other side, or with the turn given to this
        one."""
        if self._mover(position) is color:
            return position
        if [str(move) for move in self.game.legal_moves(position)] == [PASS.text]:
            return self.game.play(position, PASS)
        rest, turn, *fields = self.game.text(position).split(" ")
        if turn != color.other:
            raise ValueError(f"{color.other.title} is to move")
        return self.game.parse(" ".join((rest, color, *fields)))

    def _mover(self, position: Any) -> Color:
        return self.game.color(position, self.game.to_move(position))

    def _to_move(self) -> Color:
        return self._mover(self._position)

    def _undo(self, words: list[str]) -> str:
        count = parse_whole("the number of moves", _only(words, "COUNT"), 1, 10**6)
        if count >= len(self._positions):
            raise ValueError("cannot undo")
        del self._positions[-count:]
        return ""

    def _final_score(self, words: list[str]) -> str:
        outcome = self.game.outcome(self._position)
        if outcome is None:
            raise ValueError("cannot score: the game is not over")
        if outcome.winner is None:
            return "0"
        by = abs(outcome.scores[0] - outcome.scores[1]) if outcome.scores else 1
        return f"{self.game.color(self._position, outcome.winner).upper()}+{by}"

    def _final_result(self, words: list[str]) -> str:
        outcome = self.game.outcome(self._position)
        if outcome is None:
            return ""
        if outcome.winner is None:
            return f"Draw, {outcome.reason}"
        return f"{self.game.color(self._position, outcome.winner).title} wins, {outcome.reason}"

    # Time

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise ValueError(f"syntax error: expected time_settings MAIN BYO STONES, got {' '.join(words)[:60]!r}")
        numbers = [parse_whole("a time", word, 0, MOST_SECONDS) for word in words]
        self._main, self._byo, self._stones = numbers
        self._left.clear()
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise ValueError(f"syntax error: expected time_left COLOR SECONDS STONES, got {' '.join(words)[:60]!r}")
        seconds, stones = (parse_whole("a time", word, 0, MOST_SECONDS) for word in words[1:])
        self._left[_color(words[0])] = seconds, stones
        return ""

    def _seconds(self, color: Color, position: Any) -> float | None:
        """Seconds for a move; ``None`` without a clock."""
        if self._byo and not self._stones:
            return None
        seconds, stones = self._left.get(color, (self._main, 0) if self._main else (self._byo, self._stones))
        if not (self._main or self._byo or color in self._left):
            return None
        if stones:
            return max(conversation.LEAST_SECONDS, 0.9 * seconds / stones)
        return self._engine.seconds_for_move(position, seconds)

    # Searching

    def _genmove(self, words: list[str]) -> Callable[[], str]:
        color = _color(_only(words, "COLOR"))

        def work() -> str:
            move, after = self._chosen(color)
            self._positions += after
            return move

        return work

    def _reg_genmove(self, words: list[str]) -> Callable[[], str]:
        color = _color(_only(words, "COLOR"))
        return lambda: self._chosen(color)[0]

    def _chosen(self, color: Color) -> tuple[str, list[Any]]:
        """A move for a side and the position after it; a pass that changes nothing when the game is over."""
        if conversation.is_over(self.game, self._position):
            return PASS.text, [self._position]
        before = self._turned_to(self._position, color)
        if conversation.is_over(self.game, before):
            return PASS.text, [self._position]
        seconds = self._seconds(color, before)
        engine = self._engine
        move = engine.choose(before) if seconds is None else engine.analyze(before, seconds=seconds).move
        return vertex(move), [self.game.play(before, move)]

    def _open_position(self) -> Any:
        if conversation.is_over(self.game, self._position):
            raise ValueError("the game is over")
        return self._position

    def _best(self, words: list[str]) -> Callable[[], str]:
        """The best moves as GoGui graphics commands."""
        position = self._open_position()

        def work() -> str:
            analysis = self._engine.analyze(position, seconds=1.0, lines=BEST_LINES)
            labels = [f"LABEL {vertex(line.moves[0])} {_worth(line)}" for line in analysis.lines]
            return "\n".join([*labels, f"TEXT {' '.join(map(vertex, analysis.lines[0].moves))}"])

        return work

    def _value(self, words: list[str]) -> Callable[[], str]:
        position = self._open_position()

        def work() -> str:
            analysis = self._engine.analyze(position, seconds=1.0)
            known = "exact" if analysis.exact else f"depth {analysis.depth}"
            return f"{vertex(analysis.move)} {_worth(analysis.lines[0])} for {self._to_move().title}, {known}"

        return work

    def _analyze(self, number: str, words: list[str]) -> None:
        """Report the analysis repeatedly until the next line comes."""
        try:
            color = _color(words[0]) if words and not words[0].isdecimal() else self._to_move()
            every = int(words[-1]) if words and re.fullmatch(r"[0-9]{1,6}", words[-1]) else INTERVAL
            position = self._turned_to(self._open_position(), color)
        except Exception as error:  # also the errors of a stranger's game
            self._answer(number, "?", explained(error))
            return
        self._say(f"={number}")
        self._endless = True
        self._background.begin(self._engine, lambda: self._stream(position, every / 100))

    def _stream(self, position: Any, every: float) -> None:
        last = 0.0

        def tell(analysis: Analysis) -> None:
            nonlocal last
            if analysis.lines and time.monotonic() - last >= every:
                last = time.monotonic()
                self._say(" ".join(_info(analysis, order, line) for order, line in enumerate(analysis.lines)))

        try:
            analysis = conversation.analyze_until(self._engine, position, self._background.stopped, LZ_LINES, tell)
            last = 0.0
            tell(analysis)
        except Exception as error:  # also the errors of a stranger's game; the answer was given already
            print(f"quintet: {explained(error)}", file=sys.stderr)
        finally:
            self._say("")


def _info(analysis: Analysis, order: int, line: Line) -> str:
    """In the format of Leela Zero: the win rate in hundredths of a percent."""
    rate = round(5000 * (line.value + 1))
    moves = " ".join(map(vertex, line.moves))
    return f"info move {vertex(line.moves[0])} visits {analysis.nodes} winrate {rate} order {order} pv {moves}"


def _worth(line: Line) -> str:
    return f"{line.value:+.2f}" if line.score is None else f"{line.score:+g}"


def _clean(line: str) -> str:
    """Without comments and control characters, as GTP requires."""
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(letter for letter in text if letter.isprintable())


def _color(word: str) -> Color:
    if word.lower() not in COLORS:
        raise ValueError(f"invalid color {word[:40]!r}: expected black or white")
    return COLORS[word.lower()]


def _only(words: list[str], name: str) -> str:
    if len(words) != 1:
        raise ValueError(f"syntax error: expected {name} alone, got {' '.join(words)[:60]!r}")
    return words[0]
