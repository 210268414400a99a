"""The plies of a match: each position with the move that led to it, its legal moves and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from quintet.core import match as core
from quintet.core.game import AnyGame, Stages, refusal
from quintet.core.game import spec as spec_of
from quintet.core.match import Match
from quintet.core.narration import narrate
from quintet.core.scene import Scene
from quintet.core.types import Color, Outcome, Player
from quintet.render.marks import Move, moves_to_press
from quintet.server.errors import Illegal
from quintet.server.live.boards import GameBoard, board_of


@dataclass(frozen=True, slots=True)
class HistoryMove:
    """A move that was played."""

    text: str
    clicks: tuple[str, ...]
    player: Player
    color: Color


class Ply:
    """The position after a move, or at the start. It does not change; the next ply points back at it.

    What is computed from it is cached in it. The plies before it are bare: they hold only positions and moves, so that
    long matches stay small.
    """

    def __init__(self, game: AnyGame, position: Any, before: Ply | None = None, move: Any = None) -> None:
        self.game = game
        self.position = position
        self.before = before
        self.move = move
        """The move that led here; None at the start."""
        self.ply: int = before.ply + 1 if before else 0
        self.spec: str = before.spec if before else spec_of(game)
        self._next: Ply | None = None

    @classmethod
    def of(cls, match: Match) -> Ply:
        """The last ply of a match."""
        moment = cls(match.game, match.start)
        for move, position in zip(match.moves, match.positions[1:], strict=True):
            moment = cls(match.game, position, moment, move)
        return moment

    @property
    def board(self) -> GameBoard:
        return board_of(self.spec)

    # The rules

    @cached_property
    def _rules(self) -> core.PositionFacts:
        return core.PositionFacts(self.game, self.position)

    @property
    def legal(self) -> dict[str, Any]:
        """The legal moves by their texts; there are none exactly when the game is over."""
        return self._rules.legal

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules alone."""
        return self._rules.outcome

    @cached_property
    def to_move(self) -> Player:
        player: Player = self.game.to_move(self.position)
        return player

    @cached_property
    def text(self) -> str:
        return self.game.text(self.position)

    def play(self, text: str) -> Ply:
        """The ply after a move; Illegal says why it is not allowed."""
        move = self._rules.find(text)
        if move is None:
            raise Illegal(refusal(self.game, self.position, text))
        return self._after(move)

    def retell(self, text: str) -> Ply:
        """The ply after a stored move, which was checked before."""
        return self._after(self.board.moves[text.strip().lower()])

    def _after(self, move: Any) -> Ply:
        if self._next is None or self._next.move != move:
            self._next = Ply(self.game, self.game.play(self.position, move), self.bare(), move)
        return self._next

    def bare(self) -> Ply:
        """The same ply without anything cached."""
        return Ply(self.game, self.position, self.before, self.move)

    # How it came about

    def line(self, since: int = 0) -> list[Ply]:
        """The plies from number `since` to this one."""
        line: list[Ply] = []
        moment: Ply | None = self
        while moment is not None and moment.ply >= since:
            line.append(moment)
            moment = moment.before
        return line[::-1]

    @cached_property
    def played(self) -> HistoryMove | None:
        """The move that led here."""
        if self.before is None:
            return None
        player = self.before.to_move
        color = self.game.color(self.before.position, player)
        return HistoryMove(str(self.move), tuple(self.game.clicks(self.move)), player, color)

    def history(self, since: int = 0) -> list[HistoryMove]:
        """The moves that led here, without the first `since`."""
        return [moment.played for moment in self.line(since + 1) if moment.played]

    # The picture

    @cached_property
    def scene(self) -> Scene:
        return self.game.scene(self.position)

    @cached_property
    def stages(self) -> Sequence[Scene]:
        """The scenes of the move's animation; the last equals `scene`."""
        if self.before is None:
            return []
        return self._steps(self.before.position, self.move) if self.board.staged else [self.scene]

    def _steps(self, position: Any, move: Any) -> Sequence[Scene]:
        return cast(Stages, self.game).stages(position, move)

    @cached_property
    def narration(self) -> str:
        """What the move that led here did; empty at the start."""
        return narrate(self.game, self.before.position, self.move) if self.before else ""

    @cached_property
    def colors(self) -> tuple[Color, Color]:
        return self.game.color(self.position, Player.FIRST), self.game.color(self.position, Player.SECOND)

    @cached_property
    def moves(self) -> list[Move]:
        """The legal moves with the targets to press."""
        board = self.board
        return moves_to_press(
            self.game,
            self.position,
            self.scene,
            self.legal,
            board.own,
            board.columns,
            board.spots,
            board.pressed_alike,
        )
